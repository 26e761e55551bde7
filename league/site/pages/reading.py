"""Queries of the front page and of a player's page: always a fixed number of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet, Window, prefetch_related_objects
from django.db.models.functions import RowNumber
from django.utils import timezone

from league.compat.prepared_queries import Written
from league.competitions.models import Competition, Entrant, Fixture, ResultEntry
from league.competitions.policy import access
from league.competitions.policy.parties import places_of
from league.competitions.queries import HEAVY, fixtures, with_entrants
from league.players.models import User
from league.statistics.queries.people import record
from league.statistics.queries.ratings import standings_of
from matches.models import LineUp, Match, Seat
from matches.pages.table import card
from matches.policy.audience import listed_for as matches_for

SHOWN = 6
BOARDS = 6
"""Live boards on the home page."""
HONOURS = 12
"""Titles, and entries, on a player's page."""
PLAYED = 10
"""Last matches on a player's page."""


def live_now(user: Any) -> list[dict[str, Any]]:  # User or AnonymousUser; cards for a template
    """Return live matches that ``user`` may know of, as cards with boards: the newest of each game, then others."""
    return [card(match) for match in _LIVE.asked(user)]


def _live(user: Any) -> QuerySet[Match]:  # User or AnonymousUser
    place = Window(RowNumber(), partition_by="game", order_by=F("started_at").desc())
    listed = Match.objects.live().filter(matches_for(user), listed=True).alias(place=place)
    return listed.order_by("place", "-started_at").prefetch_related("seats")[:BOARDS]


_LIVE = Written(_live)


def open_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    return _OPEN.asked(user)


def running_competitions(user: Any) -> list[Competition]:  # User or AnonymousUser
    return _RUNNING.asked(user)


def _of_status(user: Any, status: Competition.Status, since: str) -> QuerySet[Competition]:  # User or AnonymousUser
    return with_entrants(access.listed(user).filter(status=status)).order_by(f"-{since}")[:SHOWN]


_OPEN = Written(lambda user: _of_status(user, Competition.Status.REGISTRATION, "published_at"))
_RUNNING = Written(lambda user: _of_status(user, Competition.Status.RUNNING, "started_at"))


_ROWS = Written(lambda ids: fixtures().filter(pk__in=ids))


def front(user: Any) -> tuple[list[Fixture], list[Fixture]]:  # User or AnonymousUser
    """Return the last results that ``user`` may know of, and the user's next fixtures.

    Finds the ids of both first and reads their rows together. At most five queries.
    """
    last, ahead = _last_results(user), _next_fixtures(user)
    rows = {row.pk: row for row in _ROWS.asked([*last, *ahead])} if last or ahead else {}
    return _in_order(last, rows), _named_by_round(_in_order(ahead, rows))


def _in_order(ids: list[UUID], rows: dict[UUID, Fixture]) -> list[Fixture]:
    """Return the fixtures of ``ids``, without those deleted meanwhile."""
    return [rows[pk] for pk in ids if pk in rows]


def _last_results(user: Any) -> list[UUID]:  # User or AnonymousUser
    """Return the last fixtures with a result, from any table, of competitions that ``user`` finds in lists.

    One query: the log of results is read from its end; joined to all that a row shows, the database would sort the
    whole log.
    """
    return list(dict.fromkeys(_RESULTS.asked(user)))[:SHOWN]  # a corrected result appears twice


def _results(user: Any) -> QuerySet[ResultEntry, UUID]:  # User or AnonymousUser
    known = access.listed(user).values("pk")
    entries = ResultEntry.objects.filter(fixture__status=Fixture.Status.PLAYED, competition__in=known)
    return entries.order_by("-pk").values_list("fixture", flat=True)[: 3 * SHOWN]


_RESULTS = Written(_results)


def your_turn(user: Any) -> list[Seat]:  # User or AnonymousUser
    """Return the user's seats in waiting or live matches, the oldest deadline first.

    A guided match waits for nobody and is left out: the button that began it leads back to it.
    """
    return _TURNS.asked(user.pk) if user.is_authenticated else []


def _turns(key: UUID) -> QuerySet[Seat]:
    open_now = Q(match__status__in=[Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED])
    known = Seat.objects.filter(open_now, user=key).exclude(match__mode=Match.Mode.GUIDED)
    seats = known.select_related("match").prefetch_related("match__seats")
    return seats.order_by("match__deadline_at", "match__created_at")[:SHOWN]


_TURNS = Written(_turns)


def next_fixtures(user: Any, reader: Any) -> list[Fixture]:  # User or AnonymousUser
    """Return the coming fixtures of ``user``, opened ones first. At most four queries.

    Only of competitions that ``reader`` finds in lists.
    """
    ids = _next_fixtures(user, reader)
    return _named_by_round(_in_order(ids, {row.pk: row for row in _ROWS.asked(ids)})) if ids else []


def _next_fixtures(user: Any, reader: Any = None) -> list[UUID]:  # User or AnonymousUser; no reader: all of them
    """Return the ids of the coming fixtures.

    Reads the user's entrants first: named one by one, the database finds their fixtures without scanning others. Two
    queries.
    """
    if not user.is_authenticated:
        return []
    places = _PLACES.asked(user.pk, reader)
    return _AHEAD.asked(places) if places else []


def _places(key: UUID, reader: Any) -> QuerySet[Entrant, UUID]:  # User, AnonymousUser, or None: everything
    running = Entrant.objects.filter(places_of(key), competition__status=Competition.Status.RUNNING)
    if reader is not None:
        running = running.filter(access.listed_at(reader, "competition"))
    return running.order_by().values_list("pk", flat=True)


def _ahead(places: list[UUID]) -> QuerySet[Fixture, UUID]:
    rows = Fixture.objects.filter(Q(home__in=places) | Q(away__in=places))
    rows = rows.filter(status__in=[Fixture.Status.OPEN, Fixture.Status.PENDING])
    soonest = rows.order_by("status", "kick_off_at", "tie__round__number", "leg", "id")
    return soonest.values_list("pk", flat=True)[:SHOWN]


_PLACES = Written(_places)
_AHEAD = Written(_ahead)


def _named_by_round(rows: list[Fixture]) -> list[Fixture]:
    """Name by its round what an empty side waits for. One query, or none without empty sides."""
    waiting = [row for row in rows if row.home_id is None or row.away_id is None]
    prefetch_related_objects(waiting, "tie__round__stage__rounds")
    return rows


def profile(player: User, reader: Any) -> dict[str, Any]:  # User or AnonymousUser
    """Return the context of a player's page for ``reader``: record, form, head-to-head, fixtures ahead, matches.

    Saved line-ups are shown to the player alone, since they are for the next match.
    """
    titles, entries = honours(player, reader)
    return {
        "numbers": record(player, reader=reader),
        "ratings": standings_of(player.id),
        "played": _PLAYED.asked(_NEWEST.asked(player.pk), reader),
        "next": next_fixtures(player, reader),
        "titles": titles,
        "entries": entries,
        "line_ups": list(LineUp.objects.filter(user=player).order_by("game", "name")) if reader == player else [],
    }


def _newest(key: UUID) -> QuerySet[Seat, UUID]:
    """Return the last matches sat down to: to order a career by its ends, the database reads all of its matches."""
    return Seat.objects.filter(user=key).order_by("-pk").values_list("match", flat=True)[: 4 * PLAYED]


_NEWEST = Written(_newest)


def _played(match_ids: Sequence[UUID], reader: Any) -> QuerySet[Match]:  # User or AnonymousUser
    # By their numbers: with a subquery in its place the planner reads all matches of a signed-in reader's audiences.
    rows = Match.objects.finished().filter(matches_for(reader, among=match_ids), pk__in=match_ids)
    rows = rows.filter(mode=Match.Mode.ORDINARY).defer(*HEAVY).prefetch_related("seats")
    # Not in the order of the index of ends: by it the planner looks for these few among all matches that are over.
    return rows.order_by(F("finished_at").desc(nulls_last=True))[:PLAYED]


_PLAYED = Written(_played)


def honours(player: User, reader: Any) -> tuple[list[Entrant], list[Entrant]]:  # User or AnonymousUser
    """Return the last twelve titles and the last twelve entries of ``player``, the newest first. One query.

    Only in competitions that ``reader`` finds in lists.
    """
    entries = sorted(_ENTRIES.asked(player.pk, reader), key=lambda row: row.entered_at, reverse=True)
    titles = [row for row in entries if row.competition.champion_id == row.pk]
    ends = timezone.now()  # a champion crowned before the competition's end comes first
    return sorted(titles, key=lambda row: row.competition.finished_at or ends, reverse=True), entries[:HONOURS]


def _entries(key: UUID, reader: Any) -> QuerySet[Entrant]:  # User or AnonymousUser
    won = Q(competition__champion=F("pk"))
    place = Window(RowNumber(), partition_by=ExpressionWrapper(won, BooleanField()), order_by=F("entered_at").desc())
    listed = Entrant.objects.filter(places_of(key), access.listed_at(reader, "competition"))
    return listed.annotate(place=place).filter(place__lte=HONOURS).select_related("competition")


_ENTRIES = Written(_entries)
