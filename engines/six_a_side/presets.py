"""Suggested line-ups of six-a-side: the ready formations of its sheet (SX-2.8)."""

from engines.core.drawing import LineUp
from engines.core.seats import Seat, Wire
from engines.core.text import text
from engines.six_a_side.board import CELLS, FORMATIONS, PIECES, SIDE


def line_ups(view: Wire, seat: Seat) -> list[LineUp]:
    if view["phase"] != "setup":
        return []
    first = SIDE[seat] * 7
    return [
        {
            "key": name,
            "name": text("Formation {name}", name=name),
            "cells": {PIECES[first + offset]: CELLS[cell] for offset, cell in enumerate(cells)},
        }
        for name, cells in FORMATIONS[SIDE[seat]].items()
    ]
