"""The toy's position and its wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.core.errors import BadOptions, BadState, show
from engines.core.moves import Move
from engines.core.options import Option, resolve_options, resolve_terms
from engines.core.seats import SEATS, Wire

OPTIONS = (Option("turns", "int", 12, "Steps", "Steps of both sides together", (), 1, 60),)
COLUMNS = "ABCDEF"
CELLS = tuple(f"{column}{row}" for row in range(1, 9) for column in COLUMNS)
PIECES = tuple(f"{seat}.p{number}" for seat in SEATS for number in range(1, 12))
ZONES = {
    ("home", "wide"): CELLS[:18],
    ("away", "wide"): CELLS[:-19:-1],
    ("home", "narrow"): tuple(cell for cell in CELLS[:18] if cell[0] in "BCDE"),
    ("away", "narrow"): tuple(cell for cell in CELLS[:-19:-1] if cell[0] in "BCDE"),
}
_TURNED = {
    **dict(zip(CELLS, reversed(CELLS), strict=True)),
    **dict(zip(PIECES, (*PIECES[11:], *PIECES[:11]), strict=True)),
    **{"home": "away", "away": "home"},
}


def mirror(value: Any) -> Any:
    """The toy's half turn of any JSON value."""
    if isinstance(value, dict):
        return {_TURNED.get(key, key): mirror(inner) for key, inner in value.items()}
    if isinstance(value, list):
        # to_act is listed home first, whoever it is
        return sorted(map(mirror, value), key=lambda inner: inner != "home")
    return _TURNED.get(value, value) if isinstance(value, str) else value


FORMATIONS = (Move({"type": "formation", "name": "wide"}), Move({"type": "formation", "name": "narrow"}))
FINGERS = tuple(Move({"type": "fingers", "n": number}) for number in (1, 2, 3))
REST = Move({"type": "rest"})


class Position(NamedTuple):
    """Seats are the wire's words: this game need not be fast."""

    options: dict[str, Any]
    terms: dict[str, Any]
    phase: str = "formation"
    active: str | None = None
    home_goals: int = 0
    away_goals: int = 0
    cells: tuple[str | None, ...] = (None,) * 22
    home_formation: str | None = None
    away_formation: str | None = None
    home_sealed: Any = None
    away_sealed: Any = None
    turns_played: int = 0
    time_up: bool = False
    turn: int = 0
    winner: str | None = None
    how: str | None = None


def to_act(p: Position) -> tuple[str, ...]:
    """Both in ``formation`` and ``duel`` until sealed; else the active side."""
    if p.phase == "finished":
        return ()
    if p.phase in ("formation", "duel"):
        return tuple(seat for seat in SEATS if getattr(p, f"{seat}_sealed") is None)
    return (p.active,) if p.active else ()


def write(p: Position, seat: str | None, *, all_secrets: bool = False) -> Wire:
    """The position; what the other seat has sealed is null, that it has is not."""
    shown = {other: getattr(p, f"{other}_sealed") if all_secrets or other == seat else None for other in SEATS}
    return {
        "game": "toy",
        "options": dict(p.options),
        "terms": {**p.terms, "carry": dict(p.terms["carry"])},
        "phase": p.phase,
        "period": "finished" if p.phase == "finished" else "play",
        "to_act": list(to_act(p)),
        "attacking": p.active,
        "score": {"home": p.home_goals, "away": p.away_goals},
        "shootout": None,
        "pieces": dict(zip(PIECES, p.cells, strict=True)),
        "ball": None,
        "formation": {"home": p.home_formation, "away": p.away_formation},
        "sealed": shown,
        "time_up": p.time_up,
        "turns_played": p.turns_played,
        "turn": p.turn,
        "result": None if p.how is None else {"winner": p.winner, "how": p.how},
    }


KEYS = frozenset(write(Position({}, {"carry": {}}), None))


def read(wire: Mapping[str, Any]) -> Position:
    """The position of ``wire``; raises BadState."""
    if not isinstance(wire, Mapping) or set(wire) != KEYS:
        raise BadState(f"a toy state has the keys {', '.join(sorted(KEYS))}")
    try:
        options = resolve_options(OPTIONS, wire["options"])
        terms = resolve_terms(wire["terms"])
        p = Position(
            options,
            terms,
            _among(wire, "phase", ("formation", "placing", "turn", "duel", "finished")),
            _among(wire, "attacking", (*SEATS, None)),
            _count(wire["score"]["home"]),
            _count(wire["score"]["away"]),
            tuple(wire["pieces"][piece] for piece in PIECES),
            wire["formation"]["home"],
            wire["formation"]["away"],
            wire["sealed"]["home"],
            wire["sealed"]["away"],
            _count(wire["turns_played"]),
            wire["time_up"],
            _count(wire["turn"]),
            wire["result"]["winner"] if wire["result"] is not None else None,
            wire["result"]["how"] if wire["result"] is not None else None,
        )
        same = write(p, None, all_secrets=True) == wire
    except (BadOptions, KeyError, TypeError) as wrong:
        raise BadState(f"a toy state is wrong at {show(str(wrong))}") from None
    matching_cells = [cell for cell in p.cells if cell is not None]
    good = (
        same
        and isinstance(p.time_up, bool)
        and all(cell in CELLS for cell in matching_cells)
        and len(set(matching_cells)) == len(matching_cells)
        and all(name in ("wide", "narrow", None) for name in (p.home_formation, p.away_formation))
        and all(value in (None, "wide", "narrow") for value in (p.home_sealed, p.away_sealed) if p.phase != "duel")
        and all(type(value) is int and 1 <= value <= 3 for value in _sealed(p) if p.phase == "duel")
        and (p.phase == "finished") == (p.how in ("score", "lot", "resignation"))
        and p.winner in (*SEATS, None)
        and (p.phase in ("formation", "finished") or (p.active is not None and p.home_formation and p.away_formation))
        and (p.phase not in ("turn", "duel") or len(matching_cells) == 22)
        and not (p.phase in ("formation", "duel") and not to_act(p))
    )
    if not good:
        raise BadState("a toy state does not hold together")
    return p


def _sealed(p: Position) -> list[Any]:
    return [value for value in (p.home_sealed, p.away_sealed) if value is not None]


def _among(wire: Mapping[str, Any], key: str, allowed: tuple[Any, ...]) -> Any:
    if wire[key] not in allowed:
        raise BadState(f"{key} must be one of {allowed}, not {show(wire[key])}")
    return wire[key]


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 10**6:
        raise BadState(f"a count must be a whole number, not {show(value)}")
    return value
