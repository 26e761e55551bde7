"""Codes of a match's row that modules without Django read too. Pure."""

from typing import Final

API_BOT: Final = "api"
"""The bot of a user, or the mark of a seat, that stands for somebody's own program (``docs/bots-api.md``)."""
HOT_SEAT: Final = "hot_seat"
"""Mode of two people at one screen."""
PRACTICE: Final = "practice"
"""Mode of a practice board: one person moves for both sides."""
UNDO: Final = "undo"
"""Type of the ruling that undoes a decision of casual play (``matches.verbs.undoing``)."""
OFFLINE: Final = "offline"
"""Mode of a match that was played without a server, and sent in afterwards."""
