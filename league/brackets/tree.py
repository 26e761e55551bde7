"""Positions of a bracket's ties in its drawing: columns by round, lines from each tie to the one that it fills.

One layout of any size for the page, for print and for the picture to share (``drawing`` draws it): up to 32 entrants
the rounds run from left to right; larger brackets are drawn closer and from both sides towards the final, so that 128
names still fit one sheet. A double elimination has the losers' rounds under the winners' round whose losers drop into
them, and the final to the right of both. Consolation ties of a knockout are below it, a match for places under its
round. Lengths are units of the drawing, 1 px at its natural size.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from league.brackets.layout import DrawnPart, DrawnRound, DrawnTie
from league.competitions.models import Tie
from league.formats import slots
from league.formats.consolation import PLATE

MOST_IN_ONE_COLUMN: Final = 16
"""Ties of the first round up to which a bracket runs one way."""


@dataclass(frozen=True)
class Size:
    width: int
    """Width of a tie."""
    gap: int
    """Between two columns, where the lines run."""
    row: int
    """Height of a side's row."""
    note: int
    """Height of the line under a tie that explains its decision."""
    slot: int
    """Height of a tie of the fullest round with its margin."""
    letters: int = 13
    """Size of the names."""
    dense: bool = False
    """No crests; a small note under the tie."""


WIDE: Final = Size(width=224, gap=36, row=26, note=20, slot=88)
CLOSE: Final = Size(width=204, gap=26, row=26, note=20, slot=84, letters=14)
"""Sizes for the many rounds of a double elimination."""
DENSE: Final = Size(width=182, gap=22, row=20, note=11, slot=56, letters=12, dense=True)
HEAD: Final = 44
"""Height of a column's head: its round and its dates."""
TITLE: Final = 40
"""Height of the name of a part."""
OUTSIDE: Final = 9
"""Distance of a line beside two ties one under the other."""
APART: Final = 28
"""Between two parts."""


@dataclass
class Box:
    drawn: DrawnTie
    x: float
    middle: float
    """The line between its two sides."""
    lined: set[str] = field(default_factory=set)
    """``home``, ``away``: the sides to which a line leads."""


@dataclass(frozen=True)
class Head:
    row: DrawnRound
    x: float
    y: float
    third: bool = False


@dataclass(frozen=True)
class Line:
    points: tuple[tuple[float, float], ...]
    winner: Any
    """The entrant who went this way; None while it is open."""


@dataclass
class Tree:
    size: Size
    width: float = 0
    height: float = 0
    boxes: list[Box] = field(default_factory=list)
    heads: list[Head] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    titles: list[tuple[str, float]] = field(default_factory=list)


def laid_out(parts: list[DrawnPart]) -> Tree:
    fullest = max((len(row.ties) for part in parts for row in part.rounds), default=0)
    plain = bool(parts) and not parts[0].key
    tree = Tree(DENSE if fullest > MOST_IN_ONE_COLUMN else WIDE if plain else CLOSE)
    bottom: float = 0
    if plain and fullest > MOST_IN_ONE_COLUMN and _halves_each_time(parts[0].rounds):
        _two_sided(tree, parts[0].rounds)
    elif plain:
        bottom = _part(tree, parts[0].rounds, list(range(len(parts[0].rounds))), 0)
        _place_third(tree, parts[0].rounds, bottom)
        _by_sources(tree, parts[0].rounds)
    else:
        _double(tree, {part.key: part for part in parts})
    if plain:
        _below(tree, parts[1:])
    _draw_lines(tree)
    tree.width = max((x for line in tree.lines for x, _y in line.points), default=0)
    tree.width = max([tree.width, *(box.x + tree.size.width for box in tree.boxes)])
    floor = tree.size.slot / 2
    tree.height = max((box.middle + floor for box in tree.boxes), default=0)
    return tree


def _halves_each_time(rounds: list[DrawnRound]) -> bool:
    """Return whether every round has half the ties of the one before, down to one, so that there are two halves."""
    sizes = [len(row.ties) for row in rounds]
    return sizes[-1] == 1 and all(before == 2 * after for before, after in pairwise(sizes))


def _column(tree: Tree, column: int) -> float:
    return column * (tree.size.width + tree.size.gap)


def _part(tree: Tree, rounds: list[DrawnRound], columns: list[int], top: float) -> float:
    """Lay ``rounds`` in ``columns`` from ``top``; return the y of their end."""
    tall = max((len(row.ties) for row in rounds), default=0) * tree.size.slot
    for row, column in zip(rounds, columns, strict=True):
        tree.heads.append(Head(row, _column(tree, column), top))
        for place, drawn in enumerate(row.ties):
            middle = top + HEAD + (place + 0.5) * tall / len(row.ties)
            tree.boxes.append(Box(drawn, _column(tree, column), middle))
    return top + HEAD + tall


def _two_sided(tree: Tree, rounds: list[DrawnRound]) -> None:
    """Lay the first half of each round on the left, the second on the right, the final between them."""
    last = len(rounds) - 1
    tall = len(rounds[0].ties) // 2 * tree.size.slot
    for step, row in enumerate(rounds):
        half = max(len(row.ties) // 2, 1)
        tree.heads.append(Head(row, _column(tree, step), 0))
        if step < last:
            tree.heads.append(Head(row, _column(tree, 2 * last - step), 0))
        for place, drawn in enumerate(row.ties):
            right = place >= half
            column = 2 * last - step if right else step
            middle = HEAD + (place % half + 0.5) * tall / half
            tree.boxes.append(Box(drawn, _column(tree, column), middle))
    _place_third(tree, rounds, HEAD + tall)


def _place_third(tree: Tree, rounds: list[DrawnRound], bottom: float) -> None:
    played = next((row for row in rounds if row.third is not None), None)
    if played is None or played.third is None or not tree.boxes:
        return
    final = next((box for box in tree.boxes if rounds[-1].ties and box.drawn is rounds[-1].ties[0]), tree.boxes[-1])
    top = max(final.middle + tree.size.slot * 0.75, min(bottom - tree.size.slot - HEAD, final.middle + 150))
    tree.heads.append(Head(played, final.x, top, third=True))
    tree.boxes.append(Box(played.third, final.x, top + HEAD + tree.size.slot / 2))


def _by_sources(tree: Tree, rounds: list[DrawnRound]) -> None:
    """Put each tie of a page play-off beside those that feed it: its second round is no half of the first."""
    if not rounds or rounds[0].round.stage.settings.get("shape") != "page":
        return
    by_key = {(box.drawn.tie.round.step, box.drawn.tie.number): box for box in tree.boxes}
    for box in tree.boxes:
        middles = [by_key[step, number].middle for _side, (_part, step, number) in _sides_fed(box.drawn.tie)]
        box.middle = sum(middles) / len(middles) if middles else box.middle


def _below(tree: Tree, parts: list[DrawnPart]) -> None:
    """Lay the plate, and the ties for lower places, each in the column of its round, below the rest."""
    for part in parts:
        bottom = max(box.middle for box in tree.boxes) + tree.size.slot / 2 + APART
        if part.key == PLATE:
            tree.titles.append((part.name, bottom))
            _part(tree, part.rounds, list(range(len(part.rounds))), bottom + TITLE)
        else:
            _part(tree, part.rounds, [row.round.step - 1 for row in part.rounds], bottom)


def _double(tree: Tree, parts: dict[str, DrawnPart]) -> None:
    """Lay winners over losers: each losers' round under the winners' round that feeds it, the final to the right."""
    winners, losers, final = (parts[key].rounds if key in parts else [] for key in ("winners", "losers", "final"))
    upper = [max(0, 2 * step - 1) for step in range(len(winners))]
    end = max([*upper, len(losers) - 1]) + 1
    tree.titles.append((parts["winners"].name, 0))
    bottom = _part(tree, winners, upper, TITLE)
    if losers:
        tree.titles.append((parts["losers"].name, bottom + APART))
        bottom = _part(tree, losers, list(range(len(losers))), bottom + APART + TITLE)
    deciders = [box for box in tree.boxes if box.drawn in (_only(winners), _only(losers))]
    middle = sum(box.middle for box in deciders) / len(deciders) if deciders else bottom / 2
    for row in final:
        if any(tie.tie.decided == "not_needed" for tie in row.ties):
            continue
        tree.heads.append(Head(row, _column(tree, end), middle - tree.size.row - HEAD + 4))
        tree.boxes += [Box(drawn, _column(tree, end), middle) for drawn in row.ties]
        middle += tree.size.slot + HEAD


def _only(rounds: list[DrawnRound]) -> DrawnTie | None:
    """Return the tie that decides a part."""
    return rounds[-1].ties[0] if rounds and rounds[-1].ties else None


def _sides_fed(tie: Tie) -> Iterator[tuple[str, tuple[str, int, int]]]:
    """Yield ``(side, (part, round, number))`` of each side that the winner of another tie fills."""
    for side, slot in (("home", tie.home_slot), ("away", tie.away_slot)):
        source = slots.source(slot)
        if source is not None and "winner" in slot:
            yield side, source


def _draw_lines(tree: Tree) -> None:
    """Add a line from each tie to the box that its winner fills."""
    by_key = {}
    for box in tree.boxes:
        row = box.drawn.tie.round
        by_key[(row.part, row.step, box.drawn.tie.number)] = box
    for box in tree.boxes:
        for side, source in _sides_fed(box.drawn.tie):
            start = by_key.get(source)
            if start is None or start.drawn.nobody:
                continue
            winner = start.drawn.tie.winner_id
            # The sides may stand against the order of the slots, for the venue.
            came_in = {box.drawn.tie.home_id: "home", box.drawn.tie.away_id: "away"} if winner else {}
            box.lined.add(came_in.get(winner, side))
            tree.lines.append(Line(_points_of_line(tree.size, start, box), start.drawn.tie.winner_id))


def _points_of_line(size: Size, start: Box, end: Box) -> tuple[tuple[float, float], ...]:
    """Return the points of a line: out of ``start``, up or down in the gap before ``end``, and in."""
    if start.x == end.x:  # stacked: around the head between them
        edge = start.x + size.width
        return (edge, start.middle), (edge + OUTSIDE, start.middle), (edge + OUTSIDE, end.middle), (edge, end.middle)
    if start.x < end.x:
        out, into, turn = start.x + size.width, end.x, end.x - size.gap / 2
    else:
        out, into, turn = start.x, end.x + size.width, end.x + size.width + size.gap / 2
    if start.middle == end.middle:
        return (out, start.middle), (into, end.middle)
    return (out, start.middle), (turn, start.middle), (turn, end.middle), (into, end.middle)
