"""Tables: sums that must agree, an order that depends on nothing but the results, and reasons."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.round_robin import rounds
from league.standings.criteria import CRITERIA, DIRECT_ENCOUNTER, HEAD_TO_HEAD, LOTS, MINI, choosable
from league.standings.explain import Step, listed, reasons
from league.standings.figures import (
    BOUNDLESS,
    Adjustment,
    Result,
    Shootout,
    Tally,
    disciplinary,
    opponents,
    paid,
    tally,
)
from league.standings.presets import OFFERED, PRESETS, of_swiss, preset
from league.standings.table import PlayOff, Rules, classify, table
from league.standings.table import figures_of as given_figures
from league.standings.words import say

HOUSE = Rules.of(preset("house/1"))
EURO = Rules.of(preset("uefa-euro/2024"))
TEAMS = ["a", "b", "c", "d", "e"]
RULES = sorted(PRESETS)
PUBLISHED = {
    "fide-round-robin/2023": "75479824bd1f",
    "fide-swiss/2009": "722fb83eb78e",
    "fide-swiss/2023": "b00fbd591c74",
    "fide-swiss/2023-first": "60f9bdb70e24",
    "fide-swiss/2026": "ad2e2447cb5e",
    "fifa-world-cup/2022": "68be6bea36ba",
    "fifa-world-cup/2026": "6cbe2f460e2d",
    "house/1": "5bbd54574a7c",
    "la-liga/1": "f08d6b553ad7",
    "premier-league/2019": "96ccadb0031d",
    "serie-a/2022": "f19677e5a3f5",
    "uefa-euro/2024": "87bba715b1a5",
    "uefa-league-phase/2024": "b9ad62ff70ff",
}
"""Digests of the presets as competitions have been played under them."""


@st.composite
def seasons(draw, least=0):
    """Some of the matches of a double round robin of five, few goals so that many are level."""
    pairs = [(a, b) for a, b in permutations(TEAMS, 2)]
    pairs_drawn = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=least))
    goals = st.integers(0, 2)
    return [Result(home, away, draw(goals), draw(goals)) for home, away in pairs_drawn]


def test_it_works():
    standings = table(["a", "b", "c"], [Result("a", "b", 2, 0), Result("b", "c", 1, 0), Result("c", "a", 3, 0)], HOUSE)
    assert [(row.rank, row.entrant, row.tally.points) for row in standings.rows] == [
        (1, "c", 3),
        (2, "a", 3),
        (3, "b", 3),
    ]
    assert [step.decided_by for step in standings.blocks[0].steps] == ["goal_difference", "goals_for"]
    assert standings.blocks[0].summary == ["{count} level on {points} points", {"count": 3, "points": 3}]


@given(seasons())
def test_the_sums_agree(results):
    rows = [row.tally for row in table(TEAMS, results, HOUSE).rows]
    assert sum(row.goals_for for row in rows) == sum(row.goals_against for row in rows)
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * len(results)
    assert all(row.played == row.won + row.drawn + row.lost == len(row.form) for row in rows)
    assert all(row.points == 3 * row.won + row.drawn for row in rows)


@given(st.data())
def test_every_number_of_a_row_is_counted_from_its_own_results(data):
    """Counted a second time: goals by the score; points, wins and form by the award, where there is one."""
    awards = st.sampled_from(["", "", "", "home", "away", "nobody"])
    results = [
        replace(result, awarded=data.draw(awards), conceded=data.draw(st.integers(0, 3)))
        for result in data.draw(seasons())
    ]
    for row in table(TEAMS, results, HOUSE).rows:
        letters, away_letters, away = [], [], []
        scored = conceded = 0
        for result in results:
            if row.entrant not in (result.home, result.away):
                continue
            at_home = row.entrant == result.home
            ours, theirs = result.home_goals, result.away_goals
            ours, theirs = (ours, theirs) if at_home else (theirs, ours)
            scored, conceded = scored + ours, conceded + theirs + result.conceded
            letter = "W" if ours > theirs else "L" if ours < theirs else "D"
            if result.awarded:
                letter = "W" if result.awarded == ("home" if at_home else "away") else "L"
            letters.append(letter)
            if not at_home:
                away_letters.append(letter)
                away.append((ours, theirs + result.conceded))
        won, drawn, away_won = letters.count("W"), letters.count("D"), away_letters.count("W")
        assert row.tally == Tally(
            len(letters), won, drawn, letters.count("L"), scored, conceded, 3 * won + drawn,
            len(away), 3 * away_won + away_letters.count("D"), away_won,
            sum(ours for ours, _ in away), sum(theirs for _, theirs in away), 0, letters,
        )  # fmt: skip


# ── shootouts ──
PAYS = st.sampled_from([(2.0, 1.0), (3.0, 0.0), (1.5, 1.5), (1.0, 1.0)])
"""What the winner and the loser of a shootout get where a win pays three and a draw one."""


def after_kicks(results, pays, winners):
    """``results`` in which each draw had a shootout."""
    return [
        replace(result, shootout=Shootout(winner, pays)) if result.winner == "" else result
        for result, winner in zip(results, winners, strict=True)
    ]


@given(st.data(), PAYS)
def test_a_shootout_pays_both_sides_and_changes_nothing_else_of_the_match(data, pays):
    results = data.draw(seasons())
    winners = data.draw(st.lists(st.sampled_from(["home", "away"]), min_size=len(results), max_size=len(results)))
    rules, kicked = replace(HOUSE, shootout=pays), after_kicks(results, pays, winners)
    rows = {row.entrant: row for row in table(TEAMS, kicked, rules).rows}
    for row in table(TEAMS, results, HOUSE).rows:
        numbers = rows[row.entrant].tally
        level = numbers.shootouts_won + numbers.shootouts_lost
        assert level == numbers.drawn == numbers.form.count("D")
        assert numbers.points == 3 * numbers.won + pays[0] * numbers.shootouts_won + pays[1] * numbers.shootouts_lost
        away = [result for result in kicked if result.away == row.entrant]
        assert numbers.away_points == sum(paid(result, HOUSE.points)[1] for result in away)
        same = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "away_won", "away_goals_for", "form")
        assert all(getattr(numbers, name) == getattr(row.tally, name) for name in same)
        told = rows[row.entrant].as_json()
        assert (told["shootouts_won"], told["shootouts_lost"]) == (numbers.shootouts_won, numbers.shootouts_lost)
    assert sum(row.tally.shootouts_won for row in rows.values()) == sum(not result.winner for result in kicked)
    matches_pay = sum(sum(paid(result, HOUSE.points)) for result in kicked)
    assert sum(row.tally.points for row in rows.values()) == matches_pay
    if sum(pays) == 3:
        assert matches_pay == 3 * len(kicked), "each match has three points to give"


@given(st.data())
def test_a_shootout_that_pays_as_a_draw_leaves_the_table_as_it_is(data):
    results, key = data.draw(seasons()), data.draw(st.sampled_from(RULES))
    rules = Rules.of(PRESETS[key])
    draw = rules.points[1]
    kicked = after_kicks(results, (draw, draw), ["home"] * len(results))
    plain, other = table(TEAMS, results, rules), table(TEAMS, kicked, replace(rules, shootout=(draw, draw)))
    assert [(row.rank, row.entrant, row.tally.points) for row in plain.rows] == [
        (row.rank, row.entrant, row.tally.points) for row in other.rows
    ]
    assert plain.blocks == other.blocks or any(block.minis for block in plain.blocks)


def test_a_group_of_the_leagues_cup_of_2023():
    """Three points for a win, two on penalties, one for losing on penalties: Miami 6, Cruz Azul 2, Atlanta 1."""
    results = [
        Result("Miami", "Cruz Azul", 2, 1),
        Result("Miami", "Atlanta", 4, 0),
        Result("Atlanta", "Cruz Azul", 1, 1, shootout=Shootout("away", (2, 1))),
    ]
    rows = table(["Atlanta", "Cruz Azul", "Miami"], results, replace(HOUSE, shootout=(2, 1))).rows
    assert [(row.entrant, row.tally.points) for row in rows] == [("Miami", 6), ("Cruz Azul", 2), ("Atlanta", 1)]


def test_the_matches_between_those_level_count_their_shootouts():
    """Three points each, all their goals alike; b beat a on penalties."""
    results = [
        Result("a", "b", 1, 1, shootout=Shootout("away", (2, 1))),
        Result("a", "c", 0, 0, shootout=Shootout("home", (2, 1))),
        Result("b", "d", 0, 0, shootout=Shootout("away", (2, 1))),
    ]
    rules = Rules.of({"criteria": ["points", {"head_to_head": ["points"]}]})
    standings = table(["a", "b", "c", "d"], results, replace(rules, shootout=(2, 1)))
    assert standings.order[:2] == ["b", "a"] and standings.splits["b", "a"].values[0] == 2
    assert [step.decided_by for step in standings.blocks[0].steps][:1] == ["h2h points"]


def test_a_walkover_has_no_shootout_and_wins_are_those_of_matches():
    results = [
        Result("a", "b", 3, 0, awarded="home", unplayed=True),
        Result("c", "b", 1, 1, shootout=Shootout("home", (3, 0))),
    ]
    rules = replace(Rules.of({"criteria": ["points", "wins"]}), shootout=(3, 0))
    standings = table(["a", "b", "c"], results, rules)
    assert standings.order == ["a", "c", "b"]
    assert [step.decided_by for step in standings.blocks[0].steps] == ["wins"]


@pytest.mark.parametrize("key", RULES)
def test_a_published_preset_never_changes(key):
    """A change in the regulations is a preset of its own, with its digest in ``PUBLISHED``."""
    rules = {name: value for name, value in PRESETS[key].items() if name != "superseded_by"}
    assert sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:12] == PUBLISHED[key]


@pytest.mark.parametrize("key", RULES)
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_the_order_depends_on_the_results_alone(key, data):
    """Whatever order results and entrants come in, everybody has the same rank for the same reasons."""
    results = data.draw(seasons())
    standings = table(TEAMS, results, PRESETS[key])
    two = table(data.draw(st.permutations(TEAMS)), data.draw(st.permutations(results)), PRESETS[key])
    assert {row.entrant: row.rank for row in standings.rows} == {row.entrant: row.rank for row in two.rows}
    level = {row.rank for row in standings.rows if sum(other.rank == row.rank for other in standings.rows) > 1}
    if not level and not standings.needs_playoff:
        assert standings.splits.keys() == two.splits.keys()
        assert all(split.name == two.splits[pair].name for pair, split in standings.splits.items())


@given(seasons())
def test_names_do_not_matter(results):
    renamed = dict(zip(TEAMS, reversed(TEAMS), strict=True))
    other = [Result(renamed[r.home], renamed[r.away], r.home_goals, r.away_goals) for r in results]
    one, two = table(TEAMS, results, EURO), table([renamed[team] for team in TEAMS], other, EURO)
    assert [renamed[entrant] for entrant in one.order] == two.order


@given(seasons(least=1))
def test_ranks_are_a_total_preorder_and_every_border_has_its_reason(results):
    standings = table(TEAMS, results, HOUSE)
    for place, row in enumerate(standings.rows, start=1):
        before = standings.rows[place - 2] if place > 1 else None
        assert row.rank == place or (before is not None and row.rank == before.rank)
        if before is not None and before.rank != row.rank:
            split = standings.splits[before.entrant, row.entrant]
            assert split.values[0] != split.values[1]
            assert (row.tally.points < before.tally.points) == (split.name == "points" and not split.mini)


@given(seasons(), st.permutations(TEAMS))
def test_lots_leave_nobody_level(results, drawn):
    standings = table(TEAMS, results, HOUSE, lots=drawn)
    assert [row.rank for row in standings.rows] == [1, 2, 3, 4, 5]
    assert standings.needs_lots == ()


def test_without_lots_the_level_share_the_rank_and_it_is_said():
    standings = table(["b", "a", "c"], [Result("a", "b", 1, 1)], HOUSE)
    assert [(row.rank, row.entrant) for row in standings.rows] == [(1, "b"), (1, "a"), (3, "c")]
    assert standings.needs_lots == (("b", "a"),)
    assert standings.blocks[0].steps[-1].decided_by == "lots"


def test_a_deduction_is_a_ledger_entry_and_leaves_the_results():
    standings = table(["a", "b"], [Result("a", "b", 1, 0)], HOUSE, adjustments=[Adjustment("a", -4, "late fees")])
    assert standings.order == ["b", "a"]
    last = standings.as_json()["rows"][1]
    assert (last["points"], last["won"], last["adjustment"]) == (-1, 1, -4)
    assert standings.as_json()["ledger"] == [["a", -4, "late fees"]]


def test_an_award_gives_the_points_whatever_the_score():
    rows = {row.entrant: row.tally for row in table(["a", "b"], [Result("a", "b", 2, 0, awarded="away")], HOUSE).rows}
    assert (rows["b"].points, rows["b"].won, rows["b"].goals_for, rows["a"].lost) == (3, 1, 0, 1)
    nobody = table(["a", "b"], [Result("a", "b", 0, 0, awarded="nobody")], HOUSE)
    assert [(row.tally.points, row.tally.lost) for row in nobody.rows] == [(0, 1), (0, 1)]


def test_a_tie_at_the_boundary_is_played_off():
    rules = {"criteria": ["points", "goal_difference"], "playoff_after": [1]}
    results = [Result("a", "b", 3, 0), Result("b", "a", 1, 0), Result("a", "c", 0, 0), Result("c", "b", 0, 0)]
    before = table(["a", "b", "c"], results, rules)
    assert before.needs_playoff == ((1, "a", "b"),)
    assert before.blocks[0].steps[0].decided_by == "playoff"
    after = table(["a", "b", "c"], results, rules, playoffs=[PlayOff("b", "a", "1–0")])
    assert after.order == ["b", "a", "c"]
    assert after.needs_playoff == ()
    assert reasons(after.as_json())[0][0][0] == "{ahead} ahead of {behind} by winning the play-off {score}"


def test_a_play_off_waits_for_the_one_at_the_place_before():
    rules = Rules.of({"criteria": ["points", "goals_for"], "playoff_after": [2, 1, 3]})
    rows = {name: {"points": 4, "goals_for": 4 - at} for at, name in enumerate("abcd")}
    before = classify("abcd", given_figures(rows), rules)
    assert before.needs_playoff == ((1, "a", "b"),)
    assert before.later_playoffs == ((2, "b", "c"), (3, "c", "d"))
    held = [PlayOff("b", "a")]
    between = classify("abcd", given_figures(rows), rules, playoffs=held)
    assert (between.needs_playoff, between.later_playoffs) == (((2, "a", "c"),), ((3, "c", "d"),))
    held += [PlayOff("c", "a"), PlayOff("d", "a")]
    after = classify("abcd", given_figures(rows), rules, playoffs=held)
    assert (after.order, after.needs_playoff, after.later_playoffs) == (["b", "c", "d", "a"], (), ())


@given(st.lists(st.integers(0, 2), min_size=2, max_size=7), st.sets(st.integers(1, 6)), st.randoms())
def test_play_offs_one_after_the_other_end_and_leave_nothing_to_ask(points, after, rng):
    names = "abcdefg"[: len(points)]
    rows = {name: {"points": have} for name, have in zip(names, sorted(points, reverse=True), strict=True)}
    rules = Rules.of({"criteria": ["points"], "playoff_after": sorted(after)})
    held = []
    while due := classify(names, given_figures(rows), rules, playoffs=held).needs_playoff:
        places = [place for k, _ahead, _behind in due for place in (k, k + 1)]
        assert len(places) == len(set(places)), "nobody is asked for two matches at once"
        _k, *pair = rng.choice(due)
        rng.shuffle(pair)
        held.append(PlayOff(*pair))
        assert len(held) <= len(after)
    end = classify(names, given_figures(rows), rules, playoffs=held)
    assert end.later_playoffs == () and sorted(end.order) == sorted(names)
    have = [rows[name]["points"] for name in end.order]
    assert have == sorted(have, reverse=True)


@pytest.mark.parametrize(("after", "due"), [(2, ()), (3, ((3, "a", "b"),)), (4, ((4, "b", "c"),)), (5, ())])
def test_a_part_of_a_table_knows_the_boundaries_between_its_own_places(after, due):
    """Places 3 to 5, all level on points: before the third and after the fifth stand others."""
    rules = Rules.of({"criteria": ["points", "goals_for"], "playoff_after": [after]})
    rows = {"a": {"points": 4, "goals_for": 3}, "b": {"points": 4, "goals_for": 2}, "c": {"points": 4, "goals_for": 1}}
    assert classify(["c", "a", "b"], given_figures(rows), rules, first_place=3).needs_playoff == due


def test_given_goals_make_the_goal_difference():
    figure = given_figures({"a": {"goals_for": 5, "goals_against": 3}, "b": {"goal_difference": 1, "goals_for": 9}})
    assert [figure("goal_difference", team) for team in "ab"] == [2, 1]
    assert (figure("goals_for", "a"), figure("wins", "a")) == (5, 0)
    assert given_figures({"c": {"points": 1}})("goal_difference", "c") == 0
    assert given_figures({"c": {"goals_for": 4}})("goal_difference", "c") == 4


@given(seasons())
def test_figures_of_opponents_are_summed_once_a_match(results):
    tallies = tally(TEAMS, results, (3, 1, 0))
    for figure in filter(None, (criterion.of_opponents for criterion in CRITERIA.values())):
        total = opponents(tallies, results, figure)
        for team in TEAMS:
            met = [r.away if r.home == team else r.home for r in results if team in (r.home, r.away)]
            assert total[team] == sum(figure(tallies[other]) for other in met)


EXAMPLES: dict[str, str | tuple[float, float]] = {
    "points": "a-c 1-0, b-c 0-0",
    "unrounded_points": (2, 1),
    "points_per_game": "a-c 1-0, b-c 1-0, b-c 0-0",
    "weighted_points_per_game": "a-c 1-0, c-a 0-0, b-c 1-0, c-b 1-0",
    "goal_difference": "a-c 2-0, b-c 3-2",
    "goal_average": "a-c 2-1, b-c 4-3",
    "goals_for": "a-c 3-2, b-c 1-0",
    "goals_against": "a-c 1-0, b-c 2-1",
    "away_goals_for": "c-a 2-2, b-c 3-3",
    "away_goal_difference": "c-a 0-1, b-c 2-0",
    "wins": "a-c 1-0, a-c 0-1, b-c 0-0, b-c 0-0, b-c 0-0",
    "away_wins": "c-a 0-1, b-c 1-0",
    "losses": "a-c 0-0, b-c 0-1",
    "played": "a-c 0-0, b-c 0-0, b-c 0-0",
    "opponents_points": "a-c 0-0, b-d 0-0, c-e 1-0",
    "opponents_goal_difference": "a-c 0-0, b-d 0-0, c-e 2-1, d-e 3-3",
    "opponents_goals_for": "a-c 0-0, b-d 0-0, c-e 2-4, d-e 1-0",
    "disciplinary": (1, 2),
    "coefficient": (2, 1),
    "qualifying_rank": (1, 2),
    "ranking": (1, 2),
    "seed": (1, 2),
    "rating": (2, 1),
    "buchholz": (2, 1),
    "buchholz_cut_1": (2, 1),
    "buchholz_cut_2": (2, 1),
    "median_buchholz": (2, 1),
    "fore_buchholz": (2, 1),
    "sonneborn_berger": (2, 1),
    "koya": (2, 1),
    "progressive": (2, 1),
    "rounds_won": (2, 1),
    "away_played": (2, 1),
    "away_games_won": (2, 1),
    "average_rating_of_opponents": (2, 1),
    "performance_rating": (2, 1),
    "perfect_performance": (2, 1),
    "manual": (2, 1),
}
"""Results by which the criterion puts a before b; or the figures of both, where results of a table do not tell it."""


@pytest.mark.parametrize(
    "name",
    sorted(
        key
        for key, criterion in CRITERIA.items()
        if key not in (LOTS, DIRECT_ENCOUNTER) and criterion.fits != "teams"  # those: test_team_tables
    ),
)
def test_a_criterion_puts_a_before_b(name):
    example, facts, results = EXAMPLES[name], {}, []
    if isinstance(example, str):
        for told in example.split(", "):
            (home, away), goals = told[:3].split("-"), told[4:].split("-")
            results.append(Result(home, away, int(goals[0]), int(goals[1])))
    else:
        facts = {name: {"a": example[0], "b": example[1]}}
    for entrants in (["a", "b", "c", "d", "e"], ["e", "d", "c", "b", "a"]):
        ranks = {row.entrant: row.rank for row in table(entrants, results, {"criteria": [name]}, facts=facts).rows}
        assert ranks["a"] < ranks["b"]


@given(st.sampled_from(sorted(MINI)), seasons())
def test_a_mini_table_of_all_is_the_table(name, results):
    """Nobody is separated before, so the matches between those still level are all matches."""
    mini = table(TEAMS, results, {"criteria": [{"head_to_head": [name]}]})
    whole = table(TEAMS, results, {"criteria": [name]})
    assert [(row.rank, row.entrant) for row in mini.rows] == [(row.rank, row.entrant) for row in whole.rows]


def test_the_matches_between_those_level_are_compared_by_points_wins_and_goals():
    """Not by a share of them or their number: those level may have met more or less often."""
    assert set(MINI) == {
        "points", "wins", "losses", "away_wins", "goal_difference", "goal_average", "goals_for", "goals_against",
        "away_goals_for", "away_goal_difference",
    }  # fmt: skip


def test_equal_points_were_separated_by_goal_average():
    """Football League, First Division: 1923-24, level on goal difference too; 1952-53; 1964-65."""
    for points, first, second in (
        (57, ("Huddersfield Town", 60, 33), ("Cardiff City", 61, 34)),
        (54, ("Arsenal", 97, 64), ("Preston North End", 85, 60)),
        (61, ("Manchester United", 89, 39), ("Leeds United", 83, 52)),
    ):
        rows = {
            name: {"points": points, "goals_for": scored, "goals_against": conceded}
            for name, scored, conceded in (second, first)
        }
        rules = Rules.of({"points": [2, 1, 0], "criteria": ["points", "goal_average", "goals_for"]})
        final = classify(list(rows), given_figures(rows), rules)
        assert final.order == [first[0], second[0]]
        assert final.splits[first[0], second[0]].name == "goal_average"
        by_hand = first[1] / first[2], second[1] / second[2]
        split = final.splits[first[0], second[0]]
        assert split.values == by_hand


goals = st.integers(0, 200_000)


@given(st.tuples(goals, goals), st.tuples(goals, goals))
def test_goal_averages_compare_as_their_fractions_do(ours, theirs):
    one, other = (Tally(goals_for=scored, goals_against=conceded).goal_average for scored, conceded in (ours, theirs))
    if ours[1] and theirs[1]:
        fractions = Fraction(*ours), Fraction(*theirs)
        assert ((one > other), (one == other)) == ((fractions[0] > fractions[1]), (fractions[0] == fractions[1]))


def test_nothing_conceded_is_above_all_and_no_goal_at_all_in_the_middle():
    """By hand: 1-0 and 5-0 alike, then 2-1, then no goals like 1-1, then 1-2, then 0-1."""
    results = [
        Result("no goals", "no goals either", 0, 0), Result("one", "none", 1, 0), Result("five", "also none", 5, 0),
        Result("two", "half", 2, 1), Result("level", "level too", 1, 1),
    ]  # fmt: skip
    teams = [team for result in results for team in (result.home, result.away)]
    rows = table(teams, results, {"criteria": ["goal_average"]}).rows
    ranks = {row.entrant: row.rank for row in rows}
    assert ranks == {
        "one": 1, "five": 1, "two": 3, "no goals": 4, "no goals either": 4, "level": 4, "level too": 4, "half": 8,
        "none": 9, "also none": 9,
    }  # fmt: skip


def test_numbers_are_written_as_tables_write_them():
    written = {
        "goal_difference": {3: "+3", -1: "−1", 0: 0},
        "away_goal_difference": {2: "+2"},
        "opponents_goal_difference": {2: "+2"},
        "points": {3: 3, 2.5: "2½", 0.5: "½", -4: "−4", 1.25: "1.25"},
        "goals_for": {10: 10},
        "points_per_game": {1.3333: "1.33", 2: "2.00"},
        "goal_average": {60 / 33: "1.818", 1: "1.000", BOUNDLESS: "∞"},
        "weighted_points_per_game": {1.256: "1.26"},
    }
    for name, values in written.items():
        assert {value: CRITERIA[name].written(value) for value in values} == values


def test_a_result_of_no_venue_counts_for_both_and_for_nobody_away():
    """A tie of two legs is at both sides' homes: it has a place in the table and none in those of home and away."""
    entrants, points = ("a", "b"), (3, 1, 0)
    tie = Result("a", "b", 2, 3, neutral=True)
    whole = tally(entrants, [tie], points)
    assert (whole["a"].lost, whole["b"].won, whole["b"].points, whole["b"].goals_for) == (1, 1, 3, 3)
    assert (whole["b"].away_played, whole["b"].away_won, whole["b"].away_points, whole["b"].away_goals_for) == (
        0,
        0,
        0,
        0,
    )
    for venue in ("home", "away"):
        assert {row.played for row in tally(entrants, [tie], points, venue).values()} == {0}


def test_a_criterion_without_figures_of_ones_own_counts_nothing():
    assert {name: CRITERIA[name].counted(Tally("a")) for name in ("lots", "manual")} == {"lots": 0, "manual": 0}


def test_criteria_of_rounds_are_offered_to_swiss_rounds_alone():
    swiss, league = set(choosable(swiss=True)), set(choosable(swiss=False))
    assert {"buchholz", "progressive"} <= swiss - league and not league - swiss
    assert not {"points", "lots", "seed"} & swiss
    assert [key for key in OFFERED if of_swiss(key)] == [key for key in OFFERED if key.startswith("fide-swiss/")] != []


def test_two_of_three_who_stay_level_are_ordered_by_their_own_match():
    """The usual head-to-head is asked again of b and c, before the goals of all matches, which would put c first."""
    among = [Result("a", "b", 3, 2), Result("c", "a", 3, 2), Result("b", "c", 1, 0)]
    others = [Result("a", "d", 1, 0), Result("b", "d", 1, 0), Result("c", "d", 5, 0)]
    rules = {"criteria": ["points", HEAD_TO_HEAD, "goal_difference"]}
    assert table(["d", "c", "b", "a"], [*among, *others], rules).order == ["a", "b", "c", "d"]


def test_head_to_head_may_wait_until_all_have_met():
    results = [Result("a", "b", 1, 0), Result("c", "b", 0, 3), Result("a", "c", 0, 1)]
    early = table(["a", "b", "c"], results, PRESETS["la-liga/1"])
    assert not any(step.decided_by.startswith("h2h") for block in early.blocks for step in block.steps)


@given(seasons())
def test_home_and_away_tables_add_up_to_the_whole(results):
    whole, home, away = (
        {row.entrant: row.tally for row in table(TEAMS, results, HOUSE, venue=venue).rows}
        for venue in ("", "home", "away")
    )
    for team in TEAMS:
        assert home[team].played == sum(result.home == team for result in results)
        for name in ("played", "won", "drawn", "lost", "goals_for", "goals_against", "points"):
            assert getattr(home[team], name) + getattr(away[team], name) == getattr(whole[team], name)


def test_home_and_away_tables_are_ordered_by_figures_alone():
    """Neither the matches between those level nor lots nor the ledger: nothing is decided by such a table."""
    results = [Result("a", "b", 1, 0), Result("b", "c", 0, 0), Result("b", "a", 3, 0), Result("c", "a", 1, 0)]
    standings = table(
        ["a", "b", "c"], results, EURO, venue="home", adjustments=[Adjustment("b", -9)], lots=["a", "c", "b"]
    )
    assert [(row.rank, row.entrant) for row in standings.rows] == [(1, "b"), (2, "a"), (2, "c")]
    assert (standings.needs_lots, standings.as_json()["ledger"]) == ((), [])
    of_the_house = table(["a", "b", "c"], results, HOUSE, venue="home", lots=["c", "a", "b"])
    assert (of_the_house.order, of_the_house.needs_lots) == (["b", "a", "c"], ())


def test_disciplinary_points_follow_the_scale():
    cards = [("a", "yellow"), ("a", "red"), ("b", "yellow_and_red"), ("b", "whistle")]
    assert disciplinary(cards) == {"a": 5, "b": 5}
    assert disciplinary([("a", "second_yellow")]) == {"a": 3}, "as much as three yellow cards, less than a red one"


def test_who_has_not_played_has_no_points_a_match():
    rows = table(["c", "b", "a"], [Result("a", "b", 1, 0)], {"criteria": ["points_per_game"]}).rows
    assert {row.entrant: (row.rank, row.tally.points_per_game) for row in rows} == {
        "a": (1, 3),
        "b": (2, 0),
        "c": (2, 0),
    }


@pytest.mark.parametrize(
    "criteria",
    [
        ["points", "luck"],
        [{"head_to_head": ["buchholz"]}],
        [{"head_to_head": ["played"]}],
        [{"head_to_head": ["disciplinary"]}],
        [{"head_to_head": []}],
        [{"head_to_head": ["points"], "when": 1}],
        [{"reapply_to_remaining": True}],
    ],
)
def test_it_refuses_rules_that_it_does_not_know(criteria):
    with pytest.raises(ValueError, match=r"unknown criterion|mini-table|no key"):
        Rules.of({"criteria": criteria})


def test_a_stranger_in_the_results_is_an_error():
    with pytest.raises(KeyError):
        table(["a"], [Result("a", "z", 1, 0)], HOUSE)


def test_twenty_teams_with_head_to_head_take_under_two_milliseconds():
    teams = [str(k) for k in range(1, 21)]
    results = [
        Result(str(home), str(away), home * day % 4, away * day % 3, day)
        for day, pairs in enumerate(rounds(20, 2), start=1)
        for home, away in pairs
    ]
    assert len(results) == 380
    times = []
    for _ in range(9):
        start = time.process_time()
        table(teams, results, EURO).as_json()
        times.append(time.process_time() - start)
    assert min(times) < 0.002


def level_table(count):
    """A table of so many who are level on everything."""
    entrants = [f"e{n:04}" for n in range(count)]
    results = [Result(one, other, 0, 0) for one, other in zip(entrants[::2], entrants[1::2], strict=True)]
    return table(entrants, results, HOUSE)


@pytest.mark.parametrize("count", [2, 300, 1024])
def test_a_stored_table_grows_by_the_row_however_many_are_level(count):
    stored = level_table(count).as_json()
    assert len(json.dumps(stored)) <= 600 * count
    assert [row["block"] for row in stored["rows"]] == [0] * count


def test_a_reason_names_at_most_ten_and_counts_the_others():
    for count, names in ((2, 2), (10, 10), (12, 9), (300, 9)):
        stored = level_table(count).as_json()
        sentences = reasons(stored)
        assert len({id(reason) for row in sentences for reason in row}) == 1, "one reason of a block is one object"
        words = say(sentences[0][0], "en", {row["entrant"]: row["entrant"] for row in stored["rows"]})
        assert words.count("e0") == names
        assert (f" and {count - names} more are equal" in words) == (count > 10)
        assert words.endswith("lots decide")


@pytest.mark.parametrize(
    ("names", "words"), [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcde", "a, b, c, d and e")]
)
def test_names_of_a_reason_stand_in_a_row(names, words):
    assert say(listed(names), "en", {name: name for name in names}) == words


def test_reasons_of_a_table_stored_before_reasons_were_kept_by_block():
    """Its rows hold the sentences, and the names in them are nested one inside the other."""
    who = ["{one} and {other}", {"one": "@e298", "other": "@e299"}]
    for n in reversed(range(298)):
        who = ["{one}, {rest}", {"one": f"@e{n}", "rest": who}]
    shared = ["{who} are equal on every criterion and share the place", {"who": who}]
    border = ["{ahead} ahead of {behind} by the drawing of lots", {"ahead": "@e1", "behind": "@e2"}]
    old = {"rows": [{"rank": 1, "entrant": "e0", "why": [shared]}, {"rank": 2, "entrant": "e1", "why": [border]}]}
    first, second = reasons(old)
    assert say(first[0]).startswith("e0, e1, e2, e3, e4, e5, e6, e7, e8 and 291 more are equal")
    assert second == [border]


def test_a_play_off_that_waits_for_another_is_told():
    rules = {"criteria": ["points", "goal_difference", "goals_for"], "playoff_after": [1, 2]}
    results = [Result("a", "b", 3, 0), Result("b", "c", 2, 0), Result("c", "a", 1, 0)]
    why = reasons(table(["a", "b", "c"], results, rules).as_json())
    assert [[say(sentence).replace("@", "") for sentence in row] for row in why] == [
        ["play-off needed between a and b for place 1"],
        ["play-off needed between a and b for place 1", "the loser of that play-off then meets c for place 2"],
        ["the loser of that play-off then meets c for place 2"],
    ]


def test_a_stored_table_tells_a_criterion_that_is_no_more():
    step = {"rows": [0, 1], "decided_by": "corner_kicks", "values": [7, 5]}
    old = {"rows": [{"entrant": "a"}, {"entrant": "b"}], "blocks": [{"steps": [step]}]}
    assert say(reasons(old)[0][0]).replace("@", "") == "a ahead of b on corner_kicks: 7 against 5"


def test_a_table_of_nobody_is_empty():
    assert table([], [], HOUSE).as_json()["rows"] == []


@given(seasons())
def test_what_is_stored_says_what_was_found(results):
    """Every step of a block comes back from the stored table as it was, and stands in the rows it names."""
    standings = table(TEAMS, results, EURO)
    stored = json.loads(json.dumps(standings.as_json()))
    for block, kept in zip(standings.blocks, stored["blocks"], strict=True):
        assert [Step.of(step, standings.order) for step in kept["steps"]] == block.steps
        assert standings.order[kept["first"] : kept["first"] + kept["count"]] == list(block.entrants)
    why = {row.entrant: sentences for row, sentences in zip(standings.rows, reasons(stored), strict=True)}
    for block in standings.blocks:
        for step in block.steps:
            assert all(step.sentence in why[entrant] for entrant in step.entrants)
