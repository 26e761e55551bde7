"""What the front pages and the pages of players depend on, for visitors who are nobody in particular."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, QuerySet, Sum
from django.http import HttpRequest

from league.clubs import marks as of_clubs
from league.competitions.models import Competition, Entrant, Member
from league.competitions.pages.visitor_marks import one, published
from league.players.models import User
from league.players.models_robots import LadderMatch, LadderPlace
from league.prepared_queries import Written
from league.statistics.models import Line, Rating
from matches.models import Seat
from matches.pages.visitor_marks import PLAYED, played_now


def home(request: HttpRequest) -> Sequence[object]:
    """Everything that is being played, and every competition. Two queries."""
    return (*played_now(), *published())


def search(request: HttpRequest) -> Sequence[object]:
    """What can be found: people, competitions, clubs. Three queries."""
    people = User.objects.aggregate(Count("pk"), Max("date_joined"))
    return (*people.values(), *published(), *of_clubs.listed(request))


def ladder(request: HttpRequest) -> Sequence[object]:
    """The bots' ladder: how many matches were counted in all, the last one, and who plays now. Three queries."""
    told = LadderPlace.objects.aggregate(Count("pk"), Sum("played")).values()
    return (*told, LadderMatch.objects.order_by("-pk").values_list("pk", flat=True).first(), *played_now())


def player(request: HttpRequest, player_id: UUID) -> Sequence[object] | None:
    """A player: the name, what was played, how it counts, where the competitions stand that are entered. One query."""
    return next(iter(_PLAYER.asked(player_id)), None)


def _player(player_id: UUID) -> QuerySet[User, tuple[Any, ...]]:
    # The id is named in each part: led back to the outer row, the database would read every entrant of the site.
    entered = Entrant.objects.filter(player=player_id).order_by().values("competition")
    sides = Member.objects.filter(user=player_id).order_by().values("competition")
    stand = Competition.objects.filter(pk__in=entered.union(sides))
    seats, lines = Seat.objects.filter(user=player_id), Line.objects.filter(player=player_id)
    rows = User.objects.filter(pk=player_id, merged_into=None, is_active=True).annotate(
        entered=one(stand, Count("pk")),
        stands=one(stand, Sum("log_position")),
        over=one(seats, Max("match__finished_at")),
        playing=one(seats.filter(match__status__in=PLAYED), Count("pk")),
        moves=one(seats.filter(match__status__in=PLAYED), Sum("match__version")),
        # Sums, not the last ids: for those the database would go through everybody's, from the newest backwards.
        lined=one(lines, Sum("pk")),
        counted=one(lines.filter(counts=True), Count("pk")),
        rated=one(Rating.objects.filter(player=player_id), Sum("pk")),
    )
    said = ("entered", "stands", "over", "playing", "moves", "lined", "counted", "rated")
    return rows.values_list("pk", "nickname", "kind", "banned", *said)


_PLAYER = Written(_player)
