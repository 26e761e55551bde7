"""Small charts as numbers, drawn as SVG by a template with a table beside. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 320
HEIGHT: Final = 150
FOOT: Final = 22
HEAD: Final = 18
"""Room for the number over a bar, in units of the drawing."""
GAP: Final = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its place in the drawing, the text under and over it, and its name in the table."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    foot: str
    label: str
    value: int

    @property
    def over(self) -> float:
        return self.y - 5


@dataclass(frozen=True, slots=True)
class Bars:
    """Vertical bars in a drawing of WIDTH by HEIGHT units."""

    bars: list[Bar]
    most: Bar

    @property
    def ground(self) -> int:
        """Return the height at which the bars stand."""
        return HEIGHT - FOOT


@dataclass(frozen=True, slots=True)
class Share:
    """One line of a ranking with a bar: ``percent`` of the largest."""

    label: str
    value: int
    percent: int


def bars(rows: Sequence[tuple[str, str, int]]) -> Bars:
    """Return bars of ``(foot, label, value)``; at least one row. The highest fills the drawing."""
    step = WIDTH / len(rows)
    highest = max(1, *(value for _foot, _label, value in rows))
    drawn = []
    for place, (foot, label, value) in enumerate(rows):
        height = round(value / highest * (HEIGHT - FOOT - HEAD), 1)
        x, width = round(place * step + GAP / 2, 1), round(step - GAP, 1)
        drawn.append(Bar(x, HEIGHT - FOOT - height, width, height, round(x + width / 2, 1), foot, label, value))
    return Bars(drawn, max(drawn, key=lambda bar: bar.value))


def shares(rows: Sequence[tuple[str, int]]) -> list[Share]:
    """Return lines of ``(label, value)`` in their order."""
    largest = max((value for _label, value in rows), default=1) or 1
    return [Share(label, value, round(100 * value / largest)) for label, value in rows]
