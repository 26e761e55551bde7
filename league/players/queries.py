"""What the front pages and the pages of players read: always a fixed number of queries."""

from __future__ import annotations

from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture, ResultEntry
from league.competitions.parties import fixtures_of, places_of
from league.players.models import User
from league.statistics.people import record
from league.statistics.ratings import standings_of
from matches.models import Match, Seat
from matches.table import card

SHOWN = 6
BOARDS = 6
"""Live boards on the home page."""
HONOURS = 12
"""Titles, and entries, on a player's page."""
PLAYED = 10
"""Last matches on a player's page."""
HEAVY = ("snapshot", "opening", "options", "beside")
"""Columns of a match that a row does not show."""


def live_now() -> list[dict[str, Any]]:  # cards for a template
    """Live matches that are listed, as cards with their small boards: the newest of each game, then the others."""
    place = Window(RowNumber(), partition_by="game", order_by=F("started_at").desc())
    listed = Match.objects.live().public().alias(place=place).order_by("place", "-started_at")
    newest = list(listed.prefetch_related("seats")[:BOARDS])
    return [card(match) for match in newest]


def with_entrants(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Each with ``entered``, the number of entrants that hold a place."""
    entered = Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED))
    return competitions.annotate(entered=entered).prefetch_related("stages")


def open_competitions() -> list[Competition]:
    """Those that take entries."""
    found = Competition.objects.published().filter(status=Competition.Status.REGISTRATION)
    return list(with_entrants(found).order_by("-published_at")[:SHOWN])


def running_competitions() -> list[Competition]:
    """Those being played."""
    return list(with_entrants(Competition.objects.published().running()).order_by("-started_at")[:SHOWN])


def fixtures() -> QuerySet[Fixture]:
    """Fixtures with all that a row shows."""
    return Fixture.objects.select_related("home__player", "away__player", "match", "tie__round__stage__competition")


def last_results() -> list[Fixture]:
    """The last fixtures of listed competitions whose result was given, at whatever table they were played. One query:
    the log of results is read from its end."""
    sides = ("home__player", "away__player", "match", "tie__round__stage__competition")
    said = ResultEntry.objects.filter(fixture__status=Fixture.Status.PLAYED, competition__listed=True)
    rows = said.order_by("-pk").select_related(*(f"fixture__{name}" for name in sides))
    rows = rows.defer(*(f"fixture__match__{name}" for name in HEAVY))[: 3 * SHOWN]
    # A corrected result was given twice.
    found = {row.fixture_id: row.fixture for row in rows if row.fixture is not None}
    return list(found.values())[:SHOWN]


def your_turn(user: Any) -> list[Seat]:  # User or AnonymousUser
    """The user's seats in matches that are waiting or live, the oldest deadline first."""
    if not user.is_authenticated:
        return []
    open_now = Q(match__status__in=[Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED])
    seats = Seat.objects.filter(open_now, user=user).select_related("match").prefetch_related("match__seats")
    return list(seats.order_by("match__deadline_at", "match__created_at")[:SHOWN])


def next_fixtures(user: Any) -> list[Fixture]:  # User or AnonymousUser
    """The user's fixtures that are still to be played, opened ones first."""
    if not user.is_authenticated:
        return []
    ahead = [Fixture.Status.OPEN, Fixture.Status.PENDING]
    mine = fixtures_of(user)
    # What an empty side waits for is named by its round.
    rows = fixtures().prefetch_related("tie__round__stage__rounds")
    return list(rows.filter(mine, status__in=ahead).order_by("status", "kick_off_at", "id")[:SHOWN])


def profile(player: User) -> dict[str, Any]:
    """Everything that a player's page shows: record, form, head-to-head, fixtures ahead, matches."""
    seats = (
        Seat.objects.filter(user=player, match__status=Match.Status.FINISHED, match__mode=Match.Mode.ORDINARY)
        .select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
        .prefetch_related("match__seats")
        .order_by("-match__finished_at")
    )
    titles, entries = honours(player)
    return {
        "numbers": record(player),
        "ratings": standings_of(player.id),
        "played": [seat.match for seat in seats[:PLAYED]],
        "next": next_fixtures(player),
        "titles": titles,
        "entries": entries,
    }


def honours(player: User) -> tuple[list[Entrant], list[Entrant]]:
    """The last twelve titles of ``player``, the newest first, and the last twelve entries. One query."""
    won = Q(competition__champion=F("pk"))
    place = Window(RowNumber(), partition_by=ExpressionWrapper(won, BooleanField()), order_by=F("entered_at").desc())
    listed = Entrant.objects.filter(places_of(player), competition__listed=True)
    published = listed.exclude(competition__status=Competition.Status.DRAFT)
    rows = published.annotate(place=place).filter(place__lte=HONOURS).select_related("competition")
    found: list[Entrant] = sorted(rows, key=lambda row: row.entered_at, reverse=True)
    titles = [row for row in found if row.competition.champion_id == row.pk]
    ends = timezone.now()  # a champion before the end of the competition stands first
    return sorted(titles, key=lambda row: row.competition.finished_at or ends, reverse=True), found[:HONOURS]
