"""Shapes of a client's drawing data for any game: geometry, scene, choices.

All of it is plain JSON. Coordinates are SVG user units in the geometry's ``view_box``. Colours are CSS classes of the
design system (``ca cb mk line area goal spot`` ...), never values. ``ca`` and ``cb`` only make a board easier to read;
cells whose colour is a rule are ``lt`` and ``dk``, which differ by 2 : 1 at least.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import Text, text


class Cell(TypedDict):
    """A place for a piece or the ball: a rectangle, centred at (x + w/2, y + h/2)."""

    x: float
    y: float
    w: float
    h: float
    name: Text  # spoken name of the place, also for a screen reader


Shape: TypeAlias = dict[str, Any]
"""One SVG element: ``{"tag": "rect", "class": "ca", "x": 0, ...}``; ``"text"`` holds words."""


class Geometry(TypedDict):
    """The board of a game, the same for every position."""

    view_box: tuple[float, float, float, float]
    shapes: list[Shape]
    """Drawn in order, below everything that moves."""
    cells: dict[str, Cell]
    """Every cell name of the data contract that a piece or the ball may have."""
    piece_size: float
    """Diameter of a piece, in user units (touch targets are whole cells)."""
    dice: NotRequired[dict[str, PrintedDie]]
    """The game's own dice, by the name that ``Die`` and ``Choice`` have for them."""


class PieceMark(TypedDict):
    id: str
    seat: Seat
    shape: Literal["round", "square"]  # home is round, away is square
    label: str  # at most two characters, printed on it if its kind has no sign
    cell: str
    x: float
    y: float
    name: Text  # "home number 7", for a screen reader
    scale: NotRequired[float]  # times the geometry's piece_size, where there is room
    marks: NotRequired[list[str]]
    """Any of keeper, defender, yellow, locked, holder, and one of light, dark, captain, black, reserve: a sign."""


def piece(name: str, cell: str, x: float, y: float, label: str, words: Text) -> PieceMark:
    """Return the mark of a piece whose name begins with its seat: ``home.p7``."""
    seat: Seat = "home" if name.startswith("home") else "away"
    return {
        "id": name,
        "seat": seat,
        "shape": "round" if seat == "home" else "square",
        "label": label,
        "cell": cell,
        "x": x,
        "y": y,
        "name": words,
    }


class BallMark(TypedDict):
    """The ball to draw; ``label`` is a printed value (FUBA's ball die), else absent."""

    x: float
    y: float
    cell: str
    on: str | None  # id of the piece that holds it
    label: NotRequired[str]


class Label(TypedDict):
    """Words on the board that change with the position, centred at their point; the notes say them too."""

    x: float
    y: float
    text: str


class Chip(TypedDict):
    """A fact about one side in a word or two, for its bar beside a board on a phone; a note says it in a sentence."""

    seat: Seat
    text: Text


def bookings(seat: Seat, booked: int, sent_off: int) -> list[Chip]:
    """Return the chips of a side's cards; none where it has none."""
    facts = [(booked, text("Booked: {n}", n=booked)), (sent_off, text("Sent off: {n}", n=sent_off))]
    return [{"seat": seat, "text": words} for number, words in facts if number]


class Scene(TypedDict):
    """The moving parts of a drawing, for one view of a state."""

    pieces: list[PieceMark]
    ball: BallMark | None
    notes: list[Text]
    """Facts beside the board (holder and face of the star die, formations, cards), in reading order."""
    labels: NotRequired[list[Label]]
    chips: NotRequired[list[Chip]]


class Choice(TypedDict):
    """One legal move and its input: a button, one cell, or a piece and then a cell.

    ``pick`` is picked up first (a piece id, or ``"ball"``), null where the target alone identifies the move. ``to`` is
    a cell of the geometry, null for a button of the dock. Choices with the same (pick, to) are told apart by label.
    """

    move: Move
    label: Text
    pick: str | None
    to: str | None
    key: NotRequired[str]  # "roll", "done", "shoot" ...: the dock's order and icon; "place": part of a draft
    usual: NotRequired[bool]  # the usual choice here (to let it pass): a player may have it made automatically
    danger: NotRequired[Text]  # the risk (would lose the ball, offside)
    odds: NotRequired[str]  # a figure for its cell: the least roll with which it succeeds, "4+"
    stake: NotRequired[bool]  # it may lose the ball: a player may want to see it in words before it is done
    threat: NotRequired[Literal["goal", "ball"]]  # a shot at goal, or a challenge for the opponent's ball
    die: NotRequired[str]  # the die of the geometry's ``dice`` that this move rolls
    brings: NotRequired[Text]  # a line in its button: what the roll or the choice is good for


def choice(
    move: Move,
    label: Text,
    key: str | None,
    *,
    pick: str | None = None,
    to: str | None = None,
    usual: bool = False,
    danger: Text | None = None,
    odds: str | None = None,
    stake: bool = False,
    threat: Literal["goal", "ball"] | None = None,
    die: str | None = None,
    brings: Text | None = None,
) -> Choice:
    """Return a choice that has what is given and true, and no other key but ``pick`` and ``to``."""
    facts = {
        "key": key,
        "usual": usual,
        "danger": danger,
        "odds": odds,
        "stake": stake,
        "threat": threat,
        "die": die,
        "brings": brings,
    }
    own = {"move": move, "label": label, "pick": pick, "to": to}
    return cast(Choice, own | {name: fact for name, fact in facts.items() if fact})


class LineUp(TypedDict):
    """A suggested placement: a wish for each piece, which the rules may bend (``engines.placing``)."""

    key: str
    name: Text
    cells: dict[str, str]  # piece -> cell


class Die(TypedDict):
    """One rolled die, to be drawn as the game's own: pips by default, else what is printed on its face."""

    sides: int
    value: int
    seat: Seat | None  # None: it belongs to neither side (a toss)
    name: NotRequired[str]  # a die with its own colour or shape: control, pass, shot, spinner ...
    face: NotRequired[str]  # printed signs: "↑3?", or the number where it is not the value
    word: NotRequired[Text]  # printed word


class PrintedDie(TypedDict):
    """A die with faces of its own."""

    name: Text
    faces: list[Die]


class Line(TypedDict):
    """One sentence of the commentary. ``kind``: goal, card, whistle, turn, play, note, end."""

    text: Text
    kind: str
    seat: Seat | None
    dice: NotRequired[list[Die]]  # rolls that the sentence tells, in their order
    short: NotRequired[Text]  # the same in a few signs, for a list of moves
    rule: NotRequired[str]  # chapter of the game's rules page, where it is one that people may want to look up


class Clock(TypedDict):
    """Progress of the match, for display. ``minute`` is 1..120, or null where a game shows turns."""

    period: Text
    minute: int | None
    stoppage: int
    turn: int
    of: int | None  # turns of the period, in a game that counts them
