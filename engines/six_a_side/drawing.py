"""Drawing of six-a-side: the mat as shapes, with pawns and ball. Source: SX section 1.9.

Colours are classes of the design system; the numbers are those of the specification (940 x 1400, cells of 100).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from engines.core.drawing import Cell, Choice, Geometry, PieceMark, Scene, Shape
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat, Wire
from engines.six_a_side.board import (
    AREA,
    BLOCKED,
    CELLS,
    CODE,
    COLUMN,
    COLUMNS,
    GOAL,
    LONG_PASS,
    PITCH,
    ROW,
    SPOT,
    ZONES,
)
from engines.six_a_side.words import cell_name, move_label, notes, pawn_of, risk

SIZE: Final = 100


def _corner(code: int) -> tuple[int, int]:
    return 120 + SIZE * COLUMN[code], 50 + SIZE * (12 - ROW[code])


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for code in sorted(PITCH | set(GOAL[0]) | set(GOAL[1])):
        x, y = _corner(code)
        places[CELLS[code]] = {"x": x, "y": y, "w": SIZE, "h": SIZE, "name": cell_name(CELLS[code])}
    return places


def _squares(codes: Iterable[int]) -> str:
    return "".join("M{} {}h100v100h-100z".format(*_corner(code)) for code in codes)


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 940, 1400), "shapes": _shapes(), "cells": cells(), "piece_size": 72}


def _shapes() -> list[Shape]:
    striped = _squares(code for code in sorted(PITCH) if ROW[code] % 2)
    shapes: list[Shape] = [
        {"tag": "rect", "class": "rim", "x": 0, "y": 0, "width": 940, "height": 1400, "rx": 18},
        {"tag": "rect", "class": "ca", "x": 120, "y": 150, "width": 700, "height": 1100},
        {"tag": "path", "class": "cb", "d": striped},
        {"tag": "path", "class": "hot", "d": _squares((*AREA[0], *AREA[1]))},
        {"tag": "path", "class": "grid", "d": _grid()},
        {"tag": "path", "class": "rim", "d": _squares(sorted(BLOCKED))},
        {"tag": "path", "class": "mk line", "d": "".join(_cross(code) for code in sorted(BLOCKED))},
    ]
    for goal in GOAL:
        left, top = min(_corner(code)[0] for code in goal), _corner(goal[0])[1]
        shapes.append({"tag": "rect", "class": "goal", "x": left, "y": top, "width": 300, "height": 100})
        net = "".join(f"M{x} {top}v100" for x in range(left + 25, left + 300, 25))
        net += "".join(f"M{left} {y}h300" for y in range(top + 25, top + 100, 25))
        shapes.append({"tag": "path", "class": "net", "d": net})
        for number, x in enumerate((left + 50, left + 150, left + 250), 1):
            shapes.append({"tag": "text", "class": "coord", "x": x, "y": top + 60, "text": str(number)})
    shapes += [
        {"tag": "rect", "class": "mk area", "x": 220, "y": 250, "width": 500, "height": 200},
        {"tag": "rect", "class": "mk area", "x": 220, "y": 950, "width": 500, "height": 200},
        {"tag": "path", "class": "mk line", "d": "M120 650h700M120 750h700"},
        {"tag": "circle", "class": "mk line", "cx": 470, "cy": 700, "r": 110},
        {"tag": "rect", "class": "mk", "x": 120, "y": 150, "width": 700, "height": 1100},
    ]
    for zone in ZONES:
        x, y = _corner(max(zone))
        shapes.append({"tag": "rect", "class": "mk line", "x": x + 8, "y": y + 8, "width": 84, "height": 284, "rx": 40})
    for code in sorted(LONG_PASS):
        x, y = _corner(code)
        shapes.append({"tag": "path", "class": "mk line", "d": f"M{x + 50} {y + 14}l36 36l-36 36l-36-36z"})
    for code in SPOT:
        x, y = _corner(code)
        shapes.append({"tag": "circle", "class": "mkf spot", "cx": x + 50, "cy": y + 50, "r": 10})
    for y, x in ((1110, 20), (210, 840)):
        shapes.append({"tag": "rect", "class": "mk", "x": x, "y": y, "width": 80, "height": 80, "rx": 10})
    for column, name in enumerate(COLUMNS):
        shapes.append({"tag": "text", "class": "coord", "x": 170 + SIZE * column, "y": 1390, "text": name})
    for row in range(1, 12):
        shapes.append({"tag": "text", "class": "coord", "x": 108, "y": 110 + SIZE * (12 - row), "text": str(row)})
    return shapes


def _grid() -> str:
    lines = [f"M{120 + SIZE * i} 150v1100" for i in range(1, 7)]
    return "".join(lines + [f"M120 {150 + SIZE * i}h700" for i in range(1, 11)])


def _cross(code: int) -> str:
    x, y = _corner(code)
    return f"M{x + 25} {y + 25}l50 50M{x + 75} {y + 25}l-50 50"


def scene(view: Wire) -> Scene:
    pieces: list[PieceMark] = []
    for seat in SEATS:
        for number in range(1, 8):
            name = f"{seat}.p{number}"
            if view["pieces"][name] is not None:
                pieces.append(_pawn(view, seat, name, str(number)))
    ball = view["ball"]
    place = None if ball is None else _corner(CODE[ball])
    corner = 24 if view["carrier"] else 0
    return {
        "pieces": pieces,
        "ball": None
        if place is None
        else {"x": place[0] + 50 + corner, "y": place[1] + 50 + corner, "cell": ball, "on": view["carrier"]},
        "notes": notes(view),
    }


def _pawn(view: Wire, seat: Seat, name: str, number: str) -> PieceMark:
    cell = view["pieces"][name]
    x, y = _corner(CODE[cell])
    hand_held = {
        "keeper": view["keeper"][seat] == name,
        "yellow": name in view["yellow"],
        "locked": view["no_steal"][seat] == name,
        "holder": view["carrier"] == name,
    }
    return {
        "id": name,
        "seat": seat,
        "shape": "round" if seat == "home" else "square",
        "label": number,
        "cell": cell,
        "x": x + 50,
        "y": y + 50,
        "name": pawn_of(name),
        "marks": [mark for mark, is_set in hand_held.items() if is_set],
    }


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
    choice: Choice = {
        "move": move,
        "label": move_label(view, move),
        "pick": pick,
        "to": target,
        "key": _KEYS.get(kind, "go"),
    }
    if kind == "decline" or (kind == "done" and view["phase"] == "after_turn"):
        choice["usual"] = True
    danger = risk(view, move)
    if danger is not None:
        choice["danger"] = danger
    if kind == "steal":
        choice["threat"] = "ball"
    elif kind in ("kick", "move") and target in _GOALS:
        choice["threat"] = "goal"
    return choice
