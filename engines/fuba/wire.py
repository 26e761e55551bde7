"""A position as plain JSON in the shape of the data contract, and as each seat may see it (section 12, state, view)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.core.seats import SEATS, Wire
from engines.fuba import deciding
from engines.fuba.board import CELL_NAMES, PIECES
from engines.fuba.moves import DIVE_SIDES
from engines.fuba.options import FORMATION_NAMES
from engines.fuba.state import FORMATION as FORMATION_PHASE
from engines.fuba.state import (
    NOBODY,
    OPTION_NAMES,
    PERIODS,
    PHASES,
    RESTARTS,
    STEPS,
    TO_ACT,
    Pair,
    State,
)

SLUG: Final = "fuba"
HIDDEN: Final = "hidden"
"""What stands for another seat's sealed choice in a view."""


def _seat(number: int) -> str | None:
    return None if number == NOBODY else SEATS[number]


def _pair(pair: Pair) -> Wire:
    return {"home": pair[0], "away": pair[1]}


def _formation(index: int) -> str | None:
    return None if index == NOBODY else FORMATION_NAMES[index]


def _cells(cells: Sequence[int]) -> Wire:
    return {name: CELL_NAMES[cell] for name, cell in zip(PIECES, cells, strict=True)}


def _ids(pieces: Sequence[int]) -> list[str]:
    return [PIECES[piece] for piece in pieces]


def to_wire(state: State) -> Wire:
    """The whole position, secrets included."""
    secret = FORMATION_NAMES if state.phase == FORMATION_PHASE else DIVE_SIDES
    setup, target, movement, shootout = state.setup, state.target, state.movement, state.shootout
    return {
        "game": SLUG,
        "options": dict(state.setting.options),
        "terms": {**state.setting.terms, "carry": _pair(state.setting.carry)},
        "phase": PHASES[state.phase],
        "to_act": list(TO_ACT[state.acting]),
        "period": PERIODS[state.period],
        "attacking": _seat(state.attacking),
        "score": _pair(state.score),
        "shootout": None if shootout is None else {"home": list(shootout[0]), "away": list(shootout[1])},
        "pieces": _cells(state.pieces),
        "ball": CELL_NAMES[state.ball],
        "carrier": None,
        "ball_die": state.ball_die or None,
        "yellow": _pair(state.yellow),
        "sent_off": _ids(state.sent_off),
        "time_up": False,
        "turn": state.turn,
        "result": deciding.result_of(state),
        "formations": {"home": _formation(state.formations[0]), "away": _formation(state.formations[1])},
        "sealed": {
            seat: None if value == NOBODY else secret[value] for seat, value in zip(SEATS, state.sealed, strict=True)
        },
        "first_kick_off": _seat(state.first_kick_off),
        "minute": state.minute,
        "stoppage": state.stoppage,
        "game_turn": state.game_turn,
        "restart": RESTARTS[state.restart],
        "setup": setup
        and {
            "seat": SEATS[setup.seat],
            "step": STEPS[setup.step],
            "left": _ids(setup.left),
            "adjust_left": setup.adjust_left,
            "adjusted": _ids(setup.adjusted),
        },
        "dice": {"home": state.dice[0] or None, "away": state.dice[1] or None},
        "target": target
        and {"from": CELL_NAMES[target[0]], "zone": CELL_NAMES[target[1]], "via": CELL_NAMES[target[2]]},
        "snapshot": _cells(state.snapshot) if state.snapshot else {},
        "deducted": _pair(state.deducted),
        "moved": _ids(state.moved),
        "movement": movement
        and {
            "seat": SEATS[movement.seat],
            "option": OPTION_NAMES[movement.option],
            "left": movement.left,
            "next": _seat(movement.next),
            "extra": movement.extra,
        },
        "carried": state.carried,
        "no_movement": _seat(state.no_movement),
    }


def view(state: State, seat: int) -> Wire:
    """The position as ``seat`` (NOBODY: a spectator) may see it: the others' sealed choices are hidden."""
    wire = to_wire(state)
    wire["sealed"] = {
        name: HIDDEN if value is not None and number != seat else value
        for number, (name, value) in enumerate(wire["sealed"].items())
    }
    return wire
