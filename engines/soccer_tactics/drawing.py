"""Drawing of Soccer Tactics: the board as shapes, with its pieces. Source: ST section 1, "Drawing the board".

Colours are classes of the design system. Cells are 100 x 80, so the spec's drawing is 80 % as high; x is the spec's.
"""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final

from engines.core.drawing import BallMark, Cell, Choice, Geometry, PieceMark, Scene, Shape, choice, piece
from engines.core.moves import Move
from engines.core.outlines import Grid, circle, goal, label, rect, trace
from engines.core.seats import SEATS, Seat, Wire, other
from engines.soccer_tactics.board import CODE, COLUMNS, KINDS, PLACES, STARS, cells_of
from engines.soccer_tactics.words import (
    NUMBERS,
    cell_name,
    chips,
    man_of,
    move_label,
    notes,
    reaches,
    risk,
    standing,
    threatens,
)

WIDE: Final = 100
HIGH: Final = 80
LEFT: Final = 60
TOP: Final = 80
RIGHT: Final = LEFT + 8 * WIDE
BOTTOM: Final = TOP + 16 * HIGH
GRID: Final = Grid(COLUMNS, 16, 1, LEFT, TOP, WIDE, HIGH)
MIDDLE_X: Final = LEFT + 4 * WIDE
MIDDLE_Y: Final = TOP + 8 * HIGH
PIECE: Final = 56
APART: Final = 26
"""Distance of each of two pieces in a cell from its middle."""
_POINTS: Final = {
    "line1": (MIDDLE_X, BOTTOM),
    "line16": (MIDDLE_X, TOP),
    "spot1": (MIDDLE_X, BOTTOM - 1.5 * HIGH),
    "spot16": (MIDDLE_X, TOP + 1.5 * HIGH),
}


def centre(place: str) -> tuple[float, float]:
    """Return the middle of a cell, or a point beside the cells."""
    if place in _POINTS:
        return _POINTS[place]
    return GRID.centre(CODE[place])


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for place in PLACES:
        x, y = centre(place)
        places[place] = {"x": x - WIDE / 2, "y": y - HIGH / 2, "w": WIDE, "h": HIGH, "name": cell_name(place)}
    return places


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 920, BOTTOM + TOP), "shapes": _shapes(), "cells": cells(), "piece_size": PIECE}


def _shapes() -> list[Shape]:
    rows = "".join(f"M{LEFT} {TOP + HIGH * row}h800v{HIGH}h-800z" for row in range(1, 16, 2))
    grid = "".join(f"M{LEFT + WIDE * column} {TOP}V{BOTTOM}" for column in range(1, 8))
    grid += "".join(f"M{LEFT} {TOP + HIGH * row}H{RIGHT}" for row in range(1, 16))
    areas = f"M260 {TOP}v240h400v-240M260 {BOTTOM}v-240h400v240M360 {TOP}v80h200v-80M360 {BOTTOM}v-80h200v80"
    arcs = f"M360 {TOP + 240}a100 80 0 0 0 200 0M360 {BOTTOM - 240}a100 80 0 0 1 200 0"
    corners = (
        f"M100 {TOP}a40 40 0 0 1 -40 40M820 {TOP}a40 40 0 0 0 40 40"
        f"M100 {BOTTOM}a40 40 0 0 0 -40 -40M820 {BOTTOM}a40 40 0 0 1 40 -40"
    )
    shapes = [
        rect("rim", 0, 0, 920, BOTTOM + TOP, rx=18),
        rect("ca", LEFT, TOP, 800, 16 * HIGH),
        trace("cb", rows),
        trace("grid", grid),
        trace("mk line", areas + arcs + corners + f"M{LEFT} {MIDDLE_Y}H{RIGHT}"),
        rect("mk", LEFT, TOP, 800, 16 * HIGH),
    ]
    for y in (TOP - 40, BOTTOM):  # as far out as half a row: a board cut to its rows shows them whole
        shapes += goal(360, y, 200, 40, (20, 20))
    shapes += [circle("mkf spot", *_POINTS[name], 8) for name in ("spot1", "spot16")]
    stars = "".join(_star(*GRID.centre(code)) for mask in STARS for code in cells_of(mask))
    shapes.append(trace("mk line", stars))
    return [*shapes, *_spinner(), *_flags(), *_labels()]


def _star(x: float, y: float) -> str:
    points = []
    for number in range(10):
        radius = 30 if number % 2 == 0 else 12
        angle = pi * number / 5 - pi / 2
        points.append(f"{x + radius * cos(angle):.0f} {y + radius * sin(angle):.0f}")
    return "M" + "L".join(points) + "z"


def _spinner() -> list[Shape]:
    """Draw the spinner on the centre circle: four balls, two flags, two goal kicks (ST-7.7)."""
    x, y, radius = MIDDLE_X, MIDDLE_Y, 78
    rays = "".join(
        f"M{x} {y}l{radius * cos(pi * number / 4):.0f} {radius * sin(pi * number / 4):.0f}" for number in range(8)
    )
    shapes = [circle("mk line", x, y, radius), trace("grid", rays)]
    for number in range(0, 8, 2):
        angle = pi * (number + 0.5) / 4
        shapes.append(circle("mkf spot", round(x + 54 * cos(angle)), round(y + 54 * sin(angle)), 6))
    return shapes


def _flags() -> list[Shape]:
    d = "".join(
        f"M{x} {y}v{-36}l{24 * inside} 9l{-24 * inside} 9"
        for x, inside in ((LEFT, 1), (RIGHT, -1))
        for y in (TOP, BOTTOM)
    )
    return [trace("hot", d)]


def _labels() -> list[Shape]:
    shapes: list[Shape] = []
    for column, name in enumerate(COLUMNS):
        for y in (TOP - 36, BOTTOM + 68):  # both as far from the pitch, and whole at any size of letters
            if not (column in (3, 4) and y < TOP):
                shapes.append(label(GRID.centre(column)[0], y, name))
    for row in range(1, 17):
        level = TOP + HIGH * (16.5 - row) + 8
        shapes += [label(34, level, row), label(886, level, min(row, 17 - row))]
    return shapes


# ── moving parts ──
def scene(view: Wire) -> Scene:
    """Place pieces and ball; two pieces share a cell side by side, a corner's taker is beside the flag."""
    pieces: list[PieceMark] = []
    for seat in SEATS:
        for kind in KINDS:
            name = f"{seat}.{kind}"
            cell = view["pieces"][name]
            if cell is not None:
                x, y = _stand(view, name, cell, seat)
                pieces.append(_piece(view, name, cell, x, y))
    taker = _corner_taker(view)
    if taker is not None:
        pieces.append(taker)
    return {"pieces": pieces, "ball": _ball(view), "notes": notes(view), "chips": chips(view)}


def _stand(view: Wire, name: str, cell: str, seat: Seat) -> tuple[float, float]:
    x, y = centre(cell)
    if standing(view, cell, other(seat)) is not None:
        return (x - APART, y) if seat == "home" else (x + APART, y)
    mates = [mate for mate, at in view["pieces"].items() if at == cell and mate.startswith(seat)]
    if len(mates) > 1:  # a team-mate still on the taker's arc cell (ST-11.6)
        return (x - APART, y) if name == mates[0] else (x + APART, y)
    return x, y


def _corner_taker(view: Wire) -> PieceMark | None:
    restart = view["restart"]
    if restart is None or restart["kind"] != "corner" or restart["taker"] is None or restart["cell"] is None:
        return None
    if view["pieces"][restart["taker"]] is not None:
        return None
    x, y = centre(restart["cell"])
    x = 30 if x < MIDDLE_X else 890
    y = 44 if y < MIDDLE_Y else BOTTOM + 36
    return _piece(view, restart["taker"], restart["cell"], x, y)


def _piece(view: Wire, name: str, cell: str, x: float, y: float) -> PieceMark:
    kind = name[5:]
    marks = ["keeper"] if kind == "gk" else ["defender"] if kind[0] == "d" else []
    if name in view["yellow"]:
        marks.append("yellow")
    if name == view["carrier"]:
        marks.append("holder")
    mark = piece(name, cell, x, y, str(NUMBERS[kind]) if kind in NUMBERS else "", man_of(name))
    mark["marks"] = marks
    return mark


def _ball(view: Wire) -> BallMark | None:
    ball, holder = view["ball"], view["carrier"]
    if ball is None:
        return None
    x, y = centre(ball)
    if all(standing(view, ball, seat) is not None for seat in SEATS):
        y += 20  # between the two
    elif holder is not None:
        x, y = x + 22, y + 18
    return {"x": x, "y": y, "cell": ball, "on": holder}


_KEYS: Final = {
    "move": "go",
    "place": "go",
    "take": "go",
    "play": "shoot",
    "dribble": "go",
    "roll": "roll",
    "done": "done",
    "accept": "done",
    "decline": "go",
}


_DRAFTED: Final = ("kick_off_kicker", "kick_off_striker", "penalty_place")
"""Phases in which one side places several pieces, one after the other."""


def choices(view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
    """Return the inputs of ``moves``: pieces are picked up and put down, the ball picks a play.

    A dribble is picked by its carrier; the rest are buttons.
    """
    return [_choice(view, move) for move in moves]


def _choice(view: Wire, move: Move) -> Choice:
    kind = move["type"]
    pick: str | None = move.get("piece")
    if kind == "play":
        pick = "ball"
    elif kind == "dribble":
        pick = view["carrier"]
    return choice(
        move,
        move_label(view, move),
        "place" if kind == "place" and view["phase"] in _DRAFTED else _KEYS[kind],
        pick=pick,
        to=move.get("to"),
        usual=kind == "roll" and view["phase"] == "defence",
        danger=risk(view, move),
        stake=kind == "play" and not reaches(view, move),
        threat=threatens(view, move),
    )
