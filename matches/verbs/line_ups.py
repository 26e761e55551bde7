"""Line-ups at the table: drafts of a placement, suggestions for one, and line-ups kept under a name.

A draft is made from the seat's own view and stored nowhere; its moves go through ``moves.submit`` like any other. Kept
line-ups are stored as home's, so that they serve on both sides; the game's own symmetry turns them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

import engines
from engines import placing
from engines.core.drawing import Scene
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat
from engines.placing import Cells
from matches.errors import BadFrame, MatchError
from matches.letters import clean
from matches.log import moves_of
from matches.models import LineUp, Match, MatchEvent

MOST = 20
"""Line-ups that one player may keep for one game."""
LAST = "last"
"""The key of the suggestion "as last time"."""


class NothingToPlace(MatchError):
    """There is no placement to draft now."""

    code = "nothing_to_place"


class TooMany(MatchError):
    """The player has reached the limit of kept line-ups."""

    code = "too_many"


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


def draft(
    *,
    match: Match,
    seat: Seat,
    user: AbstractBaseUser,
    cells: Mapping[str, str] | None = None,
    of: Seat | None = None,
    key: str = "",
    fill: bool = False,
    piece: str = "",
) -> Draft:
    """Return a draft for ``seat``: from ``cells`` (those of seat ``of``), or from the suggestion ``key``.

    With ``fill`` the wish is adapted to the rules and the rest is placed; with ``piece`` the answer names where that
    piece could be instead. Raises NothingToPlace, BadFrame naming what is wrong.
    """
    game = engines.get(match.game)
    if match.status != Match.Status.LIVE or match.snapshot is None:
        raise NothingToPlace("The match is not being played now.")
    view = game.view(game.from_wire(match.snapshot), seat)
    if not placing.is_open(game, view, seat):
        raise NothingToPlace("There is nothing to place now.")
    suggested = {line_up["key"]: line_up for line_up in game.line_ups(view, seat)}
    wish = _checked_cells(game, cells or {})
    if of is not None and of != seat:
        wish = turned(game, wish)
    if key == LAST:
        wish, fill = _last(game, match, seat, user, view) or {}, True
    elif key:
        if key not in suggested:
            raise BadFrame(f"line_up must be one of {', '.join([LAST, *suggested])}")
        wish, fill = dict(suggested[key]["cells"]), True
    placement = placing.follow(game, view, seat, wish, fill=fill)
    if piece and piece not in placement.cells:
        raise BadFrame(f"piece must be one of {', '.join(placement.cells)}")
    return Draft(
        v=match.version,
        moves=placement.moves,
        cells=placement.cells,
        whole=placement.whole,
        piece=placement.piece,
        open=placement.open,
        scene=placing.scene(game, view, placement.cells),
        ways=placing.ways(game, view, seat, placement.cells, piece) if piece and placement.whole else {},
        line_ups=[{"key": line_up["key"], "name": line_up["name"]} for line_up in suggested.values()],
        last=next(_runs(match, seat, user), None) is not None,
    )


def turned(game: Game[Any], cells: Mapping[str, str]) -> Cells:
    """Return the same line-up for the other seat."""
    return {game.mirror(piece): game.mirror(cell) for piece, cell in cells.items()}


def _checked_cells(game: Game[Any], cells: Mapping[str, str]) -> Cells:
    """Return ``cells`` if the board has them all. Raises BadFrame."""
    board = game.geometry()["cells"]
    for piece, cell in cells.items():
        if not isinstance(cell, str) or cell not in board:
            raise BadFrame(f"{piece[:40]!r} stands on no cell of the board")
    return dict(cells)


# ── as last time ──
def _last(game: Game[Any], match: Match, seat: Seat, user: AbstractBaseUser, view: Any) -> Cells | None:
    """Return the newest placement of ``seat`` that fits here as it is, else the newest one."""
    newest: Cells | None = None
    for run in _runs(match, seat, user):
        newest = newest or run
        step = placing.follow(game, view, seat, run)
        if step.whole and step.cells == run:
            return run
    return newest


def _runs(match: Match, seat: Seat, user: AbstractBaseUser) -> Iterator[Cells]:
    """Yield what ``seat`` placed in one go, newest first: here, then in the player's last match."""
    yield from _placed(match, seat)
    played = Match.objects.filter(game=match.game, seats__user_id=user.pk).exclude(pk=match.pk)
    before = played.order_by("-created_at").first()
    if before is None:
        return
    side = next((seat.side for seat in before.seats.all() if seat.user_id == user.pk), seat)
    game = engines.get(match.game)
    for cells in _placed(before, side):
        yield cells if side == seat else turned(game, cells)


def _placed(match: Match, seat: str) -> Iterator[Cells]:
    rows = MatchEvent.objects.filter(match=match, kind="move", seat=seat, move__type="place").order_by("-seq")
    placed = list(rows.values_list("seq", "move"))
    if match.archived_at is not None:
        own = [row for row in moves_of(match) if row.seat == seat and row.move["type"] == "place"]
        placed = [(row.seq, row.move) for row in reversed(own)]
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


# ── kept under a name ──
def line_ups_of(*, user: AbstractBaseUser, game: str) -> list[LineUp]:
    """Return the player's line-ups of a game, by name."""
    return list(LineUp.objects.filter(user_id=user.pk, game=game))


@transaction.atomic
def keep(*, user: AbstractBaseUser, game: str, name: str, cells: Mapping[str, str], of: Seat) -> LineUp:
    """Keep a line-up under ``name``, replacing one of that name. Raises BadFrame, TooMany."""
    if game not in engines.games():
        raise BadFrame(f"game must be one of {', '.join(engines.games())}")
    name = " ".join(clean(name).split())
    if not 1 <= len(name) <= 40:
        raise BadFrame("The name of a line-up has 1 to 40 characters.")
    engine = engines.get(game)
    if not 1 <= len(cells) <= placing.MOST:
        raise BadFrame(f"A line-up has 1 to {placing.MOST} pieces.")
    wish = _checked_cells(engine, cells)
    if of != "home":
        wish = turned(engine, wish)
    get_user_model().objects.select_for_update().get(pk=user.pk)  # two devices keep one after the other
    kept_line_ups = LineUp.objects.filter(user_id=user.pk, game=game)
    if not kept_line_ups.filter(name=name).exists() and kept_line_ups.count() >= MOST:
        raise TooMany(f"You keep {MOST} line-ups of this game already: remove one first.")
    line_up, _new = LineUp.objects.update_or_create(user_id=user.pk, game=game, name=name, defaults={"cells": wish})
    return line_up


def drop(*, user: AbstractBaseUser, line_up_id: UUID) -> bool:
    """Remove a line-up of ``user``; False if there is none of that id."""
    deleted, _ = LineUp.objects.filter(user_id=user.pk, pk=line_up_id).delete()
    return bool(deleted)
