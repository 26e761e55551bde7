"""Ratings of players by game: Glicko-2, played back from the matches that count.

Matches of competitions and casual matches opened as rated count, if played to a result; the score is that of the match,
so a shootout is a draw. Each match is its own rating period, and a player who rests for weeks grows uncertain again.
Nothing is updated incrementally: whenever the lines that count have changed, the game is played back from its first
match, so a correction ten rounds ago is in every rating after it.
"""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Sum

from league.ratings.glicko2 import Outcome, aged, update
from league.ratings.glicko2 import Rating as Strength
from league.statistics.models import Line, Rating, RatingBook

PERIOD_DAYS: Final = 7.0
"""A week without a match makes a player as uncertain as one rating period does."""
SCORES: Final = {"W": 1.0, "D": 0.5, "L": 0.0}
UNRATED: Final = ("walkover", "no_show", "double_walkover")


def rated_lines(game: str = "") -> QuerySet[Line]:
    """Return the home side's lines of every rated match, in the order played."""
    rows = Line.objects.filter(Q(match__rated=True) | Q(competition__isnull=False), side="home", counts=True)
    rows = rows.filter(opponent__isnull=False).exclude(how__in=UNRATED)
    return (rows.filter(game=game) if game else rows).order_by("played_at", "match_id")


def refresh() -> int:
    """Play back the games whose lines have changed; return how many. Safe to repeat."""
    games = Line.objects.order_by().values_list("game", flat=True).distinct()
    return sum(play_back(game) for game in games)


@transaction.atomic
def play_back(game: str) -> bool:
    """Rebuild the ratings of ``game`` from its first match, unless nothing has changed."""
    book, _made = RatingBook.objects.select_for_update().get_or_create(game=game)
    signature = _signature(game)
    if book.signature == signature:
        return False
    now: dict[UUID, Strength] = {}
    last: dict[UUID, tuple[int, datetime]] = {}
    points: list[Rating] = []
    rows = rated_lines(game).values_list("match_id", "player_id", "opponent_id", "outcome", "played_at")
    for match_id, home, away, outcome, at in rows:
        before = {one: _rested(now.get(one), last.get(one), at) for one in (home, away)}
        scores = {home: SCORES[outcome], away: 1 - SCORES[outcome]}
        for one, other in ((home, away), (away, home)):
            now[one] = update(before[one], [Outcome(before[other], scores[one])])
            number = last.get(one, (0, at))[0] + 1
            points.append(_point(one, game, match_id, number, now[one], at))
        for one in (home, away):
            last[one] = (last.get(one, (0, at))[0] + 1, at)
    for row in points:
        row.last = row.number == last[row.player_id][0]
    Rating.objects.filter(game=game).delete()
    Rating.objects.bulk_create(points, batch_size=1000)
    book.signature = signature
    book.save(update_fields=["signature"])
    return True


def _rested(known: Strength | None, last: tuple[int, datetime] | None, at: datetime) -> Strength:
    if known is None or last is None:
        return Strength()
    return aged(known, max((at - last[1]).total_seconds(), 0) / 86400 / PERIOD_DAYS)


def _point(player: UUID, game: str, match_id: UUID, number: int, now: Strength, at: datetime) -> Rating:
    return Rating(
        player_id=player,
        game=game,
        match_id=match_id,
        number=number,
        rating=now.rating,
        deviation=now.deviation,
        volatility=now.volatility,
        at=at,
    )


def _signature(game: str) -> str:
    """Return a signature of the lines that count, changed by every new, deleted or corrected line."""
    known = (
        rated_lines(game)
        .order_by()
        .aggregate(
            count=Count("id"),
            last=Max("id"),
            when=Max("played_at"),
            ids=Sum("id"),
            goals=Sum("goals_for"),
            conceded=Sum("goals_against"),
            won=Count("id", filter=Q(outcome="W")),
            drawn=Count("id", filter=Q(outcome="D")),
        )
    )
    return hashlib.sha256(repr(sorted(known.items())).encode()).hexdigest()
