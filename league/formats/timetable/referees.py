"""Referees from among the players: who is free, of neither side and of no side's club, and has had the fewest duties.

Of those with as few duties, first who lost last or rests in the round. A duty is kept from one plan to the next as long
as nothing is against it. In the end duties are passed on, along chains of people, from who has most to who has least.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from league.formats.timetable.network import Network, Node, People, bits
from league.formats.timetable.terms import Agenda, BadAgenda, Booking, Conflict, Trouble


def allotted(agenda: Agenda, bookings: Iterable[Booking]) -> tuple[Booking, ...]:
    """Give every booking that has not begun and wants one a referee; who has the duty keeps it. Raises BadAgenda."""
    return Duties(Network(agenda), bookings).allotted()


def duties(agenda: Agenda, bookings: Iterable[Booking]) -> dict[str, int]:
    """Count the duties of everybody who referees, those that are over and those to come. Raises BadAgenda."""
    network = Network(agenda)
    counts = Duties(network, bookings).counts
    return {person.id: counts[network.bit(person.id)] for person in agenda.people if person.referees}


def objections(agenda: Agenda, bookings: Iterable[Booking], fixture: str, person: str) -> tuple[Conflict, ...]:
    """Name what is against it that ``person`` referees a fixture; nothing: go on. Raises BadAgenda."""
    network = Network(agenda)
    reading = Duties(network, bookings)
    return tuple(reading.objections(_booking(reading, fixture), network.bit(person)))


def swapped(agenda: Agenda, bookings: Iterable[Booking], first: str, second: str) -> tuple[Booking, ...]:
    """Exchange the referees of two fixtures. `faults.faults` names what is against it. Raises BadAgenda."""
    bookings = tuple(bookings)
    reading = Duties(Network(agenda), bookings)
    pair = [_booking(reading, fixture) for fixture in (first, second)]
    for booking in pair:
        if booking.begun:
            raise BadAgenda(f"fixture {booking.fixture} has begun: its referee stays")
    referees = {first: pair[1].referee, second: pair[0].referee}
    return tuple(replace(each, referee=referees.get(each.fixture, each.referee)) for each in bookings)


def _booking(reading: "Duties", fixture: str) -> Booking:
    for booking in reading.bookings:
        if booking.fixture == fixture:
            return booking
    raise BadAgenda(f"fixture {fixture} has no table and time")


class Duties:
    """Duties of referees in the bookings of an event."""

    def __init__(self, network: Network, bookings: Iterable[Booking]) -> None:
        self.network = network
        known = (booking for booking in bookings if booking.fixture in network.by_id)
        self.bookings = sorted(known, key=lambda booking: (booking.start, booking.fixture))
        """By start."""
        self.given = [network.bit(each.referee) if each.referee else 0 for each in self.bookings]
        """The referee's bit of each booking, 0 for none."""
        self.beside = self._beside()
        """For each booking, those that overlap it."""
        people = network.agenda.people
        self.willing = network.mask(person.id for person in people if person.referees)
        self.unwilling = network.mask(person.id for person in people if not person.referees)
        self.clubs: dict[str, People] = defaultdict(int)
        self.clubs_of: dict[int, frozenset[str]] = {}
        for person in people:
            self.clubs_of[network.bit(person.id)] = person.clubs
            for club in person.clubs:
                self.clubs[club] |= network.bit(person.id)
        self.counts: dict[int, int] = defaultdict(int)
        for bit in self.given:
            self.counts[bit] += 1

    def _beside(self) -> list[list[int]]:
        beside: list[list[int]] = [[] for _booking in self.bookings]
        running: list[int] = []
        for at, booking in enumerate(self.bookings):
            running = [other for other in running if self.bookings[other].end > booking.start]
            for other in running:
                beside[at].append(other)
                beside[other].append(at)
            running.append(at)
        return beside

    def _node(self, at: int) -> Node:
        return self.network.by_id[self.bookings[at].fixture]

    def _wants(self, at: int) -> bool:
        return self._node(at).competition.referees

    def _over(self, at: int) -> bool:
        played = self._node(at).fixture.played
        return played is not None and played.end is not None

    def _club(self, at: int) -> People:
        """Return who is of a club of those who play for certain."""
        mates = 0
        for bit in bits(self._node(at).sure):
            for club in self.clubs_of.get(1 << bit, ()):
                mates |= self.clubs[club]
        return mates

    # ── what is against somebody ──
    def conflicts(self) -> Iterator[Conflict]:
        """Name the matches without a referee, and those whose referee should be another."""
        for at, booking in enumerate(self.bookings):
            if self._over(at):
                continue
            if self.given[at]:
                yield from self.objections(booking, self.given[at])
            elif self._wants(at):
                yield Conflict(Trouble.NO_REFEREE, (booking.fixture,))

    def objections(self, booking: Booking, bit: int) -> Iterator[Conflict]:
        at = self.bookings.index(booking)
        node = self._node(at)
        who = self.network.names(bit)
        if self.unwilling & bit:
            yield Conflict(Trouble.REFEREE_UNWILLING, (booking.fixture,), who)
        busy = [at for at in (at,) if node.sure & bit]
        busy += [other for other in self.beside[at] if self._node(other).sure & bit or self.given[other] == bit]
        for other in busy:
            yield Conflict(Trouble.REFEREE_BUSY, _both(booking, self.bookings[other]), who)
        if self._club(at) & bit and not node.sure & bit:
            yield Conflict(Trouble.REFEREE_OF_CLUB, (booking.fixture,), who)
        for other in (at, *self.beside[at]):
            if other not in busy and self._node(other).may & bit:
                yield Conflict(Trouble.REFEREE_MAY_PLAY, _both(booking, self.bookings[other]), who)

    # ── allotting ──
    def allotted(self) -> tuple[Booking, ...]:
        free = [at for at, booking in enumerate(self.bookings) if self._wants(at) and not booking.begun]
        choices = {at: self._choices(at) for at in free}
        for at in free:
            best = next((people for people in choices[at] if self._fit(at, people)), 0)
            if self.given[at] and not self._may(at, self.given[at], best):
                self._give(at, 0)
        preferred = self._preferred()
        for at in free:
            if not self.given[at]:
                for people in choices[at]:
                    fit = self._fit(at, people)
                    if fit:
                        self._give(at, min(fit, key=lambda bit: (self.counts[bit], not preferred[at] & bit, bit)))
                        break
        self._even_out({at: people[0] for at, people in choices.items() if self.given[at] & people[0]})
        names = {bit: person for person, bit in self.network.people.items()}
        return tuple(
            replace(booking, referee=names.get(bit)) for booking, bit in zip(self.bookings, self.given, strict=True)
        )

    def _choices(self, at: int) -> list[People]:
        """Return who could referee, the best first: nothing against them; they may have to play; of a side's club."""
        sure, may = self._node(at).sure, self._node(at).may
        for other in self.beside[at]:
            sure |= self._node(other).sure
            may |= self._node(other).may
        free = self.willing & ~sure
        good = free & ~self._club(at)
        return [good & ~may, good, free & ~may, free]

    def _fit(self, at: int, people: People) -> list[int]:
        return [1 << number for number in bits(people) if self._may(at, 1 << number, people)]

    def _may(self, at: int, bit: int, people: People) -> bool:
        return bool(people & bit) and not any(self.given[other] == bit for other in self.beside[at])

    def _give(self, at: int, bit: int) -> None:
        self.counts[self.given[at]] -= 1
        self.given[at] = bit
        self.counts[bit] += 1

    def _preferred(self) -> list[People]:
        """Return for each booking who has lost last or rests in its round."""
        in_round: dict[tuple[str, int], People] = defaultdict(int)
        for node in self.network.nodes:
            in_round[node.competition.id, node.fixture.round] |= node.may
        ends = deque(sorted(self.bookings, key=lambda booking: booking.end))
        lost = 0
        found = []
        for at, booking in enumerate(self.bookings):
            while ends[0].end <= booking.start:
                ended = self.network.by_id[ends.popleft().fixture]
                played = ended.fixture.played
                lost &= ~ended.may
                if played is not None:
                    lost |= self.network.mask(played.losers)
            node = self._node(at)
            found.append(lost | ~in_round[node.competition.id, node.fixture.round])
        return found

    def _even_out(self, fit: dict[int, People]) -> None:
        """Pass duties on until nobody who can be relieved has two more than who could take one."""
        held: dict[int, set[int]] = defaultdict(set)
        for at in fit:
            held[self.given[at]].add(at)
        for level in range(max(self.counts.values(), default=0), 1, -1):
            tried: set[int] = set()
            while chain := self._chain(fit, held, level, tried):
                for at, bit in chain:
                    held[self.given[at]].discard(at)
                    self._give(at, bit)
                    held[bit].add(at)
                tried = set()

    def _chain(
        self, fit: dict[int, People], held: dict[int, set[int]], level: int, tried: set[int]
    ) -> list[tuple[int, int]]:
        """Find a chain of duties, each with its new referee, that takes one from somebody with ``level`` of them."""
        starts = [at for at in fit if self.counts[self.given[at]] == level and at not in tried]
        came: dict[int, tuple[int, int] | None] = dict.fromkeys(starts)
        queue = deque(starts)
        tried.update(starts)
        while queue:
            at = queue.popleft()
            for number in bits(fit[at] & ~self.given[at]):
                bit = 1 << number
                clashing = [other for other in self.beside[at] if self.given[other] == bit]
                if not clashing and self.counts[bit] <= level - 2:
                    chain = self._back(came, at, bit)
                    if self._works(chain):
                        return chain
                if len(clashing) > 1:
                    continue
                for other in clashing or held[bit]:
                    if other in fit and other not in tried:
                        tried.add(other)
                        came[other] = (at, bit)
                        queue.append(other)
        return []

    def _back(self, came: dict[int, tuple[int, int] | None], at: int, bit: int) -> list[tuple[int, int]]:
        chain = [(at, bit)]
        while (step := came[at]) is not None:
            at = step[0]
            chain.append(step)
        return chain

    def _works(self, chain: list[tuple[int, int]]) -> bool:
        """Return whether nobody has two matches at once after a chain of changes."""
        after = dict(chain)
        return all(after.get(other, self.given[other]) != bit for at, bit in chain for other in self.beside[at])


def _both(first: Booking, second: Booking) -> tuple[str, ...]:
    return (first.fixture,) if first is second else (first.fixture, second.fixture)
