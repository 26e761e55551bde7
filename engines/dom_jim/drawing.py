"""Drawing of Dom Jim: the board as shapes, with figures and ball. Source: DJ section 3.14.

Colours are classes of the design system; the numbers are those of the specification (1100 x 1700, cells of 100).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from engines.core.drawing import Cell, Choice, Geometry, PieceMark, Scene, Shape
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire
from engines.dom_jim.board import (
    ADMONITION,
    ANY_RED,
    ANY_RINGED,
    BENCH,
    CELLS,
    CODE,
    COLUMN,
    COLUMNS,
    GOAL,
    KINDS,
    LIGHT,
    PITCH,
    ROW,
)
from engines.dom_jim.words import cell_name, figure_of, move_label, notes, risk

SIZE: Final = 100
LABEL: Final = {"l": "L", "d": "D", "c": "C", "g": "K", "r": "R"}
MARK: Final = {"l": ["light"], "d": ["dark"], "c": ["captain"], "g": ["keeper", "black"], "r": []}
"""Marks by kind: what a figure may step on is seen by the shape on it, not by its letter alone (DJ 3.14)."""


def _corner(code: int) -> tuple[int, int]:
    return SIZE * (COLUMN[code] + 1), SIZE * (15 - ROW[code])


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for code, name in enumerate(CELLS):
        x, y = _corner(code)
        places[name] = {"x": x, "y": y, "w": SIZE, "h": SIZE, "name": cell_name(name)}
    return places


def _squares(codes: Iterable[int]) -> str:
    return "".join("M{} {}h100v100h-100z".format(*_corner(code)) for code in codes)


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 1100, 1700), "shapes": _shapes(), "cells": cells(), "piece_size": 72}


def _shapes() -> list[Shape]:
    dark = _squares(code for code in sorted(PITCH) if not LIGHT[code])
    shapes: list[Shape] = [
        {"tag": "rect", "class": "rim", "x": 0, "y": 0, "width": 1100, "height": 1700, "rx": 18},
        {"tag": "rect", "class": "lt", "x": 100, "y": 200, "width": 900, "height": 1300},
        {"tag": "path", "class": "dk", "d": dark},
        {"tag": "path", "class": "hot", "d": _squares(sorted(ANY_RED))},
    ]
    for code in sorted(ANY_RINGED):
        x, y = _corner(code)
        shapes.append({"tag": "circle", "class": "mk line", "cx": x + 50, "cy": y + 50, "r": 38})
    for goal in GOAL:
        left = min(_corner(code)[0] for code in goal)
        top = _corner(goal[0])[1]
        shapes.append({"tag": "rect", "class": "goal", "x": left, "y": top, "width": 300, "height": 100})
        net = "".join(f"M{x} {top}v100" for x in range(left + 25, left + 300, 25))
        net += "".join(f"M{left} {y}h300" for y in range(top + 25, top + 100, 25))
        shapes.append({"tag": "path", "class": "net", "d": net})
    for code in (*ADMONITION[0], *ADMONITION[1], *BENCH[0], *BENCH[1]):
        x, y = _corner(code)
        shapes.append({"tag": "rect", "class": "mk", "x": x + 8, "y": y + 8, "width": 84, "height": 84, "rx": 14})
    shapes += [
        {"tag": "path", "class": "mk line", "d": "M100 850h900M300 200v200h500v-200M300 1500v-200h500v200"},
        {"tag": "circle", "class": "mk line", "cx": 550, "cy": 850, "r": 45},
        {"tag": "rect", "class": "mk", "x": 100, "y": 200, "width": 900, "height": 1300},
        {"tag": "path", "class": "mk line", "d": _track()},
    ]
    shapes += _labels()
    return shapes


def _track() -> str:
    """Draw the frame of both tracks, with its referees (DJ-3.12)."""
    marks = "".join(f"M{x} {y}l14 14l-14 14l-14-14z" for x, y in _referees())
    return "M50 50h1000v1600h-1000z" + marks


def _referees() -> list[tuple[int, int]]:
    home = [_place(number) for number in (6, 12, 18, 24)]
    return [(x + 50, y + 36) for x, y in home] + [(1050 - x, 1636 - y) for x, y in home]


def _place(number: int) -> tuple[int, int]:
    """Return the upper left corner of a cell of home's track."""
    if number <= 5:
        return 500 - 100 * number, 1600
    if number <= 20:
        return 0, 1600 - 100 * (number - 5)
    return 100 * (number - 21), 0


def _labels() -> list[Shape]:
    shapes: list[Shape] = []
    for column, name in enumerate(COLUMNS):
        shapes.append({"tag": "text", "class": "coord", "x": 150 + SIZE * column, "y": 1690, "text": name})
    for row in range(1, 14):
        y = SIZE * (15 - row) + 60
        shapes.append({"tag": "text", "class": "coord", "x": 82, "y": y, "text": str(row)})
    return shapes


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
    ball, holder = view["ball"], view["carrier"]
    x, y = _corner(CODE[ball])
    corner = 24 if holder else 0
    return {
        "pieces": pieces,
        "ball": {"x": x + 50 + corner, "y": y + 50 + corner, "cell": ball, "on": holder},
        "notes": notes(view),
    }


def _piece(view: Wire, seat: Seat, kind: str, cell: str, before: int) -> PieceMark:
    name = f"{seat}.{kind}"
    x, y = _corner(CODE[cell])
    marks = [*MARK[kind[0]]]
    if name == view["carrier"]:
        marks.append("holder")
    return {
        "id": name,
        "seat": seat,
        "shape": "round" if seat == "home" else "square",
        "label": LABEL[kind[0]],
        "cell": cell,
        "x": x + 50 + 12 * before,
        "y": y + 50 - 12 * before,
        "name": figure_of(name),
        "marks": marks,
    }


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
    choice: Choice = {
        "move": move,
        "label": move_label(view, move),
        "pick": pick,
        "to": target,
        "key": _KEYS[kind],
    }
    if kind == "hold":
        choice["usual"] = True
    danger = risk(view, seat, move)
    if danger is not None:
        choice["danger"] = danger
    if kind == "kick" and CODE[move["to"]] in GOAL[1 if seat == "home" else 0]:
        choice["threat"] = "goal"
    elif kind == "move" and target == view["ball"] and view["carrier"] is not None:  # never ends on one's own
        choice["threat"] = "ball"
    return choice
