"""Outlines that the drawings of boards share: cells in a grid, its coordinates, goals with their nets, plain shapes.

Attributes keep the order of their arguments, so that a drawing is the same to the letter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engines.core.drawing import BallMark, Cell, Shape
from engines.core.text import Text

HELD: Final = 24
"""Distance of a held ball from the middle of its cell, to the right and down, in units of the drawing."""


def rect(kind: str, x: float, y: float, width: float, height: float, **more: Any) -> Shape:
    return {"tag": "rect", "class": kind, "x": x, "y": y, "width": width, "height": height, **more}


def trace(kind: str, d: str) -> Shape:
    """Draw lines and areas by the data of a path."""
    return {"tag": "path", "class": kind, "d": d}


def circle(kind: str, x: float, y: float, radius: float) -> Shape:
    return {"tag": "circle", "class": kind, "cx": x, "cy": y, "r": radius}


def label(x: float, y: float, words: object, kind: str = "coord") -> Shape:
    """Draw words beside the board, centred at ``x``: a coordinate, unless ``kind`` says otherwise."""
    return {"tag": "text", "class": kind, "x": x, "y": y, "text": str(words)}


def goal(x: int, y: int, width: int, height: int, mesh: tuple[int, int] = (25, 25)) -> list[Shape]:
    """Draw a goal and its net, with meshes of that width and height."""
    across, down = mesh
    net = "".join(f"M{line} {y}v{height}" for line in range(x + across, x + width, across))
    net += "".join(f"M{x} {line}h{width}" for line in range(y + down, y + height, down))
    return [rect("goal", x, y, width, height), trace("net", net)]


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a board, numbered from 0 at the lower left, row by row."""

    columns: str
    """A letter each, from the left."""
    rows: int
    first: int
    """The number of the lowest row."""
    left: int
    top: int
    width: int = 100
    height: int = 100
    """Height of one cell, beside its ``width``."""

    def corner(self, code: int) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        row, column = divmod(code, len(self.columns))
        return self.left + self.width * column, self.top + self.height * (self.rows - 1 - row)

    def centre(self, code: int) -> tuple[int, int]:
        x, y = self.corner(code)
        return x + self.width // 2, y + self.height // 2

    def cell(self, code: int, name: Text) -> Cell:
        x, y = self.corner(code)
        return {"x": x, "y": y, "w": self.width, "h": self.height, "name": name}

    def squares(self, codes: Iterable[int]) -> str:
        """Return the outlines of cells as the data of one path."""
        outline = f"h{self.width}v{self.height}h-{self.width}z"
        return "".join("M{} {}".format(*self.corner(code)) + outline for code in codes)

    def ball(self, code: int, cell: str, holder: str | None) -> BallMark:
        """Place the ball in the middle of its cell; beside the middle if somebody holds it."""
        x, y = self.centre(code)
        aside = HELD if holder else 0
        return {"x": x + aside, "y": y + aside, "cell": cell, "on": holder}

    def letters(self, y: int) -> list[Shape]:
        """Draw the letters of the columns at height ``y``."""
        return [label(self.centre(column)[0], y, name) for column, name in enumerate(self.columns)]

    def numbers(self, rows: Iterable[int], x: int, drop: int = 60) -> list[Shape]:
        """Draw the numbers of ``rows`` at ``x``, each ``drop`` below the upper edge of its row."""
        return [label(x, self.corner((row - self.first) * len(self.columns))[1] + drop, row) for row in rows]
