"""Drawing of Super Goal!: the board as shapes, with ball and star die. Source: SG section 2, "Drawing the board".

Colours are classes of the design system; the numbers are those of the specification (620 x 1260, cells of 100).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engines.core.drawing import Cell, Choice, Geometry, Scene, Shape
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire
from engines.core.text import Text, text
from engines.super_goal.board import CELLS, CODE, COLUMNS, ON_PITCH, SIDE, STAYS, path
from engines.super_goal.words import face_name, move_label, risk, seat_name

LEFT: Final = 60
TOP: Final = 80
SIZE: Final = 100


def _corner(name: str) -> tuple[int, int]:
    return LEFT + SIZE * COLUMNS.index(name[0]), TOP + SIZE * (11 - int(name[1:]))


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for name in CELLS[:ON_PITCH]:
        x, y = _corner(name)
        places[name] = {"x": x, "y": y, "w": SIZE, "h": SIZE, "name": text("{cell}", cell=name)}
    goal = {seat: text("the goal of {team}", team=seat_name(seat)) for seat in SEATS}
    places["GA"] = {"x": 260, "y": 30, "w": 100, "h": 50, "name": goal["away"]}
    places["GH"] = {"x": 260, "y": 1180, "w": 100, "h": 50, "name": goal["home"]}
    return places


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 620, 1260), "shapes": _shapes(), "cells": cells(), "piece_size": 52}


def _shapes() -> list[Shape]:
    shapes: list[Shape] = [{"tag": "rect", "class": "rim", "x": 0, "y": 0, "width": 620, "height": 1260, "rx": 18}]
    for name in CELLS[:ON_PITCH]:
        x, y = _corner(name)
        light = (COLUMNS.index(name[0]) + int(name[1:])) % 2
        shapes.append({"tag": "rect", "class": "cb" if light else "ca", "x": x, "y": y, "width": SIZE, "height": SIZE})
    for name in ("C10", "C11", "C1", "C2"):
        x, y = _corner(name)
        shapes.append({"tag": "rect", "class": "hot", "x": x, "y": y, "width": SIZE, "height": SIZE})
    lines = [f"M{LEFT + SIZE * i} {TOP}v1100" for i in range(1, 5)] + [
        f"M{LEFT} {TOP + SIZE * i}h500" for i in range(1, 11)
    ]
    shapes.append({"tag": "path", "class": "grid", "d": "".join(lines)})
    for y in (30, 1180):
        shapes.append({"tag": "rect", "class": "goal", "x": 260, "y": y, "width": 100, "height": 50})
        net = "".join(f"M{x} {y}v50" for x in range(280, 360, 20)) + f"M260 {y + 17}h100M260 {y + 34}h100"
        shapes.append({"tag": "path", "class": "net", "d": net})
    shapes += [
        {"tag": "rect", "class": "mk area", "x": 160, "y": 80, "width": 300, "height": 200},
        {"tag": "rect", "class": "mk area", "x": 160, "y": 980, "width": 300, "height": 200},
        {"tag": "path", "class": "mk line", "d": "M60 580h500M60 680h500"},
        {"tag": "circle", "class": "mk line", "cx": 310, "cy": 630, "r": 80},
        {"tag": "circle", "class": "mkf spot", "cx": 310, "cy": 630, "r": 6},
        {"tag": "circle", "class": "mkf spot", "cx": 310, "cy": 230, "r": 6},
        {"tag": "circle", "class": "mkf spot", "cx": 310, "cy": 1030, "r": 6},
        {"tag": "rect", "class": "mk", "x": 60, "y": 80, "width": 500, "height": 1100},
        {
            "tag": "path",
            "class": "mk line",
            "d": "M60 110a30 30 0 0 0 30-30M560 110a30 30 0 0 1-30-30"
            "M60 1150a30 30 0 0 1 30 30M560 1150a30 30 0 0 0-30 30",
        },
    ]
    for y in (380, 880):  # the shooting indicators
        shapes.append({"tag": "path", "class": "flag", "d": f"M60 {y}v-28l-22 9l22 9M560 {y}v-28l22 9l-22 9"})
    for column in COLUMNS:
        x = _corner(column + "1")[0] + 50
        shapes.append({"tag": "text", "class": "coord", "x": x, "y": 1250, "text": column})
    for row in range(1, 12):
        shapes.append({"tag": "text", "class": "coord", "x": 30, "y": _corner(f"A{row}")[1] + 58, "text": str(row)})
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
