"""Django's sessions in the database, some of which end with the browser and on the server too (``SESSION_ENGINE``).

Django knows one or the other: a session that ends with the browser is otherwise kept for half a year here.
"""

from __future__ import annotations

from typing import Final

from django.contrib.sessions.backends import db

WITH_BROWSER: Final = "ends_with_browser"
"""The key of a session whose cookie has no age, whatever expiry it has on the server."""


class SessionStore(db.SessionStore):
    """The store of one session."""

    def get_expire_at_browser_close(self) -> bool:
        """Return whether the browser forgets the cookie when it is closed."""
        return bool(self.get(WITH_BROWSER)) or super().get_expire_at_browser_close()
