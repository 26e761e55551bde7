"""Random events, and the hall in which they are played: matches run late, tables are lost, plans change.

``python -m tests.league.pure.weekends 0 1000`` plays those of the seeds 0 to 999 under the checker and prints how long
matches waited.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
from collections import defaultdict
from dataclasses import replace

from league.formats.round_robin import rounds
from league.formats.timetable.planning import plan, replan
from league.formats.timetable.terms import Agenda, Competition, Fixture, Interval, Person, Played, Side, Source, Table
from tests.league.pure.timetable_checker import clashes

NINE = dt.datetime(2026, 12, 5, 9, 0, tzinfo=dt.UTC)
GAMES = ["fuba", "dom_jim", "super_goal"]


def minutes(number):
    return dt.timedelta(minutes=number)


def known(person):
    return Side(frozenset([person]))


def of(fixtures, outcome):
    return Side(source=Source(tuple(fixtures), outcome))


def knockout(name, sides, long, *, first=1, plate=False):
    """A bracket of two, four, eight ... sides; with a match for third place, and one for those who lose at once."""
    made, number, lost = [], first, []
    while len(sides) > 1:
        this = [
            Fixture(f"{name} {number}.{k}", pair, long, number, final=len(sides) == 2)
            for k, pair in enumerate(zip(sides[::2], sides[1::2], strict=True), 1)
        ]
        if len(sides) == 4:
            losers = tuple(of([each.id], "loser") for each in this)
            made.append(Fixture(f"{name} third", losers, long, number + 1))
        elif plate and not lost:
            lost = [of([each.id], "loser") for each in this]
        made += this
        sides = [of([each.id], "winner") for each in this]
        number += 1
    if len(lost) > 1:
        made += [replace(each, final=False) for each in knockout(f"{name} plate", lost, long, first=first + 1)]
    return made


def round_robin(name, people, long):
    return [
        Fixture(f"{name} {number}.{k}", (known(people[home - 1]), known(people[away - 1])), long, number)
        for number, day in enumerate(rounds(len(people)), 1)
        for k, (home, away) in enumerate(day, 1)
    ]


def groups(name, people, long):
    """Groups of four; the first two go on to a bracket, the others to one beside it."""
    tables = [people[k : k + 4] for k in range(0, len(people), 4)]
    made, above, below = [], [], []
    for number, table in enumerate(tables, 1):
        games = round_robin(f"{name} {number}", table, long)
        made += games
        ids = [each.id for each in games]
        above += [of(ids, "rank 1"), of(ids, "rank 2")]
        below += [of(ids, "rank 3"), of(ids, "rank 4")]
    made += knockout(f"{name} main", above, long, first=4)
    return made + [replace(each, final=False) for each in knockout(f"{name} minor", below, long, first=4)]


def swiss(name, people, long, count):
    made, before = [], []
    for number in range(1, count + 1):
        pairs = (
            zip(map(known, people[::2]), map(known, people[1::2]), strict=True)
            if number == 1
            else [(of(before, f"pairing {k}"),) * 2 for k in range(1, len(people) // 2 + 1)]
        )
        this = [Fixture(f"{name} {number}.{k}", pair, long, number) for k, pair in enumerate(pairs, 1)]
        before = [each.id for each in this]
        made += this
    return made


def power_of_two(number):
    return 1 << (number.bit_length() - 1)


def competition(name, people, dice):
    """A competition of some of ``people``, of one of the formats."""
    long = dice.choice([15, 20, 30, 40, 55])
    some = dice.sample(people, dice.randint(min(4, len(people)), len(people)))
    kind = dice.choice(["knockout", "round robin", "groups", "swiss"])
    if kind == "knockout":
        fixtures = knockout(name, [known(each) for each in some[: power_of_two(len(some))]], long, plate=True)
    elif kind == "round robin":
        fixtures = round_robin(name, some[: dice.randint(4, 8)], long)
    elif kind == "groups":
        fixtures = groups(name, some[: power_of_two(len(some))][:32], long)
    else:
        fixtures = swiss(name, some[: len(some) // 2 * 2], long, dice.randint(3, 5))
    return Competition(
        name, dice.choice(GAMES), tuple(fixtures), name, referees=dice.random() < 0.6, round_by_round=kind == "swiss"
    )


def event(dice):
    """2 to 6 competitions, 8 to 128 people, 2 to 32 tables."""
    people = [f"p{k}" for k in range(dice.choice([8, 16, 24, 32, 48, 64, dice.randint(8, 128)]))]
    count = dice.randint(2, 32)
    tables = [Table(1, reserved=dice.random() < 0.5)] + [
        Table(k, dice.choice(GAMES) if k > 2 and dice.random() < 0.2 else "") for k in range(2, count + 1)
    ]
    # So many people a competition that a weekend is enough.
    most = max(8, min(len(people), 6 * count))
    competitions = [
        competition(f"c{k}", dice.sample(people, min(most, len(people))), dice) for k in range(dice.randint(2, 6))
    ]
    if dice.random() < 0.5:
        competitions[0] = replace(
            competitions[0],
            fixtures=tuple(replace(each, table=1) if each.final else each for each in competitions[0].fixtures),
        )
    work = sum(each.minutes for one in competitions for each in one.fixtures) / count
    late = {one.id: NINE + minutes(60 + work * dice.uniform(1, 4)) for one in competitions if dice.random() < 0.3}
    categories = ["", "", "", "young", *late]
    late |= {"young": NINE + minutes(600)} if dice.random() < 0.5 else {}
    nights = [Interval(NINE + minutes(24 * 60 * k + 12 * 60), NINE + minutes(24 * 60 * (k + 1))) for k in range(9)]
    meals = [Interval(NINE + minutes(24 * 60 * k + 240), NINE + minutes(24 * 60 * k + 300)) for k in range(9)]
    return Agenda(
        NINE - minutes(dice.choice([0, 600])),
        NINE,
        tuple(tables),
        tuple(competitions),
        tuple(
            Person(
                each,
                frozenset([f"club {dice.randint(1, 9)}"]),
                frozenset([dice.choice(categories)]) - {""},
                dice.random() < 0.9,
            )
            for each in people
        ),
        tuple(nights) + (tuple(meals) if dice.random() < 0.5 else ()),
        dice.choice([0, 5, 10, 20]),
        latest_end=late,
        finals_last=dice.random() < 0.2,
        change_minutes=5,
    )


def full_weekend():
    """64 people, 16 tables, 4 competitions: most people play in two or three of them."""
    people = [f"p{k}" for k in range(64)]
    every = [known(each) for each in people]
    competitions = (
        Competition("open", "fuba", tuple(swiss("open", people, 30, 6)), "open", referees=True, round_by_round=True),
        Competition("old", "dom_jim", tuple(groups("old", people[:32], 30)), "old", referees=True),
        Competition("young", "fuba", tuple(knockout("young", every[48:], 30, plate=True)), "young", referees=True),
        Competition("cup", "super_goal", tuple(knockout("cup", every, 30, plate=True)), "cup", referees=True),
    )
    return Agenda(
        NINE,
        NINE,
        tuple(Table(k) for k in range(1, 17)),
        competitions,
        tuple(Person(each, frozenset([f"club {k % 12}"])) for k, each in enumerate(people)),
        (
            Interval(NINE + minutes(240), NINE + minutes(300)),
            Interval(NINE + minutes(12 * 60), NINE + minutes(24 * 60)),
        ),
        15,
        latest_end={"young": NINE + minutes(9 * 60), "old": NINE + minutes(36 * 60)},
        change_minutes=5,
    )


LATE = minutes(10)
"""The organiser changes the plan when something is so much behind."""
EARLY = minutes(30)
"""A free table takes its next match so much before its time, if everybody is there."""


class Hall:
    """An event as it is played. ``found``: what the checker says of each plan on the way."""

    def __init__(self, dice, agenda, check=clashes, change=replan):
        self.dice = dice
        self.check = check
        self.change = change
        self.agenda = agenda
        self.first = self.plan = plan(agenda)
        self.found = []
        self.plans = 0
        self.look()
        self.own = {each.id: one for one in agenda.competitions for each in one.fixtures}
        self.fixtures = {each.id: each for one in agenda.competitions for each in one.fixtures}
        for id, booking in self.first.of.items():
            self.fixtures[id] = replace(self.fixtures[id], told=booking.start)
        self.left = dict.fromkeys(self.fixtures)  # what is not over, as a set in order
        self.of_person = defaultdict(set)  # person -> fixtures that they play for certain
        for each in self.fixtures.values():
            self.seat(each)
        self.ends = {}  # fixture that runs -> when it will really be over
        self.ranks = {}  # a source -> outcome -> sides
        self.ready = {}  # fixture -> the start it was told, once it could be played within half an hour
        self.idle = {}  # fixture -> the start that was planned when it could first be played, however early
        self.waits = []  # (fixture, minutes past the first of these, past the second, minutes of a slot)

    def seat(self, fixture):
        for person in () if any(side.source for side in fixture.sides) else self.people(fixture):
            self.of_person[person].add(fixture.id)

    def look(self):
        self.plans += 1
        self.found += self.check(self.agenda, self.plan, self.dice)

    def play(self):
        now = max(self.agenda.now, self.agenda.opens)
        lost = self.dice.random() < 0.5
        while True:
            changed = self.end(now)
            tables = self.agenda.tables
            if lost and self.dice.random() < 0.05:
                lost = False
                number = self.dice.choice(tables).number
                until = now + minutes(60) if number == 1 or self.dice.random() < 0.5 else None
                tables = tuple(
                    replace(each, closed=(Interval(now, until),)) if each.number == number else each for each in tables
                )
                changed = True
            self.agenda = replace(self.agenda, now=now, tables=tables, competitions=self.competitions())
            if changed or self.behind(now):
                self.plan = self.change(self.agenda, self.plan)
                self.look()
            self.begin(now)
            waiting = [each.start for each in self.plan if self.fixtures[each.fixture].played is None]
            if not waiting and not self.ends:
                return self
            late = [now + minutes(5)] if any(start <= now for start in waiting) else []
            now = min([*late, *(start for start in waiting if start > now), *self.ends.values()])

    def competitions(self):
        return tuple(
            replace(one, fixtures=tuple(self.fixtures[each.id] for each in one.fixtures))
            for one in self.agenda.competitions
        )

    def behind(self, now):
        """Whether a match runs or waits long past its planned time."""
        return any(
            booking.end + LATE <= now if booking.fixture in self.ends else booking.start + LATE <= now
            for booking in self.plan
            if booking.fixture in self.ends or self.fixtures[booking.fixture].played is None
        )

    def begin(self, now):
        """Begin what stands next at each free table, if its people are there; what is due goes to any free table."""
        free = {
            table.number: table
            for table in self.agenda.tables
            if not any(self.during(now, each) for each in (*table.closed, *self.agenda.breaks))
        }
        for id in self.ends:
            free.pop(self.fixtures[id].played.table, None)
        waiting = [each for each in self.plan if self.fixtures[each.fixture].played is None]
        for booking in waiting:
            if booking.start > now + EARLY:
                break
            fixture = self.fixtures[booking.fixture]
            if not self.playable(fixture, now):
                free.pop(booking.table, None)  # kept for it
                continue
            table = free.get(booking.table)
            if table is None and booking.start <= now:
                table = next((each for each in free.values() if self.takes(each, fixture)), None)
            running = [self.fixtures[id] for id in self.ends]
            busy = {person for each in running for person in [*self.people(each), each.played.referee]}
            if table is None or (booking.referee in busy - {None} and booking.start > now):
                continue
            del free[table.number]
            late = self.dice.choice([0, 0, 0, 2, 5]) if self.dice.random() < 0.9 else self.dice.randint(5, 40)
            long = fixture.minutes * self.dice.triangular(0.6, 1.4, 0.95) + late
            referee = None if booking.referee in busy else booking.referee
            self.fixtures[fixture.id] = replace(fixture, played=Played(table.number, now, referee=referee))
            self.ends[fixture.id] = now + minutes(long)
            ready, idle = self.ready.get(fixture.id, now), self.idle.get(fixture.id, now)
            self.waits.append((fixture.id, self.open(ready, now), self.open(idle, now), fixture.minutes))

        for booking in waiting:
            fixture = self.fixtures[booking.fixture]
            if fixture.played is None and self.playable(fixture, now):
                self.idle.setdefault(fixture.id, max(now, booking.start))
                if booking.start <= now + EARLY:
                    self.ready.setdefault(fixture.id, max(now, booking.start))

    def takes(self, table, fixture):
        if fixture.table is not None:
            return fixture.table == table.number
        return not table.reserved and table.game in ("", self.own[fixture.id].game)

    @staticmethod
    def during(now, interval):
        return interval.start <= now and (interval.end is None or now < interval.end)

    @staticmethod
    def people(fixture):
        return {person for side in fixture.sides for person in side.people}

    def playable(self, fixture, now):
        """Whether both sides are known and all that must be over is over; its people neither play nor rest."""
        if any(side.source for side in fixture.sides):
            return False
        own = self.own[fixture.id]
        left = [each for each in self.left if self.own[each] is own]
        if fixture.final:
            others = self.left if self.agenda.finals_last else left
            if any(not self.fixtures[each].final for each in others):
                return False
        if own.round_by_round and any(self.fixtures[each].round < fixture.round for each in left):
            return False
        if any(each in self.left for each in fixture.after):
            return False
        rested = now - minutes(self.agenda.rest_minutes)
        for other in self.beside(fixture):
            if other.played is None:
                if self.own[other.id] is own and other.round < fixture.round:
                    return False
            elif other.played.end is None or other.played.end > rested:
                return False
        return True

    def beside(self, fixture):
        """The other fixtures of its people whose sides are known."""
        ids = {id for person in self.people(fixture) for id in self.of_person[person]}
        return [self.fixtures[id] for id in ids if id != fixture.id]

    def open(self, start, end):
        """Minutes between two moments without those of breaks."""
        shut = sum(
            (max(min(end, each.end) - max(start, each.start), minutes(0)) for each in self.agenda.breaks), minutes(0)
        )
        return max(end - start - shut, minutes(0)) / minutes(1)

    def end(self, now):
        """End what is over; return whether that makes sides known."""
        over = [id for id, end in self.ends.items() if end <= now]
        for id in over:
            fixture = self.fixtures[id]
            loser = self.dice.choice(fixture.sides)
            played = replace(fixture.played, end=self.ends.pop(id), losers=loser.people)
            self.fixtures[id] = replace(fixture, played=played)
            del self.left[id]
        return bool(over) and self.fill()

    def fill(self):
        known_now = False
        for fixture in self.fixtures.values():
            if any(side.source for side in fixture.sides):
                asked, sides = {}, []
                for side in fixture.sides:
                    turn = asked[side.source] = asked.get(side.source, -1) + 1
                    sides.append(self.decided(side, turn) if side.source else side)
                if tuple(sides) != fixture.sides:
                    known_now = True
                    self.fixtures[fixture.id] = replace(fixture, sides=tuple(sides))
                    self.seat(self.fixtures[fixture.id])
        return known_now

    def decided(self, side, turn):
        games = [self.fixtures[id] for id in side.source.fixtures]
        if not all(each.played and each.played.end for each in games):
            return side
        ranks = self.ranks.setdefault(side.source.fixtures, {})
        outcome = side.source.outcome
        if outcome in ("winner", "loser"):
            lost = games[0].played.losers
            return next(each for each in games[0].sides if (each.people == lost) == (outcome == "loser"))
        if outcome not in ranks:
            given = [each for some in ranks.values() for each in some]
            left = [each for each in dict.fromkeys(side for game in games for side in game.sides) if each not in given]
            ranks[outcome] = self.dice.sample(left, 2 if outcome.startswith("pairing") else 1)
        return ranks[outcome][turn]


def waited(halls):
    """Slots that 95 of 100 matches waited at most: past the time they were told last, and past the first one."""
    waits = [wait for hall in halls for wait in hall]
    return tuple(
        sorted(each[which] / each[3] for each in waits)[len(waits) * 95 // 100] if waits else 0 for which in (1, 2)
    )


def main(first, last):
    halls, found, plans = [], 0, 0
    for seed in range(first, last):
        dice = random.Random(seed)
        hall = Hall(dice, event(dice)).play()
        halls.append(hall.waits)
        plans += hall.plans
        for sentence in hall.found:
            print(seed, sentence)
        found += len(hall.found)
        if (seed + 1) % 10 == 0 or seed + 1 == last:
            told, idle = waited(halls)
            print(f"{len(halls)} events, {plans} plans, {found} clashes; p95 {told:.2f} and {idle:.2f}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
