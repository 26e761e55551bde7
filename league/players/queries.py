"""What the front pages and the pages of players read: always a fixed number of queries."""

from __future__ import annotations

from typing import Any

from django.db.models import BooleanField, Count, ExpressionWrapper, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from league.competitions import access
from league.competitions.models import Competition, Entrant, Fixture, ResultEntry
from league.competitions.parties import places_of
from league.players.models import User
from league.statistics.people import record
from league.statistics.ratings import standings_of
from matches.audience import listed_for as matches_for
from matches.models import LineUp, Match, Seat
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
SETTINGS = (
    "preset", "description", "options", "succession_days", "objection_days", "bots_allowed", "open_to_robots",
    "advance", "by_invitation", "check_in_opens_at", "check_in_closes_at", "check_in_done_at", "seeding", "season",
    "unplayed", "withdrawals", "round_hours", "blackout", "wishes", "asked_stages", "report_hours", "dispute_hours",
    "real_rated", "chat", "chat_spectators", "points", "criteria", "standings", "cancelled_because", "frozen_because",
    "leave_days",
)  # fmt: skip
"""Columns of a competition that are read where it is run, and of which no row of a fixture says anything."""


def live_now(user: Any) -> list[dict[str, Any]]:  # User or AnonymousUser; cards for a template
    """Live matches that ``user`` may know of, as cards with their boards: the newest of each game, then the others."""
    place = Window(RowNumber(), partition_by="game", order_by=F("started_at").desc())
    listed = (
        Match.objects.live().filter(matches_for(user), listed=True).alias(place=place).order_by("place", "-started_at")
    )
    newest = list(listed.prefetch_related("seats")[:BOARDS])
    return [card(match) for match in newest]


def with_entrants(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Each with ``entered``, the number of entrants that hold a place."""
    entered = Count("entrants", filter=Q(entrants__status=Entrant.Status.ENTERED))
    return competitions.annotate(entered=entered).prefetch_related("stages")


def open_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    """Those that take entries."""
    found = access.listed(user).filter(status=Competition.Status.REGISTRATION)
    return list(with_entrants(found).order_by("-published_at")[:SHOWN])


def running_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    """Those being played."""
    running = access.listed(user).filter(status=Competition.Status.RUNNING)
    return list(with_entrants(running).order_by("-started_at")[:SHOWN])


def fixtures() -> QuerySet[Fixture]:
    """Fixtures with all that a row shows."""
    rows = Fixture.objects.select_related("home", "away", "match", "tie__round__stage__competition")
    settings = (f"tie__round__stage__competition__{name}" for name in SETTINGS)
    return rows.defer(*(f"match__{name}" for name in HEAVY), *settings)


def last_results(user: Any) -> list[Fixture]:  # User or AnonymousUser
    """The last fixtures whose result was given, at whatever table they were played, of competitions that ``user`` finds
    in lists. Two queries: the log of results is read from its end, then their rows."""
    known = access.listed(user).values("pk")
    said = ResultEntry.objects.filter(fixture__status=Fixture.Status.PLAYED, competition__in=known)
    # The ids first: joined to all that a row shows, the database would sort the whole log. Some were given twice.
    last = list(dict.fromkeys(said.order_by("-pk").values_list("fixture", flat=True)[: 3 * SHOWN]))[:SHOWN]
    if not last:
        return []
    rows = fixtures().filter(pk__in=last)
    return sorted(rows, key=lambda row: last.index(row.pk))


def your_turn(user: Any) -> list[Seat]:  # User or AnonymousUser
    """The user's seats in matches that are waiting or live, the oldest deadline first. A guided match waits for nobody:
    the button that began it leads back to it."""
    if not user.is_authenticated:
        return []
    open_now = Q(match__status__in=[Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED])
    known = Seat.objects.filter(open_now, user=user).exclude(match__mode=Match.Mode.GUIDED)
    seats = known.select_related("match").prefetch_related("match__seats")
    return list(seats.order_by("match__deadline_at", "match__created_at")[:SHOWN])


def next_fixtures(user: Any, known: QuerySet[Any] | None = None) -> list[Fixture]:  # User or AnonymousUser
    """The user's fixtures that are still to be played, opened ones first; only of the competitions ``known`` (ids).
    The user's places are read before: named one by one, the database finds their fixtures without looking at others."""
    if not user.is_authenticated:
        return []
    ahead = [Fixture.Status.OPEN, Fixture.Status.PENDING]
    running = Entrant.objects.filter(places_of(user), competition__status=Competition.Status.RUNNING)
    if known is not None:
        running = running.filter(competition__in=known)
    places = list(running.order_by().values_list("pk", flat=True))
    if not places:
        return []
    mine = Q(home__in=places) | Q(away__in=places)
    # What an empty side waits for is named by its round.
    rows = fixtures().prefetch_related("tie__round__stage__rounds")
    rows = rows.filter(mine, status__in=ahead)
    return list(rows.order_by("status", "kick_off_at", "tie__round__number", "leg", "id")[:SHOWN])


def profile(player: User, reader: Any) -> dict[str, Any]:  # User or AnonymousUser
    """Everything that a player's page shows to ``reader``: record, form, head-to-head, fixtures ahead, matches; to the
    player alone the line-ups that are kept, since they are for the next match."""
    known = access.listed(reader).values("pk")
    over = Q(match__status=Match.Status.FINISHED, match__mode=Match.Mode.ORDINARY)
    seats = (
        Seat.objects.filter(over, matches_for(reader, "match__"), user=player)
        .select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
        .prefetch_related("match__seats")
        .order_by("-match__finished_at")
    )
    titles, entries = honours(player, known)
    return {
        "numbers": record(player, reader=reader),
        "ratings": standings_of(player.id),
        "played": [seat.match for seat in seats[:PLAYED]],
        "next": next_fixtures(player, known),
        "titles": titles,
        "entries": entries,
        "line_ups": list(LineUp.objects.filter(user=player).order_by("game", "name")) if reader == player else [],
    }


def honours(player: User, known: QuerySet[Any]) -> tuple[list[Entrant], list[Entrant]]:
    """The last twelve titles of ``player`` in the competitions ``known`` (ids), the newest first, and the last twelve
    entries. One query."""
    won = Q(competition__champion=F("pk"))
    place = Window(RowNumber(), partition_by=ExpressionWrapper(won, BooleanField()), order_by=F("entered_at").desc())
    listed = Entrant.objects.filter(places_of(player), competition__in=known)
    rows = listed.annotate(place=place).filter(place__lte=HONOURS).select_related("competition")
    found: list[Entrant] = sorted(rows, key=lambda row: row.entered_at, reverse=True)
    titles = [row for row in found if row.competition.champion_id == row.pk]
    ends = timezone.now()  # a champion before the end of the competition stands first
    return sorted(titles, key=lambda row: row.competition.finished_at or ends, reverse=True), found[:HONOURS]
