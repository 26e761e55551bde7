"""Drawing of Super Goal!: the board as shapes, with ball and star die. Source: SG section 2, "Drawing the board".

Colours are classes of the design system. The specification's cells are squares of 100; here they are 100 x 60, so that
eleven rows fit the screen of a phone at its whole width.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engines.core.drawing import Cell, Chip, Choice, Geometry, Scene, Shape, bookings, choice
from engines.core.moves import Move
from engines.core.outlines import Grid, circle, goal, rect, trace
from engines.core.seats import SEATS, Seat, Wire
from engines.core.text import text
from engines.super_goal import odds
from engines.super_goal.board import CELLS, CODE, COLUMNS, ON_PITCH, SIDE, STAYS, path
from engines.super_goal.words import FACES_BRING, face_name, move_label, risk, seat_name

TOP: Final = 60
WIDE: Final = 100
HIGH: Final = 60
GRID: Final = Grid(COLUMNS, 11, 1, 60, TOP, WIDE, HIGH)
MOUTH: Final = 48
"""Height of a goal mouth."""
BOTTOM: Final = TOP + 11 * HIGH
WHOLE: Final = BOTTOM + 80
"""Height of the board, with the goal and the letters under it."""


@cache
def cells() -> dict[str, Cell]:
    places = {name: GRID.cell(code, text("{cell}", cell=name)) for code, name in enumerate(CELLS[:ON_PITCH])}
    names = {seat: text("the goal of {team}", team=seat_name(seat)) for seat in SEATS}
    places["GA"] = {"x": 260, "y": TOP - MOUTH, "w": WIDE, "h": MOUTH, "name": names["away"]}
    places["GH"] = {"x": 260, "y": BOTTOM, "w": WIDE, "h": MOUTH, "name": names["home"]}
    return places


@cache
def geometry() -> Geometry:
    return {
        "view_box": (0, 0, 620, WHOLE),
        "shapes": _shapes(),
        "cells": cells(),
        "piece_size": 52,
        "dice": odds.dice(),
    }


def _row(row: int) -> int:
    """Return the upper edge of a row."""
    return TOP + HIGH * (11 - row)


def _cell(kind: str, code: int) -> Shape:
    return rect(kind, *GRID.corner(code), WIDE, HIGH)


def _shapes() -> list[Shape]:
    shapes: list[Shape] = [rect("rim", 0, 0, 620, WHOLE, rx=18)]
    # rows of five: the cells take turns through the whole board
    shapes += [_cell("ca" if code % 2 else "cb", code) for code in range(ON_PITCH)]
    shapes += [_cell("hot", CODE[name]) for name in ("C10", "C11", "C1", "C2")]
    lines = [f"M{x} {TOP}V{BOTTOM}" for x in range(160, 560, WIDE)]
    lines += [f"M60 {y}h500" for y in range(TOP + HIGH, BOTTOM, HIGH)]
    shapes.append(trace("grid", "".join(lines)))
    for y in (TOP - MOUTH, BOTTOM):
        shapes += goal(260, y, WIDE, MOUTH, (20, 16))
    area, middle = 2 * HIGH, _row(6)
    shapes += [
        rect("mk area", 160, TOP, 300, area),
        rect("mk area", 160, BOTTOM - area, 300, area),
        trace("mk line", f"M60 {middle}h500M60 {middle + HIGH}h500"),
        circle("mk line", 310, middle + HIGH / 2, 80),
    ]
    shapes += [circle("mkf spot", 310, _row(row) + HIGH / 2, 6) for row in (2, 6, 10)]
    shapes += [
        rect("mk", 60, TOP, 500, BOTTOM - TOP),
        trace(
            "mk line",
            f"M60 {TOP + 30}a30 30 0 0 0 30-30M560 {TOP + 30}a30 30 0 0 1-30-30"
            f"M60 {BOTTOM - 30}a30 30 0 0 1 30 30M560 {BOTTOM - 30}a30 30 0 0 0-30 30",
        ),
    ]
    for y in (_row(8), _row(3)):  # the shooting indicators
        shapes.append(trace("flag", f"M60 {y}v-28l-22 9l22 9M560 {y}v-28l22 9l-22 9"))
    return [*shapes, *GRID.letters(WHOLE - 12), *GRID.numbers(range(1, 12), 30, 38)]


def scene(view: Wire) -> Scene:
    ball = view["ball"]
    place = None if ball is None else cells()[ball]
    star = view["star"]
    notes = [text("Star die: {team}, {face}", team=seat_name(star["holder"]), face=face_name(star["face"]))]
    chips: list[Chip] = [{"seat": star["holder"], "text": face_name(star["face"])}]
    for seat in SEATS:
        chips += bookings(seat, 0, view["expulsions"][seat])
        if view["expulsions"][seat]:
            notes.append(text("Sent off, {team}: {n}", team=seat_name(seat), n=view["expulsions"][seat]))
    if view["time_up"]:
        notes.append(text("Time is up: the half ends when the attack loses the ball"))
    return {
        "pieces": [],
        "ball": None
        if place is None
        else {"x": place["x"] + place["w"] / 2, "y": place["y"] + place["h"] / 2, "cell": ball, "on": None},
        "notes": notes,
        "chips": chips,
    }


_KEYS: Final = {
    "roll": "roll",
    "shoot": "shoot",
    "star": "star",
    "penalty": "shoot",
    "defender": "defend",
    "keeper": "save",
    "concede": "decline",
    "decline": "decline",
    "choose": "go",
    "place": "go",
}


def choices(view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
    """Return a button for each move; sides of an arrow and throws are cells where there is one."""
    return [_choice(view, seat, move) for move in moves]


def _choice(view: Wire, seat: Seat, move: Move) -> Choice:
    target: str | None = None
    if move["type"] == "place":
        target = move["to"]
    elif move["type"] == "choose":
        target = arrival(view, seat, move["side"])
    die, good = odds.die_of(move), odds.odds(view, seat, move)
    both = die is not None and good is not None
    star = FACES_BRING[view["star"]["face"]] if move["type"] == "star" else None
    return choice(
        move,
        move_label(view, move, target),
        _KEYS[move["type"]],
        to=target,
        usual=move["type"] == "decline",
        danger=risk(view, move, target),
        threat="goal" if move["type"] in ("shoot", "penalty") else None,
        die=die if both else None,
        brings=good if both else star,
    )


def arrival(view: Wire, seat: Seat, side: str) -> str | None:
    """Return the cell where the pending arrow of ``seat`` ends on that side, or None off the pitch."""
    pending = view["pending"]
    way = ("west", "east", "south", "north").index(side)
    end, cell = path(SIDE[seat], CODE[view["ball"]], pending["dir"], pending["n"], pending["turned"], way)
    return CELLS[cell] if end == STAYS else None
