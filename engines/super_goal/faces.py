"""Faces of the eight dice of Super Goal!. Source: SG-3.1, SG-3.2.

Index 0 of each table means no value, so that a roll is its own index.
"""

from typing import Final, NamedTuple

CONTROL: Final = 0
PASS: Final = 1
LONG_BALL: Final = 2
NO_DIE: Final = -1
DICE: Final = ("control", "pass", "long_ball")


class Arrow(NamedTuple):
    """A face of an arrow die as rolled: ``n`` after doubling, ``symbol`` ``"?"``, ``"X"`` or None."""

    die: int
    direction: str
    n: int
    symbol: str | None
    turned: bool = False


ARROWS: Final[tuple[tuple[tuple[str, int, str | None], ...], ...]] = (
    (
        ("", 0, None),
        ("forward", 1, None),
        ("forward", 1, None),
        ("diagonal", 1, None),
        ("diagonal", 1, None),
        ("lateral", 1, None),
        ("forward", 2, "?"),
    ),
    (
        ("", 0, None),
        ("forward", 2, None),
        ("forward", 3, "?"),
        ("diagonal", 1, None),
        ("diagonal", 2, None),
        ("lateral", 2, "X"),
        ("backward", 1, None),
    ),
    (
        ("", 0, None),
        ("forward", 3, None),
        ("forward", 4, None),
        ("diagonal", 3, None),
        ("forward", 5, "?"),
        ("forward", 4, "X"),
        ("diagonal", 2, "X"),
    ),
)
VAR_REFUSES: Final = 6
"""The control die's ``?`` face: no penalty (SG-9.2)."""

SHOT: Final = ("", "on_target", "on_target", "unstoppable", "post", "crossbar", "wide")
DEFENCE: Final = ("", "steal", "steal", "miss", "miss_own_goal", "clear", "foul")
KEEPER: Final = ("", "save", "save", "goal", "goal", "parry", "corner")
PENALTY: Final = ("", "scored", "scored", "scored", "corner", "wide", "parried")
STAR: Final = ("", "long_shot", "assist", "unstoppable", "super_save", "recovery", "foul")
LONG_SHOT, ASSIST, UNSTOPPABLE, SUPER_SAVE, RECOVERY, WHISTLE = range(1, 7)
