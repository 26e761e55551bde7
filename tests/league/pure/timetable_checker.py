"""A checker of timetables that shares no code with the planner: it reads the terms and counts minutes person by person.

Undecided matches are checked by worlds: results are thrown by dice until every side is known, and in each such world
nobody may sit at two tables, but where the timetable says that it may happen.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from league.formats.timetable.terms import Trouble


def clashes(agenda, timetable, dice, worlds=3):
    """Everything that is wrong with ``timetable`` and that it does not name itself, as sentences."""
    return list(Checker(agenda, timetable).clashes(dice, worlds))


class Checker:
    def __init__(self, agenda, timetable):
        self.agenda = agenda
        self.timetable = timetable
        self.fixtures = {each.id: each for competition in agenda.competitions for each in competition.fixtures}
        self.competition = {each.id: one for one in agenda.competitions for each in one.fixtures}
        self.booked = {each.fixture: each for each in timetable.bookings}
        self.people = {person.id: person for person in agenda.people}
        self.named = defaultdict(set)
        for conflict in timetable.conflicts:
            self.named[conflict.kind].add(conflict.fixtures)
        self.tables = {table.number: table for table in agenda.tables}

    def clashes(self, dice, worlds):
        yield from self.complete()
        yield from self.facts()
        yield from self.people_twice(self.known(), ())
        for _world in range(worlds):
            yield from self.people_twice(thrown(self.fixtures, dice), self.named[Trouble.MAY_CLASH])
        yield from self.table_times()
        yield from self.order()
        yield from self.ends()
        yield from self.referees()
        for kind in (Trouble.TWICE, Trouble.TABLE_TWICE, Trouble.RESTLESS, Trouble.WRONG_TABLE):
            for fixtures in self.named[kind]:
                if not any(self.running(each) for each in fixtures):
                    yield f"{kind} named of {fixtures}, of which none runs"
        for kind in (Trouble.OUT_OF_ORDER, Trouble.IN_A_BREAK, Trouble.TOO_EARLY):
            for fixtures in self.named[kind]:
                yield f"{kind} named of {fixtures}"

    def running(self, fixture):
        return self.fixtures[fixture].played is not None

    def complete(self):
        if len(self.booked) != len(self.timetable.bookings):
            yield "a fixture is booked twice"
        for fixture in self.fixtures:
            if (fixture in self.booked) == ((fixture,) in self.named[Trouble.NO_PLACE]):
                yield f"{fixture} is neither booked nor named, or both"
        for fixture in self.booked.keys() - self.fixtures.keys():
            yield f"{fixture} is booked and in no competition"

    def facts(self):
        for fixture in self.fixtures.values():
            booking = self.booked.get(fixture.id)
            if fixture.played is None:
                if booking is not None:
                    if booking.begun or booking.table is None:
                        yield f"{fixture.id} is booked as begun, or nowhere"
                    if (booking.end - booking.start).total_seconds() != 60 * fixture.minutes:
                        yield f"{fixture.id} has another length"
            elif (booking.table, booking.start) != (fixture.played.table, fixture.played.start):
                yield f"{fixture.id} has begun and was moved"

    def known(self):
        return {
            fixture.id: {person for side in fixture.sides if side.source is None for person in side.people}
            for fixture in self.fixtures.values()
        }

    def people_twice(self, plays, excused):
        days = defaultdict(list)
        for fixture, booking in self.booked.items():
            for person in plays[fixture]:
                days[person].append(booking)
        for person, bookings in days.items():
            bookings.sort(key=lambda booking: (booking.start, booking.end))
            for first, second in pairwise(bookings):
                if first.begun and second.begun:
                    continue
                if (second.start - first.end).total_seconds() < 60 * self.agenda.rest_minutes and not (
                    {(first.fixture, second.fixture), (second.fixture, first.fixture)} & set(excused)
                ):
                    yield f"{person} plays {first.fixture} until {first.end} and {second.fixture} from {second.start}"

    def table_times(self):
        by_table = defaultdict(list)
        for booking in self.booked.values():
            if booking.table is None:
                continue
            by_table[booking.table].append(booking)
            if booking.begun:
                continue
            fixture, table = self.fixtures[booking.fixture], self.tables.get(booking.table)
            if table is None:
                yield f"{booking.fixture} is at table {booking.table}, which is not there"
                continue
            if table.game and table.game != self.competition[fixture.id].game and fixture.table is None:
                yield f"{fixture.id} is at a table of another game"
            if fixture.table not in (None, table.number) or (table.reserved and fixture.table is None):
                yield f"{fixture.id} is at table {table.number}, which is not for it"
            for closed in (*table.closed, *self.agenda.breaks):
                if booking.end > closed.start and (closed.end is None or booking.start < closed.end):
                    yield f"{fixture.id} is in a break or at a closed table"
            earliest = [self.agenda.now, self.agenda.opens, *([fixture.not_before] if fixture.not_before else [])]
            if booking.start < max(earliest):
                yield f"{fixture.id} is too early"
        for number, bookings in by_table.items():
            bookings.sort(key=lambda booking: (booking.start, booking.end))
            for first, second in pairwise(bookings):
                if second.start < first.end and not second.begun:
                    yield f"table {number} has {first.fixture} and {second.fixture}"

    def order(self):
        for competition in self.agenda.competitions:
            finals = [each for each in competition.fixtures if each.final]
            everything = self.fixtures.values() if self.agenda.finals_last else competition.fixtures
            others = [each for each in everything if not each.final]
            for fixture in competition.fixtures:
                needed = {*fixture.after}
                for side in fixture.sides:
                    needed |= set(side.source.fixtures) if side.source else set()
                if fixture in finals:
                    needed |= {each.id for each in others}
                who = self.decided(fixture)
                for other in competition.fixtures:
                    if other.round < fixture.round and (competition.round_by_round or who & self.decided(other)):
                        needed.add(other.id)
                for other in needed:
                    yield from self.one_after(other, fixture.id)

    @staticmethod
    def decided(fixture):
        return {person for side in fixture.sides if side.source is None for person in side.people}

    def one_after(self, before, after):
        first, second = self.booked.get(before), self.booked.get(after)
        if second is None or second.begun:
            return
        if first is None:
            yield f"{after} is booked and {before}, which comes before, is not"
        elif second.start < first.end:
            yield f"{after} begins before {before} is over"

    def ends(self):
        limits = self.agenda.latest_end
        for fixture in self.fixtures.values():
            booking = self.booked.get(fixture.id)
            if booking is None or (fixture.played and fixture.played.end):
                continue
            categories = {self.competition[fixture.id].category}
            for person in self.decided(fixture):
                categories |= self.people[person].categories if person in self.people else set()
            late = any(booking.end > limits[category] for category in categories if category in limits)
            if late != ((fixture.id,) in self.named[Trouble.ENDS_LATE]):
                yield f"{fixture.id} ends late and it is not named, or the other way round"

    def referees(self):
        ahead = [
            booking
            for booking in self.booked.values()
            if not (self.fixtures[booking.fixture].played and self.fixtures[booking.fixture].played.end)
        ]
        plays = self.known()
        busy = defaultdict(list)  # person -> bookings in which they play
        for booking in self.booked.values():
            for person in plays[booking.fixture]:
                busy[person].append(booking)
        for booking in ahead:
            wanted = self.competition[booking.fixture].referees
            referee = booking.referee
            alone = (booking.fixture,) in self.named[Trouble.NO_REFEREE]
            if wanted and (referee is None) != alone:
                yield f"{booking.fixture} has no referee and it is not named, or the other way round"
            if referee is None or booking.begun:
                continue
            if not self.people[referee].referees:
                yield f"{referee} never referees"
            for other in busy[referee]:
                if other.start < booking.end and booking.start < other.end:
                    yield f"{referee} referees {booking.fixture} and plays {other.fixture}"
            for other in ahead:
                overlap = other.start < booking.end and booking.start < other.end
                if other is not booking and other.referee == referee and overlap:
                    yield f"{referee} referees {booking.fixture} and {other.fixture}"
            of_club = any(self.people[referee].clubs & self.people[one].clubs for one in plays[booking.fixture])
            if of_club != ((booking.fixture,) in self.named[Trouble.REFEREE_OF_CLUB]):
                yield f"{referee} is of a club in {booking.fixture} and it is not named, or the other way round"


def thrown(fixtures, dice):
    """A world: who plays each of ``fixtures`` (by id), the outcomes of all that is open thrown by dice."""
    plays = {}
    outcomes = {}  # fixtures of a source -> outcome -> the people who have it, in turn

    def of(id):
        if id not in plays:
            fixture = fixtures[id]
            taken, asked = [], defaultdict(int)
            for side in fixture.sides:
                if side.source is None:
                    taken.append(set(side.people))
                    continue
                key = side.source
                taken.append(entered(key, asked[key]))
                asked[key] += 1
            plays[id] = taken
        return plays[id]

    def entered(source, turn):
        entrants = outcomes.setdefault(source.fixtures, {})
        if source.outcome not in entrants:
            sides = [side for id in source.fixtures for side in of(id)]
            if len(source.fixtures) == 1 and source.outcome in ("winner", "loser"):
                dice.shuffle(sides)
                entrants |= {"winner": sides[:1], "loser": sides[1:]}
            else:
                left = [side for n, side in enumerate(sides) if side not in sides[:n]]
                used = [side for given in entrants.values() for side in given]
                left = [side for side in left if side not in used]
                entrants[source.outcome] = dice.sample(
                    left, min(2 if source.outcome.startswith("pairing") else 1, len(left))
                )
        given = entrants[source.outcome]
        return set(given[turn]) if turn < len(given) else set()

    return {id: set().union(*of(id)) for id in fixtures}
