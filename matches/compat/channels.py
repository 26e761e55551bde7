"""A Channels consumer whose messages do not pass through a thread.

Channels' own dispatch looks for old ORM connections in another thread before each message; the live match uses none.
Tried with Channels 4.3.2; ``tests/matches/test_compat.py`` tells when it changes. The gain is in decision 12.
"""

from __future__ import annotations

from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer


class QuickConsumer(AsyncWebsocketConsumer):
    """Channels' consumer, its messages given to their handlers directly."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Give ``message`` to the method of its type."""
        await getattr(self, get_handler_name(message))(message)
