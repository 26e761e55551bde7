"""The tables of a hall and their queue, as pages and the API show them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from engines.core.seats import SEATS
from league.competitions.derivation import queue
from league.competitions.derivation.queue import Desk, Match_
from league.competitions.models import Call, Competition, Fixture, HallTable, Report
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import players_in
from league.competitions.setup.round_names import name_of
from league.competitions.words.fixtures import who

State = Literal["free", "called", "playing", "reported", "closed"]


@dataclass
class TableNow:
    """A real table and what goes on at it."""

    table: HallTable
    state: Annotated[State, "reported: one side has told the result, which does not count yet."]
    fixture: Fixture | None = None
    since: Annotated[datetime | None, "When it was called, or began."] = None
    due: Annotated[datetime | None, "When its call goes back, if nobody begins."] = None
    more_time: Annotated[bool, "Whether somebody said that they come late."] = False
    report: Report | None = None
    """The result that one side has told."""

    @property
    def began(self) -> bool:
        """A match is played at it."""
        return self.state in ("playing", "reported")

    @property
    def word(self) -> str:
        """Its state in a word or two."""
        match self.state:
            case "free":
                return _("free")
            case "called" if self.more_time:
                return _("they come by %(time)s") % {"time": _clock(self.due)}
            case "called":
                return _("called at %(time)s") % {"time": _clock(self.since)}
            case "playing":
                return _("since %(time)s") % {"time": _clock(self.since)}
            case "reported":
                return _("result in")
            case _:
                return _("set aside")


def _clock(moment: datetime | None) -> str:
    return "" if moment is None else formats.time_format(timezone.localtime(moment), "H:i")


@dataclass
class InQueue:
    """A match that waits for a table."""

    place: Annotated[int, "In its queue, from 1."]
    fixture: Fixture
    why: Annotated[str, "Why it is not called yet, for people."]
    waits: Annotated[bool, "Whether somebody of it plays, rests, or did not come when called."]
    stream: Annotated[bool, "Whether it is in the queue of the filmed tables."]
    by_hand: Annotated[bool, "Whether the organiser gave it its place."]
    table: Annotated[int | None, "A free table to which it could be called by hand."] = None

    @property
    def round_name(self) -> str:
        """The name of its round."""
        return name_of(self.fixture.tie.round)


@dataclass
class DeskNow:
    """All tables of a competition's hall, and the queue for them."""

    tables: list[TableNow]
    queue: list[InQueue]
    wait_minutes: int = 0
    rest_minutes: int = 0

    def count(self, *states: str) -> int:
        """Return the number of tables in one of ``states``."""
        return sum(table.state in states for table in self.tables)

    @property
    def playing(self) -> int:
        return self.count("playing", "reported")

    @property
    def free(self) -> int:
        return self.count("free")


def desk_now(competition: Competition, reader: Any) -> DeskNow:  # User or AnonymousUser
    """Return the tables and the queue of ``competition``; without a hall there are none."""
    if competition.hall_id is None:
        return DeskNow([], [])
    return desk_of_hall(competition.hall_id, reader, {competition.pk: competition.rights})


def desk_of_hall(
    hall_id: UUID,
    reader: Any,  # User or AnonymousUser
    rights: Mapping[UUID, frozenset[Right]],
) -> DeskNow:
    """Return the tables of a hall and their queue, without the names of competitions that ``reader`` may not know.

    ``rights``: those of the reader, as far as they are known.
    """
    desk = queue.read(hall_id)
    competitions = {row.pk: row for fixture in desk.fixtures.values() if (row := fixture.competition) is not None}
    found = {key: rights.get(key) or access.rights_of(reader, row) for key, row in competitions.items()}
    for fixture in desk.fixtures.values():
        if fixture.competition is not None:
            fixture.competition.rights = found[fixture.competition.pk]
    hidden = set(access.hidden_from(reader, address=True).filter(hall=hall_id).values_list("pk", flat=True))
    tables = [_table_now(desk, table, hidden) for table in desk.tables]
    prefetch_related_objects(list(desk.fixtures.values()), "tie__round__stage__rounds")  # for the names of rounds
    places = {True: 0, False: 0}
    waiting = []
    for match in desk.queue:
        places[match.stream] += 1
        if desk.fixtures[match.key].competition_id not in hidden:
            waiting.append(_in_queue(desk, match, places[match.stream]))
    return DeskNow(tables, waiting, desk.hall.wait_minutes, desk.hall.rest_minutes)


def _table_now(desk: Desk, table: HallTable, hidden: Collection[UUID]) -> TableNow:
    call = desk.calls.get(table.pk)
    if call is None:
        return TableNow(table, "free" if table.closed_at is None else "closed")
    state: State = "called" if call.began_at is None else "playing"
    if call.fixture_id in desk.reported:
        state = "reported"
    fixture = desk.fixtures[call.fixture_id]
    shown = None if fixture.competition_id in hidden else fixture
    more_time = call.due_at > call.called_at + timedelta(minutes=desk.hall.wait_minutes)
    report = desk.reported.get(call.fixture_id) if shown else None
    return TableNow(table, state, shown, call.began_at or call.called_at, call.due_at, more_time, report)


def _in_queue(desk: Desk, match: Match_, place: int) -> InQueue:
    fixture = desk.fixtures[match.key]
    why = _why(desk, match, fixture)
    fitting = (
        table.number
        for table in desk.free
        if table.stream == match.stream and table.game in ("", match.game) and match.everybody.isdisjoint(desk.busy)
    )
    by_hand = match.place is not None
    return InQueue(
        place,
        fixture,
        why or _("waits for a table"),
        bool(why),
        match.stream,
        by_hand,
        next(fitting, None),
    )


def _why(desk: Desk, match: Match_, fixture: Fixture) -> str:
    """Return why ``match`` waits though a table were free; empty if nothing holds it up."""
    at = {
        person: table.number
        for table in desk.tables
        if (call := desk.calls.get(table.pk)) is not None
        for person in desk.people_of(desk.fixtures[call.fixture_id])
    }
    for seat in SEATS:
        people, name = desk.with_names(players_in(fixture, seat)), who(fixture, seat)
        for person in people & desk.busy:
            if person in at:
                return _("%(name)s is at table %(number)d") % {"name": name, "number": at[person]}
            return _("%(name)s plays elsewhere") % {"name": name}
        for person in people & desk.resting.keys():
            until = {"name": name, "time": _clock(desk.resting[person])}
            return _("%(name)s rests until %(time)s") % until
    if match.officials & desk.busy:
        return _("its referee is busy")
    return _("called in vain: the organiser calls it again") if match.asleep else ""


@dataclass
class NextUp:
    """Where somebody plays next: at a table, or how far on in the queue."""

    competition: Competition
    fixture: Fixture
    rival: str
    table: int | None
    place: int
    began: bool = False


def next_of(user_id: UUID, competitions: Iterable[Competition]) -> list[NextUp]:
    """Return where the user plays next in each hall of ``competitions``; no query without a hall."""
    found = []
    for hall_id in {row.hall_id: row for row in competitions if row.hall_id is not None}:
        desk = queue.read(hall_id)
        found += _next_in(desk, user_id)
    return found


def _next_in(desk: Desk, user_id: UUID) -> list[NextUp]:
    for table in desk.tables:
        call = desk.calls.get(table.pk)
        fixture = desk.fixtures[call.fixture_id] if call else None
        if call and fixture and user_id in desk.players_of(fixture):
            return [_next_up(desk, fixture, user_id, table.number, 0, call.began_at is not None)]
    places = {True: 0, False: 0}
    for match in desk.queue:
        places[match.stream] += 1
        fixture = desk.fixtures[match.key]
        if user_id in desk.players_of(fixture):
            return [_next_up(desk, fixture, user_id, None, places[match.stream])]
    return []


def _next_up(desk: Desk, fixture: Fixture, user_id: UUID, table: int | None, place: int, began: bool = False) -> NextUp:
    rival = who(fixture, "away" if user_id in desk.with_names(players_in(fixture, "home")) else "home")
    assert fixture.competition is not None
    return NextUp(fixture.competition, fixture, rival, table, place, began)


def called_now(competitions: Iterable[Competition]) -> list[Call]:
    """Return the calls of ``competitions`` that nobody has begun, the newest first; no query without a hall."""
    at_tables = [row.pk for row in competitions if row.hall_id is not None]
    if not at_tables:
        return []
    calls = Call.objects.filter(fixture__competition__in=at_tables, ended_at=None, began_at=None)
    names = ("home", "away", "home_player", "away_player")
    calls = calls.select_related("table", *(f"fixture__{name}" for name in names))
    return list(calls.order_by("-called_at", "table__number"))
