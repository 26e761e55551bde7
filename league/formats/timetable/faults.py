"""Everything that is wrong with the bookings of an event, by name: nothing is hidden, whoever made them.

Asked of each plan, of a plan of which only some changes were applied, and of one that was changed by hand.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from league.formats.timetable.hall import span, takes
from league.formats.timetable.network import Network, Node, Seconds, seconds
from league.formats.timetable.referees import Duties
from league.formats.timetable.terms import Agenda, Booking, Conflict, Trouble


def faults(agenda: Agenda, bookings: Iterable[Booking]) -> tuple[Conflict, ...]:
    """Name the conflicts of bookings, those of one kind together, by start. Raises BadAgenda."""
    return named(Network(agenda), bookings)


def named(network: Network, bookings: Iterable[Booking]) -> tuple[Conflict, ...]:
    """Name the conflicts of bookings of an agenda that was read."""
    booked = {network.by_id[each.fixture].at: each for each in bookings if each.fixture in network.by_id}
    reading = _Reading(network, booked)
    found = [
        *reading.meetings(),
        *reading.tables(),
        *reading.order(),
        *reading.times(),
        *(Conflict(Trouble.NO_PLACE, (node.fixture.id,)) for node in network.nodes if node.at not in booked),
        *Duties(network, booked.values()).conflicts(),
    ]
    kinds = list(Trouble)
    return tuple(sorted(found, key=lambda conflict: kinds.index(conflict.kind)))


class _Reading:
    def __init__(self, network: Network, booked: dict[int, Booking]) -> None:
        self.network = network
        self.booked = dict(sorted(booked.items(), key=lambda item: (item[1].start, item[0])))
        self.ahead = [at for at, booking in self.booked.items() if not self._over(booking)]
        """Bookings that run or are planned; what is over is history."""

    def _over(self, booking: Booking) -> bool:
        played = self.network.by_id[booking.fixture].fixture.played
        return played is not None and played.end is not None

    def _node(self, at: int) -> Node:
        return self.network.nodes[at]

    def meetings(self) -> Iterator[Conflict]:
        """People who play two matches at once, or one too soon after another."""
        rest = timedelta(seconds=self.network.rest)
        for at, first in self.booked.items():
            for other, sure in self._node(at).apart.items():
                second = self.booked.get(other)
                if second and first.start <= second.start < first.end + rest and self._before(at, other):
                    yield from self._meeting(at, other, sure)
        for at in self.ahead:
            for before, rests in self._node(at).before.items():
                if rests and before in self.booked:
                    yield from self._meeting(before, at, sure=True)

    def _before(self, at: int, other: int) -> bool:
        return (self.booked[at].start, at) < (self.booked[other].start, other)

    def _meeting(self, at: int, other: int, sure: bool) -> Iterator[Conflict]:
        first, second = self.booked[at], self.booked[other]
        gap = seconds(second.start) - seconds(first.end)
        if self._over(second) or gap >= self.network.rest:
            return
        if second.begun and gap >= 0:
            return  # they have begun with little rest: nothing is to be decided
        nodes = self._node(at), self._node(other)
        sets = [node.sure if sure and node.sure & nodes[1 - k].sure else node.may for k, node in enumerate(nodes)]
        people = self.network.names(sets[0] & sets[1])
        fixtures = first.fixture, second.fixture
        if not sure:
            yield Conflict(Trouble.MAY_CLASH, fixtures, people)
        elif gap >= 0:
            yield Conflict(Trouble.RESTLESS, fixtures, people, minutes=-(-(self.network.rest - gap) // 60))
        elif other not in self.network.nodes[at].after:  # else it is out of order
            yield Conflict(Trouble.TWICE, fixtures, people)

    def tables(self) -> Iterator[Conflict]:
        """Tables with two matches at once, or with one that they do not take."""
        by_number = {table.number: table for table in self.network.agenda.tables}
        last: dict[int, Booking] = {}
        for at in self.ahead:
            booking = self.booked[at]
            if booking.table is None:
                continue
            table = by_number.get(booking.table)
            if table is None or not takes(table, self._node(at)) or _overlaps(booking, map(span, table.closed)):
                yield Conflict(Trouble.WRONG_TABLE, (booking.fixture,), table=booking.table)
            before = last.get(booking.table)
            if before is not None and booking.start < before.end:
                yield Conflict(Trouble.TABLE_TWICE, (before.fixture, booking.fixture), table=booking.table)
            if before is None or before.end < booking.end:
                last[booking.table] = booking

    def order(self) -> Iterator[Conflict]:
        """Matches that begin before another is over that must be."""
        for at in self.ahead:
            booking = self.booked[at]
            if not booking.begun:
                for before in self._node(at).before:
                    if before in self.booked and booking.start < self.booked[before].end:
                        yield Conflict(Trouble.OUT_OF_ORDER, (self.booked[before].fixture, booking.fixture))

    def times(self) -> Iterator[Conflict]:
        """Matches in a break, before the hall opens, or later than they should end."""
        agenda = self.network.agenda
        breaks = [span(each) for each in agenda.breaks]
        for at in self.ahead:
            booking, node = self.booked[at], self._node(at)
            if not booking.begun:
                if booking.table is not None and _overlaps(booking, breaks):
                    yield Conflict(Trouble.IN_A_BREAK, (booking.fixture,))
                if booking.start < max(agenda.now, agenda.opens, node.fixture.not_before or agenda.opens):
                    yield Conflict(Trouble.TOO_EARLY, (booking.fixture,))
            if node.late is not None and seconds(booking.end) > node.late:
                minutes = -(-(seconds(booking.end) - node.late) // 60)
                yield Conflict(Trouble.ENDS_LATE, (booking.fixture,), category=node.category, minutes=minutes)


def _overlaps(booking: Booking, spans: Iterable[tuple[Seconds, Seconds]]) -> bool:
    first, last = seconds(booking.start), seconds(booking.end)
    return any(first < end and start < last for start, end in spans)
