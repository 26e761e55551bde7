"""League phases: whatever is drawn keeps every rule, the check of the rules misses nothing, a seed gives one draw."""

from functools import cache
from hashlib import sha256

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from league.formats import league_phase
from league.formats.league_phase import Phase, Refused, allowed_opponents, problems, refusal, runs, schedule

UEFA = [*"aaaa", *"bbbb", *"cccc", *"dddd", *"eeee", *"fff", *"gg", *"hh", *"ii", *"jj", *"klmno"]
"""The associations of 36 clubs about as UEFA has them."""


def seed_of(number):
    return sha256(str(number).encode()).hexdigest()


def phase_of(entrants, pots, opponents, clubs=(), most=2):
    size = entrants // pots
    ids = [f"e{number}" for number in range(entrants)]
    known = {one: club for one, club in zip(ids, clubs, strict=False) if club}
    return Phase([ids[at * size : (at + 1) * size] for at in range(pots)], opponents, known, most)


def spread(clubs, pots):
    """Clubs dealt over the pots, as strength deals them."""
    return [club for pot in range(pots) for club in clubs[pot::pots]]


def sentences(found):
    return [said.format_map(values) for said, values in found]


def test_opponents_are_the_same_number_of_each_pot_in_full_matchdays():
    """Pots of an odd size leave no odd number of each; two opponents of one pot of three make a circle."""
    assert allowed_opponents(4, 1) == [2, 3]
    assert allowed_opponents(3, 1) == []
    assert allowed_opponents(6, 2) == [4]
    assert allowed_opponents(4, 2) == [2]
    assert allowed_opponents(5, 1) == [2, 4]
    assert allowed_opponents(9, 3) == [6]
    assert allowed_opponents(82, 1)[-1] == allowed_opponents(48, 8)[-1] == 40
    assert allowed_opponents(7, 2) == allowed_opponents(4, 0) == []


SIZES = [(n, pots, k) for n in range(4, 25) for pots in range(1, 7) for k in allowed_opponents(n, pots) if k <= 12]


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_every_schedule_keeps_every_rule(data):
    entrants, pots, opponents = data.draw(st.sampled_from(SIZES))
    clubs = data.draw(st.lists(st.sampled_from("abcdefgh" + " " * 16), min_size=entrants, max_size=entrants))
    phase = phase_of(entrants, pots, opponents, [club.strip() for club in clubs], data.draw(st.integers(2, 4)))
    try:
        days = schedule(seed_of(data.draw(st.integers(0, 99))), phase)
    except Refused:
        assume(False)
    assert problems(phase, days) == []
    # Counted once more, by hand.
    for one in phase.ids:
        played = [match for day in days for match in day if one in match]
        others = [away if home == one else home for home, away in played]
        assert len(others) == len(set(others)) == opponents
        assert abs(sum(home == one for home, _away in played) * 2 - opponents) <= opponents % 2
        assert sum(any(one in match for match in day) for day in days) == opponents
        assert all(sum(other in pot for other in others) == opponents // pots for pot in phase.pots)
        assert not phase.clubs.get(one) or all(phase.clubs.get(other) != phase.clubs[one] for other in others)


@pytest.mark.parametrize("number", range(3))
def test_uefa_has_eight_matchdays_of_eighteen(number):
    phase = phase_of(36, 4, 8, spread(UEFA, 4))
    days = schedule(seed_of(number), phase)
    assert [len(day) for day in days] == [18] * 8 and problems(phase, days) == []


@pytest.mark.parametrize(("entrants", "pots", "opponents"), [(16, 2, 4), (36, 6, 6), (24, 3, 6), (9, 3, 6), (18, 2, 8)])
def test_other_sizes(entrants, pots, opponents):
    phase = phase_of(entrants, pots, opponents)
    days = schedule(seed_of(1), phase)
    assert len(days) == opponents + entrants % 2 and problems(phase, days) == []


def test_all_small_sizes_have_a_schedule():
    for entrants, pots, opponents in SIZES:
        if entrants <= 10:
            schedule(seed_of(2), phase_of(entrants, pots, opponents))


def test_a_seed_gives_one_schedule():
    phase = phase_of(16, 4, 4, spread([*"aabbccddeeffgghh"], 4))
    assert schedule(seed_of(1), phase) == schedule(seed_of(1), phase)
    assert schedule(seed_of(1), phase) != schedule(seed_of(2), phase)
    other_clubs = phase_of(16, 4, 4, spread([*"abababccddeeffgh"], 4))
    assert schedule(seed_of(1), phase) != schedule(seed_of(1), other_clubs)


def test_exchanges_end_with_nobody_three_times_at_home_or_away():
    phase = phase_of(20, 2, 8)
    days = schedule(seed_of(1), phase)
    for one in phase.ids:
        venues = [1 if one == home else -1 for day in days for home, away in day if one in (home, away)]
        assert len(venues) == 8 and runs(venues) == 0


def test_a_schedule_stays_what_it_was():
    """A draw must come out of its seed for ever; another search needs another ``ALGORITHM``."""
    days = schedule(seed_of(1), phase_of(8, 2, 4, [*"ab", "", "", *"ab"]))
    digest = sha256(repr(days).encode()).hexdigest()
    assert (league_phase.ALGORITHM, digest[:16]) == ("league-phase/1", "34b3b61101fcf86e")
    assert sha256(repr(_of_uefa()).encode()).hexdigest()[:16] == "0f0465fa534985d5"


# ── the check of the rules ──
def moved(days):
    return [[*days[0], days[1][0]], days[1][1:], *days[2:]]


def turned(days):
    return [[days[0][0][::-1], *days[0][1:]], *days[1:]]


def guests_exchanged(days):
    (a, b), (c, d), *rest = days[0]
    return [[(a, d), (c, b), *rest], *days[1:]]


def left_out(days):
    return [days[0][1:], *days[1:]]


def twice(days):
    return [*days[:-1], days[0]]


def shorter(days):
    return days[:-1]


def stranger(days):
    return [[(days[0][0][0], "nobody"), *days[0][1:]], *days[1:]]


@cache
def _of_uefa():
    return schedule(seed_of(4), phase_of(36, 4, 8, spread(UEFA, 4)))


@pytest.mark.parametrize("mutate", [moved, turned, guests_exchanged, left_out, twice, shorter, stranger])
def test_a_schedule_that_was_changed_is_found_out(mutate):
    phase = phase_of(36, 4, 8, spread(UEFA, 4))
    assert problems(phase, mutate(_of_uefa()))


def test_each_rule_is_named():
    days = [[("e0", "e1"), ("e2", "e3")], [("e3", "e0"), ("e1", "e2")]]
    assert problems(phase_of(4, 2, 2), days) == []
    own = sentences(problems(phase_of(4, 2, 2, ["x", "x"]), days))
    assert "e0 meets its own club, x" in own
    assert "e1 meets 2 of y" in sentences(problems(phase_of(4, 2, 2, ["y", "", "y"], most=1), days))
    assert "e0 has 2 home and 0 away matches" in sentences(
        problems(phase_of(4, 2, 2), [days[0], [("e0", "e3"), days[1][1]]])
    )
    assert "e0 plays 2 times on matchday 2" in sentences(
        problems(phase_of(4, 2, 2), [days[0], [("e3", "e0"), ("e0", "e2")]])
    )
    again = [days[0], [("e1", "e0"), ("e3", "e2")]]
    assert "e0 and e1 meet more than once" in sentences(problems(phase_of(4, 2, 2), again))


# ── what cannot be ──
@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((35, 4, 8), "You cannot divide 35 entrants into 4 equal pots; possible numbers of pots: 1, 5, 7."),
        ((36, 4, 7), "36 entrants in 4 pots cannot have 7 opponents each; possible: 8, 16, 24, 32."),
        ((32, 4, 6), "32 entrants in 4 pots cannot have 6 opponents each; possible: 4, 8, 12, 16, 20, 24, 28."),
        ((2, 1, 2), "A league phase needs four entrants or more, not 2."),
    ],
)
def test_an_impossible_size_is_told_with_what_is_possible(numbers, sentence):
    said = sentences([refusal(*numbers)])[0]
    assert said == sentence
    with pytest.raises(Refused, match=r"possible|four entrants or more"):
        schedule(seed_of(1), phase_of(*numbers)) if numbers[0] % numbers[1] == 0 else _raise(refusal(*numbers))


def _raise(reason):
    raise Refused(reason)


def test_clubs_that_leave_too_few_opponents_are_named():
    with pytest.raises(Refused, match="entrants of a can meet only 3 of pot 1 and must meet 4"):
        schedule(seed_of(1), phase_of(16, 2, 8, [*"aaaaabbb", *"cdefghij"], most=0))
    with pytest.raises(Refused, match="entrants of a can meet only 4 of pot 1 and must meet 6"):
        schedule(seed_of(1), phase_of(24, 1, 6, [*"aaaaaaaabbbbbbbbcccccccc"], most=2))
    assert schedule(seed_of(1), phase_of(24, 1, 6, [*"aaaaaaaabbbbbbbbcccccccc"], most=0))
    with pytest.raises(Refused, match="entrants of a can meet only 4 others and must meet 6"):
        schedule(seed_of(1), phase_of(8, 2, 6, [*"abbc", *"abbd"], most=2))
    assert schedule(seed_of(1), phase_of(8, 2, 6, [*"abcd", *"aefg"])), "just enough"
