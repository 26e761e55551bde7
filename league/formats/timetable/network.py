"""Demands of an agenda, in numbers: who may play what, what comes before what, which matches must not overlap.

People are bits of an integer, times are seconds. Most people of an undecided match will not play it, so two matches
that share a person who *may* play them are kept apart only softly, unless nobody can be in both: the winner of a
match never meets its loser's programme.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from league.formats.timetable.terms import Agenda, BadAgenda, Competition, Fixture, Side

MOST_OUTCOMES: Final = 4
"""A side that may come of more outcomes of the same matches than this is taken to come of any: it is rarely apart."""

Seconds: TypeAlias = int
People: TypeAlias = int
"""A set of people, a bit each."""
Source: TypeAlias = tuple[str, ...]


def seconds(moment: datetime) -> Seconds:
    """Return ``moment`` in seconds; one that began is whole, so that nobody's rest is a part of one short."""
    return math.ceil(moment.timestamp())


@dataclass(slots=True)
class Ways:
    """How people come into a match: of ``of`` all whose part in a source is known, by outcome."""

    of: People = 0
    outcomes: dict[str, People] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Node:
    """A fixture of the agenda."""

    at: int
    fixture: Fixture
    competition: Competition
    duration: Seconds
    sure: People = 0
    """People who play it for certain."""
    may: People = 0
    """People who may play it, ``sure`` among them."""
    ways: dict[Source, Ways] = field(default_factory=dict)
    before: dict[int, bool] = field(default_factory=dict)
    """The fixtures that must be over, and whether their people rest before this one."""
    after: list[int] = field(default_factory=list)
    apart: dict[int, bool] = field(default_factory=dict)
    """The other fixtures that must not overlap it; True if somebody plays both for certain."""
    duties: list[int] = field(default_factory=list)
    """The matches at a table whose referee plays this one for certain: with the match, that duty has begun."""
    late: Seconds | None = None
    """Its latest end, None for none."""
    category: str = ""
    """The category that sets its latest end."""

    @property
    def begun(self) -> bool:
        return self.fixture.played is not None


class Network:
    """The fixtures of an agenda, in an order in which each comes after those that must be over before it.

    Raises BadAgenda.
    """

    def __init__(self, agenda: Agenda) -> None:
        self.agenda = agenda
        self.rest: Seconds = 60 * agenda.rest_minutes
        self.change: Seconds = 60 * agenda.change_minutes
        self.people: dict[str, int] = {}
        """A person's bit, by id."""
        self.nodes = [
            Node(at, fixture, competition, 60 * fixture.minutes)
            for at, (competition, fixture) in enumerate(
                (competition, fixture) for competition in agenda.competitions for fixture in competition.fixtures
            )
        ]
        self.by_id = {node.fixture.id: node for node in self.nodes}
        self._check()
        for person in agenda.people:
            self.bit(person.id)
        self._join()
        self.order = self._in_order()
        self._release_begun()
        for node in self.order:
            self._fill(node)
        self._rests()
        self._set_duties()
        self.may_meet: list[tuple[int, int]] = []
        """Pairs of fixtures that somebody may play both of."""
        self._set_apart()
        self._set_ends()

    def bit(self, person: str) -> int:
        return self.people.setdefault(person, 1 << len(self.people))

    def mask(self, people: Iterable[str]) -> People:
        mask = 0
        for person in people:
            mask |= self.bit(person)
        return mask

    def names(self, mask: People) -> tuple[str, ...]:
        """Return the ids of a set of people, in the order of their bits."""
        ids = list(self.people)
        return tuple(ids[at] for at in bits(mask))

    # ── reading ──
    def _check(self) -> None:
        agenda = self.agenda
        if len(self.by_id) < len(self.nodes):
            twice = _repeated(node.fixture.id for node in self.nodes)
            raise BadAgenda(f"fixture {twice} stands twice in the agenda")
        numbers = [table.number for table in agenda.tables]
        if len(set(numbers)) < len(numbers):
            raise BadAgenda(f"table {_repeated(numbers)} stands twice in the agenda")
        if not 1 <= agenda.step_minutes <= 60:
            raise BadAgenda(f"planned starts are 1 to 60 minutes apart, not {agenda.step_minutes}")
        for name, minutes in (("rest", agenda.rest_minutes), ("change", agenda.change_minutes)):
            if minutes < 0:
                raise BadAgenda(f"a {name} has 0 minutes or more, not {minutes}")
        for node in self.nodes:
            fixture = node.fixture
            if fixture.minutes < 1:
                raise BadAgenda(f"fixture {fixture.id} takes 1 minute or more, not {fixture.minutes}")
            home, away = fixture.sides
            if home.source is None and away.source is None and home.people & away.people:
                raise BadAgenda(f"{min(home.people & away.people)} stands on both sides of fixture {fixture.id}")
            for other in (
                *fixture.after,
                *(each for side in fixture.sides if side.source for each in side.source.fixtures),
            ):
                if other not in self.by_id:
                    raise BadAgenda(f"fixture {fixture.id} waits for fixture {other}, which is not in the agenda")

    # ── what comes before what ──
    def _join(self) -> None:
        for node in self.nodes:
            fixture = node.fixture
            for side in fixture.sides:
                for other in side.source.fixtures if side.source else ():
                    node.before[self.by_id[other].at] = True
            for other in fixture.after:
                node.before.setdefault(self.by_id[other].at, False)
        by_competition: dict[str, list[Node]] = defaultdict(list)
        for node in self.nodes:
            by_competition[node.competition.id].append(node)
        for nodes in by_competition.values():
            self._join_rounds(nodes)
        everything = [self.nodes] if self.agenda.finals_last else by_competition.values()
        for nodes in everything:
            others = [node.at for node in nodes if not node.fixture.final]
            for final in nodes:
                if final.fixture.final:
                    for at in others:
                        final.before.setdefault(at, False)
        for node in self.nodes:
            for at in node.before:
                self.nodes[at].after.append(node.at)

    def _join_rounds(self, nodes: list[Node]) -> None:
        """Put a person's matches of one competition in the order of the rounds, or all of it."""
        chains: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for node in nodes:
            if node.competition.round_by_round:
                chains[""][node.fixture.round].append(node.at)
                continue
            for side in node.fixture.sides:
                if side.source is None:
                    for person in side.people:
                        chains[person][node.fixture.round].append(node.at)
        for rounds in chains.values():
            earlier: list[int] = []
            for _number, ats in sorted(rounds.items()):
                for at in ats:
                    for before in earlier:
                        self.nodes[at].before.setdefault(before, False)
                earlier = ats

    def _in_order(self) -> list[Node]:
        open_before = [len(node.before) for node in self.nodes]
        ready = [node for node in self.nodes if not node.before]
        for node in ready:  # grows as it is read
            for at in node.after:
                open_before[at] -= 1
                if not open_before[at]:
                    ready.append(self.nodes[at])
        if len(ready) < len(self.nodes):
            raise BadAgenda(f"fixtures wait for each other in a circle: {' → '.join(self._circle(open_before))}")
        return ready

    def _release_begun(self) -> None:
        """Let a match that has begun wait for no other: one that was to come before it is kept apart from it."""
        for node in self.nodes:
            if node.begun:
                for at in node.before:
                    self.nodes[at].after.remove(node.at)
                node.before.clear()

    def _circle(self, open_before: list[int]) -> list[str]:
        at = next(at for at, count in enumerate(open_before) if count)
        way: list[int] = []
        while at not in way:
            way.append(at)
            at = next(before for before in self.nodes[at].before if open_before[before])
        return [self.nodes[each].fixture.id for each in [*way[way.index(at) :], at]]

    # ── who may play ──
    def _fill(self, node: Node) -> None:
        """Find who may play a fixture, and by which outcomes; its sources are filled."""
        home, away = (self._side(side) for side in node.fixture.sides)
        for side, (people, _ways) in zip(node.fixture.sides, (home, away), strict=True):
            node.may |= people
            if side.source is None:
                node.sure |= people
        node.ways = _either(node.may, [home, away])

    def _side(self, side: Side) -> tuple[People, dict[Source, Ways]]:
        people = self.mask(side.people)
        if side.source is None:
            return people, {}
        sources = [self.by_id[other] for other in side.source.fixtures]
        if not side.people:
            for source in sources:
                people |= source.may
        ways = _either(people, [(source.may & people, source.ways) for source in sources])
        ways[side.source.fixtures] = Ways(people, {side.source.outcome: people})
        return people, ways

    # ── what must not overlap ──
    def _set_duties(self) -> None:
        for begun in self.nodes:
            played = begun.fixture.played
            if played is None or played.end is not None or played.referee is None:
                continue
            referee = self.bit(played.referee)
            for node in self.nodes:
                if node.sure & referee:
                    node.duties.append(begun.at)

    def _rests(self) -> None:
        if self.rest:
            for node in self.nodes:
                for at in node.before:
                    other = self.nodes[at]
                    node.before[at] = node.before[at] or bool(node.may & other.may & ~_never_both(node, other))

    def _set_apart(self) -> None:
        ancestors = [0] * len(self.nodes)
        for node in self.order:
            for at in node.before:
                ancestors[node.at] |= ancestors[at] | 1 << at
        # A rest longer than a match is not kept by the match between.
        loose = any(node.duration < self.rest for node in self.nodes if not node.begun)
        nodes = [node for node in self.nodes if not self._is_past(node)]
        for number, node in enumerate(nodes):
            for other in nodes[:number]:
                shared = node.may & other.may
                if not shared:
                    continue
                if other.at in node.before or node.at in other.before:
                    continue
                follows = ancestors[node.at] >> other.at & 1 or ancestors[other.at] >> node.at & 1
                if follows and not loose:
                    continue
                sure = bool(node.sure & other.sure)
                if sure or (not follows and shared & ~_never_both(node, other)):
                    node.apart[other.at] = other.apart[node.at] = sure
                    if not sure:
                        self.may_meet.append((node.at, other.at))

    def _is_past(self, node: Node) -> bool:
        """Return whether a match is over and its people have rested."""
        played = node.fixture.played
        if played is None or played.end is None:
            return False
        return seconds(played.end) + self.rest <= seconds(self.agenda.now)

    def _set_ends(self) -> None:
        ends = {category: seconds(end) for category, end in self.agenda.latest_end.items()}
        if not ends:
            return
        limits = [
            (self.bit(person.id), category)
            for person in self.agenda.people
            for category in person.categories
            if category in ends
        ]
        for node in self.nodes:
            found = {category for bit, category in limits if node.sure & bit}
            if node.competition.category in ends:
                found.add(node.competition.category)
            if found:
                node.category = min(found, key=lambda category: (ends[category], category))
                node.late = ends[node.category]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _repeated(values: Iterable[object]) -> object:
    seen: set[object] = set()
    return next(value for value in values if value in seen or seen.add(value))  # type: ignore[func-returns-value]


def _either(people: People, entries: list[tuple[People, dict[Source, Ways]]]) -> dict[Source, Ways]:
    """Join the ways by which ``people`` come in by one or another entry: what all entries of a person tell."""
    joined = {}
    for source in {source for _of, ways in entries for source in ways}:
        known, outcomes = people, defaultdict[str, int](int)
        for of, ways in entries:
            way = ways.get(source)
            known &= ~of | (way.of if way else 0)
            for outcome, by in way.outcomes.items() if way else ():
                outcomes[outcome] |= by
        if known and len(outcomes) <= MOST_OUTCOMES:
            joined[source] = Ways(known, {outcome: by & known for outcome, by in outcomes.items()})
    return joined


def _never_both(node: Node, other: Node) -> People:
    """Return who cannot play both, since the two need different outcomes of the same matches."""
    never = 0
    for source in node.ways.keys() & other.ways.keys():
        way, others = node.ways[source], other.ways[source]
        both = 0
        for outcome, by in way.outcomes.items():
            both |= by & others.outcomes.get(outcome, 0)
        never |= way.of & others.of & ~both
    return never
