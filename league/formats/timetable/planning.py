"""A plan for an event: each fixture its table and time.

One rule: of the fixtures whose predecessors have their times, the one with the least time to spare gets the first place
that is free for its people and on a table. What can be spared is the time to its latest end less all that must follow
it. A plan is made a few times, each time with what ended late put further ahead; the best is kept.

A plan that is changed keeps what has begun, and every other booking that is still possible.
"""

import heapq
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from league.formats.timetable.faults import named
from league.formats.timetable.hall import NEVER, TableTimes, closed_times, takes
from league.formats.timetable.network import Network, Node, Seconds, seconds
from league.formats.timetable.referees import Duties
from league.formats.timetable.terms import Agenda, Booking, Timetable

TRIES: Final = 6
"""Plans that are made while matches end late."""
OVERDUE: Final[Seconds] = 300
"""How long a match that should be over is expected to last yet."""


class Place(NamedTuple):
    """A table and a time. ``table`` None: at no table of the hall, or nowhere."""

    table: int | None
    start: Seconds
    end: Seconds


class Cost(NamedTuple):
    """What a plan is judged by, the worst first."""

    unplaced: int
    late: int
    minutes_late: int
    may_clash: int
    end: int
    moved: int
    starts: int


def plan(agenda: Agenda) -> Timetable:
    """Plan an event. What has begun is kept, everything else is placed anew. Raises BadAgenda."""
    network = Network(agenda)
    ahead: dict[int, Seconds] = {}
    best = None
    for _try in range(TRIES):
        draft = Draft(network)
        draft.fill(_by_time_to_spare(network, ahead))
        cost = draft.cost()
        if best is None or cost < best[0]:
            best = cost, draft
        late = draft.late()
        if not late:
            break
        for node, by in late:
            ahead[node.at] = ahead.get(node.at, 0) + by
    assert best is not None
    return _finished(network, best[1].bookings({}))


def replan(agenda: Agenda, old: Timetable) -> Timetable:
    """Change a plan as little as what has happened since demands. Raises BadAgenda."""
    network = Network(agenda)
    slot = max((node.duration for node in network.nodes), default=0)
    drafts = []
    for patience in (0, slot, NEVER):
        draft = Draft(network, old, patience)
        draft.fill(_by_old_start(network, draft))
        drafts.append(draft)
    costs = [draft.cost() for draft in drafts]
    end = min(cost.end for cost in costs) + slot  # an end that much later is worth fewer changes
    best = min(range(len(drafts)), key=lambda at: costs[at]._replace(end=max(costs[at].end, end)))
    return _finished(network, drafts[best].bookings({each.fixture: each.referee for each in old}))


def _finished(network: Network, bookings: tuple[Booking, ...]) -> Timetable:
    bookings = Duties(network, bookings).allotted()
    return Timetable(bookings, named(network, bookings))


# ── the order in which fixtures are placed ──
def _by_time_to_spare(network: Network, ahead: Mapping[int, Seconds]) -> Callable[[Node], tuple[int, ...]]:
    """Order by the latest start that leaves time for what must follow; ``ahead``: how much earlier some are wanted."""
    latest: dict[int, Seconds] = {}
    tails: dict[int, Seconds] = {}
    end = seconds(max(network.agenda.now, network.agenda.opens)) + sum(node.duration for node in network.nodes)
    for node in reversed(network.order):
        followers = [network.nodes[at] for at in node.after]
        rests = [network.rest * other.before[node.at] for other in followers]
        finish = node.late if node.late is not None else end
        finish -= ahead.get(node.at, 0)
        for other, rest in zip(followers, rests, strict=True):
            finish = min(finish, latest[other.at] - rest)
        latest[node.at] = finish - node.duration
        tails[node.at] = node.duration + max(
            (tails[other.at] + rest for other, rest in zip(followers, rests, strict=True)), default=0
        )
    return lambda node: (latest[node.at], -tails[node.at], node.fixture.round, node.at)


def _by_old_start(network: Network, draft: "Draft") -> Callable[[Node], tuple[int, ...]]:
    spare = _by_time_to_spare(network, {})
    return lambda node: (draft.wanted[node.at].start if node.at in draft.wanted else NEVER, *spare(node))


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
        self.relaxed: set[int] = set()
        """Fixtures placed without regard to people who may play them."""
        self.wanted: dict[int, Place] = {}
        """Old places of fixtures that have not begun."""
        self.held: set[int] = set()
        """Fixtures whose old place is held for them until it is their turn."""
        for node in network.nodes:
            played = node.fixture.played
            if played is not None:
                start = seconds(played.start)
                self.places[node.at] = Place(played.table, start, self._end(node))
        taken: dict[int, list[tuple[Seconds, Seconds]]] = {
            table.number: closed_times(agenda, table) for table in agenda.tables
        }
        for place in self.places.values():
            if place.table in taken:
                taken[place.table].append((place.start, place.end))
        self.tables = {table.number: TableTimes(table, taken[table.number]) for table in agenda.tables}
        if old is not None:
            self._hold(old)

    def _end(self, node: Node) -> Seconds:
        played = node.fixture.played
        assert played is not None
        if played.end is not None:
            return seconds(played.end)
        expected = seconds(played.start) + node.duration
        return expected if expected > self.now else self.now + OVERDUE

    def _hold(self, old: Timetable) -> None:
        for booking in old:
            node = self.network.by_id.get(booking.fixture)
            if node is not None and not node.begun and booking.table is not None:
                start = seconds(booking.start)
                self.wanted[node.at] = Place(booking.table, start, start + node.duration)
        for node in sorted(self.network.nodes, key=lambda node: self.wanted.get(node.at, Place(None, 0, 0)).start):
            if node.at in self.wanted and self.patience and self._fits(node, self.wanted[node.at]):
                self._put(node, self.wanted[node.at])
                self.held.add(node.at)

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
        if node.at in self.held:
            self._lift(node)
        earliest = self._earliest(node)
        wanted = self.wanted.get(node.at)
        if wanted is not None and wanted.start >= earliest and self._fits(node, wanted):
            self._put(node, wanted)
            return
        start = max(earliest, wanted.start) if wanted else earliest
        place = self._first(node, start)
        if self.held and place.start > start + self.patience:
            place = self._push_in(node, start)
        latest = node.late
        if latest is not None and place.end > latest:
            early = self._first(node, start, careful=False)
            if early.end < place.end and early.end <= latest:
                self.relaxed.add(node.at)
                place = early
        self._put(node, place)

    def _push_in(self, node: Node, start: Seconds) -> Place:
        """Find the first place as if nothing were held, and let go what was held there."""
        held = [self.network.nodes[at] for at in self.held]
        for other in held:
            self._lift(other)
        place = self._first(node, start)
        self._put(node, place)
        for other in sorted(held, key=lambda other: self.wanted[other.at].start):
            if self._fits(other, self.wanted[other.at]):
                self._put(other, self.wanted[other.at])
                self.held.add(other.at)
        self._lift(node)
        return place

    def _put(self, node: Node, place: Place) -> None:
        self.places[node.at] = place
        if place.table is not None:
            self.tables[place.table].take(place.start, place.end)

    def _lift(self, node: Node) -> None:
        place = self.places.pop(node.at)
        self.held.discard(node.at)
        if place.table is not None:
            self.tables[place.table].free(place.start, place.end)

    def _earliest(self, node: Node) -> Seconds:
        """Return when all that comes before a fixture is over, and its people have rested from it."""
        earliest = self.opens
        if node.fixture.not_before is not None:
            earliest = max(earliest, seconds(node.fixture.not_before))
        for at, rests in node.before.items():
            place = self.places.get(at)
            if place is not None:
                earliest = max(earliest, place.end + (self.network.rest if rests else 0))
        return earliest

    def _blocked(self, node: Node, careful: bool) -> list[tuple[Seconds, Seconds]]:
        """Return between which moments a fixture must not begin since its people play or rest."""
        rest, reach = self.network.rest, self.network.rest + node.duration
        return sorted(
            (place.start - reach, place.end + rest)
            for at, sure in node.apart.items()
            if (careful or sure) and (place := self.places.get(at)) is not None
        )

    def _fits(self, node: Node, place: Place) -> bool:
        """Return whether a fixture can be played at an old place, as far as others are placed."""
        times = self.tables.get(place.table) if place.table is not None else None
        return (
            times is not None
            and takes(times.table, node)
            and place.start >= self._earliest(node)
            and times.first(place.start, node.duration) == place.start
            and not any(low < place.start < high for low, high in self._blocked(node, careful=True))
        )

    def _first(self, node: Node, start: Seconds, *, careful: bool = True) -> Place:
        """Find the first place from ``start`` on. ``careful``: people who only may play are kept free too."""
        tables = [times for times in self.tables.values() if takes(times.table, node)]
        blocked = self._blocked(node, careful)
        duration = node.duration
        while tables and start < NEVER:
            start = self._on_a_step(start)
            for low, high in blocked:
                if low < start < high:
                    start = self._on_a_step(high)
            firsts = [times.first(start, duration) for times in tables]
            first = min(firsts)
            if first == start:
                free = [times for times, moment in zip(tables, firsts, strict=True) if moment == start]
                chosen = min(free, key=lambda times: self._liking(times, node, start))
                return Place(chosen.table.number, start, start + duration)
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
        return [
            (node, self.places[node.at].end - node.late)
            for node in self.network.nodes
            if node.late is not None and not node.begun and node.late < self.places[node.at].end < NEVER
        ]

    def cost(self) -> Cost:
        placed = {at: place for at, place in self.places.items() if place.start < NEVER}
        late = self.late()
        return Cost(
            unplaced=len(self.places) - len(placed),
            late=len(late),
            minutes_late=sum(by for _node, by in late) // 60,
            may_clash=len(self.relaxed),
            end=max((place.end for place in placed.values()), default=0),
            moved=sum(self.places[at] != wanted for at, wanted in self.wanted.items()),
            starts=sum(place.start for place in placed.values()),
        )

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
                    played.end if played and played.end else _moment(place.end),
                    played.referee if played else referees.get(fixture.id),
                    begun=played is not None,
                )
            )
        return tuple(sorted(made, key=lambda booking: (booking.start, booking.table or 0, booking.fixture)))


def _moment(second: Seconds) -> datetime:
    return datetime.fromtimestamp(second, UTC)
