"""Real competitions with the answers that must come out: every case file, through the code that the pages use.

Files under ``tests/`` and in the folders of ``TABELLONE_CASES``. A case of a kind that is not built is listed by name
as not built and counted as skipped, never as passed.
"""

from __future__ import annotations

import pytest

from tests.cases import cases
from tests.league.pure import arena_kinds, ranking_kinds, team_kinds
from tests.league.pure.kinds import KINDS, check_keys

FOUND = list(cases())

pytestmark = pytest.mark.cases


@pytest.mark.parametrize("case", [case for _, case in FOUND], ids=[name for name, _ in FOUND])
def test_case(case):
    if case["kind"] in team_kinds.KINDS:
        team_kinds.check(case)
        return
    if case["kind"] in ranking_kinds.KINDS:
        ranking_kinds.check(case)
        return
    if case["kind"] in arena_kinds.KINDS:
        arena_kinds.KINDS[case["kind"]](case)
        return
    check = KINDS.get(case["kind"])
    if check is None:
        pytest.skip(f"not built: kind {case['kind']} ({case['id']})")
    check_keys(case)
    check(case)


def test_a_rule_that_nobody_reads_is_named():
    with pytest.raises(ValueError, match=r"case x: unknown rule golden_goal; known are .*away_goals"):
        check_keys({"id": "x", "rules": {"golden_goal": True}})


@pytest.mark.parametrize(
    ("kind", "more", "sentence"),
    [
        ("team_tie", {"rules": {"tie_by": ["board_points"], "golden": 1}}, "unknown rule golden; known are .*first_to"),
        ("team_tie", {"bords": []}, "unknown key bords; known are boards"),
        ("team_cup_tie", {"legs": [{"boards": [], "hoem": 1}]}, "unknown key hoem; known are boards, home"),
        ("team_table", {"ties": [{"home": "a", "away": "b", "boards": [], "stes": []}]}, "unknown key stes"),
        ("scheveningen", {"rules": {"tims": 2}}, "unknown rule tims; known are times"),
    ],
)
def test_a_case_of_teams_names_what_nobody_reads(kind, more, sentence):
    with pytest.raises(ValueError, match=sentence):
        team_kinds.check({"id": "x", "kind": kind, "title": "", "expected": {}, "rules": {}, **more})


RANKING = {
    "id": "x",
    "kind": "ranking_window",
    "title": "",
    "rules": {
        "levels": {"major": [30, 20, 10], "local": {"points": [4, 2], "rest": 1}},
        "months": 3,
        "best": 2,
        "decay_by_full_months": [1, 0.5, 0.25],
        "best_of_club": 1,
    },
    "at": "2026-05-31",
    "events": [
        {"date": "2026-04-30", "level": "local", "order": ["c", "a", "b"]},
        {"date": "2026-02-28", "level": "major", "order": ["c", "b", "a"]},
        {"date": "2026-03-31", "level": "major", "order": ["a", ["b", "c"]]},
    ],
    "clubs": {"a": "North", "b": "North", "c": "South"},
    "categories": {"U19": ["b", "c"]},
    "expected": {
        "order": [[1, "a", 8.5], [2, "c", 7], [3, "b", 5.5]],
        "gross": {"a": 8.5, "b": 5.5},
        "clubs": [[1, "North", 8.5], [2, "South", 7]],
        "categories": {"U19": [[1, "c", 7], [2, "b", 5.5]]},
    },
}
"""A window of three months to a day with decay, shared places, clubs and a category, added up by hand."""


def test_a_case_of_a_ranking():
    ranking_kinds.check(RANKING)
    wrong = {**RANKING, "expected": {"order": [[1, "a", 8.5], [2, "c", 7], [3, "b", 5]]}}
    with pytest.raises(AssertionError):
        ranking_kinds.check(wrong)
    with pytest.raises(ValueError, match=r"unknown rule decay; known are .*decay_by_full_months"):
        ranking_kinds.check({**RANKING, "rules": {"decay": [1]}})
    with pytest.raises(ValueError, match="unknown key result; known are date"):
        ranking_kinds.check({**RANKING, "events": [{"date": "2026-04-30", "level": "local", "result": []}]})


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"kind": "arena_score", "games": ["1x"], "expected": {}}, "'1x' is no match: 1, = or 0"),
        ({"kind": "arena_score", "gmaes": [], "expected": {}}, "unknown key gmaes; known are .*games"),
        ({"kind": "arena_pairing", "waiting": [{"player": "a", "rnak": 1}], "expected": {}}, "unknown key rnak"),
    ],
)
def test_a_case_of_an_arena_names_what_nobody_reads(case, sentence):
    with pytest.raises(ValueError, match=sentence):
        arena_kinds.KINDS[case["kind"]]({"id": "x", **case})


def test_rules_of_teams_name_the_values_they_allow():
    case = {"id": "x", "kind": "team_tie", "rules": {"tie_by": ["pionts"]}, "boards": [], "expected": {}}
    with pytest.raises(ValueError, match="tie_by: a list, each one of berlin, board_points, "):
        team_kinds.check(case)


def test_there_are_cases():
    assert len(FOUND) >= 10
