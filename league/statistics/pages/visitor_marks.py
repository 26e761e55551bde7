"""State behind the pages of statistics, as tags for anonymous visitors (``matches.pages.visitors``)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.db.models.functions import JSONArray
from django.http import HttpRequest

import engines
from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Entrant, Member
from league.competitions.pages import visitor_marks as of_competitions
from league.players.models import User
from league.statistics.models import Book, Line, Rating
from league.statistics.verbs.books import key_of_game
from matches.models import Match, Seat
from matches.pages.visitor_marks import PLAYED

LATELY = 30
"""Last seats and entries of a player that a mark looks at."""


def competition(request: HttpRequest, slug: str) -> Sequence[object] | None:
    """Return the competition, its book, and the state of the others (its seasons). Three queries."""
    facts = of_competitions.competition(request, slug)
    if facts is None:
        return None
    return (
        *facts,
        *of_competitions.published(),
        *Book.objects.filter(competition__slug=slug).values_list("made_at", flat=True),
    )


def game(request: HttpRequest, slug: str) -> Sequence[object]:
    """Return the book and the newest rating of a game, and the public competitions' state. Three queries."""
    return (
        *of_competitions.published(),
        *Book.objects.filter(key=key_of_game(slug)).values_list("made_at", flat=True),
        *Rating.objects.order_by("-pk").values_list("pk", flat=True)[:1],
    )


def profile(request: HttpRequest, player_id: UUID) -> Sequence[object] | None:
    """Return a player's name, matches, counting, and the state of the competitions entered. One query."""
    return next(iter(_PROFILE.rows(player_id)), None)


def _profile(player_id: UUID) -> QuerySet[User, tuple[Any, ...]]:
    # The id is repeated in each part: joined to the outer row, the database would read every entrant of the site.
    # What moves is among the newest: of a long career the other entries and matches are not looked at.
    entered, sides = Entrant.objects.filter(player=player_id), Member.objects.filter(user=player_id)
    newest = entered.order_by("-pk").values("competition")[:LATELY]
    newest = newest.union(sides.order_by("-pk").values("competition")[:LATELY])
    stand = Competition.objects.filter(pk__in=newest)
    seats = Seat.objects.filter(user=player_id).order_by("-pk").values("match")[:LATELY]
    matches = Match.objects.filter(pk__in=seats)
    playing = Q(status__in=PLAYED)
    lines = Line.objects.filter(player=player_id)
    rated = Rating.objects.filter(player=player_id, game__in=engines.games(), last=True)
    rows = User.objects.filter(pk=player_id, merged_into=None, is_active=True).annotate(
        entered=of_competitions.subquery_of(entered.order_by(), Count("pk")),
        beside=of_competitions.subquery_of(sides.order_by(), Count("pk")),
        stands=of_competitions.subquery_of(stand, Sum("log_position")),
        # In one part, as each reads them again.
        played=of_competitions.subquery_of(
            matches, JSONArray(Max("finished_at"), Count("pk", filter=playing), Sum("version", filter=playing))
        ),
        # Sums, not the last ids: for those the database would scan everybody's, from the newest backwards.
        lined=of_competitions.subquery_of(lines, JSONArray(Sum("pk"), Count("pk", filter=Q(counts=True)))),
        rated=of_competitions.subquery_of(rated, Sum("pk")),
    )
    columns = ("entered", "beside", "stands", "played", "lined", "rated")
    return rows.values_list("pk", "nickname", "kind", "banned", *columns)


_PROFILE = PreparedQuery(_profile)


def player(request: HttpRequest, player_id: UUID) -> Sequence[object] | None:
    """Return the player, and when the books behind the averages were made. Two queries."""
    facts = profile(request, player_id)
    return None if facts is None else (*facts, *_books())


def versus(request: HttpRequest, player_id: UUID, rival_id: UUID) -> Sequence[object] | None:
    one, other = profile(request, player_id), profile(request, rival_id)
    return None if one is None or other is None else (*one, *other)


def leaders(request: HttpRequest) -> Sequence[object]:
    """Return the state of the leader boards, and of public competitions. Three queries."""
    return (*of_competitions.published(), *Rating.objects.order_by("-pk").values_list("pk", flat=True)[:1], *_books())


def _books() -> Sequence[object]:
    return tuple(Book.objects.filter(competition=None).aggregate(Max("made_at")).values())
