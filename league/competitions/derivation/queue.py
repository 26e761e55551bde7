"""The queue of a hall: what can be played now and by whom, who is busy, which tables are free. It writes nothing.

Read from rows, and never stored: whatever changes a fixture changes the queue. ``league.formats.queue`` decides.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, TypeAlias
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, prefetch_related_objects
from django.utils import timezone

from engines.core.seats import SEATS
from league.competitions.models import (
    Call,
    CalledPlayer,
    Competition,
    Fixture,
    Hall,
    HallTable,
    OnePerson,
    Report,
)
from league.competitions.policy.parties import players_in
from league.formats.queue import FreeTable, Waiting, in_order, next_calls
from league.players.models import User
from league.registry import Registry
from matches.models import Match

MOST_MISSED: Final = 2
"""Calls in vain after which only the organiser calls a match again; one that was taken back is such a match at once."""
PLAYABLE: Final = (Fixture.Status.OPEN, Fixture.Status.LIVE)
Match_: TypeAlias = Waiting[UUID, UUID]
Officials: TypeAlias = Callable[[Hall, Collection[UUID]], Mapping[UUID, UUID]]
officials: Registry[Officials] = Registry()
"""Of some fixtures of a hall, the id of each -> who referees it: called with the players, and as busy as they are."""
Opening: TypeAlias = Callable[[Hall], datetime | None]
openings: Registry[Opening] = Registry()
"""The moment from which the queue of a hall calls by itself; None: at once."""


@dataclass
class Desk:
    """A hall at one moment."""

    hall: Hall
    now: datetime
    tables: list[HallTable]
    """By number, those out of service among them."""
    calls: dict[int, Call]
    """The open calls by the id of their table."""
    fixtures: dict[UUID, Fixture]
    """Those that are called or wait."""
    queue: list[Match_] = field(default_factory=list)
    """The waiting matches, in their order."""
    busy: set[UUID] = field(default_factory=set)
    """People who are called or play, here or in another hall."""
    resting: dict[UUID, datetime] = field(default_factory=dict)
    """People who rest, and until when."""
    reported: dict[UUID, Report] = field(default_factory=dict)
    """Results of fixtures of open calls that one side has reported."""
    same: dict[UUID, set[UUID]] = field(default_factory=dict)
    """Other names of a person, by each name."""
    referees: dict[UUID, UUID] = field(default_factory=dict)
    """Referees by fixture."""

    def people_of(self, fixture: Fixture) -> frozenset[UUID]:
        """Return everybody who is needed for ``fixture``: its players and its referee, under all of their names."""
        return self.players_of(fixture) | self.officials_of(fixture)

    def officials_of(self, fixture: Fixture) -> frozenset[UUID]:
        """Return its referee, if it has one, under all of their names."""
        referee = self.referees.get(fixture.pk)
        return frozenset() if referee is None else self.with_names([referee])

    def players_of(self, fixture: Fixture) -> frozenset[UUID]:
        """Return who plays ``fixture``, under all of their names."""
        return self.with_names(people_of(fixture))

    def with_names(self, people: Iterable[UUID]) -> frozenset[UUID]:
        """Return ``people`` with the other names of each."""
        people = set(people)
        return frozenset(people.union(*(self.same.get(person, ()) for person in people)))

    @property
    def free(self) -> list[HallTable]:
        """The tables at which a match could begin."""
        return [table for table in self.tables if table.closed_at is None and table.pk not in self.calls]

    @property
    def next_calls(self) -> list[tuple[HallTable, Fixture]]:
        """The calls that are due now; none before the hall opens."""
        tables = {table.number: table for table in self.free}
        free = [FreeTable(table.number, table.game, table.stream) for table in tables.values()]
        calls = next_calls(free, self.queue, self.busy, self.resting)
        if calls and any((opens := told(self.hall)) is not None and opens > self.now for told in openings):
            return []
        return [(tables[table.number], self.fixtures[match.key]) for table, match in calls]


def read(hall_id: UUID) -> Desk:
    """Read a hall. A fixed number of queries."""
    now = timezone.now()
    hall = Hall.objects.get(pk=hall_id)
    tables = list(hall.tables.order_by("number"))
    calls = {call.table_id: call for call in Call.objects.filter(table__hall=hall, ended_at=None)}
    called = {call.fixture_id for call in calls.values()}
    of_hall = Fixture.objects.filter(competition__hall=hall)
    fixtures = _with_sides(of_hall.filter(Q(pk__in=called) | Q(pk__in=_ready(of_hall, now).values("pk"))))
    desk = Desk(hall, now, tables, calls, {fixture.pk: fixture for fixture in fixtures})
    desk.calls = {key: call for key, call in calls.items() if call.fixture_id in desk.fixtures}
    reported = Report.objects.filter(fixture__in=called, state__in=(Report.State.OPEN, Report.State.DISPUTED))
    desk.reported = {report.fixture_id: report for report in reported}
    desk.same = names_of_people(hall)
    desk.referees = {key: person for told in officials for key, person in told(hall, desk.fixtures.keys()).items()}
    waiting = {row.pk: desk.players_of(row) for row in fixtures if row.pk not in called and not _has_bot(row)}
    everybody = {person for key in waiting for person in desk.people_of(desk.fixtures[key])}
    desk.busy = busy_among(everybody) | desk.with_names(_playing())
    ends = _last_ends(everybody)
    rest = timedelta(minutes=hall.rest_minutes)
    desk.resting = {
        person: over + rest for person, (_last, over) in ends.items() if over is not None and over + rest > now
    }
    asleep = _asleep(waiting)
    desk.queue = in_order(
        replace(_waiting(row, people, ends, row.pk in asleep), officials=desk.officials_of(row))
        for row, people in ((desk.fixtures[key], people) for key, people in waiting.items())
    )
    return desk


def names_of_people(hall: Hall) -> dict[UUID, set[UUID]]:
    """Return the other names of each person of ``hall`` who has several, by each name."""
    names: dict[UUID, set[UUID]] = {}
    for one, other in OnePerson.objects.filter(hall=hall).values_list("one", "other"):
        names.setdefault(one, set()).add(other)
        names.setdefault(other, set()).add(one)
    return names


def _ready(rows: QuerySet[Fixture], now: datetime) -> QuerySet[Fixture]:
    """Select what could be played now: open, both sides known, its time come, not begun and not reported."""
    told = Report.objects.filter(fixture=OuterRef("pk"), state__in=(Report.State.OPEN, Report.State.DISPUTED))
    return rows.filter(
        Q(competition__boards=1) | Q(home_player__isnull=False, away_player__isnull=False),
        Q(fixed=Fixture.Fixed.NOBODY) | Q(kick_off_at=None) | Q(kick_off_at__lte=now),
        Q(match=None) | ~Q(match__status__in=Match.IN_PLAY),
        ~Exists(told),
        competition__status=Competition.Status.RUNNING,
        competition__frozen_at=None,
        status=Fixture.Status.OPEN,
        home__isnull=False,
        away__isnull=False,
    )


def _with_sides(rows: QuerySet[Fixture]) -> list[Fixture]:
    names = ("home__player", "away__player", "home_player", "away_player", "competition", "tie__round__stage")
    fixtures = list(rows.select_related(*names, "queue_place", "match").defer("match__snapshot", "match__opening"))
    _load_members(fixtures)
    return fixtures


def _load_members(fixtures: Iterable[Fixture]) -> None:
    sides = [side for fixture in fixtures for side in (fixture.home, fixture.away) if side is not None]
    prefetch_related_objects([side for side in sides if side.side_key], "members")


def people_of(fixture: Fixture) -> frozenset[UUID]:
    """Return who plays ``fixture``: the two at a board of teams, else everybody of both sides."""
    return frozenset(key for seat in SEATS for key in players_in(fixture, seat))


def _has_bot(fixture: Fixture) -> bool:
    """Return whether a bot plays it, which sits at no real table."""
    sides = ((fixture.home_player, fixture.home), (fixture.away_player, fixture.away))
    players = (player or (side.player if side else None) for player, side in sides)
    return any(player is not None and player.kind == User.Kind.BOT for player in players)


def busy_among(people: Iterable[UUID]) -> set[UUID]:
    """Return which of ``people`` are called to a table, of whatever hall."""
    return set(CalledPlayer.objects.filter(user__in=list(people), ended_at=None).values_list("user_id", flat=True))


def _playing() -> set[UUID]:
    """Return the people of competitions with a hall whose match runs on the site."""
    rows = Fixture.objects.filter(
        competition__hall__isnull=False, competition__status=Competition.Status.RUNNING, match__status__in=Match.IN_PLAY
    )
    fixtures = list(rows.select_related("home", "away"))
    _load_members(fixtures)
    return {person for fixture in fixtures for person in people_of(fixture)}


def _last_ends(people: Iterable[UUID]) -> dict[UUID, tuple[datetime, datetime | None]]:
    """Return when each of ``people`` was last free of a call, and when of a match that was played."""
    ended = CalledPlayer.objects.filter(user__in=list(people), ended_at__isnull=False).order_by()
    over = Max("ended_at", filter=Q(call__end=Call.End.OVER))
    return {
        user: (last, played)
        for user, last, played in ended.values_list("user").annotate(last=Max("ended_at"), over=over)
    }


def _asleep(fixtures: Iterable[UUID]) -> set[UUID]:
    calls = Call.objects.filter(fixture__in=list(fixtures)).order_by().values_list("fixture")
    missed, back = (Count("pk", filter=Q(end=end)) for end in (Call.End.MISSED, Call.End.BACK))
    return {key for key, *times in calls.annotate(missed=missed, back=back) if times[0] >= MOST_MISSED or times[1]}


def _waiting(
    fixture: Fixture,
    people: frozenset[UUID],
    ends: dict[UUID, tuple[datetime, datetime | None]],
    asleep: bool,
) -> Match_:
    round, said = fixture.tie.round, getattr(fixture, "queue_place", None)
    moments = [fixture.kick_off_at or round.opens_at, *(ends[person][0] for person in people if person in ends)]
    place = said.place if said else None
    return Waiting(
        key=fixture.pk,
        people=people,
        round=round.number,
        number=fixture.tie.number,
        since=max((moment.timestamp() for moment in moments if moment is not None), default=0.0),
        game=fixture.competition.game if fixture.competition else "",
        planned=fixture.kick_off_at.timestamp() if fixture.fixed and fixture.kick_off_at else None,
        table=fixture.table,
        place=place,
        stream=bool(said and said.stream),
        asleep=asleep and place is None,
    )
