"""The timetable of an event as rows have it: read as an agenda for the planner, proposed, told in words.

``league.formats.timetable`` decides, on plain values. Ids there are those of fixtures and people (of a person with
several names the smallest). Of a Swiss round that is not drawn, half as many matches as entrants keep tables and people
free, and only the start of the round is stored; matches of bots sit at no table.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.seats import SEATS, Seat
from league.competitions.derivation.effects import names
from league.competitions.derivation.queue import names_of_people
from league.competitions.models import Call, Competition, Entrant, Fixture, HallTable, QueuePlace, Round, Stage
from league.competitions.policy.parties import players_in
from league.events.errors import EventRefused
from league.events.models import Event, EventCompetition, PlannedMatch
from league.events.reading import fixtures_of
from league.formats import slots
from league.formats.timetable import durations, faults, planning, referees, terms
from league.formats.timetable.terms import Agenda, Booking, Interval, Timetable, Trouble
from league.players.models import User
from league.players.policy.nicknames import name_key

USUAL_MINUTES: Final = 30
"""Of a match of a game of which fewer than five were timed here."""
MEASURED: Final = 200
"""Matches of a game that are measured, the last ones."""
STEP: Final = 5
"""Minutes: planned starts are on full steps of the hour."""
SHOWN_STEPS: Final = 2
"""Full steps past which a timetable that was shown can still be applied."""
CHANGE: Final = 5
"""Minutes planned between two matches of a table or a person: measured is what is played, and a table is not cleared
and taken in no time."""
WORTH_TELLING: Final = timedelta(minutes=15)
"""A round that is not drawn begins about then: less is no new time."""
OVER: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER, Fixture.Status.VOID)


@dataclass
class Read:
    """An event, read for its timetable."""

    event: Event
    agenda: Agenda
    fixtures: dict[str, Fixture]
    old: Timetable
    """As it stands in the rows."""
    people: dict[str, str] = field(default_factory=dict)
    """Names by the ids of people."""
    undrawn: dict[str, Round] = field(default_factory=dict)
    """The Swiss rounds of the matches that nobody has drawn yet."""
    told: dict[int, datetime] = field(default_factory=dict)
    """Starts of rounds by the timetable that holds."""

    def name(self, person: str) -> str:
        return self.people.get(person, "?")


@dataclass
class Moved:
    """A match whose time, table or referee a new timetable changes."""

    fixture: Fixture
    before: Booking | None
    after: Booking | None
    referee: str = ""
    """Name of its new referee, if that changes."""

    @property
    def moves(self) -> bool:
        """Its time or table change."""
        return (
            self.before is None
            or self.after is None
            or (self.before.start, self.before.table)
            != (
                self.after.start,
                self.after.table,
            )
        )


@dataclass
class RoundAhead:
    """A Swiss round that is not drawn: when it can be played by the timetable."""

    round: Round
    starts_at: datetime
    ends_at: datetime
    matches: int
    before: datetime | None
    """Its start by the timetable that holds."""

    @property
    def moves(self) -> bool:
        return self.before is None or abs(self.starts_at - self.before) >= WORTH_TELLING


@dataclass
class Proposal:
    """A timetable that is not applied yet, beside the one that holds."""

    read: Read
    new: Timetable

    @cached_property
    def changes(self) -> list[Moved]:
        """Changes in the order of the new times."""
        return [
            Moved(
                self.read.fixtures[change.fixture],
                change.before,
                change.after,
                self.read.name(change.after.referee) if change.after and change.after.referee else "",
            )
            for change in terms.changes(self.read.old, self.new)
            if change.fixture in self.read.fixtures
        ]

    @property
    def digest(self) -> str:
        """Return the mark of what would be applied: who applies it names what they saw."""
        lines = [
            [str(booking.fixture), booking.table, booking.start.isoformat(), booking.referee]
            for booking in self.new
            if not booking.begun and booking.fixture in self.read.fixtures
        ]
        return hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:16]

    @property
    def conflicts(self) -> list[str]:
        """Return what the timetable cannot keep, in sentences."""
        return list(dict.fromkeys(_sentence(self.read, conflict) for conflict in self.new.conflicts))

    def only(self, fixtures: Collection[UUID]) -> "Proposal":
        """Return the timetable that comes of the changes of ``fixtures`` alone; what it cannot keep is named anew."""
        kept = {str(change.fixture.pk) for change in self.changes if change.fixture.pk not in fixtures}
        bookings = [booking for booking in self.new if booking.fixture not in kept]
        bookings += [booking for booking in self.read.old if booking.fixture in kept]
        bookings.sort(key=lambda booking: booking.start)
        return Proposal(self.read, Timetable(tuple(bookings), faults.faults(self.read.agenda, bookings)))

    @property
    def rounds_ahead(self) -> list[RoundAhead]:
        """The Swiss rounds that are not drawn, in the order of their starts."""
        of_round: dict[Round, list[Booking]] = defaultdict(list)
        for booking in self.new:
            if booking.fixture in self.read.undrawn:
                of_round[self.read.undrawn[booking.fixture]].append(booking)
        return [
            RoundAhead(
                round,
                bookings[0].start,
                max(booking.end for booking in bookings),
                len(bookings),
                self.read.told.get(round.pk),
            )
            for round, bookings in of_round.items()
        ]

    @property
    def rounds_moved(self) -> list[RoundAhead]:
        return [ahead for ahead in self.rounds_ahead if ahead.moves]

    @property
    def count(self) -> int:
        """Number of all that would be applied."""
        return len(self.changes) + len(self.rounds_moved)

    @property
    def ends_at(self) -> datetime | None:
        return max((booking.end for booking in self.new), default=None)

    @property
    def behind(self) -> int:
        """Return by how many minutes the last change is later than before."""
        later = [change.after.start - change.before.start for change in self.changes if change.before and change.after]
        return max((int(gap.total_seconds() // 60) for gap in later), default=0)


def propose(event: Event, at: datetime | None = None) -> Proposal:
    """Plan what is ahead of ``event`` anew, close to the timetable that holds, as of ``at`` or now.

    Raises EventRefused.
    """
    read = read_event(event, at=at)
    if not any(fixture.status not in OVER for fixture in read.fixtures.values()):
        raise EventRefused(_("No match is ahead. Start the competitions first."))
    if not any(table for table in read.agenda.tables if not table.closed):
        raise EventRefused(_("This event has no tables in service. Set them up first."))
    try:
        if read.event.planned_at is None:
            return Proposal(read, planning.plan(read.agenda))
        return Proposal(read, planning.replan(read.agenda, read.old))
    except terms.BadAgenda as bad:
        raise EventRefused(_("The timetable cannot be made: %(reason)s") % {"reason": bad}) from bad


def as_shown(event: Event, seen: str) -> Proposal:
    """Return the proposal whose mark is ``seen``, as of at most ten minutes ago; that of now if there is none.

    Who reads a timetable before applying it may do so past the next full step, and what begins at once would begin a
    step later then. Raises EventRefused.
    """
    now, proposals = timezone.now(), []
    for steps in range(SHOWN_STEPS + 1):
        proposals.append(propose(event, now - timedelta(minutes=steps * STEP)))
        if proposals[-1].digest == seen:
            return proposals[-1]
    return proposals[0]


# ── the agenda ──
def read_event(event: Event, *, over: bool = False, at: datetime | None = None) -> Read:
    """Read ``event`` for the planner, as of ``at`` or now; ``over``: with the competitions that are finished.

    A fixed number of queries.
    """
    statuses = {Competition.Status.RUNNING, *([Competition.Status.FINISHED] if over else [])}
    parts = {part.competition_id: part for part in event.parts.select_related("competition")}
    running = [key for key, part in parts.items() if part.competition.status in statuses]
    fixtures = [row for row in fixtures_of(running).select_related("home__player", "away__player") if not _of_bot(row)]
    sides = [side for row in fixtures for side in (row.home, row.away) if side is not None and side.side_key]
    prefetch_related_objects(sides, "members")
    fixtures.sort(key=lambda row: (row.tie.round.number, row.tie.number, row.leg, row.board))
    same = names_of_people(event.hall)
    calls = _calls(row.pk for row in fixtures)
    planned = {row.fixture_id: row for row in PlannedMatch.objects.filter(event=event)}
    tables = list(event.hall.tables.order_by("number"))
    filmed = _filmed(fixtures, tables)
    competitions = [
        _competition(parts[key], [row for row in fixtures if row.competition_id == key], same, calls, planned, filmed)
        for key in running
    ]
    undrawn: dict[str, Round] = {}
    agenda = Agenda(
        now=_floor(at or timezone.now()),
        opens=_moment(event, event.first_day, event.opens),
        tables=tuple(
            terms.Table(
                table.number,
                table.game,
                closed=() if table.closed_at is None else (Interval(table.closed_at),),
                reserved=table.stream,
            )
            for table in tables
        ),
        competitions=tuple(_with_undrawn(competitions, running, same, undrawn)),
        people=tuple(_people(running, same)),
        breaks=tuple(_breaks(event)),
        rest_minutes=event.hall.rest_minutes,
        change_minutes=CHANGE,
        latest_end={str(part.pk): _latest_end(event, part) for part in parts.values()},
        finals_last=event.finals_last,
        step_minutes=STEP,
    )
    by_key = {str(row.pk): row for row in fixtures}
    old = Timetable(tuple(_booked(by_key, planned.values(), same)))
    told = dict(event.planned_rounds.values_list("round", "starts_at"))
    return Read(event, agenda, by_key, old, _names(running, same), undrawn, told)


def _is_final(row: Fixture) -> bool:
    return row.tie.kind == "final" or row.tie.round.part == "final"


def _filmed(fixtures: Iterable[Fixture], tables: Iterable[HallTable]) -> dict[UUID, int]:
    """Return the filmed table of each fixture that goes on the stream: those put there, and finals of two people.

    The organiser's word counts for a final too.
    """
    in_service = [table for table in tables if table.stream and table.closed_at is None]
    said = dict(QueuePlace.objects.filter(fixture__in=fixtures).values_list("fixture", "stream"))
    found = {}
    for row in fixtures if in_service else ():
        assert row.competition is not None
        table = next((table for table in in_service if table.game in ("", row.competition.game)), None)
        if table is not None and said.get(row.pk, _is_final(row) and row.competition.boards == 1):
            found[row.pk] = table.number
    return found


def _of_bot(fixture: Fixture) -> bool:
    return any(side is not None and side.player.kind == User.Kind.BOT for side in (fixture.home, fixture.away))


def _calls(fixtures: Iterable[UUID]) -> dict[UUID, Call]:
    """Return the call of each fixture that is at a table or was played at one."""
    rows = Call.objects.filter(fixture__in=list(fixtures)).exclude(end__in=(Call.End.MISSED, Call.End.BACK))
    return {call.fixture_id: call for call in rows.select_related("table").order_by("called_at")}


def _floor(moment: datetime) -> datetime:
    """Return the last full step: what is shown and what is applied some seconds later are of one moment."""
    return moment.replace(minute=moment.minute - moment.minute % STEP, second=0, microsecond=0)


def _moment(event: Event, day: date, clock: time) -> datetime:
    return datetime.combine(day, clock, ZoneInfo(event.time_zone))


def _breaks(event: Event) -> Iterable[Interval]:
    """Yield the breaks of each day, and the nights between them."""
    day = event.first_day
    while day <= event.last_day:
        for begins, ends in event.breaks:
            yield Interval(*(_moment(event, day, time.fromisoformat(each)) for each in (begins, ends)))
        if day < event.last_day:
            yield Interval(_moment(event, day, event.closes), _moment(event, day + timedelta(days=1), event.opens))
        day += timedelta(days=1)


def _latest_end(event: Event, part: EventCompetition) -> datetime:
    end = _moment(event, event.last_day, event.closes)
    return min(end, part.ends_by) if part.ends_by else end


def _competition(
    part: EventCompetition,
    fixtures: Sequence[Fixture],
    same: Mapping[UUID, set[UUID]],
    calls: Mapping[UUID, Call],
    planned: Mapping[UUID, PlannedMatch],
    filmed: Mapping[UUID, int],
) -> terms.Competition:
    minutes = part.minutes or minutes_of(part.competition.game)
    of_tie: dict[tuple[int, str, int, int], list[str]] = defaultdict(list)
    before: dict[int, list[str]] = defaultdict(list)
    for row in fixtures:
        round = row.tie.round
        of_tie[round.stage_id, round.part, round.step, row.tie.number].append(str(row.pk))
    numbers = sorted({row.tie.round.number for row in fixtures})
    for number in numbers:
        before[number] = [str(row.pk) for row in fixtures if row.tie.round.number < number]
    found = []
    legs: dict[UUID, list[str]] = defaultdict(list)
    for row in fixtures:
        played = _played(row, calls.get(row.pk), same, planned.get(row.pk))
        agreed = row.fixed in (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)
        found.append(
            terms.Fixture(
                str(row.pk),
                (_side(row, "home", same, of_tie, before), _side(row, "away", same, of_tie, before)),
                minutes,
                row.tie.round.number,
                after=tuple(legs[row.tie_id]) if row.board == 1 else (),
                final=_is_final(row),
                table=filmed.get(row.pk),
                not_before=row.kick_off_at if agreed else None,
                told=planned[row.pk].first_at if row.pk in planned else None,
                played=played,
            )
        )
        if row.board == 1:
            legs[row.tie_id].append(str(row.pk))
    swiss = any(row.tie.round.stage.format == Stage.Format.SWISS for row in fixtures)
    return terms.Competition(
        str(part.competition_id), part.competition.game, tuple(found), str(part.pk), part.referees, swiss
    )


def _with_undrawn(
    competitions: Iterable[terms.Competition],
    running: Sequence[UUID],
    same: Mapping[UUID, set[UUID]],
    undrawn: dict[str, Round],
) -> Iterable[terms.Competition]:
    """Yield ``competitions``, beside each the Swiss rounds that are not drawn; note the round of each match.

    Those have no referees yet. Each waits for the round before, and who meets whom is open.
    """
    rounds: dict[UUID, list[Round]] = defaultdict(list)
    pending = Round.objects.filter(stage__competition__in=running, ties=None, status=Round.Status.PENDING)
    for round in pending.filter(stage__format=Stage.Format.SWISS).select_related("stage__competition"):
        rounds[round.stage.competition_id].append(round)
    entrants: dict[UUID, set[str]] = defaultdict(set)
    rows = Entrant.objects.filter(competition__in=list(rounds), status=Entrant.Status.ENTERED)
    for key, user in rows.exclude(player__kind=User.Kind.BOT).values_list("competition", "player"):
        entrants[key].add(_person(user, same))
    for competition in competitions:
        key = UUID(competition.id)
        made: list[terms.Fixture] = []
        for round in sorted(rounds[key], key=lambda each: each.number):
            before = [fixture for fixture in (*competition.fixtures, *made) if fixture.round < round.number]
            last = max((fixture.round for fixture in before), default=None)
            made += _pairings(round, [each for each in before if each.round == last], frozenset(entrants[key]))
            undrawn.update((fixture.id, round) for fixture in made if fixture.round == round.number)
        if made:
            ids = {fixture.id: fixture.round for fixture in made}
            fixtures = (
                replace(each, after=(*each.after, *(id for id, number in ids.items() if number < each.round)))
                for each in competition.fixtures
            )
            yield replace(competition, fixtures=tuple(fixtures))
            yield replace(competition, id=f"{competition.id}:undrawn", fixtures=tuple(made), referees=False)
        else:
            yield competition


def _pairings(round: Round, before: Sequence[terms.Fixture], people: frozenset[str]) -> Iterable[terms.Fixture]:
    """Yield the matches of ``round``, which any two of ``people`` may play once ``before``, its last round, is over."""
    for number in range(len(people) // 2 if before else 0):
        pairing = terms.Side(people, terms.Source(tuple(each.id for each in before), f"pairing {number}"))
        yield terms.Fixture(f"{round.pk}:{number}", (pairing, pairing), before[0].minutes, round.number)


def minutes_of(game: str) -> int:
    """Return how long a match of ``game`` takes at the tables here: the median of the last ones."""
    rows = Call.objects.filter(fixture__competition__game=game, end=Call.End.OVER, began_at__isnull=False)
    times = rows.order_by("-ended_at").values_list("began_at", "ended_at")[:MEASURED]
    measured = [(ended - began).total_seconds() / 60 for began, ended in times if began and ended]
    return durations.expected_minutes(measured, USUAL_MINUTES)


def _person(user: UUID, same: Mapping[UUID, set[UUID]]) -> str:
    return str(min(same.get(user, set()) | {user}))


def _side(
    row: Fixture,
    seat: Seat,
    same: Mapping[UUID, set[UUID]],
    of_tie: Mapping[tuple[int, str, int, int], list[str]],
    before: Mapping[int, list[str]],
) -> terms.Side:
    """Return who plays on ``seat``, or where they come from.

    That is the tie of a slot; of any other slot (a rank of a group) all matches of earlier rounds decide.
    """
    side = row.home if seat == "home" else row.away
    if side is not None:
        return terms.Side(frozenset(_person(user, same) for user in players_in(row, seat)))
    turned = row.leg % 2 == 0
    slot = row.tie.away_slot if (seat == "home") is turned else row.tie.home_slot
    source, round = slots.source(slot), row.tie.round
    fixtures: Sequence[str] = before[round.number]
    outcome = json.dumps(slot, sort_keys=True)
    if source is not None:
        part, step, number = source
        tie = of_tie.get((round.stage_id, part or round.part, step, number)) or of_tie.get(
            (round.stage_id, part, step, number)
        )
        if tie and str(row.pk) not in tie:
            fixtures, outcome = tie, "loser" if "loser" in slot else "winner"
    return terms.Side(source=terms.Source(tuple(fixtures), outcome)) if fixtures else terms.Side()


def _played(
    row: Fixture, call: Call | None, same: Mapping[UUID, set[UUID]], planned: PlannedMatch | None
) -> terms.Played | None:
    """Return how far ``row`` is, if it has begun or holds a table."""
    referee = _person(planned.referee_id, same) if planned and planned.referee_id else None
    if row.status in OVER:
        lost = [seat for seat in SEATS if row.tie.winner_id and getattr(row, f"{seat}_id") != row.tie.winner_id]
        losers = frozenset(_person(user, same) for seat in lost for user in players_in(row, seat))
        if call is not None and call.ended_at is not None:
            return terms.Played(call.table.number, call.began_at or call.called_at, call.ended_at, losers, referee)
        at = row.ended_at or row.tie.round.opens_at or timezone.now()
        return terms.Played(None, at, at, losers)
    if call is not None and call.ended_at is None:
        return terms.Played(call.table.number, call.began_at or call.called_at, None, referee=referee)
    return None


def _people(competitions: Sequence[UUID], same: Mapping[UUID, set[UUID]]) -> Iterable[terms.Person]:
    """Yield everybody who plays alone, with their clubs: those may referee."""
    clubs: dict[str, set[str]] = defaultdict(set)
    rows = Entrant.objects.filter(competition__in=competitions, status=Entrant.Status.ENTERED)
    for user, club in rows.exclude(player__kind=User.Kind.BOT).values_list("player", "club"):
        clubs[_person(user, same)] |= {name_key(club)} if club else set()
    return (terms.Person(person, frozenset(of)) for person, of in clubs.items())


def _names(competitions: Sequence[UUID], same: Mapping[UUID, set[UUID]]) -> dict[str, str]:
    rows = Entrant.objects.filter(competition__in=competitions).values_list("player", "player__nickname")
    return {_person(user, same): name for user, name in rows}


def _booked(
    fixtures: Mapping[str, Fixture], planned: Iterable[PlannedMatch], same: Mapping[UUID, set[UUID]]
) -> Iterable[Booking]:
    """Return the timetable as the rows have it."""
    found = []
    for row in planned:
        fixture = fixtures.get(str(row.fixture_id))
        if fixture is not None and fixture.kick_off_at is not None:
            start, referee = fixture.kick_off_at, row.referee_id
            end = start + timedelta(minutes=row.minutes)
            by = None if referee is None else _person(referee, same)
            found.append(Booking(str(fixture.pk), fixture.table, start, end, by))
    return sorted(found, key=lambda booking: booking.start)


# ── words ──
def _sentence(read: Read, conflict: terms.Conflict) -> str:
    """Return ``conflict`` for people."""
    matches = [_match(read, key) for key in conflict.fixtures]
    values = {
        "match": matches[0] if matches else "?",
        "other": matches[1] if len(matches) > 1 else "?",
        "names": ", ".join(read.name(person) for person in conflict.people),
        "minutes": conflict.minutes,
        "table": conflict.table,
    }
    match conflict.kind:
        case Trouble.TWICE:
            return _("%(names)s: at two tables at once, in %(match)s and %(other)s.") % values
        case Trouble.RESTLESS:
            return _("%(names)s: too little rest between %(match)s and %(other)s.") % values
        case Trouble.MAY_CLASH:
            return _("%(match)s and %(other)s can have the same player: a result decides.") % values
        case Trouble.ENDS_LATE:
            return (
                ngettext(
                    "%(match)s ends %(minutes)d minute too late.",
                    "%(match)s ends %(minutes)d minutes too late.",
                    conflict.minutes,
                )
                % values
            )
        case Trouble.NO_PLACE:
            return _("%(match)s has no time: no table is free for it.") % values
        case Trouble.NO_REFEREE:
            return _("%(match)s has no referee: nobody is free.") % values
        case Trouble.REFEREE_BUSY | Trouble.REFEREE_MAY_PLAY:
            return _("%(names)s cannot referee %(match)s: another match is at that time.") % values
        case Trouble.REFEREE_OF_CLUB:
            return _("%(names)s referees %(match)s, in which their own club plays.") % values
        case Trouble.TABLE_TWICE:
            return _("Table %(table)d: %(match)s and %(other)s at once.") % values
        case Trouble.WRONG_TABLE:
            return _("%(match)s cannot be played at table %(table)d: it is out of service, or for others.") % values
        case Trouble.OUT_OF_ORDER:
            return _("%(other)s begins before %(match)s is over, which must be played first.") % values
        case Trouble.IN_A_BREAK:
            return _("%(match)s is in a break of the hall.") % values
        case Trouble.TOO_EARLY:
            return _("The planned time of %(match)s is over, or too early.") % values
        case _:
            return _("%(match)s cannot be played as planned.") % values


def _match(read: Read, key: str) -> str:
    """Return the name of a match; of one that is not drawn that of its round."""
    if key in read.undrawn:
        round = read.undrawn[key]
        return _("%(name)s, round %(number)d") % {"name": round.stage.competition.name, "number": round.number}
    return names(read.fixtures[key]) if key in read.fixtures else "?"


# ── what was ──
@dataclass
class Cycle:
    """The matches of a competition that are over: as planned, and as they were. Minutes are medians."""

    name: Annotated[str, "The competition."]
    matches: int
    planned_minutes: float
    played_minutes: float
    planned_cycle: Annotated[float | None, "From one start at a table to the next, as planned."]
    real_cycle: Annotated[float | None, "The same, as it was."]
    late_minutes: Annotated[float, "Start after the planned one."]


def report(event: Event) -> list[Cycle]:
    """Return planned and real times by competition; none while nothing is planned or over."""
    if event.planned_at is None:
        return []
    read = read_event(event, over=True)
    name = {str(part.competition_id): part.competition.name for part in event.parts.select_related("competition")}
    first = {str(row.fixture_id): row.first_at for row in PlannedMatch.objects.filter(event=event)}
    begun = [
        Booking(each.fixture, each.table, first[each.fixture], first[each.fixture] + (each.end - each.start))
        for each in read.old
    ]
    plan = Timetable(tuple(sorted(begun, key=lambda booking: booking.start)))
    return [
        Cycle(
            name[cycle.competition],
            cycle.matches,
            cycle.planned_minutes,
            cycle.played_minutes,
            cycle.planned_cycle,
            cycle.real_cycle,
            cycle.late_minutes,
        )
        for cycle in durations.cycles(read.agenda, plan)
    ]


@dataclass
class DutyCount:
    """A person who may referee, and how often they do."""

    name: str
    over: int
    ahead: int

    @property
    def count(self) -> int:
        return self.over + self.ahead


def duty_counts(read: Read) -> list[DutyCount]:
    """Count the duties of everybody who may referee, the most first; none if no competition asks for referees."""
    if not any(competition.referees for competition in read.agenda.competitions):
        return []
    done = {booking.fixture for booking in read.old if read.fixtures[booking.fixture].status in OVER}
    over = Counter(booking.referee for booking in read.old if booking.fixture in done)
    ahead = Counter(booking.referee for booking in read.old if booking.fixture not in done)
    people = [person.id for person in read.agenda.people if person.referees]
    counts = [DutyCount(read.name(person), over[person], ahead[person]) for person in people]
    return sorted(counts, key=lambda duty: (-duty.count, name_key(duty.name)))


def best_referee(read: Read, fixture: str) -> str | None:
    """Return who may referee ``fixture`` in place of who does, with the fewest duties; None: nobody may."""
    now = read.old.of[fixture].referee
    counts = referees.duties(read.agenda, read.old)
    for person in sorted(counts, key=lambda each: (counts[each], each)):
        if person != now and not referees.objections(read.agenda, read.old, fixture, person):
            return person
    return None
