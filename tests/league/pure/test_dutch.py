"""FIDE Dutch of 2026: the rounds of another engine, what every round must keep, and single articles."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import chain, combinations, permutations
from unittest import mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from league.formats.swiss import dutch_2017, dutch_2026
from league.formats.swiss.bracket import BracketPairing
from league.formats.swiss.criteria import Absolute, Bracket
from league.formats.swiss.editions import CURRENT, edition_of, engine
from league.formats.swiss.games import CannotPair, Game, Pairing, Rules
from league.formats.swiss.players import ABSOLUTE, STRONG, Float, Player, contenders
from league.formats.swiss.rounds import dutch, trf
from tests.cases import folders
from tests.league.pure.trf import Evening, read

FILES = list(dict.fromkeys(path for folder in folders() for path in sorted(folder.rglob("dutch-2026.jsonl"))))


def as_pairs(pairs):
    return [(pair.home, pair.away) for pair in pairs]


def paired(asked, more, **settings):
    try:
        return as_pairs(dutch(*asked, **more, **settings))
    except CannotPair:
        return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_the_pairs_are_those_of_bbp_pairings_6(path, tmp_path):
    """``pairs`` are None where no round keeps the rules. In our own file ``changed`` rounds are those that the older
    edition pairs otherwise, ``decided`` ones come out otherwise without the criterion that their id names.
    """
    different = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        pairs = paired(*read(case["trf"], tmp_path))
        wanted = case["pairs"] and {(home, away) for home, away in case["pairs"]}
        if (pairs and set(pairs)) != wanted:
            different[case["id"]] = pairs
    assert not different


def test_the_sample_tells_the_editions_apart(tmp_path):
    cases = [json.loads(line) for line in FILES[0].read_text(encoding="utf-8").splitlines()]
    changed = [read(case["trf"], tmp_path) for case in cases if case["kind"] == "changed"]
    assert len(changed) > 20
    for asked, more in changed:
        old, new = paired(asked, more, edition="2017"), paired(asked, more, edition="2026")
        assert new is not None and (old is None or set(old) != set(new))


evenings = st.builds(Evening, st.integers(0, 99_999), st.integers(2, 30), st.integers(1, 9))


@settings(max_examples=40, deadline=None)
@given(evenings)
def test_every_round_keeps_the_absolute_criteria(evening):
    while not evening.over and evening.gather() and (pairs := evening.pairs()) is not None:
        known = contenders(evening.players, evening.games, evening.rules, evening.absent, {})
        players = {player.number: player for player in known}
        apart = {frozenset(pair) for pair in evening.apart}
        assert sorted(one for one in chain(*pairs) if one) == sorted(players), "each is paired once"
        for home, away in pairs:
            if away is None:
                assert players[home].may_rest
                continue
            one, other = players[home], players[away]
            assert away not in one.met and frozenset((home, away)) not in apart
            if not one.topscorer and not other.topscorer:
                assert one.difference < 2 and one.repeated != 1, "white for the third time, or three times too many"
                assert other.difference > -2 and other.repeated != -1
        evening.play(pairs)
    byes = [game.home for games in evening.games for game in games if game.outcome == "bye"]
    assert len(byes) == len(set(byes))


@settings(max_examples=60, deadline=None)
@given(st.builds(Evening, st.integers(0, 99_999), st.integers(2, 20), st.integers(1, 9)))
def test_a_bracket_paired_alone_is_paired_as_with_all_below(evening):
    while not evening.over and evening.gather():
        pairs = evening.pairs()
        with mock.patch.object(dutch_2026, "_pair_without_lower", return_value=None):
            assert evening.pairs() == pairs
        if pairs is None:
            return
        evening.play(pairs)


def complete(players, absolute):
    """Every pairing of ``players`` with at most one left over, as the number of who is: by trying them all."""
    if len(players) < 2:
        yield players[0].number if players else None
        return
    first, rest = players[0], players[1:]
    for at, other in enumerate(rest):
        if absolute.allows(first, other):
            yield from complete(rest[:at] + rest[at + 1 :], absolute)
    if len(players) % 2 and None in complete(rest, absolute):
        yield first.number


@settings(max_examples=60, deadline=None)
@given(st.builds(Evening, st.integers(0, 99_999), st.integers(2, 8), st.integers(2, 8)))
def test_the_bye_goes_as_low_as_it_can_and_a_round_is_found_where_there_is_one(evening):
    """C4 and C5, held against every pairing that there is."""
    while not evening.over and evening.gather():
        players = contenders(evening.players, evening.games, evening.rules, evening.absent, {})
        left = set(complete(players, Absolute(players, evening.apart)))
        may = {player.number: player.score for player in players if player.may_rest}
        scores = [may[number] for number in left if number in may]
        pairs = evening.pairs()
        if pairs is None:
            assert not scores and None not in left
            return
        resting = [home for home, away in pairs if away is None]
        if resting and evening.games:
            assert may[resting[0]] == min(scores)
        evening.play(pairs)


def homogeneous(players, absolute):
    """Pair one bracket of an even number by trying its candidates in the order of article 4.3, each exchange with all
    transpositions: the first of those that leave fewest colour preferences unmet (C12), then strong ones (C13)."""
    half = len(players) // 2

    def exchanged(upper):
        down = [at for at in range(half) if at not in upper]
        up = [at for at in upper if at >= half]
        return len(up), sum(up) - sum(down), sorted(-at for at in down), up

    best, chosen = None, None
    for upper in sorted(combinations(range(len(players)), half), key=exchanged):
        ones = [players[at] for at in upper]
        for others in permutations([player for at, player in enumerate(players) if at not in upper]):
            pairs = list(zip(ones, others, strict=True))
            if all(absolute.allows(*pair) for pair in pairs):
                unmet = [pair for pair in pairs if pair[0].preference and pair[0].preference == pair[1].preference]
                strong = sum(min(one.strength, other.strength) >= STRONG for one, other in unmet)
                if best is None or (len(unmet), strong) < best:
                    best, chosen = (len(unmet), strong), pairs
    return chosen and {frozenset((one.number, other.number)) for one, other in chosen}


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([4, 6, 6, 8]), st.integers(1, 7), st.integers(0, 9999))
def test_level_players_are_paired_by_the_first_candidate_that_keeps_most_colours(players, rounds, seed):
    """Articles 4.2 and 4.3, with all games drawn, so that there is one bracket and nobody floats."""
    dice, games, rules = random.Random(seed), [], Rules(9)
    for _ in range(rounds):
        apart = [tuple(dice.sample(range(1, players + 1), 2))]
        known = contenders(players, games, rules, (), {})
        wanted = homogeneous(known, Absolute(known, apart))
        pairs = paired((players, games, rules), {"apart": apart})
        assert (pairs and {frozenset(pair) for pair in pairs}) == wanted
        if not pairs:
            return
        games.append([Game(*dice.choice([(one, other), (other, one)]), "draw") for one, other in pairs])


@pytest.mark.parametrize(
    ("possible", "wanted"),
    [
        # Either 6 and 9 come up into the upper half or 7 and 8, which makes the same sum: 6 is the highest (4.3.4).
        ("1-3 2-4 5-8 6-7 9-10 5-6 7-9 8-10", "1-3 2-4 5-8 6-7 9-10"),
        # Either 2 and 5 go down or 3 and 4: 5 is the lowest (4.3.3).
        ("1-2 4-5 3-6 7-9 8-10 1-3 2-4 5-6", "1-2 3-6 4-5 7-9 8-10"),
    ],
)
def test_of_exchanges_with_one_difference_the_lowest_go_down_and_the_highest_come_up(possible, wanted):
    known = {tuple(map(int, pair.split("-"))) for pair in possible.split()}
    apart = [pair for pair in combinations(range(1, 11), 2) if pair not in known]
    pairs = paired((10, [], Rules(5)), {"apart": apart})
    assert {tuple(sorted(pair)) for pair in pairs} == {tuple(map(int, pair.split("-"))) for pair in wanted.split()}
    present = contenders(10, [], Rules(5), (), {})
    assert {frozenset(pair) for pair in pairs} == homogeneous(present, Absolute(present, apart))


def matchings(left, moved, allowed):
    """Every way to pair the players ``left`` (places in their bracket): of those moved down none with each other."""
    if not left:
        yield []
        return
    first, *rest = left
    yield from matchings(rest, moved, allowed)
    for other in rest:
        if other >= moved and (first, other) in allowed:
            for pairs in matchings([at for at in rest if at != other], moved, allowed):
                yield [(first, other), *pairs]


def with_the_next_game(higher, lower):
    """The colours of two after their game, who both insist on one colour (article 5.2): the wider difference has it,
    else whoever had the other one when they last had different ones, else the higher."""
    due, wider = higher.preference, abs(higher.difference) - abs(lower.difference)
    apart = [ours for ours, theirs in zip(higher.colours, lower.colours, strict=True) if ours != theirs]
    ours = due if wider > 0 or (wider == 0 and (not apart or apart[-1] != due)) else -due
    return (*higher.colours, ours), (*lower.colours, -ours)


def quality(pairs, bracket, rounds):
    """Return the figures of article 2 for a bracket, C6 to C21 but for byes: the smaller, the better."""
    players, moved = bracket.members, len(bracket.moved)
    met = [(players[one], players[other]) for one, other in pairs]
    over = [at for at in range(len(players)) if not any(at in pair for pair in pairs)]
    unmet = [pair for pair in met if pair[0].preference and pair[0].preference == pair[1].preference]
    insisting = [pair for pair in unmet if pair[0].strength == pair[1].strength == ABSOLUTE]
    ends = [colours for pair in insisting for colours in with_the_next_game(*pair)]
    too_many = sum(abs(sum(colours)) > 2 for colours in ends)
    thrice = sum(abs(sum(colours[-3:])) == 3 for colours in ends)
    strong = sum(min(one.strength, other.strength) >= STRONG for one, other in unmet) - len(insisting)
    asked = [-len(pairs), sorted((players[at].score for at in over), reverse=True)]
    asked += [too_many, thrice, len(unmet), strong]
    again, scores = [], []
    for back in range(min(rounds, 2)):
        lifted = [one.score for one, other in met if one.score > other.score and other.floats[back] == Float.UP]
        down = [at for at in over if players[at].floats[back] == Float.DOWN]
        again += [sum(at >= moved for at in down), len(lifted)]
        scores += [sorted((players[at].score for at in down if at < moved), reverse=True), sorted(lifted, reverse=True)]
    return asked + again + scores


def candidate(pairs, bracket):
    """The place of a candidate among those of equal quality (articles 3.8 and 4.2 to 4.4): the smaller comes first."""
    moved = len(bracket.moved)
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    chosen = [at for at in range(moved) if at in partner]
    remainder = [at for at in range(moved, len(bracket.members)) if partner.get(at, moved) >= moved]
    upper = [at for at in remainder if partner.get(at, -1) > at]
    halfway = remainder[: len(upper)]
    down, up = ([at for at in ones if at not in others] for ones, others in ((halfway, upper), (upper, halfway)))
    exchanges = (
        len(up),
        sum(map(remainder.index, up)) - sum(map(remainder.index, down)),
        [-at for at in down][::-1],
        up,
    )
    return chosen, [partner[at] for at in chosen], exchanges, [partner[at] for at in upper]


INSISTING = [(1, -1, 1, 1), (-1, 1, 1, 1), (1, 1, 1, -1), (1, 1, -1, -1), (-1, -1, 1, -1), (1, 1, -1, 1)]
"""Colours after which one has to be had, or at least should be."""


def in_bracket(number, score, colours=(), floats=(Float.STAYED, Float.STAYED)):
    return Player(
        number=number, order=number, points=score, score=score, met=frozenset(), colours=tuple(colours),
        floats=tuple(floats), may_rest=True, unplayed=0, topscorer=False,
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@example(401)  # one is chosen who has no opponent at first
@example(656)
@example(359)  # several exchanges would do
@example(1891)
@example(2067)
@example(2376)  # to spare players moved down another float counts less than to spare residents (C14 before C18)
@example(3481)
@given(st.integers(0, 10**6))
def test_players_moved_down_are_paired_by_the_first_of_the_best_candidates(seed):
    """Article 4 for brackets with players of other scores, held against every pairing that there is."""
    check_a_bracket(seed)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_topscorers_may_meet_with_one_colour_due_and_least_often_have_it_a_third_time(seed):
    """C3, C10 and C11."""
    check_a_bracket(seed, topscorers=True)


def check_a_bracket(seed, *, topscorers=False):
    dice = random.Random(seed)
    moved, residents = dice.choice([(0, 6), (0, 8), (1, 5), (1, 7), (2, 3), (2, 5), (3, 4), (4, 2), (4, 3), (5, 2)])
    rounds, met = dice.randint(0, 3), dice.uniform(0.2, 0.7)
    scores = sorted((dice.choice([20, 20, 30]) for _ in range(moved)), reverse=True) + [10] * residents
    floats = list(Float)
    players = [
        in_bracket(number, score, [dice.choice([1, -1]) for _ in range(rounds)], [dice.choice(floats) for _ in "12"])
        for number, score in enumerate(scores, start=1)
    ]
    if topscorers:
        players = [replace(player, topscorer=dice.random() < 0.6, colours=dice.choice(INSISTING)) for player in players]
        rounds = len(INSISTING[0])
    bracket = Bracket(players[:moved], players[moved:])
    apart = [pair for pair in combinations(range(1, len(players) + 1), 2) if dice.random() < met]
    absolute = Absolute(players, apart)
    allowed = {
        (one, other)
        for one, other in combinations(range(len(players)), 2)
        if absolute.allows(players[one], players[other])
    }
    first = min(
        matchings(range(len(players)), moved, allowed),
        key=lambda pairs: (quality(pairs, bracket, rounds), candidate(pairs, bracket)),
    )
    found = BracketPairing(bracket, absolute, rounds).pairs()
    assert {(one.number - 1, other.number - 1) for one, other in found} == set(first)


def test_fewer_upfloats_again_come_before_who_plays_them():
    """C15 before C19: 4 and 5 met higher ones last round. One of them does again, though it is the highest of all."""
    lifted = (Float.UP, Float.STAYED)
    moved = [in_bracket(1, 30), in_bracket(2, 20), in_bracket(3, 20)]
    residents = [
        in_bracket(4, 10, floats=lifted),
        in_bracket(5, 10, floats=lifted),
        *(in_bracket(n, 10) for n in (6, 7, 8)),
    ]
    possible = [(1, 4), (1, 7), (2, 6), (2, 4), (3, 7), (3, 5), (5, 8), (6, 8)]
    apart = [pair for pair in combinations(range(1, 9), 2) if pair not in possible]
    bracket = Bracket(moved, residents)
    found = BracketPairing(bracket, Absolute(bracket.members, apart), 1).pairs()
    assert {(one.number, other.number) for one, other in found} == {(1, 4), (2, 6), (3, 7), (5, 8)}


@settings(max_examples=40)
@given(st.integers(2, 40), st.sets(st.integers(1, 40), max_size=5), st.booleans(), st.sampled_from(["2017", "2026"]))
def test_round_one_needs_no_matching(players, missing, first_home, edition):
    absent = {one for one in missing if one <= players}
    if players - len(absent) < 2:
        return
    rules = Rules(5, first_home=first_home)
    whole = dutch_2017 if edition == "2017" else dutch_2026
    assert dutch(players, [], rules, absent=absent, edition=edition) == whole.pair(players, [], rules, absent, (), {})


# ── single articles ──
def test_who_had_the_bye_is_not_left_over_where_one_who_may_have_it_can_be():
    """C2: 3 rested and can meet 2 alone, so 1 rests, though 2 would be free to."""
    games = [[Game(1, 2, "both_forfeit"), Game(3, None, "bye")]]
    pairs = as_pairs(dutch(3, games, Rules(3, bye=0), apart=[(1, 3)]))
    assert {frozenset(pair) for pair in pairs} == {frozenset([2, 3]), frozenset([1, None])}


def test_who_floats_leaves_the_next_bracket_most_pairs_and_only_then_its_best_players_in_them():
    """C8: if 2 floats with 1, the next bracket makes two pairs without them; if 4 does, one alone, though of 1."""
    scores = [30, 20, 20, 20, 10, 10, 10, 10, 0, 0, 0, 0]
    players = [in_bracket(number, score) for number, score in enumerate(scores, start=1)]
    within = [(2, 3), (2, 4), (3, 4)]
    floating = [(1, 5), (1, 9), (2, 10), (4, 11)]
    below = [(5, 6), (6, 10), (7, 8), (7, 9), (8, 12), (11, 12)]
    apart = [pair for pair in combinations(range(1, 13), 2) if pair not in within + floating + below]
    bracket = Bracket(players[:1], players[1:4], players[4:8], players[8:], complete=True)
    [(one, other)] = BracketPairing(bracket, Absolute(players, apart), 0).pairs()
    assert (one.number, other.number) == (3, 4)


def test_half_of_the_possible_score_makes_no_topscorer():
    """Article 1.8: more than half of what could be won, when the last round is paired."""
    games = [[Game(1, 2, "home"), Game(3, 4, "draw")], [Game(1, 3, "draw"), Game(4, 2, "draw")]]
    before_the_last = contenders(4, games, Rules(3), (), {})
    assert [(one.number, one.points, one.topscorer) for one in before_the_last] == [
        (1, 15, True), (3, 10, False), (4, 10, False), (2, 5, False),
    ]  # fmt: skip
    assert not any(contender.topscorer for contender in contenders(4, games, Rules(4), (), {}))


def test_who_was_paid_a_win_without_playing_has_no_bye():
    """C.04.1 article 4: also for a full-point bye that was asked for; the older edition counted forfeits alone."""
    games = [[Game(1, 3, "home"), Game(4, 2, "away"), Game(5, None, "full_bye")]]
    [player] = [contender for contender in contenders(5, games, Rules(4), (), {}) if contender.number == 5]
    assert not player.may_rest
    halved = [[*games[0][:2], Game(5, None, "half_bye")]]
    [player] = [contender for contender in contenders(5, halved, Rules(4), (), {}) if contender.number == 5]
    assert player.may_rest


def test_who_had_a_bye_that_paid_less_than_a_win_has_no_other():
    """C2."""
    games = [[Game(1, 3, "home"), Game(4, 2, "away"), Game(5, None, "bye")]]
    [player] = [contender for contender in contenders(5, games, Rules(4, bye=0.5), (), {}) if contender.number == 5]
    assert (player.points, player.may_rest) == (5, False)


def test_an_absence_that_pays_nothing_is_no_float():
    """Article 1.4.3."""
    games = [[Game(1, 2, "home"), Game(3, None, "absent"), Game(4, None, "half_bye"), Game(5, None, "bye")]]
    floats = {player.number: player.floats[0] for player in contenders(5, games, Rules(4), (), {})}
    assert floats == {1: Float.STAYED, 2: Float.STAYED, 3: Float.STAYED, 4: Float.DOWN, 5: Float.DOWN}


def test_the_bye_goes_to_who_has_missed_fewer_games():
    """C9: 5, the last of the level players, was absent; so 4 has the bye."""
    games = [[Game(1, 3, "home"), Game(4, 2, "away"), Game(5, None, "absent")]]
    assert [pair.home for pair in dutch(5, games, Rules(4)) if pair.away is None] == [4]


def test_colours_of_who_never_played_go_by_the_numbers_of_those_who_are_there():
    """Article 5.2.5: 1 is not there, so 2 has the first number and the colour that was drawn."""
    assert as_pairs(dutch(5, [], Rules(3), absent={1})) == [(2, 4), (5, 3)]
    assert as_pairs(dutch(5, [], Rules(3), absent={1}, edition="2017")) == [(4, 2), (3, 5)]


def test_the_last_two_colours_are_due_before_the_difference():
    """Article 1.7.1: white twice, black, white, white, then black twice: white is due, though white came oftener."""
    colours = "WWBWWBB"
    games = [[Game(1, other, "draw") if c == "W" else Game(other, 1, "draw")] for other, c in enumerate(colours, 2)]
    [player] = [contender for contender in contenders(8, games, Rules(9), (), {}) if contender.number == 1]
    assert (player.difference, player.preference, player.strength) == (1, 1, ABSOLUTE)


def test_a_difference_of_two_asks_for_one_colour_and_no_more():
    """Article 1.7.1: white three times of four, the last two different. Preferences are compared, so 2 is no colour."""
    games = [[Game(1, other, "draw") if c == "W" else Game(other, 1, "draw")] for other, c in enumerate("WWBW", 2)]
    [player] = [contender for contender in contenders(5, games, Rules(9), (), {}) if contender.number == 1]
    assert (player.difference, player.repeated, player.preference, player.strength) == (2, 0, -1, ABSOLUTE)


@pytest.mark.parametrize("outcome", ["house_win", "house_draw", "house_loss"])
def test_who_met_the_player_of_the_house_is_not_left_over_again(outcome):
    games = [[Game(1, 3, "home"), Game(4, 2, "home"), Game(5, None, outcome)]]
    assert Pairing(5, None) not in dutch(5, games, Rules(4))


# ── editions ──
def test_a_stage_goes_on_by_the_edition_of_its_first_round():
    old = {"engine": "py4swiss", "version": "0.3.1", "rules": "FIDE C.04.3 (Dutch)", "at": "2025-10-04T10:00:00"}
    assert edition_of([]) == edition_of([{}, {}]) == CURRENT == "2026"
    assert edition_of([old, {}]) == edition_of([old, engine("dutch", "2017"), {}]) == "2017"
    assert edition_of([engine("dutch")]) == edition_of([engine("monrad"), {}]) == "2026"


def test_the_report_file_names_the_edition():
    report = trf(["A", "B"], [[Game(1, 2, "home")]], Rules(1), "Cup", system=engine("dutch", "2017")["rules"])
    assert report.splitlines()[1].startswith("092 Individual: Swiss-System, FIDE C.04.3 (Dutch)")
    assert "until 31 January 2026" in report
    assert "since 1 February 2026" in trf(["A", "B"], [], Rules(1), "Cup")
