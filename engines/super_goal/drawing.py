"""Drawing of Super Goal!: the board as shapes, with ball and star die. Source: SG section 2, "Drawing the board".

Colours are classes of the design system. The specification's cells are squares of 100; here they are 100 x 60, so that
eleven rows fit the screen of a phone at its whole width.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engines.core.drawing import Cell, Choice, Geometry, Scene, Shape
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire
from engines.core.text import Text, text
from engines.super_goal import odds
from engines.super_goal.board import CELLS, CODE, COLUMNS, ON_PITCH, SIDE, STAYS, path
from engines.super_goal.words import face_name, move_label, risk, seat_name

LEFT: Final = 60
TOP: Final = 60
SIZE: Final = 100
HIGH: Final = 60
"""Height of a cell; its width is ``SIZE``."""
MOUTH: Final = 48
"""Height of a goal mouth."""
BOTTOM: Final = TOP + 11 * HIGH
WHOLE: Final = BOTTOM + 80
"""Height of the board, with the goal and the letters under it."""


def _corner(name: str) -> tuple[int, int]:
    return LEFT + SIZE * COLUMNS.index(name[0]), TOP + HIGH * (11 - int(name[1:]))


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for name in CELLS[:ON_PITCH]:
        x, y = _corner(name)
        places[name] = {"x": x, "y": y, "w": SIZE, "h": HIGH, "name": text("{cell}", cell=name)}
    goal = {seat: text("the goal of {team}", team=seat_name(seat)) for seat in SEATS}
    places["GA"] = {"x": 260, "y": TOP - MOUTH, "w": SIZE, "h": MOUTH, "name": goal["away"]}
    places["GH"] = {"x": 260, "y": BOTTOM, "w": SIZE, "h": MOUTH, "name": goal["home"]}
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


def _shapes() -> list[Shape]:
    shapes: list[Shape] = [{"tag": "rect", "class": "rim", "x": 0, "y": 0, "width": 620, "height": WHOLE, "rx": 18}]
    for name in CELLS[:ON_PITCH]:
        x, y = _corner(name)
        kind = "cb" if (COLUMNS.index(name[0]) + int(name[1:])) % 2 else "ca"
        shapes.append({"tag": "rect", "class": kind, "x": x, "y": y, "width": SIZE, "height": HIGH})
    for name in ("C10", "C11", "C1", "C2"):
        x, y = _corner(name)
        shapes.append({"tag": "rect", "class": "hot", "x": x, "y": y, "width": SIZE, "height": HIGH})
    lines = [f"M{LEFT + SIZE * i} {TOP}V{BOTTOM}" for i in range(1, 5)] + [
        f"M{LEFT} {TOP + HIGH * i}h500" for i in range(1, 11)
    ]
    shapes.append({"tag": "path", "class": "grid", "d": "".join(lines)})
    for y in (TOP - MOUTH, BOTTOM):
        shapes.append({"tag": "rect", "class": "goal", "x": 260, "y": y, "width": SIZE, "height": MOUTH})
        net = "".join(f"M{x} {y}v{MOUTH}" for x in range(280, 360, 20))
        net += "".join(f"M260 {y + MOUTH // 3 * i}h100" for i in (1, 2))
        shapes.append({"tag": "path", "class": "net", "d": net})
    area, middle = 2 * HIGH, _row(6)
    shapes += [
        {"tag": "rect", "class": "mk area", "x": 160, "y": TOP, "width": 300, "height": area},
        {"tag": "rect", "class": "mk area", "x": 160, "y": BOTTOM - area, "width": 300, "height": area},
        {"tag": "path", "class": "mk line", "d": f"M60 {middle}h500M60 {middle + HIGH}h500"},
        {"tag": "circle", "class": "mk line", "cx": 310, "cy": middle + HIGH / 2, "r": 80},
    ]
    for row in (2, 6, 10):
        spot = {"tag": "circle", "class": "mkf spot", "cx": 310, "cy": _row(row) + HIGH / 2, "r": 6}
        shapes.append(spot)
    shapes += [
        {"tag": "rect", "class": "mk", "x": LEFT, "y": TOP, "width": 500, "height": BOTTOM - TOP},
        {
            "tag": "path",
            "class": "mk line",
            "d": f"M60 {TOP + 30}a30 30 0 0 0 30-30M560 {TOP + 30}a30 30 0 0 1-30-30"
            f"M60 {BOTTOM - 30}a30 30 0 0 1 30 30M560 {BOTTOM - 30}a30 30 0 0 0-30 30",
        },
    ]
    for y in (_row(8), _row(3)):  # the shooting indicators
        shapes.append({"tag": "path", "class": "flag", "d": f"M60 {y}v-28l-22 9l22 9M560 {y}v-28l22 9l-22 9"})
    for column in COLUMNS:
        x = _corner(column + "1")[0] + 50
        shapes.append({"tag": "text", "class": "coord", "x": x, "y": WHOLE - 12, "text": column})
    for row in range(1, 12):
        shapes.append({"tag": "text", "class": "coord", "x": 30, "y": _row(row) + HIGH / 2 + 8, "text": str(row)})
    return shapes


def scene(view: Wire) -> Scene:
    ball = view["ball"]
    place = None if ball is None else cells()[ball]
    star = view["star"]
    notes = [text("Star die: {team}, {face}", team=seat_name(star["holder"]), face=face_name(star["face"]))]
    for seat in SEATS:
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
    choice: Choice = {
        "move": move,
        "label": move_label(view, move, target),
        "pick": None,
        "to": target,
        "key": _KEYS[move["type"]],
    }
    if move["type"] == "decline":
        choice["usual"] = True
    die, good = odds.die_of(move), odds.odds(view, seat, move)
    if die is not None and good is not None:
        choice["die"], choice["brings"] = die, good
    danger: Text | None = risk(view, move, target)
    if danger is not None:
        choice["danger"] = danger
    if move["type"] in ("shoot", "penalty"):
        choice["threat"] = "goal"
    return choice


def arrival(view: Wire, seat: Seat, side: str) -> str | None:
    """Return the cell where the pending arrow of ``seat`` ends on that side, or None off the pitch."""
    pending = view["pending"]
    way = ("west", "east", "south", "north").index(side)
    end, cell = path(SIDE[seat], CODE[view["ball"]], pending["dir"], pending["n"], pending["turned"], way)
    return CELLS[cell] if end == STAYS else None
