"""Drawing of FUBA: the board as shapes, with its pieces. Source: FU section 2, "Drawing the board".

The spec's drawing is 220 x 150 with 10 units a pitch unit; here everything is six times as large, so that the design
system's line widths and letters fit. Home's goal is on the left. Home's players stand in the left half of a zone and
away's in the right half, in rows, so that up to 22 in one zone never cover each other; few are drawn larger.
"""

from collections import Counter
from functools import cache
from typing import Final

from engines.core.drawing import BallMark, Cell, Chip, Geometry, Label, PieceMark, Scene, Shape, bookings, piece
from engines.core.outlines import circle, label, rect, trace
from engines.core.seats import SEATS, Seat, Wire, other
from engines.core.text import Text, text
from engines.fuba.board import EXTENT, PIECES, SPOTS, ZONES
from engines.fuba.words import choices as choices  # words decide the input of a move
from engines.fuba.words import piece_name, place_name

SCALE: Final = 6
LEFT: Final = 10 * SCALE
UNIT: Final = 10 * SCALE
ROWS: Final = {"L": (10 * SCALE, 48 * SCALE), "C": (48 * SCALE, 102 * SCALE), "R": (102 * SCALE, 140 * SCALE)}
PIECE: Final = 44
SIZES: Final = (58, 50, PIECE)
"""Sizes of a player: the first that fits all of a side's players into their half of a zone."""
HEAD: Final = 30
"""Room for the zone's label above its players."""
SPOT: Final = 52


@cache
def cells() -> dict[str, Cell]:
    places: dict[str, Cell] = {}
    for zone in ZONES:
        begin, end = EXTENT[zone]
        top, bottom = ROWS[zone[0]]
        x, width = LEFT + UNIT * begin, UNIT * (end - begin)
        places[zone] = {"x": x, "y": top, "w": width, "h": bottom - top, "name": place_name(zone)}
    for spot in SPOTS:
        x = LEFT - SPOT - 2 if spot[2] == "1" else LEFT + 20 * UNIT + 2
        y = ROWS["L"][0] if spot[1] == "L" else ROWS["R"][1] - SPOT
        places[spot] = {"x": x, "y": y, "w": SPOT, "h": SPOT, "name": place_name(spot)}
    return places


@cache
def geometry() -> Geometry:
    return {"view_box": (0, 0, 220 * SCALE, 150 * SCALE), "shapes": _shapes(), "cells": cells(), "piece_size": PIECE}


def _shapes() -> list[Shape]:
    shapes = [rect("rim", 0, 0, 220 * SCALE, 150 * SCALE, rx=18)]
    for zone in ZONES:
        cell = cells()[zone]
        # neighbours in a column differ; the side columns run against the middle one
        light = (int(zone[1]) + (zone[0] == "C")) % 2
        kind = ("cb" if light else "ca") + (" area" if zone in ("C1", "C5") else "")
        shapes.append(rect(kind, cell["x"], cell["y"], cell["w"], cell["h"]))
    right, middle, height = LEFT + 20 * UNIT, LEFT + 10 * UNIT, 130 * SCALE
    borders = "".join(
        f"M{LEFT + UNIT * x} {ROWS[column][0]}V{ROWS[column][1]}"
        for column, ends in (("L", (5, 10, 15)), ("C", (4, 8, 12, 16)), ("R", (5, 10, 15)))
        for x in ends
    )
    sides = "".join(f"M{LEFT} {y}H{right}" for y in ROWS["C"])
    shapes.append(trace("mk line", borders + sides))
    shapes.append(rect("mk", LEFT, LEFT, 20 * UNIT, height))
    centre = LEFT + height / 2
    shapes += [
        # the halfway line is drawn across C3, but it is no border of zones
        trace("grid line", f"M{middle} {ROWS['C'][0]}V{ROWS['C'][1]}"),
        circle("mk line", middle, centre, 1.5 * UNIT),
        circle("mkf spot", middle, centre, 6),
    ]
    for x, inside in ((LEFT, 1), (right, -1)):
        shapes.append(circle("mkf spot", x + inside * 2 * UNIT, centre, 6))
        shapes.append(rect("goal", x - (inside == 1) * 24, centre - 70, 24, 140))
    for spot in SPOTS:
        cell = cells()[spot]
        shapes.append(circle("mk spot", cell["x"] + SPOT / 2, cell["y"] + SPOT / 2, SPOT / 2))
    for zone in ZONES:
        cell = cells()[zone]
        shapes.append(label(cell["x"] + 30, cell["y"] + 36, zone, "coord zone"))
    return shapes


def scene(view: Wire) -> Scene:
    pieces: list[PieceMark] = []
    placed: dict[tuple[str, Seat], int] = {}
    counts = Counter((cell, name[:4]) for name, cell in view["pieces"].items() if cell is not None)
    for name in PIECES:
        cell = view["pieces"][name]
        if cell is None:
            continue
        seat: Seat = "home" if name.startswith("home") else "away"
        number = placed.get((cell, seat), 0)
        placed[(cell, seat)] = number + 1
        x, y, scale = _stand(cell, seat, number, counts[(cell, seat)])
        man = name[5:]
        mark = piece(name, cell, x, y, "" if man == "gk" else man[1:], piece_name(name))
        if scale != 1:
            mark["scale"] = scale
        if man == "gk":
            mark["marks"] = ["keeper"]
        pieces.append(mark)
    return {
        "pieces": pieces,
        "ball": _ball(view),
        "notes": _notes(view),
        "labels": _counts(counts),
        "chips": _chips(view),
    }


def _chips(view: Wire) -> list[Chip]:
    """Return each side's formation and cards."""
    chips: list[Chip] = []
    for seat in SEATS:
        if view["formations"][seat] is not None:
            chips.append({"seat": seat, "text": text("{formation}", formation=view["formations"][seat])})
        chips += bookings(seat, view["yellow"][seat], sum(1 for name in view["sent_off"] if name.startswith(seat)))
    return chips


def _counts(counts: Counter[tuple[str, str]]) -> list[Label]:
    """Label each zone with players by their number, home against away: the zone's decision is made by it."""
    labels: list[Label] = []
    for zone in ZONES:
        home, away = counts[(zone, "home")], counts[(zone, "away")]
        if home or away:
            cell = cells()[zone]
            labels.append({"x": cell["x"] + cell["w"] - 38, "y": cell["y"] + 34, "text": f"{home}–{away}"})
    return labels


def _stand(name: str, seat: Seat, number: int, count: int) -> tuple[float, float, float]:
    """Return the centre and size of the ``number``-th of ``count`` players of ``seat`` in a cell.

    The rows stand in the middle of the zone, as large as its half allows.
    """
    cell = cells()[name]
    if name in SPOTS:
        return cell["x"] + SPOT / 2, cell["y"] + SPOT / 2, 1
    half, high = cell["w"] / 2, cell["h"] - HEAD
    size = next(size for size in SIZES if int(half // size) * int(high // size) >= count or size == PIECE)
    columns = int(half // size)
    row, column = divmod(number, columns)
    margin = (half - columns * size) / 2
    if seat == "home":
        x = cell["x"] + margin + size * (column + 0.5)
    else:
        x = cell["x"] + cell["w"] - margin - size * (column + 0.5)
    rows = -(-count // columns)
    return x, cell["y"] + HEAD + (high - rows * size) / 2 + size * (row + 0.5), size / PIECE


def _ball(view: Wire) -> BallMark | None:
    """Return the ball, a die that shows its control, on the active team's side of its zone."""
    if view["ball"] is None:
        return None
    cell = cells()[view["ball"]]
    side = 0.25 if view["attacking"] == "home" else 0.75
    return {
        "x": cell["x"] + cell["w"] * side,
        "y": cell["y"] + cell["h"] - 30,
        "cell": view["ball"],
        "on": None,
        "label": str(view["ball_die"]),
    }


def _notes(view: Wire) -> list[Text]:
    notes: list[Text] = []
    if view["ball_die"] is not None:
        notes.append(text("Ball die {n}", n=view["ball_die"]))
    for seat in SEATS:
        if view["formations"][seat] is not None:
            notes.append(text("{team}: formation {formation}", team=f"@{seat}", formation=view["formations"][seat]))
        elif view["sealed"][seat] is not None:
            notes.append(text("{team}: formation chosen", team=f"@{seat}"))
    for seat in SEATS:
        if view["yellow"][seat]:
            notes.append(text("{team}: yellow cards {n}", team=f"@{seat}", n=view["yellow"][seat]))
        sent_off = sum(1 for name in view["sent_off"] if name.startswith(seat))
        if sent_off:
            notes.append(text("{team}: sent off {n}", team=f"@{seat}", n=sent_off))
    if view["phase"] == "penalty_aim" and view["attacking"] is not None:
        notes.append(text("{team}: side chosen", team=f"@{other(view['attacking'])}"))
    if view["shootout"] is not None:
        kicks = view["shootout"]
        notes.append(text("Shootout: {h} to {a}", h=sum(kicks["home"]), a=sum(kicks["away"])))
    return notes
