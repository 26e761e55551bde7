"""Stages that follow one another: from the orders of the groups to who stands in the knockout."""

from __future__ import annotations

import pytest

from league.formats import slots
from league.formats.groups import knockout_seeding
from league.formats.knockout import bracket, bracket_of
from league.formats.thirds import allocation, euro_24
from tests.league.pure.progress import Progress, qualified, stand

EURO_2024 = {
    "A": ["Germany", "Switzerland", "Hungary", "Scotland"],
    "B": ["Spain", "Italy", "Croatia", "Albania"],
    "C": ["England", "Denmark", "Slovenia", "Serbia"],
    "D": ["Austria", "France", "Netherlands", "Poland"],
    "E": ["Romania", "Belgium", "Slovakia", "Ukraine"],
    "F": ["Portugal", "Turkey", "Georgia", "Czechia"],
}


def test_it_works():
    """Euro 2024 as it was played, from the six groups to Spain against England."""
    shape = bracket_of(euro_24())
    progress = Progress(shape.ties(), qualified([], EURO_2024, allocation("CDEF")))
    first = [(progress.standings["", 1, n].home, progress.standings["", 1, n].away) for n in range(1, 9)]
    assert first == [
        ("Spain", "Georgia"), ("Germany", "Denmark"), ("Portugal", "Slovenia"), ("France", "Belgium"),
        ("Romania", "Netherlands"), ("Austria", "Turkey"), ("England", "Slovakia"), ("Switzerland", "Italy"),
    ]  # fmt: skip
    for number, winner in enumerate(["home", "home", "home", "home", "away", "away", "home", "home"], start=1):
        progress.decide(("", 1, number), winner)
    quarters = [(progress.standings["", 2, n].home, progress.standings["", 2, n].away) for n in range(1, 5)]
    assert quarters == [
        ("Spain", "Germany"), ("Portugal", "France"), ("Netherlands", "Turkey"), ("England", "Switzerland"),
    ]  # fmt: skip
    for number, winner in enumerate(["home", "away", "home", "home"], start=1):
        progress.decide(("", 2, number), winner)
    progress.decide(("", 3, 1), "home")
    progress.decide(("", 3, 2), "away")
    final = progress.standings["", 4, 1]
    assert (final.home, final.away) == ("Spain", "England")


def test_a_group_that_is_still_played_leaves_its_slots_open():
    who = qualified([], {**EURO_2024, "B": None}, None)
    first = stand(bracket_of(euro_24()).ties(), who, {})
    assert (first["", 1, 1].home, first["", 1, 1].away) == (None, None)
    assert first["", 1, 2].away == "Denmark"


def test_two_through_from_four_groups():
    who = qualified(knockout_seeding(4, 2), {name: [f"{name}1", f"{name}2", f"{name}3"] for name in "ABCD"})
    first = stand(bracket(8).ties(), who, {})
    pairs = {(first["", 1, n].home, first["", 1, n].away) for n in range(1, 5)}
    assert {home for home, _ in pairs} == {"A1", "B1", "C1", "D1"}
    assert all(home[0] != away[0] for home, away in pairs)


@pytest.mark.parametrize("pairs", [[], [(slots.seed(1), slots.seed(2))] * 3, [(slots.BYE, slots.seed(1))]])
def test_a_first_round_that_is_none_is_refused(pairs):
    with pytest.raises(ValueError, match=r"first round|bye"):
        bracket_of(pairs)


def test_a_bracket_of_three_has_no_match_for_the_third_place():
    """Only one semi-final is played: it has one loser."""
    pairs = [(slots.seed(1), slots.BYE), (slots.seed(2), slots.seed(3))]
    assert [tie.kind for tie in bracket_of(pairs, third_place=True).ties()] == ["", "", "final"]
