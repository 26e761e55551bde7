"""The line of a position of Super Goal!: its parts in order (``engines.core.position``)."""

from __future__ import annotations

from typing import Any, Final

from engines.core.moves import plain_notation
from engines.core.position import (
    COUNT,
    FLAG,
    KICKS,
    NULL,
    RESULT,
    SEAT,
    WORD,
    Acting,
    Always,
    Each,
    Field,
    Part,
    Positions,
    Record,
)
from engines.super_goal import moves as m
from engines.super_goal.options import OPTIONS, frame


class _Action(Part):
    """A declared roll or shot: the move's words, with an underline between."""

    _MOVES: Final = {plain_notation(move).replace(" ", "_"): dict(move) for move in (*m.ROLL, m.SHOOT)}

    def write(self, value: Any) -> str:
        return plain_notation(value).replace(" ", "_")

    def read(self, words: str) -> Any:
        if words not in self._MOVES:
            raise ValueError("a roll or a shot")
        return dict(self._MOVES[words])


class _Pending(Part):
    """What waits for a decision: the kind tells by its first letter which of the three shapes it has."""

    _KINDS: Final = {
        "d": Record(action=_Action()),
        "r": Record(die=WORD, dir=WORD, n=COUNT, symbol=WORD, turned=FLAG),
        "w": Record(kind=WORD, inside=FLAG),
    }

    def write(self, value: Any) -> str:
        if value is None:
            return NULL
        letter = "d" if "action" in value else "r" if "die" in value else "w"
        return f"{letter}={self._KINDS[letter].write(value)}"

    def read(self, words: str) -> Any:
        letter, stroke, rest = words.partition("=")
        if not stroke or letter not in self._KINDS:
            raise ValueError("d=, r= or w= and its values")
        return self._KINDS[letter].read(rest)


def _usual() -> tuple[Any, Any]:  # options and terms as JSON
    match = frame(None, None)
    return match.options, match.terms


NOUGHT: Final = {"home": 0, "away": 0}
POSITIONS: Final = Positions(
    "super_goal",
    OPTIONS,
    _usual,
    Field("period", WORD, "first_half"),
    Field("phase", WORD, "attack"),
    Field("to_act", Acting(), ["home"]),
    Field("attacking", SEAT, "home"),
    Field("score", Each(COUNT), NOUGHT),
    Field("ball", WORD, "C6"),
    Field("restart", WORD, None),
    Field("star", Record(holder=SEAT, face=WORD), None),
    Field("turn", COUNT, 0),
    Field("period_turns", COUNT, 0),
    Field("toss_winner", SEAT, "home"),
    Field("last_die", WORD, None),
    Field("pending", _Pending(), None),
    Field("last_foul", SEAT, None),
    Field("expulsions", Each(COUNT), NOUGHT),
    Field("time_up", FLAG, False),
    Field("first_kicker", SEAT, None),
    Field("shootout", KICKS, None),
    Field("result", RESULT, None),
    Field("pieces", Always(), {}),
    Field("carrier", Always(), None),
    Field("yellow", Always(), {}),
    Field("sent_off", Always(), []),
)
