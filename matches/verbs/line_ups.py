"""Line-ups at the table: drafts of a placement, suggestions for one, and line-ups kept under a name.

A draft is made from the seat's own view and stored nowhere; its moves go through ``moves.submit`` like any other. Kept
line-ups are stored as home's, so that they serve on both sides; the game's own symmetry turns them.
"""

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

import engines
from engines import placing
from engines.core.seats import Seat
from engines.placing import Cells
from matches.errors import BadFrame, MatchError
from matches.letters import clean
from matches.live import drafting
from matches.log import moves_of
from matches.models import LineUp, Match, MatchEvent

MOST = 20
"""Line-ups that one player may keep for one game."""


class TooMany(MatchError):
    """The player has reached the limit of kept line-ups."""

    code = "too_many"


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
) -> drafting.Draft:
    """Return a draft for ``seat`` (``drafting.Wish`` says of what). Raises NothingToPlace, BadFrame."""
    game = engines.get(match.game)
    if match.status != Match.Status.LIVE or match.snapshot is None:
        raise drafting.NothingToPlace("The match is not being played now.")
    return drafting.draft(
        game,
        game.from_wire(match.snapshot),
        match.version,
        seat,
        lambda: _runs(match, seat, user),
        drafting.Wish(cells or {}, of or seat, key, fill, piece),
    )


# ── as last time ──
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
        yield cells if side == seat else drafting.turned(game, cells)


def _placed(match: Match, seat: str) -> Iterator[Cells]:
    rows = MatchEvent.objects.filter(match=match, kind="move", seat=seat, move__type="place").order_by("-seq")
    placed = list(rows.values_list("seq", "move"))
    if match.archived_at is not None:
        own = [row for row in moves_of(match) if row.seat == seat and row.move["type"] == "place"]
        placed = [(row.seq, row.move) for row in reversed(own)]
    yield from drafting.runs_of(placed)


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
    wish = drafting.checked_cells(engine, cells)
    if of != "home":
        wish = drafting.turned(engine, wish)
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
