"""The pace of house bots: how long a bot waits before it decides. Pure.

A match has one figure, ``bot_seconds``: the wait before the first decision of a bot's turn, long enough to see what the
other side did. What follows in the same turn comes at shares of it, so that a slow match (a guided one) stays slow.
"""

from typing import Final

BOT_SECONDS: Final = 1.0
"""``bot_seconds`` of a friendly match: long enough to follow, short enough not to wait."""
FOLLOW: Final = 0.3
"""Before the second decision of the same turn: a piece glides for 0.26 s."""
QUICKER: Final = 0.75
"""Each further one comes by this much sooner: ten moves of one turn wait 1.1 seconds together, not 3."""
AFTER_DICE: Final = 0.8
"""After a roll: a die tumbles for 0.7 s and is then read."""


def pause(seconds: float, *, before: int, rolled: bool, hurried: bool) -> float:
    """Return the seconds before a bot's next decision in a match of ``bot_seconds``.

    ``before``: its decisions in this turn so far. ``rolled``: the last one was with dice. ``hurried``: a person at the
    table wants to see the end of this turn at once.
    """
    if before == 0:
        return seconds
    if hurried:
        return 0.0
    return seconds * (AFTER_DICE if rolled else FOLLOW * QUICKER ** (before - 1))
