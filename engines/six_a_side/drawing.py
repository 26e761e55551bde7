"""Drawing of six-a-side: the mat as shapes, with pawns and ball. Source: SX section 1.9.

Colours are classes of the design system; the numbers are those of the specification (940 x 1400, cells of 100).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from engines.core.drawing import Cell, Choice, Geometry, PieceMark, Scene, Shape, choice, piece
from engines.core.moves import Move
from engines.core.outlines import Grid, circle, goal, label, rect, trace
from engines.core.seats import SEATS, Seat, Wire
from engines.six_a_side.board import (
    AREA,
    BLOCKED,
    CELLS,
    CODE,
    COLUMNS,
    GOAL,
    LONG_PASS,
    PITCH,
    ROW,
    SPOT,
    ZONES,
)
from engines.six_a_side.words import cell_name, chips, move_label, notes, pawn_of, risk

GRID: Final = Grid(COLUMNS, 13, 0, 120, 50)


@cache
def cells() -> dict[str, Cell]:
    codes = sorted(PITCH | set(GOAL[0]) | set(GOAL[1]))
    return {CELLS[code]: GRID.cell(code, cell_name(CELLS[code])) for code in codes}


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 940, 1400), "shapes": _shapes(), "cells": cells(), "piece_size": 72}


def _shapes() -> list[Shape]:
    shapes: list[Shape] = [
        rect("rim", 0, 0, 940, 1400, rx=18),
        rect("ca", 120, 150, 700, 1100),
        trace("cb", GRID.squares(code for code in sorted(PITCH) if ROW[code] % 2)),
        trace("hot", GRID.squares((*AREA[0], *AREA[1]))),
        trace("grid", _grid()),
        trace("rim", GRID.squares(sorted(BLOCKED))),
        trace("mk line", "".join(_cross(code) for code in sorted(BLOCKED))),
    ]
    for mouth in GOAL:
        left, top = GRID.corner(min(mouth))
        shapes += goal(left, top, 300, 100)
        shapes += [label(left + 100 * number - 50, top + 60, number) for number in (1, 2, 3)]
    shapes += [
        rect("mk area", 220, 250, 500, 200),
        rect("mk area", 220, 950, 500, 200),
        trace("mk line", "M120 650h700M120 750h700"),
        circle("mk line", 470, 700, 110),
        rect("mk", 120, 150, 700, 1100),
    ]
    for zone in ZONES:
        x, y = GRID.corner(max(zone))
        shapes.append(rect("mk line", x + 8, y + 8, 84, 284, rx=40))
    for code in sorted(LONG_PASS):
        x, y = GRID.corner(code)
        shapes.append(trace("mk line", f"M{x + 50} {y + 14}l36 36l-36 36l-36-36z"))
    shapes += [circle("mkf spot", *GRID.centre(code), 10) for code in SPOT]
    shapes += [rect("mk", x, y, 68, 68, rx=10) for y, x in ((1116, 8), (216, 864))]
    return [*shapes, *GRID.letters(1390), *GRID.numbers(range(1, 12), 96)]


def _grid() -> str:
    lines = [f"M{x} 150v1100" for x in range(220, 820, 100)]
    return "".join(lines + [f"M120 {y}h700" for y in range(250, 1250, 100)])


def _cross(code: int) -> str:
    x, y = GRID.corner(code)
    return f"M{x + 25} {y + 25}l50 50M{x + 75} {y + 25}l-50 50"


def scene(view: Wire) -> Scene:
    pieces: list[PieceMark] = []
    for seat in SEATS:
        for number in range(1, 8):
            name = f"{seat}.p{number}"
            if view["pieces"][name] is not None:
                pieces.append(_pawn(view, seat, name, str(number)))
    ball = view["ball"]
    return {
        "pieces": pieces,
        "ball": None if ball is None else GRID.ball(CODE[ball], ball, view["carrier"]),
        "notes": notes(view),
        "chips": chips(view),
    }


def _pawn(view: Wire, seat: Seat, name: str, number: str) -> PieceMark:
    cell = view["pieces"][name]
    hand_held = {
        "keeper": view["keeper"][seat] == name,
        "yellow": name in view["yellow"],
        "locked": view["no_steal"][seat] == name,
        "holder": view["carrier"] == name,
    }
    mark = piece(name, cell, *GRID.centre(CODE[cell]), number, pawn_of(name))
    mark["marks"] = [word for word, is_set in hand_held.items() if is_set]
    return mark


_GOALS: Final = frozenset(CELLS[code] for goal in GOAL for code in goal)

_KEYS: Final = {
    "kick": "shoot",
    "done": "done",
    "decline": "decline",
    "steal": "defend",
    "pick": "save",
    "place": "place",
}


def choices(view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
    """Return the inputs of ``moves``: pawns are picked up and put down, passes pick the ball.

    The rest are buttons; a substitution is a button once its pawn is picked up.
    """
    return [_choice(view, move) for move in moves]


def _choice(view: Wire, move: Move) -> Choice:
    kind = move["type"]
    pick: str | None = None
    target: str | None = move.get("to")
    if kind in ("move", "substitute"):
        pick = move["piece"]
    elif kind in ("pass", "kick", "long_pass"):
        pick = "ball"
    elif kind == "steal":
        pick, target = move["piece"], view["ball"]
    elif kind in ("kickoff", "keeper", "kicker"):
        target = view["pieces"][move["piece"]]
    threat: Literal["goal", "ball"] | None = None
    if kind == "steal":
        threat = "ball"
    elif kind in ("kick", "move") and target in _GOALS:
        threat = "goal"
    return choice(
        move,
        move_label(view, move),
        _KEYS.get(kind, "go"),
        pick=pick,
        to=target,
        usual=kind == "decline" or (kind == "done" and view["phase"] == "after_turn"),
        danger=risk(view, move),
        threat=threat,
    )
