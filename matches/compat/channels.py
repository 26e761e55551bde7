"""A Channels consumer whose messages do not pass through a thread.

Before each message Channels closes old ORM connections in another thread; the live match uses none. While ten
spectators come and go at once, p95 of a move is 75 ms, and 452 ms through the thread (decision 12). Tried with Channels
4.3.2; ``tests/matches/test_compat.py`` fails when it changes.
"""

from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer


class QuickConsumer(AsyncWebsocketConsumer):
    """A consumer that calls its handlers directly."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the method for the type of ``message``."""
        await getattr(self, get_handler_name(message))(message)  # type: ignore[no-untyped-call]
