"""Database sessions, some of which end with the browser (``SESSION_ENGINE``).

Django sets one age for cookie and server: it would keep a session that ends with the browser for half a year here.
"""

from collections.abc import Callable
from typing import Final

from django.contrib.sessions.backends import db

from league.registry import Registry

key_listeners: Registry[Callable[[str, str], None]] = Registry()
"""Called with the old and the new key of a session that goes on: after a sign-in or a new password."""

WITH_BROWSER: Final = "ends_with_browser"
"""Session key: the cookie has no age, whatever the expiry on the server."""


class SessionStore(db.SessionStore):
    def cycle_key(self) -> None:
        """Go on under another key."""
        before = self.session_key
        super().cycle_key()
        if before and self.session_key:
            for listener in key_listeners:
                listener(before, self.session_key)

    def get_expire_at_browser_close(self) -> bool:
        """Return whether the browser forgets the cookie when it is closed."""
        return bool(self.get(WITH_BROWSER)) or super().get_expire_at_browser_close()
