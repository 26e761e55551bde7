"""What one client needs to draw and play five boards without knowing a game: geometry, scene, choices.

All of it is plain JSON. Coordinates are SVG user units in the geometry's ``view_box``. Colours are CSS classes of the
design system (``ca cb mk line area goal spot`` ...), never values.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import Text


class Cell(TypedDict):
    """A place that a piece or the ball can be at: a rectangle, with its centre at (x + w/2, y + h/2)."""

    x: float
    y: float
    w: float
    h: float
    name: Text  # how the place is called, for a person and for a screen reader


Shape: TypeAlias = dict[str, Any]
"""One SVG element: ``{"tag": "rect", "class": "ca", "x": 0, ...}``; a ``text`` element has its words in ``"text"``."""


class Geometry(TypedDict):
    """The board of a game, the same for every position."""

    view_box: tuple[float, float, float, float]
    shapes: list[Shape]
    """Drawn in order, below everything that moves."""
    cells: dict[str, Cell]
    """Every cell name of the data contract that a piece or the ball may have."""
    piece_size: float
    """Diameter of a piece, in user units (targets are the whole cell, never the piece)."""


class PieceMark(TypedDict):
    """A piece as it is drawn now."""

    id: str
    seat: Seat
    shape: Literal["round", "square"]  # home is round, away is square
    label: str  # what is printed on it, at most two characters
    cell: str
    x: float
    y: float
    name: Text  # "home number 7", for a screen reader
    scale: NotRequired[float]  # times the geometry's piece_size, where there is room for more
    marks: NotRequired[list[str]]  # of: keeper, defender, yellow, locked, holder, captain, light, dark


class BallMark(TypedDict):
    """The ball as it is drawn now; ``label`` is a printed value (FUBA's ball die), else absent."""

    x: float
    y: float
    cell: str
    on: str | None  # the piece that has it
    label: NotRequired[str]


class Scene(TypedDict):
    """Everything that moves, for one view of a state."""

    pieces: list[PieceMark]
    ball: BallMark | None
    notes: list[Text]
    """Standing facts beside the board (who holds the star die and its face, formations, cards), in reading order."""


class Choice(TypedDict):
    """One legal move and how it is made: by a button, by one cell, or by picking something and then a cell.

    ``pick`` is what is taken up first (a piece id, or ``"ball"``), null where the target alone says it. ``to`` is a
    cell of the geometry, null for a button of the dock. Two choices with the same (pick, to) are asked apart by label.
    """

    move: Move
    label: Text
    pick: str | None
    to: str | None
    key: NotRequired[str]  # "roll", "done", "shoot" ...: the dock's order and icon; "place": part of a draft
    usual: NotRequired[bool]  # what is mostly chosen here (to let it pass): a player may have it chosen by itself
    danger: NotRequired[Text]  # why it is risky (would lose the ball, offside)
    threat: NotRequired[Literal["goal", "ball"]]  # it shoots at goal, or goes for the ball that the other side has


class LineUp(TypedDict):
    """A placement that is suggested: a wish for each piece, which the rules may bend (``engines.placing``)."""

    key: str
    name: Text
    cells: dict[str, str]  # piece -> cell


class Line(TypedDict):
    """One sentence of the commentary. ``kind``: goal, card, whistle, turn, play, note, end."""

    text: Text
    kind: str
    seat: Seat | None
    die: NotRequired[list[int | str]]  # faces to draw beside it


class Clock(TypedDict):
    """Where the match stands, for display. ``minute`` 1..120 or null where a game shows turns."""

    period: Text
    minute: int | None
    stoppage: int
    turn: int
    of: int | None  # turns of the period, where they are counted
