"""Suggested line-ups at a kick-off of Soccer Tactics: the two strikers' places on row 8 (ST-2.3)."""

from typing import Final

from engines.core.drawing import LineUp
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text

COLUMNS: Final[dict[str, tuple[Text, str, str]]] = {
    "inside": (text("Strikers inside"), "C", "F"),
    "wide": (text("Strikers on the wings"), "A", "H"),
    "left": (text("Strikers on the left"), "A", "C"),
    "right": (text("Strikers on the right"), "F", "H"),
}
"""Columns of the board, the same for both sides."""


def line_ups(view: Wire, seat: Seat) -> list[LineUp]:
    if view["phase"] not in ("kick_off_kicker", "kick_off_striker"):
        return []
    row = 8 if seat == "home" else 9
    return [
        {"key": key, "name": name, "cells": {f"{seat}.f1": f"{first}{row}", f"{seat}.f2": f"{second}{row}"}}
        for key, (name, first, second) in COLUMNS.items()
    ]
