"""Drawing of Dom Jim: the board as shapes, with figures and ball. Source: DJ section 3.14.

Colours are classes of the design system; the numbers are those of the specification (1100 x 1700, cells of 100).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from engines.core.drawing import Cell, Choice, Geometry, PieceMark, Scene, Shape, choice, piece
from engines.core.moves import Move
from engines.core.outlines import Grid, circle, goal, rect, trace
from engines.core.seats import SEATS, Seat, Wire
from engines.dom_jim.board import (
    ADMONITION,
    ANY_RED,
    ANY_RINGED,
    BENCH,
    CELLS,
    CODE,
    COLUMNS,
    GOAL,
    KINDS,
    LIGHT,
    PITCH,
)
from engines.dom_jim.words import cell_name, chips, figure_of, move_label, notes, risk

GRID: Final = Grid(COLUMNS, 15, 0, 100, 100)
LABEL: Final = {"l": "L", "d": "D", "c": "C", "g": "K", "r": "R"}
MARK: Final = {"l": ["light"], "d": ["dark"], "c": ["captain"], "g": ["keeper", "black"], "r": ["reserve"]}
"""Marks by kind: what a figure may step on is seen by the sign on it (DJ 3.14)."""


@cache
def cells() -> dict[str, Cell]:
    return {name: GRID.cell(code, cell_name(name)) for code, name in enumerate(CELLS)}


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 1100, 1700), "shapes": _shapes(), "cells": cells(), "piece_size": 72}


def _shapes() -> list[Shape]:
    shapes: list[Shape] = [
        rect("rim", 0, 0, 1100, 1700, rx=18),
        rect("lt", 100, 200, 900, 1300),
        trace("dk", GRID.squares(code for code in sorted(PITCH) if not LIGHT[code])),
        trace("hot", GRID.squares(sorted(ANY_RED))),
    ]
    shapes += [circle("mk line", *GRID.centre(code), 38) for code in sorted(ANY_RINGED)]
    for mouth in GOAL:
        shapes += goal(*GRID.corner(min(mouth)), 300, 100)
    for code in (*ADMONITION[0], *ADMONITION[1], *BENCH[0], *BENCH[1]):
        x, y = GRID.corner(code)
        shapes.append(rect("mk", x + 8, y + 8, 84, 84, rx=14))
    return [
        *shapes,
        trace("mk line", "M100 850h900M300 200v200h500v-200M300 1500v-200h500v200"),
        circle("mk line", 550, 850, 45),
        rect("mk", 100, 200, 900, 1300),
        trace("mk line", _track()),
        *GRID.letters(1690),
        *GRID.numbers(range(1, 14), 82),
    ]


def _track() -> str:
    """Draw the frame of both tracks, with its referees (DJ-3.12)."""
    marks = "".join(f"M{x} {y}l14 14l-14 14l-14-14z" for x, y in _referees())
    return "M50 50h1000v1600h-1000z" + marks


REFEREES: Final = (6, 12, 18, 24)


def track_place(number: int) -> tuple[int, int]:
    """Return where the number of a cell of home's track stands, beside the line of the track."""
    x, y = _place(number)
    return (76, y + 50) if x == 0 else (x + 50, 76 if y == 0 else 1624)


def _referees() -> list[tuple[int, int]]:
    home = [_place(number) for number in REFEREES]
    return [(x + 50, y + 36) for x, y in home] + [(1050 - x, 1636 - y) for x, y in home]


def _place(number: int) -> tuple[int, int]:
    """Return the upper left corner of a cell of home's track."""
    if number <= 5:
        return 500 - 100 * number, 1600
    if number <= 20:
        return 0, 1600 - 100 * (number - 5)
    return 100 * (number - 21), 0


def scene(view: Wire) -> Scene:
    """Place figures and ball; figures that share an admonition cell are drawn apart."""
    pieces: list[PieceMark] = []
    shared: dict[str, int] = {}
    for seat in SEATS:
        for kind in KINDS:
            cell = view["pieces"][f"{seat}.{kind}"]
            if cell is not None:
                pieces.append(_piece(view, seat, kind, cell, shared.get(cell, 0)))
                shared[cell] = shared.get(cell, 0) + 1
    ball = view["ball"]
    return {
        "pieces": pieces,
        "ball": GRID.ball(CODE[ball], ball, view["carrier"]),
        "notes": notes(view),
        "chips": chips(view),
    }


def _piece(view: Wire, seat: Seat, kind: str, cell: str, before: int) -> PieceMark:
    name = f"{seat}.{kind}"
    x, y = GRID.centre(CODE[cell])
    mark = piece(name, cell, x + 12 * before, y - 12 * before, LABEL[kind[0]], figure_of(name))
    mark["marks"] = [*MARK[kind[0]], *(["holder"] if name == view["carrier"] else [])]
    return mark


_KEYS: Final = {
    "move": "go",
    "kick": "shoot",
    "long_throw": "roll",
    "hold": "done",
    "corner": "go",
    "throw_in": "go",
    "relocate": "go",
    "keeper": "save",
}


def choices(view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
    """Return the inputs of ``moves``: figures are picked up and put down, the ball picks a kick.

    The rest are buttons.
    """
    return [_choice(view, seat, move) for move in moves]


def _choice(view: Wire, seat: Seat, move: Move) -> Choice:
    kind = move["type"]
    target: str | None = move.get("to")
    pick: str | None = None
    if kind in ("move", "relocate", "corner"):
        pick = move["piece"]
        target = view["ball"] if kind == "corner" else target
    elif kind in ("kick", "throw_in"):
        pick = "ball"
    threat: Literal["goal", "ball"] | None = None
    if kind == "kick" and CODE[move["to"]] in GOAL[1 if seat == "home" else 0]:
        threat = "goal"
    elif kind == "move" and target == view["ball"] and view["carrier"] is not None:  # never ends on one's own
        threat = "ball"
    return choice(
        move,
        move_label(view, move),
        _KEYS[kind],
        pick=pick,
        to=target,
        usual=kind == "hold" and view["phase"] != "offside",
        danger=risk(view, seat, move),
        threat=threat,
    )
