"""Suggested line-ups of FUBA, by restart and seat: a wish for each of the eleven.

Source: FU-3.4 to FU-3.7. They are wishes in a seat's own direction of attack; the rules bend them. Before a kick-off
all stand in their own half with two in the middle; elsewhere the shapes are those of the bots (section 14).
"""

from typing import Final

from engines.core.drawing import LineUp
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.fuba.board import PIECES, TEAM, ZONES

Shape = dict[str, int]

KICK_OFF: Final[dict[str, tuple[Text, Shape]]] = {
    "balanced": (text("Balanced"), {"C3": 2, "C2": 2, "L2": 2, "R2": 2, "L1": 1, "R1": 1}),
    "high": (text("Far up"), {"C3": 2, "C2": 4, "L2": 2, "R2": 2}),
    "wide": (text("Over the wings"), {"C3": 2, "L2": 3, "R2": 3, "C2": 1, "C1": 1}),
    "deep": (text("Deep"), {"C3": 2, "C2": 2, "C1": 2, "L1": 2, "R1": 2}),
}
OPEN: Final[dict[str, tuple[Text, Shape]]] = {
    "balanced": (text("Balanced"), {"C2": 2, "L1": 1, "R1": 1, "C3": 2, "L2": 1, "R2": 1, "C4": 2}),
    "high": (text("Far up"), {"C3": 2, "C4": 3, "L3": 1, "R3": 1, "C5": 3}),
    "wide": (text("Over the wings"), {"L2": 1, "R2": 1, "L3": 2, "R3": 2, "C3": 2, "C4": 1, "C2": 1}),
    "deep": (text("Deep"), {"C1": 4, "C2": 3, "L1": 1, "R1": 1, "C3": 1}),
}


def line_ups(view: Wire, seat: Seat) -> list[LineUp]:
    if view["phase"] != "deploy":
        return []
    shapes = KICK_OFF if view["restart"] == "kick_off" else OPEN
    return [{"key": key, "name": name, "cells": _cells(shape, seat)} for key, (name, shape) in shapes.items()]


def _cells(shape: Shape, seat: Seat) -> dict[str, str]:
    """Place the keeper in his box, the outfield players by number from the own goal forward."""
    zones = sorted(shape, key=lambda zone: (_forward(zone), zone))
    places = ["C1", *(zone for zone in zones for _ in range(shape[zone]))]
    return {
        PIECES[piece]: place if seat == "home" else _turned(place)
        for piece, place in zip(TEAM[seat == "away"], places, strict=True)
    }


def _forward(zone: str) -> float:
    """Return the distance of a zone's middle from the own goal line."""
    return (int(zone[1]) - 0.5) * (4 if zone[0] == "C" else 5)


def _turned(zone: str) -> str:
    column = {"C": "C", "L": "R", "R": "L"}[zone[0]]
    turned = f"{column}{(6 if zone[0] == 'C' else 5) - int(zone[1])}"
    assert turned in ZONES
    return turned
