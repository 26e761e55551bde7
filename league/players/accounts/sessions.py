"""Database sessions, some of which end with the browser (``SESSION_ENGINE``).

Django sets one age for cookie and server: it would keep a session that ends with the browser for half a year here.
"""

from typing import Final

from django.contrib.sessions.backends import db

WITH_BROWSER: Final = "ends_with_browser"
"""Session key: the cookie has no age, whatever the expiry on the server."""


class SessionStore(db.SessionStore):
    def get_expire_at_browser_close(self) -> bool:
        """Return whether the browser forgets the cookie when it is closed."""
        return bool(self.get(WITH_BROWSER)) or super().get_expire_at_browser_close()
