"""Drafts of a placement for one seat, worked out from its own view and stored nowhere. Pure.

The moves of a draft go through ``moves.submit`` like any other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engines import placing
from engines.core.drawing import Scene
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat
from engines.placing import Cells
from matches.errors import BadFrame, MatchError

LAST = "last"
"""The key of the suggestion "as last time"."""


class NothingToPlace(MatchError):
    """There is no placement to draft now."""

    code = "nothing_to_place"


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft of a placement; nothing of it is stored."""

    v: Annotated[int, "The version of the position that it was worked out for."]
    moves: Annotated[list[Move], "In order, to be submitted at once."]
    cells: Annotated[Cells, "Piece -> cell."]
    whole: Annotated[bool, "Nothing is left to place."]
    piece: Annotated[str | None, "What is asked for next."]
    open: Annotated[list[str], "Where it may go."]
    scene: Annotated[Scene, "The board with the draft on it, as in the frames of the table."]
    ways: Annotated[dict[str, Any], "Cell -> the placement with the asked piece there."]
    line_ups: Annotated[list[dict[str, Any]], "What is suggested: key and name."]
    last: Annotated[bool, "There is a placement to repeat, as line_up=last."]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a draft begins with: ``cells`` (those of seat ``of``), or the suggestion ``key``."""

    cells: Mapping[str, str]
    of: Seat
    key: str = ""
    fill: bool = False
    """The wish is adapted to the rules, and the rest is placed."""
    piece: str = ""
    """The answer names where this piece could be instead."""


def draft(
    game: Game[Any],
    state: Any,  # the game's own position type
    v: int,
    seat: Seat,
    runs: Callable[[], Iterator[Cells]],
    asked: Wish,
) -> Draft:
    """Return a draft for ``seat`` at ``state``, which is version ``v``.

    ``runs`` yields its earlier placements, newest first. Raises NothingToPlace, BadFrame naming what is wrong.
    """
    view = game.view(state, seat)
    if not placing.is_open(game, view, seat):
        raise NothingToPlace("There is nothing to place now.")
    suggested = {line_up["key"]: line_up for line_up in game.line_ups(view, seat)}
    wish, fill = checked_cells(game, asked.cells), asked.fill
    if asked.of != seat:
        wish = turned(game, wish)
    if asked.key == LAST:
        wish, fill = _last(game, seat, runs(), view) or {}, True
    elif asked.key:
        if asked.key not in suggested:
            raise BadFrame(f"line_up must be one of {', '.join([LAST, *suggested])}")
        wish, fill = dict(suggested[asked.key]["cells"]), True
    placement = placing.follow(game, view, seat, wish, fill=fill)
    piece = asked.piece
    if piece and piece not in placement.cells:
        raise BadFrame(f"piece must be one of {', '.join(placement.cells)}")
    return Draft(
        v=v,
        moves=placement.moves,
        cells=placement.cells,
        whole=placement.whole,
        piece=placement.piece,
        open=placement.open,
        scene=placing.scene(game, view, placement.cells),
        ways=placing.ways(game, view, seat, placement.cells, piece) if piece and placement.whole else {},
        line_ups=[{"key": line_up["key"], "name": line_up["name"]} for line_up in suggested.values()],
        last=next(runs(), None) is not None,
    )


def turned(game: Game[Any], cells: Mapping[str, str]) -> Cells:
    """Return the same line-up for the other seat."""
    return {game.mirror(piece): game.mirror(cell) for piece, cell in cells.items()}


def checked_cells(game: Game[Any], cells: Mapping[str, str]) -> Cells:
    """Return ``cells`` if the board has them all. Raises BadFrame."""
    board = game.geometry()["cells"]
    for piece, cell in cells.items():
        if not isinstance(cell, str) or cell not in board:
            raise BadFrame(f"{piece[:40]!r} stands on no cell of the board")
    return dict(cells)


def _last(game: Game[Any], seat: Seat, runs: Iterator[Cells], view: Any) -> Cells | None:
    """Return the newest placement of ``seat`` that fits here as it is, else the newest one."""
    newest: Cells | None = None
    for run in runs:
        newest = newest or run
        step = placing.follow(game, view, seat, run)
        if step.whole and step.cells == run:
            return run
    return newest


def runs_of(placed: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[Cells]:
    """Yield what one seat placed in one go, newest first, as its ``placed`` moves with their versions are."""
    run: Cells = {}
    after = 0
    for seq, move in placed:
        # a piece already in the run belongs to an earlier one; sealed runs of both sides interleave
        if run and (after - seq > len(SEATS) or move["piece"] in run):
            yield run
            run = {}
        run[move["piece"]] = move["to"]
        after = seq
    if run:
        yield run
