"""A plan for an event: each fixture its table and time.

One rule: of the fixtures whose predecessors have their times, the one with the least time to spare gets the first place
that is free for its people and on a table. What can be spared is the time to its latest end less all that must follow
it. A plan is made a few times, each time with what ended late put further ahead; the best is kept.

A plan that is changed keeps what has begun, and every other booking that is still possible.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

from league.formats.timetable.faults import named
from league.formats.timetable.hall import NEVER, TableTimes, closed_times, span, takes
from league.formats.timetable.network import Network, Node, Seconds, seconds
from league.formats.timetable.referees import Duties
from league.formats.timetable.terms import Agenda, Booking, Timetable

TRIES: Final = 6
"""Plans that are made while matches end late."""
OVERDUE: Final = 4
"""A match that should be over is expected to last yet for this part of its time: a quarter."""
MOVE_WEIGHS: Final = 15**2
"""To move a match at all weighs as much as to delay it by 15 minutes. Delays weigh by their square: ten matches a
little later are better than one that waits all day."""


class Place(NamedTuple):
    """A table and a time. ``table`` None: at no table of the hall, or nowhere."""

    table: int | None
    start: Seconds
    end: Seconds
    """With the change after it."""


class Cost(NamedTuple):
    """The measures of a plan, the worst first."""

    unplaced: int
    late: int
    lateness: Seconds
    may_clash: int
    disturbance: int
    """The number and the size of the moves against the old plan."""
    end: Seconds
    starts: Seconds


def plan(agenda: Agenda) -> Timetable:
    """Plan an event. What has begun is kept, everything else is placed anew. Raises BadAgenda."""
    network = Network(agenda)
    ahead = Counter[int]()
    drafts = []
    for _try in range(TRIES):
        draft = Draft(network)
        draft.fill(_by_time_to_spare(network, ahead))
        drafts.append(draft)
        late = draft.late()
        if not late:
            break
        for node, by in late:
            ahead[node.at] += by
    return _finished(network, min(drafts, key=Draft.cost).bookings({}))


def replan(agenda: Agenda, old: Timetable) -> Timetable:
    """Change a plan as little as what has happened since demands. Raises BadAgenda."""
    network = Network(agenda)
    slot = max((node.duration for node in network.nodes), default=0)
    drafts = []
    for patience in (slot, 0):
        draft = Draft(network, old, patience)
        draft.fill(_by_old_start(network, draft))
        drafts.append(draft)
        if not draft.cost().disturbance:
            break
    best = min(drafts, key=Draft.cost)
    return _finished(network, best.bookings({each.fixture: each.referee for each in old}))


def _finished(network: Network, bookings: tuple[Booking, ...]) -> Timetable:
    bookings = Duties(network, bookings).allotted()
    return Timetable(bookings, named(network, bookings))


# ── the order in which fixtures are placed ──
def _by_time_to_spare(network: Network, ahead: Counter[int]) -> Callable[[Node], tuple[int, ...]]:
    """Order by the latest start that leaves time for what must follow; ``ahead``: how much earlier some are wanted."""
    latest: dict[int, Seconds] = {}
    tails: dict[int, Seconds] = {}
    end = seconds(max(network.agenda.now, network.agenda.opens)) + sum(node.duration for node in network.nodes)
    for node in reversed(network.order):
        followers = [(at, network.rest * network.nodes[at].before[node.at]) for at in node.after]
        finish = node.late if node.late is not None else end
        finish -= ahead[node.at]
        for at, rest in followers:
            finish = min(finish, latest[at] - rest)
        latest[node.at] = finish - node.duration
        tails[node.at] = node.duration + max((tails[at] + rest for at, rest in followers), default=0)
    return lambda node: (latest[node.at], -tails[node.at], node.fixture.round, node.at)


def _by_old_start(network: Network, draft: "Draft") -> Callable[[Node], tuple[int, ...]]:
    spare = _by_time_to_spare(network, Counter())
    return lambda node: (draft.wanted[node.at].start if node.at in draft.wanted else NEVER, *spare(node))


Tables: TypeAlias = Mapping[int, TableTimes]


class Draft:
    """A plan in the making."""

    def __init__(self, network: Network, old: Timetable | None = None, patience: Seconds = 0) -> None:
        """``old``: the plan to be kept; ``patience``: how long a match waits so that no other needs to move."""
        agenda = network.agenda
        self.network = network
        self.patience = patience
        self.now = seconds(agenda.now)
        self.step: Seconds = 60 * agenda.step_minutes
        self.opens = max(self.now, seconds(agenda.opens))
        self.places: dict[int, Place] = {}
        """By fixture: of those that have begun, then of those that are placed."""
        self.wanted: dict[int, Place] = {}
        """Old places of fixtures that have not begun."""
        self.held: dict[int, Place] = {}
        """Old places that are held for their fixtures until it is their turn."""
        for node in network.nodes:
            played = node.fixture.played
            if played is not None:
                start = seconds(played.start)
                self.places[node.at] = Place(played.table, start, self._end(node))
        begun: dict[int | None, list[tuple[Seconds, Seconds]]] = defaultdict(list)
        for place in self.places.values():
            begun[place.table].append((place.start, place.end))
        self.tables, self.with_held = (
            {
                table.number: TableTimes(table, closed_times(agenda, table), begun[table.number])
                for table in agenda.tables
            }
            for _times in range(2)
        )
        """Fixtures that are placed; and those that are placed or held."""
        self.breaks = [span(each) for each in agenda.breaks]
        if old is not None:
            self._hold(old)

    def _end(self, node: Node) -> Seconds:
        played = node.fixture.played
        assert played is not None
        if played.end is not None:
            return seconds(played.end) + self.network.change
        expected = seconds(played.start) + node.duration
        return self.network.change + (expected if expected > self.now else self.now + node.duration // OVERDUE)

    def _hold(self, old: Timetable) -> None:
        for booking in old:
            node = self.network.by_id.get(booking.fixture)
            if node is not None and not node.begun and booking.table is not None:
                start = seconds(booking.start)
                self.wanted[node.at] = Place(booking.table, start, start + node.duration + self.network.change)
        if self.patience:
            for at, place in sorted(self.wanted.items(), key=lambda item: item[1].start):
                if self._fits(self.network.nodes[at], place, self.with_held):
                    self.held[at] = place
                    self._table(place, self.with_held).take(place.start, place.end)

    # ── placing ──
    def fill(self, order: Callable[[Node], tuple[int, ...]]) -> None:
        """Place every fixture that has not begun."""
        network = self.network
        waits = {
            node.at: sum(not network.nodes[at].begun for at in node.before) for node in network.nodes if not node.begun
        }
        ready = [(order(network.nodes[at]), at) for at, count in waits.items() if not count]
        heapq.heapify(ready)
        while ready:
            _key, at = heapq.heappop(ready)
            self._place(network.nodes[at])
            for after in network.nodes[at].after:
                if after in waits:
                    waits[after] -= 1
                    if not waits[after]:
                        heapq.heappush(ready, (order(network.nodes[after]), after))

    def _place(self, node: Node) -> None:
        self._let_go(node.at)
        earliest = self._earliest(node)
        wanted = self.wanted.get(node.at)
        if wanted is not None and self._fits(node, wanted, self.tables):
            place = self._sooner(node, earliest, wanted)
        else:
            start = max(earliest, self._hoped(node, wanted.start)) if wanted else earliest
            place = self._found(node, start, self.with_held)
            if self.held and place.start > start + self.patience:
                place = self._found(node, start, self.tables)
        self.places[node.at] = place
        if place.table is not None:
            self._table(place, self.tables).take(place.start, place.end)
            if self.held:
                self._clear(node, place)
            self._table(place, self.with_held).take(place.start, place.end)

    def _sooner(self, node: Node, earliest: Seconds, wanted: Place) -> Place:
        """Find a place for a match that was put off, nearer to the time first told; else ``wanted``."""
        hoped = max(earliest, self._hoped(node, wanted.start))
        if hoped >= wanted.start:
            return wanted
        place = self._first(node, hoped, self.with_held)
        return place if place.start < wanted.start else wanted

    def _hoped(self, node: Node, start: Seconds) -> Seconds:
        """Return how far a match at ``start`` may come forward: never before the time first told."""
        told = node.fixture.told
        return start if told is None else min(start, seconds(told))

    def _found(self, node: Node, start: Seconds, tables: Tables) -> Place:
        """Find the first place of a fixture; if it would end too late, without regard to people who only may play."""
        place = self._first(node, start, tables)
        if self._lateness(node, place) > 0:
            early = self._first(node, start, tables, careful=False)
            if self._lateness(node, early) <= 0:
                return early
        return place

    def _let_go(self, at: int) -> None:
        place = self.held.pop(at, None)
        if place is not None:
            self._table(place, self.with_held).free(place.start, place.end)

    def _clear(self, node: Node, place: Place) -> None:
        """Let go what is held at a place that was given away."""
        change = self.network.change
        for at, other in [*self.held.items()]:
            if other.table == place.table and other.start < place.end - change and place.start < other.end - change:
                self._let_go(at)

    def _table(self, place: Place, tables: Tables) -> TableTimes:
        assert place.table is not None
        return tables[place.table]

    def _earliest(self, node: Node, change: Seconds = 0) -> Seconds:
        """Return when all that comes before a fixture is over, its people have rested, and none of them referees.

        ``change``: left out after each.
        """
        earliest = self.opens
        if node.fixture.not_before is not None:
            earliest = max(earliest, seconds(node.fixture.not_before))
        for at, rests in node.before.items():
            place = self.places.get(at)
            if place is not None:
                earliest = max(earliest, place.end - change + (self.network.rest if rests else 0))
        for at in node.duties:
            earliest = max(earliest, self.places[at].end - change)
        return earliest

    def _blocked(
        self, node: Node, start: Seconds, tables: Tables, *, careful: bool, kept: bool = False
    ) -> list[tuple[Seconds, Seconds]]:
        """Return between which moments from ``start`` on a fixture must not begin since its people play or rest.

        ``careful``: or may play. For a match that is ``kept`` no change is needed, and those who only may play at an
        old place count for nothing.
        """
        rest, reach = self.network.rest, self.network.rest + node.duration
        places, wanted = self.places, self.wanted
        rest -= self.network.change if kept else 0
        held = self.held if tables is self.with_held else {}
        blocked = []
        for at, sure in node.apart.items():
            if careful or sure:
                place = places.get(at) or held.get(at)
                if place and place[2] + rest > start and (sure or not kept or wanted.get(at) != place):
                    blocked.append((place[1] - reach, place[2] + rest))
        blocked.sort()
        return blocked

    def _fits(self, node: Node, place: Place, tables: Tables) -> bool:
        """Return whether a fixture can be played at its old place, as far as others are placed.

        Beside a match that keeps its old place too nothing can clash that did not before.
        """
        times = tables.get(place.table) if place.table is not None else None
        return (
            times is not None
            and takes(times.table, node)
            and place.start >= self._earliest(node, self.network.change)
            and times.fits(place.start, place.start + node.duration, self.network.change)
            and not any(
                low < place.start < high
                for low, high in self._blocked(node, place.start, tables, careful=True, kept=True)
            )
        )

    def _first(self, node: Node, start: Seconds, tables: Tables, *, careful: bool = True) -> Place:
        """Find the first place from ``start`` on. ``careful``: people who only may play are kept free too."""
        fitting = [times for times in tables.values() if takes(times.table, node)]
        blocked = self._blocked(node, start, tables, careful=careful)
        duration = node.duration
        while fitting and start < NEVER:
            start = self._on_a_step(start)
            for low, high in blocked:
                if low < start < high:
                    start = self._on_a_step(high)
            firsts = [times.first(start, duration) for times in fitting]
            first = min(firsts)
            if first == start:
                free = [times for times, moment in zip(fitting, firsts, strict=True) if moment == start]
                chosen = min(free, key=lambda times: self._liking(times, node, start))
                return Place(chosen.table.number, start, start + duration + self.network.change)
            start = first
        return Place(None, NEVER, NEVER)

    def _liking(self, times: TableTimes, node: Node, start: Seconds) -> tuple[bool, bool, Seconds, int]:
        wanted = self.wanted.get(node.at)
        return (
            wanted is None or wanted.table != times.table.number,
            not times.table.game,
            times.idle_before(start),
            times.table.number,
        )

    def _on_a_step(self, moment: Seconds) -> Seconds:
        return -(-moment // self.step) * self.step

    # ── judging ──
    def late(self) -> list[tuple[Node, Seconds]]:
        """Return the fixtures that end too late, and by how much."""
        ahead = [node for node in self.network.nodes if not node.begun and self.places[node.at].end < NEVER]
        late = ((node, self._lateness(node, self.places[node.at])) for node in ahead)
        return [(node, by) for node, by in late if by > 0]

    def _lateness(self, node: Node, place: Place) -> Seconds:
        """Return by how much a match at ``place`` ends too late; 0 or less: it does not."""
        return 0 if node.late is None else place.end - self.network.change - node.late

    def cost(self) -> Cost:
        placed = {at: place for at, place in self.places.items() if place.start < NEVER}
        late = self.late()
        moved = [(placed[at], wanted) for at, wanted in self.wanted.items() if placed.get(at, wanted) != wanted]
        return Cost(
            unplaced=len(self.places) - len(placed),
            late=len(late),
            lateness=sum(by for _node, by in late),
            may_clash=self._clashes(placed),
            disturbance=sum(MOVE_WEIGHS + self._delay(wanted, place) ** 2 for place, wanted in moved),
            end=max((place.end for place in placed.values()), default=0),
            starts=sum(place.start for place in placed.values()),
        )

    def _delay(self, wanted: Place, place: Place) -> int:
        """Return by how many minutes of open hall a match is later than it was planned."""
        closed = sum(max(0, min(end, place.start) - max(start, wanted.start)) for start, end in self.breaks)
        return max(0, place.start - wanted.start - closed) // 60

    def _clashes(self, placed: Mapping[int, Place]) -> int:
        """Count pairs of matches that somebody may play at the same time or without rest."""
        rest, count = self.network.rest, 0
        for at, other in self.network.may_meet:
            first, second = placed.get(at), placed.get(other)
            if first and second and second.start < first.end + rest and first.start < second.end + rest:
                count += 1
        return count

    def bookings(self, referees: Mapping[str, str | None]) -> tuple[Booking, ...]:
        """Return what is planned in the order of the starts; ``referees``: who had a duty before."""
        made = []
        for node in self.network.nodes:
            place = self.places[node.at]
            if place.start >= NEVER:
                continue
            fixture, played = node.fixture, node.fixture.played
            made.append(
                Booking(
                    fixture.id,
                    place.table,
                    played.start if played else _moment(place.start),
                    played.end if played and played.end else _moment(place.end - self.network.change),
                    played.referee if played else referees.get(fixture.id),
                    begun=played is not None,
                )
            )
        return tuple(sorted(made, key=lambda booking: (booking.start, booking.table or 0, booking.fixture)))


def _moment(second: Seconds) -> datetime:
    return datetime.fromtimestamp(second, UTC)
