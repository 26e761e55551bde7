"""Plate and places: everybody has the path that the rules give, whatever the size, the byes and the absent."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats import slots
from league.formats.consolation import PLATE, loser_from, plate_after, range_of, steps, with_places, with_plate
from league.formats.knockout import bracket, bracket_of, order, size
from tests.league.pure.progress import NOBODY, Progress, stand

EVERY = [*range(2, 34), 63, 64, 65, 100, 128]


def play(shape, dice, nobody=0.0):
    """Play ``shape`` out by chance, a share ``nobody`` of its ties without a winner; the progress and its outcomes."""
    progress = Progress(shape.ties(), [str(seed) for seed in range(1, shape.entrants + 1)])
    decided = {}
    for tie in shape.ties():
        if progress.standings[tie.key].playable:
            outcome = "none" if dice.random() < nobody else dice.choice(["home", "away"])
            decided[tie.key] = outcome
            progress.decide(tie.key, outcome)
    return progress, decided


def final_places(shape, progress):
    """Entrant -> its place, by the last tie that it stood in."""
    at = {}
    for tie in shape.ties():
        now = progress.standings[tie.key]
        first, last = range_of(tie.kind) or (1, 2 ** (len(shape.rounds) - tie.round + 1))
        if now.winner:
            at[now.winner] = first
        if now.loser:
            at[now.loser] = loser_from(first, last)
    return at


def simulated(n, strength):
    """Return the places if everybody plays on for each of them, without slots: lists are split in two until they have
    one name. Returns the places and the pairs that met, round by round."""
    met = []

    def split(line, at):
        if len(line) == 1:
            return line
        winners, losers = [], []
        for home, away in zip(line[::2], line[1::2], strict=True):
            if away is None or home is None:
                winners.append(home if away is None else away)
                losers.append(None)
                continue
            met.append((at, frozenset((home, away))))
            first, second = (home, away) if strength[home] > strength[away] else (away, home)
            winners.append(first)
            losers.append(second)
        lower = [loser for loser in losers if loser is not None]
        return split(spread(winners), at + 1) + (split(spread(lower), at + 1) if lower else [])

    def spread(line):
        coming = iter(line)
        return [next(coming) if seed <= len(line) else None for seed in order(size(len(line)))] if line[1:] else line

    start = [seed if seed <= n else None for seed in order(size(n))]
    return split(start, 1), Counter(met)


def test_it_works():
    ties = with_places(bracket(8, third_place=True)).ties()
    assert [(tie.round, tie.kind) for tie in ties if range_of(tie.kind)] == [
        (2, "5-8"), (2, "5-8"), (3, "third_place"), (3, "5-6"), (3, "7-8"),
    ]  # fmt: skip
    plate = with_plate(bracket(8)).plate
    assert [[(tie.home, tie.away) for tie in ties] for ties in plate] == [
        [({"loser": 1, "round": 1}, {"loser": 2, "round": 1}), ({"loser": 3, "round": 1}, {"loser": 4, "round": 1})],
        [({"winner": 1, "round": 1, "part": PLATE}, {"winner": 2, "round": 1, "part": PLATE})],
    ]


@pytest.mark.parametrize("n", EVERY)
def test_every_place_is_awarded_once(n):
    shape = with_places(bracket(n, third_place=True))
    for turn in range(3):
        progress, _decided = play(shape, random.Random(f"{n} {turn}"))
        assert sorted(final_places(shape, progress).values()) == list(range(1, n + 1))


@pytest.mark.parametrize("n", EVERY)
def test_places_are_those_of_a_simulation_without_slots(n):
    """The same pairs meet in the same rounds and everybody finishes where the simulation has them."""
    shape = with_places(bracket(n, third_place=True))
    for turn in range(3):
        dice = random.Random(f"{n} {turn}")
        strength = {seed: dice.random() for seed in range(1, n + 1)}
        progress = Progress(shape.ties(), [str(seed) for seed in range(1, n + 1)])
        met = Counter()
        for tie in shape.ties():
            now = progress.standings[tie.key]
            if now.playable:
                home, away = int(now.home), int(now.away)
                met[tie.round, frozenset((home, away))] += 1
                progress.decide(tie.key, "home" if strength[home] > strength[away] else "away")
        line, wanted = simulated(n, strength)
        assert met == wanted
        assert final_places(shape, progress) == {str(seed): place for place, seed in enumerate(line, start=1)}


@pytest.mark.parametrize("n", EVERY)
def test_nobody_meets_twice_and_everybody_plays_once_a_round(n):
    shape = with_places(bracket(n, third_place=True))
    progress, _decided = play(shape, random.Random(n))
    met, busy = Counter(), Counter()
    for tie in shape.ties():
        now = progress.standings[tie.key]
        if now.home and now.away:
            met[frozenset((now.home, now.away))] += 1
            busy.update([(tie.round, now.home), (tie.round, now.away)])
    assert set(met.values()) <= {1}
    assert set(busy.values()) <= {1}


@pytest.mark.parametrize("rounds", range(1, 8))
def test_a_full_bracket_has_half_a_tie_for_everybody_in_each_round(rounds):
    shape = with_places(bracket(2**rounds, third_place=True))
    assert [len(ties) for ties in shape.rounds] == [2 ** (rounds - 1)] * rounds
    assert shape.matches == rounds * 2 ** (rounds - 1)


@pytest.mark.parametrize("n", EVERY)
def test_the_plate_has_whoever_loses_the_first_match(n):
    everybody_has_a_second_chance(with_plate(bracket(n)), n)


@given(st.lists(st.booleans(), min_size=1, max_size=16).filter(lambda byes: not len(byes) & (len(byes) - 1)))
@settings(deadline=None)
def test_the_plate_of_a_stage_that_follows_another_has_them_wherever_the_byes_are(byes):
    seeds = iter(range(1, 2 * len(byes) + 1))
    first = [(slots.seed(next(seeds)), slots.BYE if bye else slots.seed(next(seeds))) for bye in byes]
    everybody_has_a_second_chance(with_plate(bracket_of(first)), 2 * len(byes) - sum(byes))


def everybody_has_a_second_chance(shape, n):
    for turn in range(3):
        progress, _decided = play(shape, random.Random(f"{n} {turn}"))
        first = {}
        inside = set()
        for tie in shape.ties():
            now = progress.standings[tie.key]
            if tie.part == PLATE:
                inside |= {one for one in (now.home, now.away) if one}
            elif now.home and now.away:
                first.setdefault(now.winner, "won")
                first.setdefault(now.loser, "lost")
        losers = {one for one, how in first.items() if how == "lost"}
        assert inside == (losers if n > 2 else set())
        assert bool(shape.plate) == (n > 2)
        if shape.plate:
            lost = Counter(now.loser for key, now in progress.standings.items() if key[0] == PLATE and now.loser)
            assert set(lost.values()) <= {1} and len(lost) == len(losers) - 1
            assert {progress.standings[shape.plate[-1][0].key].winner} == losers - set(lost)


def test_the_rounds_of_plate_and_bracket_in_the_order_of_play():
    assert steps(with_plate(bracket(6))) == [("", 1), ("", 2), (PLATE, 1), ("", 3), (PLATE, 2)]
    assert steps(with_plate(bracket(8))) == [("", 1), (PLATE, 1), ("", 2), (PLATE, 2), ("", 3)]


@pytest.mark.parametrize("n", EVERY)
def test_a_round_of_the_plate_waits_for_those_who_come_into_it(n):
    shape = with_plate(bracket(n))
    after = plate_after(shape)
    assert after == sorted(set(after))
    for ties, wait in zip(shape.plate, after, strict=True):
        named = [slot["round"] for tie in ties for slot in (tie.home, tie.away) if "loser" in slot]
        assert all(round <= wait for round in named)
    if n > 3 and n & (n - 1) == 0:
        assert after == list(range(1, len(shape.rounds)))


@given(st.integers(2, 40), st.sampled_from([with_places, with_plate]), st.integers(0, 10**6))
@settings(deadline=None, max_examples=60)
def test_ties_that_nobody_wins_leave_no_tie_waiting(n, added, seed):
    """Walkovers of both sides: whoever is left goes on, and every tie has an end."""
    shape = added(bracket(n, third_place=True))
    progress, decided = play(shape, random.Random(seed), nobody=0.3)
    assert all(now.winner is not None for now in progress.standings.values())
    assert progress.standings == stand(shape.ties(), [str(k) for k in range(1, n + 1)], decided)
    for tie in shape.ties():
        now = progress.standings[tie.key]
        assert now.home != now.away or now.home == NOBODY


@given(st.integers(2, 20), st.sampled_from([with_places, with_plate]), st.data())
@settings(deadline=None)
def test_a_correction_leads_to_where_the_right_result_had_led(n, added, data):
    ties = added(bracket(n, third_place=True)).ties()
    seeding = [str(k) for k in range(1, n + 1)]
    progress, decided = Progress(ties, seeding), {}
    for _ in range(data.draw(st.integers(0, 2 * n))):
        key = data.draw(st.sampled_from(ties)).key
        outcome = data.draw(st.sampled_from(["home", "away", "none", None]))
        progress.decide(key, outcome)
        decided[key] = outcome
        if outcome is None:
            del decided[key]
        assert progress.standings == stand(ties, seeding, decided)


def test_a_word_is_no_range_of_places():
    assert [range_of(kind) for kind in ("", "final", "third_place", "9-13")] == [None, None, (3, 4), (9, 13)]
    assert [loser_from(*pair) for pair in [(5, 6), (5, 7), (5, 8), (9, 13)]] == [6, 7, 7, 13]
