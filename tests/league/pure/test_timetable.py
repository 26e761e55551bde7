"""The timetable of an event: what a plan keeps, what it names, how little a change moves."""

from __future__ import annotations

import datetime as dt

import pytest

from league.formats.timetable.planning import plan, replan
from league.formats.timetable.terms import (
    Agenda,
    BadAgenda,
    Competition,
    Fixture,
    Side,
    Source,
    Table,
    changes,
)

NINE = dt.datetime(2026, 12, 5, 9, 0, tzinfo=dt.UTC)


def at(minutes):
    return NINE + dt.timedelta(minutes=minutes)


def fixture(id, home, away, **values):
    """Sides are people, or ``>id`` for the winner and ``<id`` for the loser of a fixture."""
    return Fixture(**{"id": id, "sides": (side(home), side(away)), "minutes": 30, **values})


def side(text):
    if text[0] in "<>":
        return Side(source=Source((text[1:],), "winner" if text[0] == ">" else "loser"))
    return Side(frozenset(text.split("+")))


def agenda(*fixtures, tables=2, **values):
    if fixtures:
        values["competitions"] = (Competition("cup", "fuba", fixtures),)
    return Agenda(**{"now": NINE, "opens": NINE, "tables": tuple(Table(n + 1) for n in range(tables)), **values})


def starts(timetable):
    return {each.fixture: (each.start - NINE) // dt.timedelta(minutes=1) for each in timetable}


def kinds(timetable):
    return [conflict.kind for conflict in timetable.conflicts]


def test_it_works():
    """Semi-finals side by side, the match for third place beside a match of others, the final last."""
    cup = (
        fixture("semi 1", "a", "b"),
        fixture("semi 2", "c", "d"),
        fixture("third", "<semi 1", "<semi 2", round=2),
        fixture("final", ">semi 1", ">semi 2", round=2, final=True),
    )
    made = plan(agenda(*cup, rest_minutes=10))
    assert starts(made) == {"semi 1": 0, "semi 2": 0, "third": 40, "final": 70}
    assert made.conflicts == ()
    assert changes(made, replan(agenda(*cup, rest_minutes=10), made)) == []


def test_a_circle_is_refused():
    with pytest.raises(BadAgenda, match="a → b → a"):
        plan(agenda(fixture("a", "p", "q", after=("b",)), fixture("b", "r", "s", after=("a",))))
