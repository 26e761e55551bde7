"""Open sockets and event streams by session: they end with the session that opened them.

Who signs out, or whose PIN is renewed, would otherwise stay connected until the page is closed. A ``signed_out`` poke
(``feed.publish_signed_out``) makes each web process look at the connections of one user at once; every
``CHECK_SECONDS`` it looks at all, because a poke may be lost and an expired session announces nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils.module_loading import import_string

CHECK_SECONDS: Final = 30.0
"""Seconds between two looks at all connections: one query for the sessions and one for their users."""

End = Callable[[], None]


class OpenSessions:
    """The connections of one process whose users are signed in."""

    def __init__(self) -> None:
        self._ends: defaultdict[tuple[str, str], list[End]] = defaultdict(list)

    def enter(self, session: str, user: str, end: End) -> None:
        """Call ``end`` once ``session``, in which ``user`` is signed in, is over."""
        self._ends[session, user].append(end)

    def leave(self, session: str, user: str, end: End) -> None:
        """Forget a connection. Idempotent."""
        ends = self._ends.get((session, user), [])
        if end in ends:
            ends.remove(end)
        if not ends:
            self._ends.pop((session, user), None)

    async def check(self, user: str = "") -> None:
        """End the connections whose session is over; ``user``: look at theirs alone."""
        pairs = {pair for pair in self._ends if user in ("", pair[1])}
        if not pairs:
            return
        find: Callable[[Collection[tuple[str, str]]], set[tuple[str, str]]] = import_string(settings.OPEN_SESSIONS)
        for pair in pairs - await database_sync_to_async(find)(pairs):
            for end in tuple(self._ends.get(pair, ())):
                end()
