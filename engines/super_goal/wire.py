"""Data contract of a Super Goal! position. Source: SG section 16. See ``scenario`` for set-ups."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import msgspec

from engines.core.codecs import (
    COUNT,
    FLAG,
    FOUND,
    KICKS,
    SIDE,
    SIDE_OR_NULL,
    Codec,
    always,
    each,
    names,
    record,
    result,
    shape,
    words,
)
from engines.core.contract import JSON_OBJECT, UNHELD, Contract, Key
from engines.core.errors import BadState, show
from engines.core.moves import find, plain_notation
from engines.core.position import COUNT as NUMBER
from engines.core.position import FLAG as SIGN
from engines.core.position import NULL, WORD, Part, Record
from engines.super_goal import moves as m
from engines.super_goal import phases
from engines.super_goal.board import CELLS, MOUTH, ON_PITCH, WING
from engines.super_goal.faces import ARROWS, DICE, STAR, Arrow
from engines.super_goal.options import OPTIONS, frame
from engines.super_goal.play import to_act
from engines.super_goal.state import (
    CORNER,
    CROSSBAR,
    GOAL_KICK,
    OVER,
    PERIODS,
    RESTARTS,
    SPOT_KICK,
    THROW,
    WINDOWS,
    State,
)
from engines.super_goal.state import (
    KICKS as SHOOTOUT_PERIOD,
)

WAYS: Final = tuple(sorted({way for faces in ARROWS for way, _, _ in faces if way}))
SYMBOLS: Final = tuple(sorted({symbol for faces in ARROWS for _, _, symbol in faces if symbol}))


class Declared(msgspec.Struct):
    """A roll or a shot, as its move."""

    type: Literal["roll", "shoot"]
    die: Literal[tuple(DICE)] | None = None  # type: ignore[valid-type]
    turn: bool = False
    double: bool = False


class Pending(msgspec.Struct):
    """A pending decision: ``action``, or an arrow's five keys, or a window's ``kind`` and ``inside``."""

    action: Declared | None = None
    die: Literal[tuple(DICE)] | None = None  # type: ignore[valid-type]
    dir: Literal[WAYS] | None = None  # type: ignore[valid-type]
    n: Annotated[int, msgspec.Meta(ge=0, le=24)] = 0
    symbol: Literal[SYMBOLS] | None = None  # type: ignore[valid-type]
    turned: bool = False
    kind: Literal[tuple(WINDOWS)] | None = None  # type: ignore[valid-type]
    inside: bool = False


ANYTHING: Final = Codec(Any, "a value of this die")
_PENDING: Final = {
    phases.REACT: shape({"action": JSON_OBJECT}, "an object with the key action in phase react"),
    phases.DIRECTION: shape(
        {"die": words(*DICE), "dir": ANYTHING, "n": COUNT, "symbol": ANYTHING, "turned": FLAG},
        "an object with the keys die, dir, n, symbol, turned in phase direction",
    ),
    phases.INTERVENE: shape(
        {"kind": words(*WINDOWS), "inside": FLAG}, "an object with the keys kind, inside in phase intervene"
    ),
}
FACE: Final = replace(names(*STAR[1:]), read=STAR.index, write=STAR.__getitem__, table=STAR)


class _Action(Part):
    """A declared roll or shot: the move's words, joined by underscores."""

    _MOVES: Final = {plain_notation(move).replace(" ", "_"): dict(move) for move in (*m.ROLL, m.SHOOT)}

    def write(self, value: Any) -> str:
        return plain_notation(value).replace(" ", "_")

    def read(self, words: str) -> Any:
        if words not in self._MOVES:
            raise ValueError("a roll or a shot")
        return dict(self._MOVES[words])


class _Pending(Part):
    """A pending decision: its first letter tells which of three shapes it has."""

    _KINDS: Final = {
        "d": Record(action=_Action()),
        "r": Record(die=WORD, dir=WORD, n=NUMBER, symbol=WORD, turned=SIGN),
        "w": Record(kind=WORD, inside=SIGN),
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


def _make(star: tuple[int, int], pending: Mapping[str, Any] | None, **values: Any) -> State:
    """Build the position of these values once it is known to be playable."""
    s = State(star_holder=star[0], star_face=star[1], **values)
    _check_phase(s)
    _read_pending(s, pending)
    return s


def check(s: State) -> None:
    """Refuse a declared move that is not legal."""
    if s.declared is not None and s.declared not in m.attack(s.attacking, s.ball, s.restart, s.last_die, -1):
        raise BadState("pending.action is not legal in this position")


def _check_phase(s: State) -> None:
    phase = phases.NAMES[s.phase]
    over = s.phase == phases.FINISHED
    if (
        over != (s.period == OVER)
        or over != (s.result is not None)
        or over != (s.attacking < 0)
        or over != (s.ball < 0)
    ):
        raise BadState("phase and period finished, a result, attacking null and ball null go together")
    if (s.phase == phases.SHOOTOUT) != (s.period == SHOOTOUT_PERIOD):
        raise BadState("phase shootout and period shootout go together")
    if s.phase == phases.SHOOTOUT:
        if s.kicks is None or s.first_kicker < 0:
            raise BadState("phase shootout needs shootout and first_kicker")
        _check_kicks(s)
    if s.phase in (phases.ATTACK, phases.REACT, phases.DIRECTION) and s.ball >= ON_PITCH:
        raise BadState(f"ball must be on a cell of the pitch in phase {phase}, not in {CELLS[s.ball]}")
    if (s.restart == SPOT_KICK) != (s.phase in (phases.PENALTY, phases.SHOOTOUT)):
        raise BadState("restart penalty and the phases penalty and shootout go together")
    if s.phase == phases.KEEPER_THROW and s.restart != THROW:
        raise BadState("phase keeper_throw needs restart keeper_throw")
    if (
        s.phase in (phases.ATTACK, phases.REACT, phases.DIRECTION)
        and s.restart == CORNER
        and not WING[s.attacking][s.ball]
    ):
        raise BadState("restart corner needs the ball in a corner under attack")


def _check_kicks(s: State) -> None:
    """Check that kicks alternate; otherwise a shootout would never have equal kicks again (SG-12.6)."""
    home, away = map(len, s.kicks or ((), ()))
    if abs(home - away) > 1 or (home != away and s.attacking != int(home > away)):
        raise BadState("in a shootout the sides kick in turn, and attacking is the side that kicks next")


def _read_pending(s: State, value: Mapping[str, Any] | None) -> None:
    if s.phase not in (phases.REACT, phases.DIRECTION, phases.INTERVENE):
        if value is not None:
            raise BadState(f"pending must be null in phase {phases.NAMES[s.phase]}, not {show(value)}")
        return
    own = _PENDING[s.phase].check("pending", value, BadState)
    if s.phase == phases.REACT:
        s.declared = find((*m.ROLL, m.SHOOT), own.f0)
        if s.declared is None:
            raise BadState(f"pending.action must be a roll or a shot, not {show(own.f0)}")
    elif s.phase == phases.DIRECTION:
        s.arrow = _arrow(s, value, *msgspec.structs.astuple(own))
    else:
        kind = WINDOWS.index(own.f0)
        _check_window(s, kind, own.f1)
        s.window = (kind, own.f1)


def _arrow(s: State, value: Any, face: str, way: Any, n: int, mark: Any, turned: bool) -> Arrow:
    die = DICE.index(face)
    for direction, steps, symbol in ARROWS[die][1:]:
        if direction in ("lateral", "diagonal") and (direction, symbol) == (way, mark):
            if n != steps and (n != 2 * steps or s.restart not in (GOAL_KICK, THROW)):
                continue
            if turned and not WING[s.attacking][s.ball]:
                raise BadState("pending.turned: an arrow is turned only in the outer lanes of the last three rows")
            return Arrow(die, direction, n, symbol, turned)
    raise BadState(f"pending is no lateral or diagonal face of the {face} die: {show(value)}")


def _check_window(s: State, kind: int, inside: bool) -> None:
    in_mouth = kind >= CROSSBAR
    if in_mouth != (s.ball == MOUTH[s.attacking]) or (not in_mouth and s.ball >= ON_PITCH):
        place = "in the goal mouth under attack" if in_mouth else "on a cell of the pitch"
        raise BadState(f"ball must be {place} when {WINDOWS[kind]} is pending, not at {CELLS[s.ball]}")
    if inside and WINDOWS[kind] in ("tackle", "block"):
        raise BadState(f"pending.inside must be false for {WINDOWS[kind]}")


CONTRACT: Final = Contract(
    "super_goal",
    OPTIONS,
    frame,
    _make,
    (
        Key("phase", names(*phases.NAMES)),
        Key("to_act", FOUND, UNHELD),
        Key("period", names(*PERIODS)),
        Key("attacking", SIDE_OR_NULL),
        Key("score", each(COUNT)),
        Key("shootout", KICKS, "kicks"),
        Key("pieces", always({}), UNHELD),
        Key("ball", names(*CELLS, None, noun="a cell")),
        Key("carrier", always(None), UNHELD),
        Key("yellow", always({}), UNHELD),
        Key("sent_off", always([]), UNHELD),
        Key("time_up", FLAG),
        Key("turn", COUNT),
        Key("result", result("regulation", "aggregate", "away_goals", "shootout", "resignation")),
        Key("toss_winner", SIDE),
        Key("star", replace(record(None, nullable=False, holder=SIDE, face=FACE), write=None)),
        Key("restart", names(*RESTARTS)),
        Key("last_die", names(*DICE, None)),
        Key("last_foul", SIDE_OR_NULL),
        Key("expulsions", each(COUNT), "reds"),
        Key("period_turns", COUNT),
        Key("first_kicker", SIDE_OR_NULL),
        Key("pending", Codec(dict[str, Any] | None, "an object or null", part=_Pending())),
    ),
    check,
    to_act,
)
