"""The timetable of an event: what a plan keeps, what it names, how little a change moves."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from dataclasses import replace

import pytest

from league.formats.timetable import faults, hall, network, planning, referees
from league.formats.timetable.durations import Cycle, cycles, expected_minutes
from league.formats.timetable.faults import faults as faults_of
from league.formats.timetable.planning import plan, replan
from league.formats.timetable.referees import allotted, duties, objections, swapped
from league.formats.timetable.terms import (
    Agenda,
    BadAgenda,
    Booking,
    Competition,
    Fixture,
    Interval,
    Person,
    Played,
    Side,
    Source,
    Table,
    Timetable,
    Trouble,
    changes,
)
from tests.league.pure.timetable_checker import clashes
from tests.league.pure.weekends import Hall, event, waited
from tests.sizes import size

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
    """An event of one competition, or of ``competitions``."""
    values.setdefault("competitions", (cup(*fixtures),))
    values["tables"] = tuple(Table(n + 1) for n in range(tables)) if isinstance(tables, int) else tables
    return Agenda(**{"now": NINE, "opens": NINE, **values})


def cup(*fixtures, **values):
    return Competition(**{"id": "cup", "game": "fuba", "fixtures": fixtures, **values})


def played(minutes, *fixtures, ends=None, **values):
    """The agenda at a later moment. ``ends``: what has begun, as ``id: (start, end)``."""
    ends = ends or {}
    made = [
        replace(each, played=Played(1 + n % 2, at(ends[each.id][0]), ends[each.id][1] and at(ends[each.id][1])))
        if each.id in ends
        else each
        for n, each in enumerate(fixtures)
    ]
    return agenda(*made, now=at(minutes), **values)


def starts(timetable):
    return {each.fixture: (each.start - NINE) // dt.timedelta(minutes=1) for each in timetable}


def tables(timetable):
    return {each.fixture: each.table for each in timetable}


def kinds(timetable):
    return [conflict.kind for conflict in timetable.conflicts]


SEMIS = (
    fixture("semi 1", "a", "b"),
    fixture("semi 2", "c", "d"),
    fixture("third", "<semi 1", "<semi 2", round=2),
    fixture("final", ">semi 1", ">semi 2", round=2, final=True),
)


def test_it_works():
    """Semi-finals side by side, then third place, the final last."""
    made = plan(agenda(*SEMIS, rest_minutes=10))
    assert starts(made) == {"semi 1": 0, "semi 2": 0, "third": 40, "final": 70}
    assert made.conflicts == ()


def test_nobody_plays_twice_and_everybody_rests():
    open_, old = cup(fixture("o", "a", "b")), cup(fixture("v", "a", "c"), id="old", game="dom_jim")
    made = plan(agenda(competitions=(open_, old), rest_minutes=15))
    assert sorted(starts(made).values()) == [0, 45]


def test_rounds_are_played_in_their_order():
    later = fixture("later", "a", "b", round=2)
    assert starts(plan(agenda(later, fixture("first", "a", "c")))) == {"first": 0, "later": 30}
    waits = cup(fixture("later", "a", "b", round=2), fixture("first", "c", "d"), round_by_round=True)
    assert starts(plan(agenda(competitions=(waits,)))) == {"first": 0, "later": 30}


def test_a_winner_who_has_two_matches_next_is_at_one_of_them_at_a_time():
    semi, final = fixture("semi", "a", "b"), fixture("final", ">semi", "c", round=2)
    made = plan(agenda(competitions=(cup(semi, final), cup(fixture("super cup", ">semi", "d"), id="super"))))
    assert sorted(starts(made).values()) == [0, 30, 60] and made.conflicts == ()


def test_a_match_that_began_before_an_earlier_round_keeps_its_people():
    """A player whose second round began first is at no other match until it ends."""
    matches = [fixture(f"{n}", "a", other, round=n) for n, other in ((1, "b"), (2, "c"), (3, "d"))]
    made = starts(plan(played(10, *matches, tables=3, ends={"2": (0, None)})))
    assert sorted(made.values()) == [0, 30, 60] and made["2"] == 0


@pytest.mark.parametrize(("end", "named"), [(None, [Trouble.TWICE]), (20, [])])
def test_who_plays_two_matches_at_once_is_named_until_one_is_over(end, named):
    matches = fixture("one", "a", "b"), fixture("two", "a", "c")
    assert kinds(plan(played(25, *matches, rest_minutes=10, ends={"one": (0, None), "two": (10, end)}))) == named


def test_winners_and_losers_play_at_the_same_time():
    """Nobody is in both, nor in the first two and the last two of a group, nor in two pairings of a round."""
    four = [fixture(f"q{n}", *pair) for n, pair in enumerate(["ab", "cd"], 1)]
    both = [fixture("up", ">q1", ">q2", round=2), fixture("down", "<q1", "<q2", round=2)]
    assert starts(plan(agenda(*four, *both)))["down"] == starts(plan(agenda(*four, *both)))["up"] == 30
    ranks = [Side(source=Source(("q1", "q2"), f"rank {n}")) for n in (1, 2, 3, 4)]
    after = [replace(both[0], sides=(ranks[0], ranks[1])), replace(both[1], sides=(ranks[2], ranks[3]))]
    made = starts(plan(agenda(*four, *after)))
    assert (made["up"], made["down"]) == (30, 30)
    deeper = [fixture("up 2", ">up", "e", round=3), fixture("down 2", ">down", "f", round=3)]
    made = starts(plan(agenda(*four, *after, *deeper)))
    assert (made["up 2"], made["down 2"]) == (60, 60)
    pairs = [Side(source=Source(("q1", "q2"), f"pairing {n}")) for n in (1, 2)]
    swiss = [replace(each, sides=(pair, pair)) for each, pair in zip(both, pairs, strict=True)]
    made = starts(plan(agenda(*four, *swiss)))
    assert (made["up"], made["down"]) == (30, 30)


def test_who_may_play_is_kept_free_until_time_is_short():
    """Third place may be a's: a's other match waits, unless something would then end too late. That is named."""
    other = cup(fixture("other", "a", "e", not_before=at(30)), id="u19", category="u19")
    asked = agenda(competitions=(cup(*SEMIS, category="open"), other), tables=3)
    made = plan(asked)
    assert made.conflicts == () and starts(made)["other"] not in (starts(made)["third"], starts(made)["final"])
    made = plan(replace(asked, latest_end={"u19": at(60), "open": at(90)}))
    assert (starts(made)["other"], starts(made)["final"]) == (30, 60)
    assert [(each.kind, set(each.fixtures), each.people) for each in made.conflicts] == [
        (Trouble.MAY_CLASH, {"other", "third"}, ("a",))
    ]


def test_tables_and_breaks():
    """None at a table of another game, in a break or where it is closed; at a filmed table what names it."""
    hall_ = (
        Table(1, reserved=True),
        Table(2, game="dom_jim"),
        Table(3, closed=(Interval(at(0), at(20)),)),
        Table(4, closed=(Interval(at(0)),)),
    )
    matches = (fixture("a", "a", "b"), fixture("b", "c", "d"), fixture("c", "e", "f", table=1))
    made = plan(agenda(*matches, tables=hall_, breaks=(Interval(at(55), at(70)),)))
    assert (tables(made), starts(made)) == ({"c": 1, "a": 3, "b": 3}, {"c": 0, "a": 20, "b": 70})


def test_what_has_no_table_is_named():
    made = plan(agenda(fixture("a", "a", "b"), fixture("then", ">a", "c"), tables=(Table(1, game="dom_jim"),)))
    assert made.bookings == ()
    assert [(each.kind, each.fixtures) for each in made.conflicts] == [
        (Trouble.NO_PLACE, ("a",)),
        (Trouble.NO_PLACE, ("then",)),
    ]


def test_the_latest_end_of_a_category():
    """What must end first is played first; what ends late is named with the minutes. People have categories too."""
    young = cup(fixture("y1", "c", "d"), fixture("y2", "c", "e", round=2), id="young", category="u19")
    others = cup(*(fixture(f"m{n}", f"p{n}", f"q{n}") for n in range(4)))
    made = plan(agenda(competitions=(others, young), tables=1, latest_end={"u19": at(60)}))
    assert made.conflicts == () and starts(made)["y2"] == 30
    made = plan(agenda(competitions=(others, young), tables=1, latest_end={"u19": at(50)}))
    assert [(each.kind, each.fixtures, each.minutes, each.category) for each in made.conflicts] == [
        (Trouble.ENDS_LATE, ("y2",), 10, "u19")
    ]
    people = (Person("p3", categories=frozenset(["u19"])),)
    made = plan(agenda(competitions=(others,), tables=1, people=people, latest_end={"u19": at(40)}))
    assert starts(made)["m3"] == 0


def late_day(seed):
    """Two competitions, the tables and the latest ends by ``seed``: often too little time for all."""
    dice = random.Random(seed)
    competitions = []
    for name in ("one", "two"):
        pairs = [dice.sample("abcde", 2) for _match in range(dice.randint(2, 4))]
        matches = [fixture(f"{name} {k}", *pair, round=1 + k // 2) for k, pair in enumerate(pairs)]
        competitions.append(cup(*matches, id=name, category=name))
    ends = {name: at(30 * dice.randint(2, 5)) for name in ("one", "two")}
    return agenda(competitions=tuple(competitions), tables=dice.randint(1, 2), latest_end=ends)


def test_the_best_of_several_tries_is_the_plan(monkeypatch):
    """Fewer matches end late with each further try, and fewer minutes of as many: never more."""
    better = 0
    for seed in range(20):
        late = []
        for tries in range(1, planning.TRIES + 1):
            monkeypatch.setattr(planning, "TRIES", tries)
            over = [each.minutes for each in plan(late_day(seed)).conflicts if each.kind == Trouble.ENDS_LATE]
            late.append((len(over), sum(over)))
        monkeypatch.undo()
        assert late == sorted(late, reverse=True), seed
        better += late[-1] < late[0]
    assert better


def test_the_rest_before_what_follows_is_no_time_to_spare(monkeypatch):
    """The first of two with a rest between them goes before one that must end sooner than the second."""
    monkeypatch.setattr(planning, "TRIES", 1)
    alone = cup(fixture("alone", "c", "d"), id="alone", category="soon")
    two = cup(fixture("one", "a", "b"), fixture("two", "a", "e", round=2), category="late")
    ends = {"soon": at(90), "late": at(100)}
    made = plan(agenda(competitions=(alone, two), tables=1, rest_minutes=30, latest_end=ends))
    assert starts(made) == {"one": 0, "alone": 30, "two": 60}


def test_of_two_that_must_end_alike_the_one_that_more_must_follow_goes_first():
    people = tuple(Person(name, categories=frozenset(["u19"])) for name in "ac")
    alone = cup(fixture("alone", "c", "d"), fixture("evening", "f", "g", not_before=at(300)), id="alone")
    two = cup(fixture("one", "a", "b"), fixture("two", "b", "e", round=2))
    ends = {"u19": at(60)}
    made = plan(agenda(competitions=(alone, two), tables=1, rest_minutes=30, people=people, latest_end=ends))
    assert starts(made) == {"one": 0, "alone": 30, "two": 60, "evening": 300}


def test_of_plans_that_are_as_late_the_one_in_which_fewer_may_clash_is_chosen():
    """The final and d's other match could be at 60, as late in all as the day without a clash."""
    others = (
        cup(fixture("d's", "d", "e"), id="d's", category="u19"),
        cup(fixture("last", "a", "b", not_before=at(90)), id="last", category="u19"),
    )
    semis = cup(*SEMIS, category="open")
    made = plan(agenda(competitions=(semis, *others), latest_end={"u19": at(30), "open": at(90)}))
    assert starts(made) == {"d's": 0, "semi 1": 0, "semi 2": 30, "third": 60, "last": 90, "final": 120}
    assert [(each.kind, each.minutes) for each in made.conflicts] == [(Trouble.ENDS_LATE, 90), (Trouble.ENDS_LATE, 60)]


def drafted(asked, *old):
    """A plan in the order of the agenda."""
    draft = planning.Draft(network.Network(asked), *old)
    draft.fill(lambda node: (node.at,))
    return draft


def test_what_a_plan_costs():
    """One match has no table, the other ends ten minutes late; the change after it belongs to the day."""
    people = (Person("a", categories=frozenset(["u19"])),)
    matches = (fixture("one", "a", "b"), fixture("nowhere", "c", "d", table=9))
    asked = agenda(*matches, change_minutes=5, people=people, latest_end={"u19": at(20)})
    cost = planning.Cost(1, 1, 600, 0, 0, network.seconds(at(35)), network.seconds(NINE))
    assert drafted(asked).cost() == cost
    assert drafted(agenda()).cost() == planning.Cost(0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("seconds", "start"), [(0, 30), (1, 90)])
def test_no_clash_is_risked_for_a_match_that_ends_late_all_the_same(seconds, start):
    """Third place or the final is a's, from 30 to 90; a's other match is to end at 60, or ``seconds`` before."""
    other = cup(fixture("other", "a", "e", not_before=at(30)), id="u19", category="u19")
    ends = {"u19": at(60) - dt.timedelta(seconds=seconds)}
    draft = drafted(agenda(competitions=(cup(*SEMIS), other), tables=3, latest_end=ends))
    assert draft.places[4].start == network.seconds(at(start))


@pytest.mark.parametrize(("start", "clashes"), [(60, 0), (65, 1), (100, 1), (135, 1), (140, 0), (None, 0)])
def test_matches_may_clash_where_somebody_would_play_or_rest_between(start, clashes):
    """a may play for the third place, from 100 to 130."""
    asked = agenda(competitions=(cup(*SEMIS), cup(fixture("a's", "a", "e"), id="a's")), rest_minutes=10)
    draft = planning.Draft(network.Network(asked))
    begins = {0: 0, 1: 0, 2: 100, 3: 300, 4: start}
    draft.places = {
        number: planning.Place(None, hall.NEVER, hall.NEVER)
        if minutes is None
        else planning.Place(1, *(network.seconds(at(minutes + more)) for more in (0, 30)))
        for number, minutes in begins.items()
    }
    assert draft.cost().may_clash == clashes


def test_a_match_that_moves_over_a_break_is_late_by_the_time_that_the_hall_is_open():
    """By 20 minutes of 50; to move at all weighs as much as 15 more."""
    told = Timetable((Booking("one", 1, NINE, at(30)),))
    asked = agenda(fixture("one", "a", "b"), now=at(10), breaks=(Interval(at(20), at(50)),))
    draft = drafted(asked, told)
    assert (draft.places[0].start, draft.cost().disturbance) == (network.seconds(at(50)), 20**2 + 15**2)


@pytest.mark.parametrize(("end", "late"), [(None, []), (at(30), []), (at(30) - dt.timedelta(seconds=1), [1])])
def test_the_change_after_a_match_makes_it_no_later(end, late):
    people = (Person("a", categories=frozenset(["u19"])),)
    ends = {"u19": end} if end else {}
    asked = agenda(fixture("one", "a", "b"), change_minutes=10, people=people, latest_end=ends)
    assert [by for _node, by in drafted(asked).late()] == late


def test_finals_come_last():
    """After the other matches of the competition, or of the event."""
    small = cup(fixture("f", "x", "y", final=True), id="small")
    made = starts(plan(agenda(competitions=(cup(*SEMIS), small), tables=3)))
    assert made["f"] == 0
    made = starts(plan(agenda(competitions=(cup(*SEMIS), small), tables=3, finals_last=True)))
    assert min(made["f"], made["final"]) >= made["third"] + 30


def test_starts_are_on_full_steps():
    assert starts(plan(agenda(fixture("a", "a", "b"), now=at(1), opens=NINE))) == {"a": 5}
    for step, start in ((15, 15), (1, 1), (60, 60)):
        assert starts(plan(agenda(fixture("a", "a", "b"), now=at(1), opens=NINE, step_minutes=step))) == {"a": start}
    minute = (fixture("a", "a", "b", minutes=1), fixture("b", "a", "c", minutes=1))
    assert starts(plan(agenda(*minute, step_minutes=1))) == {"a": 0, "b": 1}


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (agenda(fixture("a", "p", "q"), fixture("a", "r", "s")), "fixture a stands twice"),
        (agenda(fixture("a", "p", "p+q")), "p stands on both sides of fixture a"),
        (agenda(fixture("a", "p", "q", minutes=0)), "fixture a takes 1 minute or more, not 0"),
        (agenda(fixture("a", ">z", "q")), "fixture a waits for fixture z, which is not"),
        (agenda(tables=(Table(3), Table(3))), "table 3 stands twice"),
        (agenda(rest_minutes=-1), "0 minutes or more, not -1"),
        (agenda(change_minutes=-1), "0 minutes or more, not -1"),
        (agenda(step_minutes=0), "1 to 60 minutes apart, not 0"),
        (
            agenda(fixture("a", "p", "q", after=("b",)), fixture("b", "r", "s", after=("a",))),
            "circle: (a → b → a|b → a → b)",
        ),
    ],
)
def test_an_agenda_that_contradicts_itself_is_refused(bad, told):
    with pytest.raises(BadAgenda, match=told):
        plan(bad)


# ── changes of a plan ──
def test_nothing_new_changes_nothing():
    dice = random.Random(1)
    for _event in range(5):
        asked = event(dice)
        made = plan(asked)
        assert changes(made, replan(asked, made)) == []


def test_a_late_match_moves_what_needs_it_alone():
    """At 40 minutes the first match still runs: who waits for it moves, by table or time, the others stay."""
    matches = (
        fixture("a", "a", "b"),
        fixture("b", "c", "d"),
        fixture("c", "a", "c", round=2),
        fixture("d", "e", "f", round=2),
    )
    old = plan(agenda(*matches))
    late = played(40, *matches, ends={"a": (0, None), "b": (0, 30)})
    new = replan(late, old)
    assert {change.fixture for change in changes(old, new)} <= {"c", "d"}
    assert new.of["c"].start >= new.of["a"].end > at(40)
    assert new.conflicts == ()


def test_a_lost_table_moves_its_matches_alone():
    matches = [fixture(f"{name}{n}", name, f"{name}{n}", round=n) for name in "ab" for n in (1, 2, 3)]
    old = plan(agenda(*matches, tables=3))
    assert set(tables(old).values()) == {1, 2}
    lost = tuple(Table(n, closed=(Interval(NINE),) if n == 2 else ()) for n in (1, 2, 3))
    new = replan(agenda(*matches, tables=lost), old)
    assert {(change.before.table, change.after.table) for change in changes(old, new)} == {(2, 3)}
    assert starts(new) == starts(old) and new.conflicts == ()


def test_a_match_that_is_late_keeps_its_table():
    told = Timetable(tuple(Booking(name, table, NINE, at(30)) for name, table in (("a", 2), ("b", 3), ("c", 1))))
    pairs = zip("abc", [("p", "q"), ("r", "s"), ("t", "u")], strict=True)
    made = replan(agenda(*(fixture(name, *pair) for name, pair in pairs), tables=3, now=at(10)), told)
    assert tables(made) == {"a": 2, "b": 3, "c": 1} and set(starts(made).values()) == {10}


def test_a_match_that_was_put_off_comes_forward_to_the_time_first_told():
    """The match before was shorter than feared: the table is free again. Nobody comes before the time first told."""
    matches = (fixture("a", "a", "b"), fixture("b", "c", "d"))
    put_off = Timetable((Booking("a", 1, NINE, at(30)), Booking("b", 1, at(60), at(90))))
    over = {"a": (0, 20)}
    assert starts(replan(played(20, *matches, tables=1, ends=over), put_off))["b"] == 60
    for told, start in ((0, 20), (40, 40), (90, 60)):
        known = (matches[0], replace(matches[1], told=at(told)))
        assert starts(replan(played(20, *known, tables=1, ends=over), put_off))["b"] == start
    known = (matches[0], replace(matches[1], told=at(0), not_before=at(50)))
    assert starts(replan(played(20, *known, tables=1, ends=over), put_off))["b"] == 50


def test_one_match_does_not_wait_all_day_for_the_others():
    """The first of twenty matches at one table begins late: all move a little, it does not go to the end."""
    matches = [fixture(f"m{n}", f"p{n}", f"q{n}") for n in range(20)]
    old = plan(agenda(*matches, tables=1))
    new = replan(agenda(*matches, tables=1, now=at(2)), old)
    assert max(starts(new)[id] - start for id, start in starts(old).items()) <= 30


def test_two_matches_move_a_little_so_that_none_waits_long():
    """The first could go behind the second, 70 minutes late; so each is 20 minutes late."""
    made = replanned(20, {"first": ("ab", 1, 0, 60), "second": ("cd", 1, 60, 70)}, tables=1)
    assert made == {"first": (1, 20), "second": (1, 80)}


def test_a_match_waits_for_a_whole_one_so_that_no_other_moves():
    matches = (fixture("a", "a", "b"), fixture("b", "c", "d"))
    told = Timetable((Booking("a", 2, NINE, at(30)), Booking("b", 1, NINE, at(30))))
    assert starts(replan(agenda(*matches, tables=1), told)) == {"a": 30, "b": 0}


def replanned(minutes, places, **values):
    """Plan anew at a later moment what was planned at ``places``: the two who play, the table, start and end."""
    told = Timetable(tuple(Booking(id, table, at(start), at(end)) for id, (_, table, start, end) in places.items()))
    matches = [cup(fixture(id, *two, minutes=end - start), id=id) for id, (two, _, start, end) in places.items()]
    made = replan(agenda(competitions=tuple(matches), now=at(minutes), **values), told)
    return {id: (made.of[id].table, start) for id, start in starts(made).items()}


def test_a_place_that_is_partly_given_away_is_held_no_more():
    """At 30 the first match begins late, into the place of the second: what is left there is free for the third."""
    places = {"first": ("ah", 1, 20, 80), "second": ("bh", 1, 80, 140), "third": ("ag", 2, 20, 50)}
    places["fourth"] = ("df", 2, 60, 120)
    made = replanned(30, places)
    assert made == {"first": (1, 30), "fourth": (2, 60), "third": (1, 90), "second": (1, 120)}


def test_a_place_is_still_held_when_a_match_comes_right_after_it():
    """a plays the second match, so the first comes after it, at the same table; it keeps its place against h's too."""
    places = {"first": ("ae", 1, 0, 10), "h's": ("hg", 2, 10, 70), "second": ("ha", 1, 20, 40)}
    assert replanned(20, places, change_minutes=5) == {"first": (1, 45), "h's": (2, 45), "second": (1, 20)}


def test_a_match_that_keeps_its_place_needs_no_change_after_it():
    """Where all others would have to wait too long."""
    places = {"one": ("fd", 2, 0, 20), "two": ("he", 2, 20, 40), "three": ("dg", 1, 0, 20), "kept": ("ga", 1, 30, 60)}
    made = replanned(30, places, change_minutes=10)
    assert made == {"one": (2, 30), "two": (2, 60), "three": (1, 60), "kept": (1, 30)}


def test_a_match_keeps_its_time_where_the_one_before_ends_just_then():
    matches = (
        fixture("first", "a", "b", minutes=20),
        fixture("second", "c", "a", minutes=10, round=2),
        fixture("third", "a", "b", minutes=10, round=2),
    )
    places = (("first", 0, 20), ("second", 25, 35), ("third", 40, 50))
    told = Timetable(tuple(Booking(id, 1, at(start), at(end)) for id, start, end in places))
    made = replan(agenda(*matches, tables=1, change_minutes=5, now=at(20)), told)
    assert starts(made) == {"first": 20, "second": 55, "third": 40}


def test_a_break_after_everything_changes_no_plan():
    """Two matches half an hour later weigh as much as one three quarters later, with the break or without it."""
    matches = (fixture("a", "p", "q", minutes=20, not_before=at(50)), fixture("b", "r", "s", minutes=25))
    told = Timetable((Booking("a", 1, at(20), at(40)), Booking("b", 1, at(40), at(60))))
    asked = agenda(*matches, tables=1, now=at(20))
    resting = replace(asked, breaks=(Interval(at(200), at(230)),))
    assert starts(replan(resting, told)) == starts(replan(asked, told)) == {"a": 65, "b": 40}


def test_changes_are_listed():
    old = plan(agenda(fixture("a", "a", "b"), fixture("gone", "c", "d")))
    new = replan(agenda(fixture("a", "a", "b", not_before=at(60)), fixture("new", "c", "d")), old)
    listed = {change.fixture: (change.before, change.after) for change in changes(old, new)}
    assert listed == {
        "a": (old.of["a"], new.of["a"]),
        "gone": (old.of["gone"], None),
        "new": (None, new.of["new"]),
    }


def test_what_was_changed_by_hand_is_held_against_everything():
    """Some changes were applied and others not; a match was pulled to a closed table before its time."""
    matches = (fixture("a", "a", "b"), fixture("b", "a", "c", round=2), fixture("c", "d", "e"))
    hall_ = (Table(1), Table(2, closed=(Interval(at(60), at(90)),)))
    asked = agenda(*matches, tables=hall_, breaks=(Interval(at(200), at(230)),))

    def named(asked=asked, **places):
        bookings = [Booking(id, table, at(start), at(start + 30)) for id, (table, start) in places.items()]
        return {(each.kind, each.fixtures, each.minutes) for each in faults_of(asked, bookings)}

    assert named(a=(1, 0), b=(1, 30), c=(2, 0)) == set()
    assert named(a=(1, 0), b=(1, 20), c=(2, 0)) == {
        (Trouble.TABLE_TWICE, ("a", "b"), 0),
        (Trouble.OUT_OF_ORDER, ("a", "b"), 0),
    }
    assert named(a=(1, 0), b=(2, 70), c=(3, 190)) == {
        (Trouble.WRONG_TABLE, ("b",), 0),
        (Trouble.WRONG_TABLE, ("c",), 0),
        (Trouble.IN_A_BREAK, ("c",), 0),
    }
    assert named(a=(1, -10), b=(1, 30)) == {(Trouble.TOO_EARLY, ("a",), 0), (Trouble.NO_PLACE, ("c",), 0)}
    two = (cup(matches[0]), cup(replace(matches[1], round=1), id="old"))
    rested = agenda(competitions=two, rest_minutes=10)
    assert named(rested, a=(1, 0), b=(2, 35)) == {(Trouble.RESTLESS, ("a", "b"), 5)}
    assert named(rested, a=(1, 0), b=(2, 20)) == {(Trouble.TWICE, ("a", "b"), 0)}


def test_too_little_rest_is_named_once():
    """Between two rounds, with a rest longer than a match."""
    rounds = (fixture("a", "p", "q"), fixture("b", "p", "r", round=2))
    by_hand = (Booking("a", 1, NINE, at(30)), Booking("b", 1, at(60), at(90)))
    named = faults_of(agenda(*rounds, rest_minutes=45), by_hand)
    assert [(each.kind, each.fixtures, each.minutes) for each in named] == [(Trouble.RESTLESS, ("a", "b"), 15)]


def test_a_change_is_planned_between_two_matches_where_there_is_time():
    """A table and a person have it; not before a break or a latest end, and its lack is no fault."""
    three = [fixture("a", "p", "q"), fixture("b", "r", "s"), fixture("c", "p", "t", round=2)]
    asked = agenda(*three, tables=1, change_minutes=5)
    assert starts(plan(asked)) == {"a": 0, "b": 35, "c": 70}
    assert starts(plan(replace(asked, change_minutes=0))) == {"a": 0, "b": 30, "c": 60}
    assert starts(plan(agenda(*three, tables=2, change_minutes=5))) == {"a": 0, "b": 0, "c": 35}
    young = agenda(competitions=(cup(*three, category="young"),), tables=1, change_minutes=5)
    shut = replace(young, breaks=(Interval(at(65), at(100)),), latest_end={"young": at(130)})
    made = plan(shut)
    assert starts(made) == {"a": 0, "b": 35, "c": 100} and made.conflicts == ()
    assert [booking.end for booking in made] == [at(30), at(65), at(130)]
    dense = Timetable(tuple(Booking(key, 1, at(n), at(n + 30)) for key, n in (("a", 0), ("b", 30), ("c", 60))))
    assert faults_of(asked, list(dense)) == () and starts(replan(asked, dense)) == {"a": 0, "b": 30, "c": 60}


# ── referees ──
def persons(*texts):
    """``name`` or ``name/club``; ``-name`` never referees."""
    return tuple(
        Person(name.strip("-"), frozenset(filter(None, [club])), referees=name[0] != "-")
        for name, _slash, club in (text.partition("/") for text in texts)
    )


def refereed(*fixtures, people, **values):
    return agenda(competitions=(cup(*fixtures, referees=True),), people=persons(*people), **values)


def test_a_referee_is_free_and_of_neither_side_nor_club():
    asked = refereed(fixture("m", "a", "b"), people=["a/x", "b", "c/x", "-d", "e"])
    made = plan(asked)
    assert made.of["m"].referee == "e" and made.conflicts == ()
    for person, kind in [
        ("a", Trouble.REFEREE_BUSY),
        ("c", Trouble.REFEREE_OF_CLUB),
        ("d", Trouble.REFEREE_UNWILLING),
    ]:
        assert [each.kind for each in objections(asked, made, "m", person)] == [kind]
    assert objections(asked, made, "m", "e") == ()
    with pytest.raises(BadAgenda, match="fixture n has no table and time"):
        objections(asked, made, "n", "e")


@pytest.mark.parametrize(
    ("person", "kinds"),
    [
        ("a", [Trouble.REFEREE_BUSY]),  # plays the match itself
        ("d", [Trouble.REFEREE_BUSY]),  # plays the match beside it
        ("r", [Trouble.REFEREE_BUSY]),  # has the duty of the match beside it
        ("s", []),
        ("c", [Trouble.REFEREE_OF_CLUB]),
        ("u", [Trouble.REFEREE_UNWILLING]),
        ("f", [Trouble.REFEREE_MAY_PLAY]),
        ("e", [Trouble.REFEREE_MAY_PLAY]),
    ],
)
def test_what_is_against_a_referee(person, kinds):
    """Beside the match ``m`` others are played: ``n``, and ``o`` by the winner of a semi-final, who is not known."""
    semi = fixture("semi", "e", "f", played=Played(1, NINE, at(30)))
    others = fixture("n", "d", "g", round=2), fixture("o", ">semi", "h", round=2)
    people = ["a/x", "b", "c/x", "d", "e", "f", "g", "h", "r", "s", "-u"]
    asked = refereed(semi, fixture("m", "a", "b", round=2), *others, people=people, tables=3, now=at(30))
    duties_of = {"m": None, "n": "r", "o": None}
    made = [Booking(name, table, at(30), at(60), referee) for table, (name, referee) in enumerate(duties_of.items(), 1)]
    assert [each.kind for each in objections(asked, Timetable(tuple(made)), "m", person)] == kinds


def test_a_referee_who_cannot_be_had_is_named():
    """Somebody of a side's club is better than nobody, and is named; so is who may have to play."""
    clubs = refereed(fixture("m", "a/x", "b"), people=["a/x", "b", "c/x"])
    assert [(each.kind, each.people) for each in plan(clubs).conflicts] == []
    clubs = refereed(fixture("m", "a", "b"), people=["a/x", "b", "c/x"])
    assert [(each.kind, each.people) for each in plan(clubs).conflicts] == [(Trouble.REFEREE_OF_CLUB, ("c",))]
    nobody = refereed(fixture("m", "a", "b"), people=["a", "b"])
    assert kinds(plan(nobody)) == [Trouble.NO_REFEREE]
    both = refereed(*SEMIS, people=["a", "b", "c", "d"], tables=1)
    assert set(kinds(plan(both))) == {Trouble.REFEREE_MAY_PLAY}


def test_who_lost_last_referees_first():
    matches = [fixture("m1", "a", "b"), fixture("m2", "a", "c", round=2), fixture("m3", "b", "d", round=2)]
    over = replace(matches[0], played=Played(1, NINE, at(30), losers=frozenset("b")))
    asked = refereed(over, matches[1], people=["a", "b", "c", "d"], now=at(30))
    third = cup(fixture("other", "d", "e", not_before=at(300)), id="other")
    asked = replace(asked, competitions=(*asked.competitions, third))
    assert plan(asked).of["m2"].referee == "b"


def test_a_duty_is_kept_and_can_be_swapped():
    asked = refereed(*(fixture(f"m{n}", f"p{n}", f"q{n}") for n in range(4)), people=["r", "s", "t"])
    made = plan(asked)
    by_hand = tuple(replace(each, referee="t") if each.fixture == "m0" else each for each in made)
    again = replan(asked, Timetable(by_hand))
    assert again.of["m0"].referee == "t"
    first, second = (each.fixture for each in made if each.start == NINE)
    other = Timetable(swapped(asked, made, first, second))
    assert (other.of[first].referee, other.of[second].referee) == (made.of[second].referee, made.of[first].referee)
    assert faults_of(asked, other) == ()
    late = next(each.fixture for each in made if each.start > NINE)
    taken = [each.kind for each in objections(asked, made, first, made.of[second].referee)]
    assert taken == [Trouble.REFEREE_BUSY]
    assert late not in (first, second)


def test_a_running_match_keeps_its_referee():
    asked = refereed(fixture("m", "a", "b", played=Played(1, NINE, referee="z")), people=["a", "b", "c"])
    assert plan(asked).of["m"].referee == "z"


def test_who_referees_a_running_match_plays_after_it():
    running = fixture("m", "a", "b", played=Played(1, NINE, referee="c"))
    asked = refereed(running, fixture("n", "c", "d"), people=["a", "b", "c", "d", "e"], tables=2)
    stood = Timetable((Booking("n", 2, NINE, NINE + dt.timedelta(minutes=30)),), ())
    for made in (plan(asked), replan(asked, stood)):
        assert made.of["n"].start >= made.of["m"].end and made.conflicts == ()
    with pytest.raises(BadAgenda, match="fixture m has begun"):
        swapped(asked, plan(asked), "m", "m")


def lowest_spread(asked, bookings):
    """The smallest difference between most and fewest duties with nobody at two matches at once, by trying all."""
    people = [person.id for person in asked.people]
    fixtures = {each.id: each for one in asked.competitions for each in one.fixtures}
    clubs = {person.id: person.clubs for person in asked.people}
    plays = {id: {p for one in each.sides for p in one.people} for id, each in fixtures.items()}
    overlap = [[other for other in bookings if other.start < each.end and each.start < other.end] for each in bookings]
    choices = [
        [
            person
            for person in people
            if not any(person in plays[other.fixture] for other in beside)
            and not any(clubs[person] & clubs[one] for one in plays[each.fixture])
        ]
        for each, beside in zip(bookings, overlap, strict=True)
    ]
    best = None
    for given in itertools.product(*choices):
        if any(
            given[n] == given[bookings.index(other)]
            for n, beside in enumerate(overlap)
            for other in beside
            if other is not bookings[n]
        ):
            continue
        counts = [given.count(person) for person in people]
        spread = max(counts) - min(counts)
        best = spread if best is None else min(best, spread)
    return best


def test_duties_are_even_where_that_is_possible():
    """Small events at random: the spread is at most 1 whenever there is an allotment of which that is true."""
    dice, held = random.Random(3), 0
    for _event in range(size(60, 600)):
        people = [f"p{n}/c{dice.randint(0, 12)}" for n in range(dice.randint(4, 6))]
        names = [text.partition("/")[0] for text in people]
        matches = [fixture(f"m{n}", *dice.sample(names, 2), round=n) for n in range(dice.randint(2, 6))]
        asked = refereed(*matches, people=people)
        bookings = [
            replace(each, start=at(30 * (n // 2)), end=at(30 * (n // 2) + 30)) for n, each in enumerate(plan(asked))
        ]
        best = lowest_spread(asked, bookings)
        if best is None:
            continue
        given = allotted(asked, [replace(each, referee=None) for each in bookings])
        counts = duties(asked, given)
        assert sum(counts.values()) == len(matches)
        assert counts == {name: sum(each.referee == name for each in given) for name in names}
        held += best <= 1
        assert max(counts.values()) - min(counts.values()) <= max(best, 1)
    assert held >= 20


# ── durations ──
def test_expected_minutes_are_the_median_of_enough():
    assert expected_minutes([10, 20, 30, 41.2, 90], 25) == 30
    assert expected_minutes([10, 20, 30.5, 41.2, 90], 25) == 31
    assert expected_minutes([10, 20, 30, 40], 25) == 25
    assert expected_minutes([10, 20, 30, 40, 0, 0, -1], 25) == 25


def test_cycles_as_planned_and_as_they_were():
    matches = [fixture(f"m{n}", f"p{n}", f"q{n}") for n in range(4)]
    made = plan(agenda(*matches, tables=1))
    real = {"m0": (0, 40), "m1": (45, 75), "m2": (80, 100)}
    over = [replace(each, played=Played(1, *map(at, real[each.id]))) if each.id in real else each for each in matches]
    walkover = cup(fixture("w", "a", "b", played=Played(None, NINE, NINE)), id="other")
    (found,) = cycles(agenda(competitions=(cup(*over), walkover), tables=1), made)
    assert found == Cycle("cup", 3, 30, 30, 30, 40, 15)


# ── random events ──
def ways(seed):
    return event(random.Random(seed))


def test_no_clash_in_random_events():
    """2 to 6 competitions, 8 to 128 people, 2 to 32 tables."""
    for seed in range(size(60, 1000)):
        asked = ways(seed)
        assert clashes(asked, plan(asked), random.Random(seed)) == [], seed


def test_no_clash_while_they_are_played():
    """Matches run late, tables are lost, plans change. 95 of 100 wait at most a slot past the time they were told.

    Told: the start that was planned when they could be played within half an hour; and the same of the start that was
    planned when they could first be played at all.
    """
    waits = []
    for seed in range(size(5, 1000)):
        dice = random.Random(seed)
        hall_ = Hall(dice, event(dice)).play()
        assert hall_.found == [], seed
        assert len(hall_.waits) == len(hall_.plan.bookings)
        waits.append(hall_.waits)
    assert max(waited(waits)) <= 1


def _restless(patch):
    read = network.Network.__init__
    patch.setattr(network.Network, "__init__", lambda self, asked: read(self, replace(asked, rest_minutes=0)))


PLANTED = {
    "tables are always free": lambda patch: patch.setattr(hall.TableTimes, "first", lambda _self, start, _long: start),
    "nobody rests": _restless,
    "people may be at two tables": lambda patch: patch.setattr(network.Network, "_set_apart", lambda _self: None),
    "nobody can play two undecided matches": lambda patch: patch.setattr(network, "_never_both", lambda *_nodes: -1),
    "no breaks, no closed tables": lambda patch: patch.setattr(planning, "closed_times", lambda *_values: []),
    "rounds in any order": lambda patch: patch.setattr(network.Network, "_join_rounds", lambda *_values: None),
    "every table takes every match": lambda patch: patch.setattr(planning, "takes", lambda *_values: True),
    "a match waits for none": lambda patch: patch.setattr(planning.Draft, "_earliest", lambda self, _node: self.opens),
    "a referee may play": lambda patch: patch.setattr(
        referees.Duties, "_choices", lambda self, at: [self.willing & ~self._node(at).may] * 4
    ),
    "a referee may have two matches": lambda patch: patch.setattr(
        referees.Duties, "_may", lambda _self, _at, bit, people: bool(people & bit)
    ),
    "lateness is hidden": lambda patch: patch.setattr(faults._Reading, "times", lambda _self: []),
    "what may clash is hidden": lambda patch: patch.setattr(faults._Reading, "meetings", lambda _self: []),
}
"""Faults of the planner that the checker must find."""


@pytest.mark.parametrize("fault", PLANTED)
def test_the_checker_finds_planted_faults(fault, monkeypatch):
    PLANTED[fault](monkeypatch)
    for seed in range(40):
        asked = ways(seed)
        if clashes(asked, plan(asked), random.Random(seed)):
            return
    pytest.fail("not found in 40 events")
