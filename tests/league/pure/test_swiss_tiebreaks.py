"""Swiss tie-breaks: sums over opponents, and unplayed rounds by the edition of the rule."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings.criteria import SWISS, swiss_figures
from league.standings.presets import OFFERED, PRESETS, preset
from league.standings.swiss import DIFFERENCE, EDITIONS, UP_TO, Played, adjusted, expected
from league.standings.table import Rules, classify
from league.standings.table import figures_of as given_figures
from tests.league.pure import swiss_second_reading as second

# Three rounds of four: a beats everybody, b second; d has a bye in no round.
RECORDS = {
    "a": [Played(1, "c", 1), Played(2, "b", 1, away=True), Played(3, "d", 1)],
    "b": [Played(1, "d", 1, away=True), Played(2, "a", 0), Played(3, "c", 0.5, away=True)],
    "c": [Played(1, "a", 0, away=True), Played(2, "d", 1, away=True), Played(3, "b", 0.5)],
    "d": [Played(1, "b", 0), Played(2, "c", 0), Played(3, "a", 0, away=True)],
}


def test_it_works():
    values = swiss_figures(RECORDS, 3, ratings={"a": 1800, "b": 1700, "c": 1600, "d": 1500})
    b = {name: values[name]["b"] for name in SWISS}
    assert b == {
        "buchholz": 4.5,  # d 0, a 3, c 1.5
        "buchholz_cut_1": 4.5,
        "buchholz_cut_2": 3,
        "median_buchholz": 1.5,
        "fore_buchholz": 4.5,  # the last round drawn: d 0.5, a 2.5, c 1.5
        "sonneborn_berger": 0.75,  # all of d's 0, half of c's 1.5
        "koya": 0.5,  # a 3 and c 1.5 have half of three points
        "progressive": 1 + 1 + 1.5,
        "wins": 1,
        "rounds_won": 1,
        "away_played": 2,
        "away_games_won": 1,
        "average_rating_of_opponents": 1633,  # of 1500, 1800 and 1600: 1633.33
        "performance_rating": 1633,  # half the points: no difference
        # 1630 expects .68 of 1500, .28 of 1800 and .54 of 1600 (B.02 8.1.2): 1.5 points; 1629 expects 1.48.
        "perfect_performance": 1630,
    }
    # 800 up for all points, 800 down for none.
    assert values["performance_rating"] == {"a": 1600 + 800, "b": 1633, "c": 1667, "d": 1700 - 800}


def test_where_a_win_pays_nothing_points_count_as_they_are():
    drawn = {"a": [Played(1, "b", 2)], "b": [Played(1, "a", 2, away=True)]}
    values = swiss_figures(drawn, 1, points=(0, 2, 0), names=["sonneborn_berger"])
    assert values["sonneborn_berger"] == {"a": 4, "b": 4}


def test_the_perfect_performance_is_the_lowest_that_is_enough():
    ratings = {"a": 1800.0, "b": 1700.0, "c": 1600.0, "d": 1500.0}
    values = swiss_figures(RECORDS, 3, ratings=ratings, names=["perfect_performance"])["perfect_performance"]
    for entrant, score in (("b", 150), ("c", 150), ("a", 300)):
        others = [ratings[str(line.opponent)] for line in RECORDS[entrant]]
        assert sum(expected(values[entrant] - other) for other in others) >= score
        assert sum(expected(values[entrant] - 1 - other) for other in others) < score
    assert values["d"] == 1600 - 800  # without a point: 800 below the weakest opponent


def test_somebody_without_a_rating_drops_what_ratings_decide():
    names = ["average_rating_of_opponents", "performance_rating", "perfect_performance"]
    values = swiss_figures(RECORDS, 3, ratings={"a": 1800, "b": 1700, "c": 1600}, names=names)
    assert {value for row in values.values() for value in row.values()} == {0}


# Five rounds, written out by hand. Points: a 4, b 2.5, c 2, d 2.5, e 2.
FIVE = {
    "a": [Played(1, None, 1, "bye"), *(Played(r, o, 1) for r, o in ((2, "b"), (3, "c"), (4, "d"))), Played(5, "e", 0)],
    "b": [Played(1, "c", 1), Played(2, "a", 0), Played(3, None, 0.5, "half_bye"), Played(4, "e", 1),
          Played(5, None, 0, "zero_bye")],
    "c": [Played(1, "b", 0), Played(2, "d", 1), Played(3, "a", 0), Played(4, None, 1, "bye"), Played(5, "d", 0)],
    "d": [Played(1, "e", 1, "forfeit_win"), Played(2, "c", 0), Played(3, "e", 0.5), Played(4, "a", 0),
          Played(5, "c", 1)],
    "e": [Played(1, "d", 0, "forfeit_loss"), Played(2, None, 0.5, "half_bye"), Played(3, "d", 0.5), Played(4, "b", 0),
          Played(5, "a", 1)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("one", "edition", "wanted"),
    [
        # a: the bye against a dummy of 4 (own score), b 3 (2.5 and the last round as a draw), c 2, d 2.5, e 2.
        ("a", "2023", {"buchholz": 4 + 3 + 2 + 2.5 + 2, "buchholz_cut_1": 11.5, "sonneborn_berger": 4 + 3 + 2 + 2.5}),
        # 2026: the dummy has at most a draw for each of five rounds: 2.5.
        ("a", "2026", {"buchholz": 2.5 + 3 + 2 + 2.5 + 2, "median_buchholz": 2 + 2.5 + 2.5}),
        # b: c 2, a 4, e 2, two byes of its own against 2.5 each; the first cut is a bye, the second the other one.
        ("b", "2023", {"buchholz": 13, "buchholz_cut_1": 10.5, "buchholz_cut_2": 8, "progressive": 8.5}),
        # d: won by forfeit against e 2 (its own 2.5 at most), then c 2, e 2, a 4, c 2.
        ("d", "2026", {"buchholz": 2 + 2 + 2 + 4 + 2, "sonneborn_berger": 2 + 1 + 2, "rounds_won": 2, "wins": 1}),
        ("d", "2023", {"buchholz": 2.5 + 2 + 2 + 4 + 2}),
        # e: forfeit loss and half bye are cut first, each a dummy of 2: what is left is d 2.5, b 3, a 4.
        ("e", "2023", {"buchholz": 2 + 2 + 2.5 + 3 + 4, "buchholz_cut_1": 11.5, "buchholz_cut_2": 9.5}),
        # 2009: every unplayed round of b, c, d, e as a draw: b 3, c 1.5, d 2, e 2.5; the bye's virtual opponent has
        # 0 before, 0 of the round and half a point for each of the four after it.
        ("a", "2009", {"buchholz": 2 + 3 + 1.5 + 2 + 2.5, "sonneborn_berger": 2 + 3 + 1.5 + 2}),
    ],
)  # fmt: skip
def test_rounds_that_nobody_played(one, edition, wanted):
    values = swiss_figures(FIVE, 5, version=edition)
    assert {name: values[name][one] for name in wanted} == wanted


def test_only_requested_byes_at_the_end_count_as_draws():
    end = [
        Played(1, "x", 1),
        Played(2, None, 0, "zero_bye"),
        Played(3, "y", 0, "forfeit_loss"),
        Played(4, None, 0, "absent"),
    ]
    assert adjusted(end) == 1 + 0.5 + 0 + 0.5  # a forfeit loss counts as it was paid wherever it stands (16.2.4)
    assert adjusted([*end, Played(5, None, 1, "bye")]) == 1 + 1  # then it was to be had: nothing counts as a draw
    assert adjusted([*end, Played(5, "z", 0, "pending")]) == 1
    assert adjusted([Played(1, None, 1, "full_bye")]) == 1  # a full-point bye is no requested bye (16.1.1)


def test_a_voluntary_round_is_cut_though_it_is_not_the_lowest():
    records = {
        "a": [Played(1, "b", 1), Played(2, "c", 1), Played(3, None, 0.5, "half_bye")],
        "b": [Played(1, "a", 0), Played(2, "c", 0), Played(3, "c", 0)],
        "c": [Played(1, None, 1, "bye"), Played(2, "a", 0), Played(3, "b", 1)],
    }
    values = swiss_figures(records, 3, version="2023")
    assert values["buchholz"]["a"] == 0 + 2 + 2.5
    assert values["buchholz_cut_1"]["a"] == 0 + 2  # not 4.5, which cutting the lowest would leave
    old = swiss_figures(records, 3, version="2009")
    assert old["buchholz_cut_1"]["a"] == old["buchholz"]["a"]  # the lowest is cut: the 0 of b


def test_the_first_reading_is_kept_as_it_was():
    values = swiss_figures(FIVE, 5, version="tabellone-2023")
    assert values["buchholz"]["a"] == 4 + 3 + 1.5 + 2 + 2.5  # opponents by the rule of 2009, the dummy of 2023
    assert values["buchholz_cut_1"]["b"] == values["buchholz"]["b"] - 1.5  # the lowest, though byes are there to be cut
    records = {**RECORDS, "d": [*RECORDS["d"][:2], Played(3, None, 0, "absent")]}
    without = {**RECORDS, "d": RECORDS["d"][:2]}
    assert swiss_figures(records, 3, version="tabellone-2023") == swiss_figures(without, 3, version="tabellone-2023")


def random_tournament(seed: int) -> tuple[dict[str, list[Played]], int]:
    """Records of a few players: odd fields, byes, absences and forfeits anywhere."""
    random = Random(seed)
    rounds, players = random.randint(1, 6), [str(number) for number in range(random.randint(3, 9))]
    records: dict[str, list[Played]] = {player: [] for player in players}
    for step in range(1, rounds + 1):
        there = []
        for player in players:
            kind, score = random.choice([("half_bye", 0.5), ("zero_bye", 0), ("absent", 0), ("full_bye", 1)])
            if random.random() < 0.2:
                records[player].append(Played(step, None, score, kind))
            else:
                there.append(player)
        random.shuffle(there)
        if len(there) % 2:
            records[there.pop()].append(Played(step, None, 1, "bye"))
        for player, other in zip(there[::2], there[1::2], strict=True):
            ours, theirs = random.choice([(1, 0), (0.5, 0.5), (0, 1), (0, 0)])
            forfeit = ours == theirs == 0 or (ours != theirs and random.random() < 0.2)
            for who, whom, score, away in ((player, other, ours, False), (other, player, theirs, True)):
                kind = ("forfeit_win" if score else "forfeit_loss") if forfeit else "game"
                records[who].append(Played(step, whom, score, kind, away))
    return records, rounds


@given(seed=st.integers(0, 10**6), capped=st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_second_reading_of_the_articles_agrees(seed, capped):
    records, rounds = random_tournament(seed)
    values = swiss_figures(records, rounds, version="2026" if capped else "2023")
    cuts = {"buchholz": (0, 0), "buchholz_cut_1": (1, 0), "buchholz_cut_2": (2, 0), "median_buchholz": (1, 1)}
    for record in records:
        for name, (low, high) in cuts.items():
            assert values[name][record] == second.buchholz(
                records, record, rounds, low=low, high=high, capped=capped
            ), name
        assert values["fore_buchholz"][record] == second.fore_buchholz(records, record, rounds, capped=capped)
        assert values["sonneborn_berger"][record] == second.sonneborn_berger(records, record, rounds, capped=capped)
        single = second.single_figures(records, record, rounds)
        assert {name: values[name][record] for name in single} == single


@given(seed=st.integers(0, 10**6), edition=st.sampled_from(sorted(EDITIONS)))
@settings(max_examples=60, deadline=None)
def test_what_holds_in_every_edition(seed, edition):
    records, rounds = random_tournament(seed)
    values = swiss_figures(records, rounds, version=edition)
    for one in records:
        assert values["buchholz"][one] >= values["buchholz_cut_1"][one] >= values["buchholz_cut_2"][one] >= 0
        assert values["buchholz_cut_1"][one] >= values["median_buchholz"][one]
        assert values["rounds_won"][one] >= values["wins"][one] >= values["away_games_won"][one]
        assert values["sonneborn_berger"][one] <= values["buchholz"][one]
    played = {entrant: [line for line in record if line.kind == "game"] for entrant, record in records.items()}
    if played == records:
        assert values == swiss_figures(records, rounds, version="2009")


def test_the_fide_preset_orders_by_them():
    values = swiss_figures(RECORDS, 3)
    rows = {
        entrant: {"points": sum(played.score for played in record), **{name: values[name][entrant] for name in SWISS}}
        for entrant, record in RECORDS.items()
    }
    standings = classify(list(rows), given_figures(rows), Rules.of(preset("fide-swiss/2023")))
    assert standings.order[0] == "a"
    assert standings.order[-1] == "d"
    assert standings.splits[standings.order[1], standings.order[2]].name == "progressive"


def test_every_swiss_preset_names_its_edition():
    swiss = {key: rules for key, rules in PRESETS.items() if key.startswith("fide-swiss/")}
    assert {rules["unplayed"] for rules in swiss.values()} == set(EDITIONS)
    assert "fide-swiss/2023-first" not in OFFERED and set(swiss) - {"fide-swiss/2023-first"} < set(OFFERED)


@pytest.mark.parametrize("wins", range(21))
def test_the_performance_is_that_of_the_share_of_points(wins):
    """10.2: of 20 games each win is five per cent; a share above a half adds what as much below it takes off."""
    rounds = range(1, 21)
    records = {"a": [Played(round, "b", float(round <= wins)) for round in rounds]}
    records["b"] = [Played(round, "a", float(round > wins)) for round in rounds]
    values = swiss_figures(records, 20, ratings={"a": 1500, "b": 1500}, names=["performance_rating"])
    apart = abs(10 - wins) * 5
    expected_difference = DIFFERENCE[apart] if wins >= 10 else -DIFFERENCE[apart]
    assert values["performance_rating"] == {"a": 1500 + expected_difference, "b": 1500 - expected_difference}


def test_the_tables_of_fide_have_no_slip():
    """B.02, 8.1.1 and 8.1.2: the sums of both tables, and the difference of a share lies within its own range."""
    assert (len(DIFFERENCE), sum(DIFFERENCE)) == (51, 11787)
    assert (len(UP_TO), sum(UP_TO)) == (50, 11343)
    assert all(expected(difference) in (share, share + 1) for share, difference in enumerate(DIFFERENCE[:-1], start=50))


def test_koya_asks_for_half_of_all_points():
    """9.2: of three rounds d has 1.5, which is enough, and b has 1."""
    records = {
        "a": [Played(1, "b", 1), Played(2, "c", 1), Played(3, "d", 1)],
        "b": [Played(1, "a", 0), Played(2, "d", 0), Played(3, "c", 1)],
        "c": [Played(1, "d", 0.5), Played(2, "a", 0), Played(3, "b", 0)],
        "d": [Played(1, "c", 0.5), Played(2, "b", 1), Played(3, "a", 0)],
    }
    assert swiss_figures(records, 3, names=["koya"])["koya"] == {"a": 1, "b": 0, "c": 0.5, "d": 0}
