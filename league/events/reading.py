"""Reading for the pages and the API of an event: the day's matches, where somebody is next, the log."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from typing import Annotated
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from engines.core.seats import SEATS
from league.competitions.derivation.queue import names_of_people
from league.competitions.models import Competition, Entrant, Fixture, Round
from league.competitions.policy.parties import at_board_of, players_in
from league.competitions.words.queue import NextUp, next_of
from league.events.models import Event, EventCompetition, EventEntry, PlannedMatch, PlannedRound, Presence
from league.events.people import Person
from league.players.models import User
from league.sentences import mentioned, translated

AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)
OVER = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
LAST = datetime.max.replace(tzinfo=UTC)
"""In place of a time, where there is none: such matches follow in the order of play."""


def today_of(event: Event) -> date:
    """Return the day at the place of ``event``."""
    return timezone.now().astimezone(ZoneInfo(event.time_zone)).date()


def fixtures_of(competitions: Collection[UUID]) -> QuerySet[Fixture]:
    """Select the fixtures of ``competitions`` with what a row of a page shows."""
    rows = _rows_of(competitions)
    related = ("home", "away", "match", "competition", "tie__round__stage__competition", "planned__referee")
    return rows.select_related(*related).defer("match__snapshot", "match__opening")


def _rows_of(competitions: Collection[UUID]) -> QuerySet[Fixture]:
    """Select the fixtures of ``competitions`` but for those that nobody plays any more: theirs was cancelled."""
    rows = Fixture.objects.filter(competition__in=competitions)
    return rows.exclude(competition__status=Competition.Status.CANCELLED, status__in=AHEAD)


@dataclass
class Progress:
    """Count of the matches of an event that are over."""

    over: int
    every: int


def progress_of(competitions: Collection[UUID]) -> Progress:
    rows = _rows_of(competitions).exclude(status=Fixture.Status.VOID)
    return Progress(rows.filter(status__in=OVER).count(), rows.count())


def behind_of(competitions: Collection[UUID]) -> int:
    """Return by how many minutes the match that waits longest is behind the timetable."""
    now = timezone.now()
    waiting = _rows_of(competitions).filter(planned__isnull=False, status=Fixture.Status.OPEN)
    waiting = waiting.filter(kick_off_at__lt=now).exclude(calls__ended_at=None, calls__isnull=False)
    first = waiting.order_by("kick_off_at").values_list("kick_off_at", flat=True).first()
    return 0 if first is None else int((now - first).total_seconds() // 60)


def rounds_ahead(event: Event, competitions: Collection[UUID]) -> QuerySet[PlannedRound]:
    """Select the Swiss rounds of ``competitions`` that are in the timetable and not drawn, by time."""
    rows = event.planned_rounds.filter(round__stage__competition__in=competitions, round__status=Round.Status.PENDING)
    rows = rows.exclude(round__stage__competition__status=Competition.Status.CANCELLED)
    return rows.select_related("round__stage__competition")


@dataclass
class Duty:
    """A match at which somebody plays or, if ``referees``, referees."""

    fixture: Fixture
    referees: bool


def duties_by_person(people: Iterable[Person], fixtures: Sequence[Fixture]) -> list[tuple[Person, list[Duty]]]:
    """Return who has something to play or to referee in ``fixtures``, each with that in its order. One query."""
    sides = [side for row in fixtures for side in (row.home, row.away) if side is not None and side.side_key]
    prefetch_related_objects(sides, "members")
    of_user: dict[UUID, list[Duty]] = defaultdict(list)
    for row in fixtures:
        for user in {user for seat in SEATS for user in players_in(row, seat)}:
            of_user[user].append(Duty(row, referees=False))
        if row.planned.referee_id is not None:
            of_user[row.planned.referee_id].append(Duty(row, referees=True))
    order = {row.pk: at for at, row in enumerate(fixtures)}
    found = [(person, [duty for user in person.users for duty in of_user[user]]) for person in people]
    return [(person, sorted(duties, key=lambda duty: order[duty.fixture.pk])) for person, duties in found if duties]


@dataclass
class MyDay:
    """A person's next place, and their other matches of the event."""

    plays: Annotated[bool, "Whether they play in a competition of the event."] = False
    here: Annotated[bool, "Whether they have checked in."] = False
    up: NextUp | None = None
    """Called to a table, or waiting in the queue."""
    next: Fixture | None = None
    """Their next match, if neither called nor in the queue."""
    round: PlannedRound | None = None
    """The next round of theirs that is not drawn, if no match is known."""
    duty: PlannedMatch | None = None
    """The next match that they referee, if it comes before their own."""
    duties: list[PlannedMatch] = field(default_factory=list)
    ahead: list[Fixture] = field(default_factory=list)
    over: list[Fixture] = field(default_factory=list)

    @property
    def state(self) -> str:
        """The kind of their next place: ``referee``, ``table``, ``queue``, ``later``, ``round`` or ``none``."""
        if self.duty is not None:
            return "referee"
        if self.up is not None:
            return "table" if self.up.table else "queue"
        return "later" if self.next else "round" if self.round else "none"


def my_day(event: Event, user: User, parts: Iterable[EventCompetition]) -> MyDay:
    """Return the day of ``user`` in the competitions of ``parts``. A fixed number of queries."""
    competitions = {part.competition_id: part.competition for part in parts}
    users = {user.pk} | names_of_people(event.hall).get(user.pk, set())
    inside = Q(player__in=users) | Q(members__user__in=users)
    mine_of = Entrant.objects.filter(inside, competition__in=competitions).distinct()
    entered = list(mine_of.values_list("pk", "competition", "status"))
    entries = [key for key, _competition, _status in entered]
    day = MyDay(plays=bool(entries), here=Presence.objects.filter(event=event, user__in=users).exists())
    rows = fixtures_of(competitions.keys()).filter(Q(home__in=entries) | Q(away__in=entries))
    rows = rows.filter(reduce(or_, (at_board_of(name) for name in users)))
    mine = list(rows.exclude(status=Fixture.Status.VOID))
    day.ahead = sorted((row for row in mine if row.status in AHEAD), key=_moment)
    day.over = sorted((row for row in mine if row.status in OVER), key=_moment, reverse=True)
    day.duties = duties_of(event, users)
    running = [row for row in competitions.values() if row.hall_id is not None]
    day.up = next(iter(next_of(user.pk, running[:1])), None)
    if day.up is None:
        day.next = next((row for row in day.ahead if row.home_id and row.away_id), None)
    else:
        day.ahead = [row for row in day.ahead if row.pk != day.up.fixture.pk]
    if day.next is not None:
        day.ahead.remove(day.next)
    elif day.up is None and event.planned_at is not None:
        inside_still = {key for _entrant, key, status in entered if status == Entrant.Status.ENTERED}
        day.round = rounds_ahead(event, inside_still).first()
    first = next(iter(day.duties), None)
    mine_first = day.up.fixture if day.up else day.next
    if first is not None and (mine_first is None or _moment(first.fixture) < _moment(mine_first)):
        day.duty = first if not (day.up and day.up.table) else None
    return day


def duties_of(event: Event, users: Collection[UUID]) -> list[PlannedMatch]:
    """Return the matches ahead that one of ``users`` referees, by time."""
    sides = Prefetch("fixture", fixtures_of([part.competition_id for part in event.parts.all()]))
    rows = PlannedMatch.objects.filter(event=event, referee__in=users, fixture__status__in=AHEAD)
    rows = rows.exclude(fixture__competition__status=Competition.Status.CANCELLED)
    return sorted(rows.prefetch_related(sides), key=lambda planned: _moment(planned.fixture))


def _moment(fixture: Fixture) -> tuple[bool, datetime, int, int]:
    """Return where ``fixture`` comes in a day: by its time, then by the order of play."""
    at = fixture.ended_at or (fixture.kick_off_at if fixture.fixed else None)
    round = fixture.tie.round
    return at is None, at or LAST, round.number, fixture.tie.number


def log_of(event: Event, most: int) -> list[tuple[EventEntry, str]]:
    """Return the newest ``most`` entries of the log, each with its sentence."""
    rows = list(EventEntry.objects.filter(event=event).select_related("actor")[:most])
    ids = mentioned(row.message for row in rows)
    names = {str(key): name for key, name in User.objects.filter(id__in=ids).values_list("id", "nickname")}
    return [(row, translated(row.message, names)) for row in rows]
