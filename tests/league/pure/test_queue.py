"""The queue for real tables: its order, who goes to which table, and random halls in which nobody is twice."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import settings as bounds
from hypothesis import strategies as st

from league.formats.queue import FreeTable, Waiting, in_order, moved, next_calls


def match(key, *people, **values):
    return Waiting(**{"key": key, "people": frozenset(people), "round": 1, "number": 1, "since": 0.0, **values})


def test_it_works():
    """The earlier round, then who has waited longest, then the fixture list; by hand before all."""
    queue = [
        match("later round", 1, 2, round=2),
        match("waits less", 3, 4, since=9.0),
        match("second", 5, 6, number=2),
        match("first", 7, 8),
        match("by hand", 9, 10, round=3, place=1),
    ]
    order = ["by hand", "first", "second", "waits less", "later round"]
    assert [each.key for each in in_order(queue)] == order
    tables = [FreeTable(2), FreeTable(1)]
    assert [(table.number, each.key) for table, each in next_calls(tables, queue, ())] == [(1, "by hand"), (2, "first")]


def test_who_is_busy_lets_the_next_pass():
    queue = [match("a", 1, 2), match("b", 2, 3, number=2), match("c", 4, 5, number=3)]
    tables = [FreeTable(number) for number in (1, 2, 3)]
    assert [each.key for _table, each in next_calls(tables, queue, ())] == ["a", "c"]
    assert [each.key for _table, each in next_calls(tables, queue, {1})] == ["b", "c"]


def test_a_table_takes_what_it_is_for():
    queue = [match("fuba", 1, 2, game="fuba"), match("film", 3, 4, stream=True), match("other", 5, 6, game="dom_jim")]
    tables = [FreeTable(1, stream=True), FreeTable(2), FreeTable(3, game="fuba")]
    assert {each.key: table.number for table, each in next_calls(tables, queue, ())} == {
        "fuba": 3,
        "film": 1,
        "other": 2,
    }
    assert [each.key for _table, each in next_calls(tables[:1], queue, ())] == ["film"]


def test_what_sleeps_is_not_called():
    asleep, awake = match("a", 1, 2, asleep=True), match("b", 3, 4, round=9)
    assert next_calls([FreeTable(1)], [asleep], ()) == []
    assert [each.key for each in in_order([asleep, awake])] == ["b", "a"]


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.integers(0, n))), st.data())
def test_a_move_by_hand_gives_the_order_that_was_seen(sizes, data):
    """What is fixed at the start, with the rules for the rest, is the queue as the organiser saw it with one moved."""
    size, at, fixed = sizes
    to = data.draw(st.sampled_from(["front", "up", "down"]))
    queue = [match(key, key, since=float(key), place=key if key < fixed else None) for key in range(size)]
    places = {key: place for place, key in enumerate(moved(list(range(size)), at, to, fixed))}
    after = [each.key for each in in_order(replace(each, place=places.get(each.key)) for each in queue)]
    wanted = [key for key in range(size) if key != at]
    wanted.insert({"front": 0, "up": max(at - 1, 0), "down": min(at + 1, size - 1)}[to], at)
    assert after == wanted
    assert {key for key in range(fixed) if key != at} <= places.keys()


# ── a checker that knows nothing of the rule ──
class Room:
    """A day at the tables: matches become ready, are called, end late or early; tables are lost and come back."""

    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        people = rng.randint(8, 128)
        self.tables = [
            FreeTable(number, rng.choice(["", "", "x"]), rng.random() < 0.1)
            for number in range(1, rng.randint(2, 32) + 1)
        ]
        self.lost = set()
        self.waiting = {}
        self.at = {}  # table -> match
        self.rests = set()
        competitions = rng.randint(2, 6)
        for key in range(rng.randint(1, 3 * people)):
            self.waiting[key] = match(
                key,
                *rng.sample(range(people), rng.choice([2, 2, 2, 4])),
                round=rng.randint(1, 5),
                number=key,
                since=rng.random(),
                game="x" if key % competitions == 0 else "y",
                place=rng.choice([None, None, None, rng.randint(-3, 3)]),
                stream=rng.random() < 0.05,
                asleep=rng.random() < 0.05,
            )

    def free(self):
        return [table for table in self.tables if table.number not in self.at and table.number not in self.lost]

    def step(self):
        busy = {person for each in self.at.values() for person in each.people} | self.rests
        free = self.free()
        calls = next_calls(free, self.waiting.values(), busy)
        self.check(calls, free, busy)
        for table, each in calls:
            self.at[table.number] = self.waiting.pop(each.key)
        for number in list(self.at):
            if self.rng.random() < 0.4:
                self.rests = set(self.at.pop(number).people) if self.rng.random() < 0.3 else set()
        self.lost ^= {self.rng.choice(self.tables).number} if self.rng.random() < 0.2 else set()
        for number in self.lost & self.at.keys():
            back = self.at.pop(number)
            self.waiting[back.key] = back

    def check(self, calls, free, busy):
        people = [person for _table, each in calls for person in each.people]
        assert len(people) == len(set(people)), "somebody at two tables"
        assert not busy & set(people), "somebody called who plays or rests"
        numbers = [table.number for table, _each in calls]
        assert len(numbers) == len(set(numbers)), "two matches at one table"
        assert set(numbers) <= {table.number for table in free}
        for table, each in calls:
            assert table.stream == each.stream and table.game in ("", each.game) and not each.asleep
        # No table stands empty that somebody free waits for.
        left = [table for table in free if table.number not in numbers]
        called = {each.key for _table, each in calls}
        for each in self.waiting.values():
            if each.key not in called and not each.asleep and not (busy | set(people)) & each.people:
                assert not any(table.stream == each.stream and table.game in ("", each.game) for table in left)


@bounds(max_examples=100)
@given(st.integers(0, 2**32))
def test_no_clash_in_a_random_hall(seed):
    room = Room(seed)
    for _step in range(12):
        room.step()
