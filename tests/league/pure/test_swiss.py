"""Swiss rounds: nobody meets twice, nobody has two byes, and the same question has the same answer."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

from league.formats import round_robin
from league.formats.swiss import report, rounds, told
from league.formats.swiss.editions import engine
from league.formats.swiss.games import CannotPair, Game, Rules, scores, worth
from league.formats.swiss.rounds import dutch, monrad, pair_again, trf
from league.formats.trf import reading, writing


def evening(pair, players, rounds, seed, absent=frozenset()):
    """A tournament played by chance: its rounds as games."""
    dice, rules, played = random.Random(seed), Rules(rounds), []
    for _ in range(rounds):
        pairs = pair(players, played, rules, absent=absent)
        outcomes = ["home", "draw", "away", "home_forfeit"]
        played.append(
            [Game(one.home, one.away, "bye" if one.away is None else dice.choice(outcomes)) for one in pairs]
            + [Game(number, None, "absent") for number in sorted(absent)]
        )
    return played


def test_it_works():
    pairs = [(pair.home, pair.away) for pair in dutch(7, [], Rules(5))]
    assert pairs == [(1, 4), (5, 2), (3, 6), (7, None)]
    assert [(pair.home, pair.away) for pair in monrad(5, [], Rules(3))] == [(1, 2), (3, 4), (5, None)]


@pytest.mark.parametrize("pair", [dutch, monrad])
@given(players=st.integers(10, 17), rounds=st.integers(1, 4), seed=st.integers(0, 999))
@settings(max_examples=30, deadline=None)
def test_nobody_meets_twice_or_rests_twice_and_everybody_is_paired(pair, players, rounds, seed):
    played = evening(pair, players, rounds, seed)
    met, rested = set(), []
    for games in played:
        here = [player for game in games for player in (game.home, game.away) if player is not None]
        assert sorted(here) == list(range(1, players + 1))
        for game in games:
            if game.away is None:
                rested.append(game.home)
            elif game.outcome != "home_forfeit":
                assert frozenset((game.home, game.away)) not in met
                met.add(frozenset((game.home, game.away)))
    assert len(rested) == len(set(rested))


@pytest.mark.parametrize("pair", [dutch, monrad])
def test_the_same_round_comes_out_whenever_it_is_asked(pair):
    played = evening(pair, 10, 4, seed=5)
    assert pair(10, played[:3], Rules(4)) == pair(10, played[:3], Rules(4))


@pytest.mark.parametrize("pair", [dutch, monrad])
def test_who_is_absent_is_not_paired(pair):
    played = evening(pair, 9, 3, seed=1, absent=frozenset({4}))
    assert all(game.outcome == "absent" for games in played for game in games if 4 in (game.home, game.away))
    assert all(len(games) == 5 for games in played)


@settings(max_examples=15, deadline=None)
@given(
    players=st.integers(2, 44),
    rounds=st.integers(1, 9),
    points=st.sampled_from([(1, 0.5, 0), (3, 1, 0)]),
    spread=st.sampled_from([["home", "draw", "away"], ["home"], ["home", "away", "home_forfeit", "both_forfeit"]]),
    accelerated=st.booleans(),
    seed=st.integers(0, 9999),
)
def test_the_pairs_of_the_edition_of_2017_are_those_of_the_package(players, rounds, points, spread, accelerated, seed):
    """No pair, no colour, no bye and no order is another, to the last round."""
    dice, rules, played = random.Random(seed), Rules(rounds, points), []
    virtual = {number: [points[0]] * 2 for number in range(1, players // 2 + 1)} if accelerated else {}
    apart = [tuple(dice.sample(range(1, players + 1), 2)) for _ in range(players // 8)]
    for number in range(rounds):
        absent = {number for number in range(1, players + 1) if dice.random() < 0.06}
        if players - len(absent) < 2:
            return
        arguments = (players, played, rules, absent, apart, virtual)
        try:
            pairs = dutch(*arguments[:3], absent=absent, apart=apart, acceleration=virtual, edition="2017")
        except CannotPair:
            with pytest.raises(PairingError):
                DutchEngine.generate_pairings(report.record(*arguments))
            return
        own = DutchEngine.generate_pairings(report.record(*arguments))
        assert [(pair.home, pair.away or 0) for pair in pairs] == [(game.white, game.black) for game in own], number
        played.append(
            [Game(pair.home, pair.away, "bye" if pair.away is None else dice.choice(spread)) for pair in pairs]
            + [Game(number, None, dice.choice(["absent", "half_bye"])) for number in sorted(absent)]
        )


def test_pairs_that_must_not_meet_do_not():
    pairs = {(pair.home, pair.away) for pair in dutch(8, [], Rules(3), apart=[(1, 5)])}
    assert (1, 5) not in pairs
    assert (5, 1) not in pairs


def test_acceleration_keeps_the_halves_apart():
    """Baku: the first half starts a virtual point ahead, so it plays itself in round one."""
    pairs = dutch(8, [], Rules(5), acceleration={number: [1] for number in range(1, 5)})
    assert all((pair.home <= 4) == (pair.away <= 4) for pair in pairs)


def test_a_bye_pays_what_the_rules_say_and_its_kind_decides_who_may_have_another():
    rules = Rules(5, bye=0.5)
    first = [Game(1, 2, "home"), Game(3, 4, "home")]
    rested, missing = [[*first, Game(5, None, "bye")]], [[*first, Game(5, None, "absent")]]
    assert scores(5, rested, rules) == {1: 1, 2: 0, 3: 1, 4: 0, 5: 0.5}
    assert monrad(5, rested, rules)[-1].home == 4
    assert monrad(5, missing, rules)[-1].home == 5


@pytest.mark.parametrize(
    ("outcome", "paid"),
    [
        ("home_shootout", (2, 1)),
        ("away_shootout", (1, 2)),
        ("house_shootout_win", (2, 0)),
        ("house_shootout_loss", (1, 0)),
        ("house_win", (3, 0)),
    ],
)
def test_a_shootout_pays_both_what_the_rules_say_and_the_house_nothing(outcome, paid):
    game = Game(1, None if outcome.startswith("house") else 2, outcome)
    assert worth(game, Rules(3, points=(3, 1, 0), shootout=(2, 1))) == paid


@pytest.mark.parametrize("pair", [dutch, monrad])
def test_it_says_when_no_round_is_left(pair):
    with pytest.raises(CannotPair):
        pair(2, [[Game(1, 2, "home")]], Rules(5))


def test_a_monrad_round_is_found_however_many_ways_there_are_to_try():
    """Where 1 meets 2, eleven are left who have met the other eleven: 1 meets 3, the next."""
    upper, lower = range(3, 14), range(14, 25)
    rests = [Game(number, None, "full_bye") for number in (1, 2)]
    played = [
        [Game(one, lower[(at + step) % 11], "draw") for at, one in enumerate(upper)] + rests for step in range(11)
    ]
    pairs = [{pair.home, pair.away} for pair in monrad(24, played, Rules(12))]
    assert {1, 3} in pairs and len(pairs) == 12
    assert not any({game.home, game.away} in pairs for games in played for game in games)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_where_everybody_has_met_pairs_and_byes_come_round_in_turn(players):
    played = [
        [Game(home, away, "draw") for home, away in day]
        + [Game(number, None, "bye") for number in set(range(1, players + 1)) - {side for pair in day for side in pair}]
        for day in round_robin.rounds(players, 1)
    ]
    rules, once = Rules(2 * len(played)), len(played)
    while len(played) < 2 * once:
        with pytest.raises(CannotPair):
            monrad(players, played, rules)
        played.append(
            [Game(game.home, game.away, "draw" if game.away else "bye") for game in pair_again(players, played, rules)]
        )
    met = Counter(frozenset((game.home, game.away)) for games in played for game in games)
    assert set(met.values()) == {2}, "a pair, or a bye, came again before another"


def test_many_rounds_of_a_small_field_pair_nobody_twice_while_a_pairing_is_left():
    """Neighbours lead into dead ends then, more of them than can be tried one after the other."""
    dice, rules, played = random.Random(1), Rules(18), []
    for _round in range(rules.rounds):
        pairs = monrad(30, played, rules)
        played.append([Game(pair.home, pair.away, dice.choice(["home", "draw", "away"])) for pair in pairs])
    met = Counter(frozenset((game.home, game.away)) for games in played for game in games)
    assert set(met.values()) == {1}


@given(st.integers(1, 5), st.integers(0, 90), st.integers())
@settings(deadline=None)
def test_a_matching_finds_the_pairs_that_the_search_finds(pairs, percent, seed):
    dice = random.Random(seed)
    order = dice.sample(range(2 * pairs), 2 * pairs)
    met = {frozenset(two) for two in combinations(order, 2) if dice.randrange(100) < percent}
    assert rounds._first_matching(order, met) == rounds._neighbours(order, met)


def test_football_points_pair_like_chess_points_do():
    """3-1-0 is not a multiple of 1-0.5-0: the groups differ, the rules hold."""
    played = [[Game(1, 3, "home"), Game(4, 2, "draw")]]
    assert scores(4, played, Rules(3, (3, 1, 0))) == {1: 3, 2: 1, 3: 0, 4: 1}
    assert len(dutch(4, played, Rules(3, (3, 1, 0)))) == 2


def test_a_round_is_stored_with_what_made_it():
    assert engine("dutch") == {
        "engine": "tabellone",
        "version": "dutch/1",
        "rules": "FIDE C.04.3 (Dutch), in force since 1 February 2026",
        "edition": "2026",
    }
    assert engine("dutch", "2017")["engine"] == "py4swiss"
    assert engine("dutch", "2017")["version"]
    assert engine("monrad")["rules"] == "Monrad"


def test_fifty_players_meet_seven_times():
    played = evening(dutch, 50, 7, seed=11)
    assert len({frozenset((g.home, g.away)) for games in played for g in games if g.outcome != "home_forfeit"}) > 120


def test_a_report_file_reads_back_and_pairs_the_same(tmp_path):
    played = evening(dutch, 9, 3, seed=4)
    report = tmp_path / "evening.trf"
    report.write_text(trf([f"Player {k}" for k in range(1, 10)], played, Rules(5), "Monday evening"), encoding="utf-8")
    again = DutchEngine.generate_pairings(TrfParser.parse(report, strict=True))
    assert [(pair.white, pair.black or None) for pair in again] == [
        (pair.home, pair.away) for pair in dutch(9, played, Rules(5))
    ]
    assert "Monday evening" in report.read_text(encoding="utf-8").splitlines()[0]


def test_a_report_file_has_every_round_of_every_player_and_what_they_pay():
    played = [[Game(2, 3, "draw"), Game(1, None, "absent")], [Game(3, 2, "home")], [Game(1, 2, "home")]]
    report = trf(["A", "B", "C"], played, Rules(4, (3, 1, 0.5), bye=2), "Cup").splitlines()
    assert [" ".join(line[80:].split()) for line in report if line.startswith("001")] == [
        "3.0 1 0000 - Z 0000 - Z 2 w 1",
        "2.0 2 3 w = 3 b 0 1 b 0",
        "4.0 3 2 b = 2 w 1 0000 - Z",
    ]
    paid = dict(word.split("=") for line in report if line.startswith("XXS ") for word in line.split()[1:])
    assert {name: paid[name] for name in ("WW", "BW", "WD", "BD", "WL", "BL", "ZPB", "PAB")} == {
        "WW": "3.0", "BW": "3.0", "WD": "1.0", "BD": "1.0", "WL": "0.5", "BL": "0.5", "ZPB": "0.0", "PAB": "2.0",
    }  # fmt: skip


@pytest.mark.parametrize("points", [(1.5, 0.5, -0.5), (100, 50, -10), (100, 0.5, -9.5), (1, 0.33, 0)])
def test_a_report_file_tells_own_points_as_they_are(points):
    """In signs of four: of what has more, as 150.5, nothing is told rather than a part."""
    played = [[Game(1, 2, "home"), Game(3, None, "bye")], [Game(3, 1, "draw"), Game(2, None, "half_bye")]]
    rules, names = Rules(3, points), ["A", "B", "C"]
    table = scores(3, played, rules)
    whole = told.tournament(names, played, rules, "Cup", ())
    for file in (trf(names, played, rules, "Cup"), writing.write(whole)):
        found = reading.read(file.encode())
        assert not found.faults
        for number, player in found.tournament.players.items():
            assert found.tournament.points_of(player) == table[number]
            assert player.points == (table[number] if len(f"{table[number]:g}") <= 4 else None)


@pytest.mark.parametrize(
    ("first", "second", "home"),
    [
        ("", "", 1),  # odd numbers are at home where nothing else decides
        ("H", "", 2),
        ("", "A", 2),
        ("HA", "AH", 1),  # level: who was away last
        ("AH", "HA", 2),
        ("AHH", "HAH", 1),  # both at home last: odd numbers again, whatever came before
        ("HA", "", 1),
        ("AH", "", 2),
        ("", "AH", 1),
        ("", "HA", 2),
        ("HHA", "AAH", 2),  # the balance first
        ("AF", "A", 1),  # a forfeited game was at nobody's
        ("HAF", "AH", 1),
    ],
)
def test_by_monrad_who_was_at_home_less_often_is_at_home(first, second, home):
    """``F``: a game at home that was forfeited. Each meets others, so that 1 and 2 are neighbours."""
    played = []
    for step in range(3):
        games = []
        for number, venues in ((1, first), (2, second)):
            other = 2 * step + number + 2
            venue = venues[step : step + 1]
            one, two = (other, number) if venue == "A" else (number, other)
            games.append(
                Game(one, two, "home_forfeit" if venue == "F" else "draw") if venue else Game(number, None, "absent")
            )
        played.append(games)
    assert monrad(8, played, Rules(9), absent=range(3, 9))[0].home == home
