"""Ratings of players by game: Glicko-2, replayed from the matches that count.

Matches of competitions and casual matches opened as rated count, if played to a result; the score is that of the match,
so a shootout is a draw. Each match is its own rating period, and a player who rests for weeks grows uncertain again.
A change of a line replays its game from that match on, so a correction ten rounds ago is in every rating after it;
a new match is the last one and replays itself alone.
"""

import time
from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from league.competitions.log.verdicts import DOUBLE_DEFEAT
from league.ratings.glicko2 import Outcome, aged, update
from league.ratings.glicko2 import Rating as Strength
from league.statistics.models import Line, Outdated, Rating
from league.statistics.verbs import outdated

PERIOD_DAYS: Final = 7.0
"""A week without a match makes a player as uncertain as one rating period does."""
SCORES: Final = {"W": 1.0, "D": 0.5, "L": 0.0}
UNRATED: Final = ("walkover", "no_show", "double_walkover", DOUBLE_DEFEAT)
SLICE: Final = 1000
"""Matches replayed in one transaction: some 0.3 s."""
BUDGET_SECONDS: Final = 6.0
"""One run of the task takes a fifth of its period at most, and goes on at its next run."""


def rated_lines(game: str = "") -> QuerySet[Line]:
    """Return the home side's lines of every rated match, in the order played."""
    rows = Line.objects.filter(Q(match__rated=True) | Q(competition__isnull=False), side="home", counts=True)
    rows = rows.filter(opponent__isnull=False).exclude(how__in=UNRATED)
    return (rows.filter(game=game) if game else rows).order_by("played_at", "match_id")


def refresh(budget: float = BUDGET_SECONDS) -> int:
    """Replay the games whose lines have changed, for ``budget`` seconds; return how many slices. Safe to repeat."""
    end = time.monotonic() + budget
    slices = 0
    for (game,) in outdated.targets(Outdated.Kind.RATINGS, "game"):
        while time.monotonic() < end and replay(game):
            slices += 1
    return slices


def replay(game: str, at_most: int = SLICE) -> bool:
    """Replay one slice of ``game`` from its first change on; return whether there was any.

    The rest of the game, if any, is put back into the queue.
    """
    with outdated.take(Outdated.Kind.RATINGS, game=game) as rows:
        if not rows:
            return False
        since = min(row.since for row in rows if row.since is not None)
        later = rated_lines(game).filter(played_at__gte=since).values_list("played_at", flat=True)
        until = later[at_most - 1 : at_most].first()
        # Matches of one moment stay in one slice, so that the next one can begin after it.
        rest = None if until is None else later.filter(played_at__gt=until).first()
        _replay_between(game, since, None if rest is None else until)
        if rest is not None:
            outdated.add(Outdated.Kind.RATINGS, game=game, since=rest)
    return True


def _replay_between(game: str, since: datetime, until: datetime | None) -> None:
    """Replace the ratings of ``game`` from ``since`` to ``until``, both included; None: to the end."""
    span = Q(played_at__gte=since) if until is None else Q(played_at__range=(since, until))
    rows = list(
        rated_lines(game).filter(span).values_list("match_id", "player_id", "opponent_id", "outcome", "played_at")
    )
    old = Rating.objects.filter(game=game, at__gte=since)
    if until is not None:
        old = old.filter(at__lte=until)
    players = {player for _match, home, away, *_rest in rows for player in (home, away)} | set(
        old.order_by().values_list("player_id", flat=True)
    )
    # A match whose time was corrected may have its old row outside of the span.
    matches = [match_id for match_id, *_rest in rows]
    old.delete()
    Rating.objects.filter(match__in=matches).delete()
    careers = _before(game, players, since)
    points: list[Rating] = []
    for match_id, home, away, outcome, at in rows:
        before = {player: _strength_at(careers.get(player), at) for player in (home, away)}
        scores = {home: SCORES[outcome], away: 1 - SCORES[outcome]}
        for player, other in ((home, away), (away, home)):
            now = update(before[player], [Outcome(before[other], scores[player])])
            number = careers[player].number + 1 if player in careers else 1
            points.append(_point(player, game, match_id, number, now, at))
        for point in points[-2:]:
            careers[point.player_id] = point
    Rating.objects.bulk_create(points, batch_size=SLICE)
    _mark_last(game, players)


def _before(game: str, players: Collection[UUID], since: datetime) -> dict[UUID, Rating]:
    """Return the newest rating before ``since`` of each of ``players`` who has one."""
    rows = Rating.objects.filter(game=game, player__in=players, at__lt=since)
    return {row.player_id: row for row in rows.order_by("player", "-number").distinct("player")}


def _mark_last(game: str, players: Collection[UUID]) -> None:
    """Put the mark of the current rating on the newest row of each of ``players``."""
    rows = Rating.objects.filter(game=game, player__in=players).order_by()
    newest = list(rows.order_by("player", "-at", "-number").distinct("player").values_list("pk", flat=True))
    rows.filter(last=True).exclude(pk__in=newest).update(last=False)
    rows.filter(last=False, pk__in=newest).update(last=True)


def _strength_at(rating: Rating | None, at: datetime) -> Strength:
    """Return the strength at ``at`` of a player whose newest rating is ``rating``."""
    if rating is None:
        return Strength()
    strength = Strength(rating.rating, rating.deviation, rating.volatility)
    return aged(strength, max((at - rating.at).total_seconds(), 0) / 86400 / PERIOD_DAYS)


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
