"""Tables of teams and of boards: their order, the figures behind it, and why."""

from __future__ import annotations

import json
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.formats.team_ties import Board, TieRules, decide, decide_totals
from league.standings.boards import BoardResult, board_tables
from league.standings.criteria import CRITERIA, DIRECT_ENCOUNTER, LOTS, choosable, choosable_of_teams, parse
from league.standings.explain import reasons
from league.standings.figures import Adjustment, Tally
from league.standings.table import Rules, team_table
from league.standings.words import say
from tests.league.pure.teams_second_reading import Reading, board_points, winner

TEAMS = ["a", "b", "c", "d", "e"]
KEYS = ["board_points", "boards_won", "goal_difference", "goals_for", "top_board", "bottom_eliminated", "berlin"]
FIGURES = [
    *KEYS, "match_points", "ties_won", "osb", "osb_cut1", "buchholz_mp", "buchholz_mp_cut1", "board_count",
    "match_share",
]  # fmt: skip
AWARDED = {"+-": "home", "-+": "away", "--": "nobody"}

boards = st.one_of(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.sampled_from(sorted(AWARDED)))
tie_keys = st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=3).map(tuple)
minis = st.fixed_dictionaries(
    {
        "head_to_head": st.lists(st.sampled_from(FIGURES), unique=True, min_size=1, max_size=3),
        "reapply_to_remaining": st.booleans(),
        "once_each_pair_met": st.integers(0, 1),
    }
)
criteria_lists = st.lists(st.one_of(st.sampled_from(FIGURES), minis), min_size=1, max_size=4)


@st.composite
def leagues(draw):
    """Some ties of a double round robin of five: few goals, so that many are level."""
    count = draw(st.integers(1, 4))
    pairs = draw(st.lists(st.sampled_from(list(permutations(TEAMS, 2))), unique=True))
    return count, [(home, away, draw(st.tuples(*[boards] * count))) for home, away in pairs]


def as_boards(written):
    return [Board(awarded=AWARDED[one]) if isinstance(one, str) else Board(one) for one in written]


def results_of(ties, rules):
    return [decide(rules, as_boards(written)).result(home, away) for home, away, written in ties]


def table_of(ties, criteria, rules=TieRules(), teams=TEAMS, **more):  # noqa: B008 (frozen)
    return team_table(teams, results_of(ties, rules), {"criteria": criteria}, **more)


# ── agreement with a second reading ──
@given(leagues(), tie_keys, criteria_lists, st.booleans())
def test_the_order_is_that_of_the_second_reading(league, tie_by, criteria, one_at_a_time):
    count, ties = league
    rules = {"criteria": criteria, "one_at_a_time": one_at_a_time}
    standings = team_table(TEAMS, results_of(ties, TieRules(tie_by=tie_by)), rules)
    places = Reading(TEAMS, ties, tie_by, count).places(TEAMS, criteria, one_at_a_time=one_at_a_time)
    ranks = {}
    for place in places:
        ranks |= dict.fromkeys(place, len(ranks) + 1)
    assert {row.entrant: row.rank for row in standings.rows} == ranks


@given(leagues(), tie_keys)
def test_every_figure_is_that_of_the_second_reading(league, tie_by):
    count, ties = league
    reading = Reading(TEAMS, ties, tie_by, count)
    for row in table_of(ties, FIGURES, TieRules(tie_by=tie_by)).rows:
        assert {name: row.figures[name] for name in FIGURES} == {
            name: pytest.approx(reading.figure(name, row.entrant)) for name in FIGURES
        }
        assert (
            row.tally.won + row.tally.drawn + row.tally.lost == row.tally.played == len(list(reading.of(row.entrant)))
        )


@given(st.lists(boards, min_size=1, max_size=6), tie_keys)
def test_a_tie_is_won_as_the_second_reading_says(written, tie_by):
    decision = decide(TieRules(tie_by=tie_by), as_boards(written))
    side, key = winner(written, tie_by)
    assert (decision.winner, decision.decided) == ((None, "draw") if key is None else (("home", "away")[side], key))
    assert decision.over and decision.running[-1] == decision.score


# ── properties ──
def turned(written):
    return [{"+-": "-+", "-+": "+-"}.get(one, one) if isinstance(one, str) else one[::-1] for one in written]


@given(st.lists(boards, min_size=1, max_size=6), tie_keys)
def test_home_and_away_are_alike(written, tie_by):
    rules = TieRules(tie_by=tie_by)
    one, other = decide(rules, as_boards(written)), decide(rules, as_boards(turned(written)))
    assert other.winner == {"home": "away", "away": "home", None: None}[one.winner]
    assert (other.score, other.match_points) == (one.score[::-1], one.match_points[::-1])
    assert (other.counts.goals, other.decided) == (one.counts.goals[::-1], one.decided)
    assert other.decided_at_board == one.decided_at_board


@given(leagues(), criteria_lists)
def test_a_table_does_not_care_who_was_at_home(league, criteria):
    _count, ties = league
    other_way = [(away, home, turned(written)) for home, away, written in ties]
    assert table_of(ties, criteria).as_json()["rows"] == table_of(other_way, criteria).as_json()["rows"]


@given(leagues())
def test_board_points_add_up_to_the_boards(league):
    _count, ties = league
    rows = table_of(ties, ["match_points"]).rows
    assert sum(row.tally.board_points for row in rows) == sum(one != "--" for tie in ties for one in tie[2])
    assert sum(row.tally.points for row in rows) == 2 * len(ties)
    assert sum(row.tally.boards_won for row in rows) == sum(
        len(set(board_points(one))) == 2 for tie in ties for one in tie[2]
    )


@given(st.lists(boards, min_size=1, max_size=5), st.sampled_from(["board_points", "boards_won"]))
def test_a_tie_is_decided_when_nothing_can_turn_it(written, key):
    """Board after board, against every way in which the open boards can end."""
    rules, before = TieRules(tie_by=(key,)), decide(TieRules(), [Board()])
    for played in range(len(written) + 1):
        now = decide(rules, [*as_boards(written[:played]), *[Board()] * (len(written) - played)])
        ends = product([(1, 0), (0, 0), (0, 1)], repeat=len(written) - played)
        sides = {winner([*written[:played], *end], (key,))[0] for end in ends}
        certain = len(sides) == 1 and sides != {None}
        assert (now.winner is not None) == certain
        if before.winner:
            assert (now.winner, now.decided_at_board) == (before.winner, before.decided_at_board), "it stays decided"
        else:
            assert now.decided_at_board == (played if certain or played == len(written) else 0)
        before = now
    assert before.over


@given(leagues())
def test_every_border_between_level_teams_is_explained(league):
    _count, ties = league
    mini = {"head_to_head": ["match_points", "board_points"], "reapply_to_remaining": True}
    standings = table_of(ties, ["match_points", mini, "top_board", "osb_cut1"])
    stored = json.loads(json.dumps(standings.as_json()))
    for row, sentences in zip(stored["rows"], reasons(stored), strict=True):
        assert (row["block"] is not None) == bool(sentences)
        assert all(say(sentence) for sentence in sentences)


# ── examples ──
EXAMPLES = {
    "points": [("a", "c", [(1, 0)]), ("b", "c", [(0, 0)])],
    "match_points": [("a", "c", [(1, 0)]), ("b", "c", [(0, 0)])],
    "points_per_game": [("a", "c", [(1, 0)]), ("b", "c", [(1, 0)]), ("b", "d", [(0, 0)])],
    "weighted_points_per_game": [("a", "c", [(1, 0)]), ("b", "c", [(1, 0)]), ("b", "d", [(0, 0)])],
    "board_points": [("a", "c", [(1, 0), (0, 0)]), ("b", "c", [(0, 0), (0, 0)])],
    "boards_won": [("a", "c", [(1, 0), (0, 1)]), ("b", "c", [(0, 0), (0, 0)])],
    "goal_difference": [("a", "c", [(2, 0)]), ("b", "c", [(3, 2)])],
    "goals_for": [("a", "c", [(2, 2)]), ("b", "c", [(1, 1)])],
    "ties_won": [("a", "c", [(1, 0)]), ("b", "c", [(0, 0)])],
    "osb": [("a", "c", [(1, 0)]), ("b", "d", [(1, 0)]), ("c", "e", [(1, 0)])],
    "osb_cut1": [("a", "c", [(1, 0)]), ("a", "d", [(0, 1)]), ("b", "e", [(1, 0)]), ("c", "e", [(1, 0)])],
    "buchholz_mp": [("a", "c", [(1, 0)]), ("b", "d", [(1, 0)]), ("c", "e", [(1, 0)])],
    "buchholz_mp_cut1": [("a", "c", [(1, 0)]), ("a", "d", [(1, 0)]), ("b", "e", [(1, 0)]), ("c", "e", [(1, 0)])],
    "board_count": [("a", "c", [(1, 0), (0, 1)]), ("b", "c", [(0, 1), (1, 0)])],
    "berlin": [("a", "c", [(1, 0), (0, 1)]), ("b", "c", [(0, 1), (1, 0)])],
    "top_board": [("a", "c", [(0, 0), (1, 0)]), ("b", "c", [(0, 0), (0, 0)])],
    "bottom_eliminated": [("a", "c", [(1, 0), (0, 1)]), ("b", "c", [(0, 0), (1, 0)])],
    "match_share": [("a", "c", [(1, 0), (0, 0)]), ("b", "c", [(0, 0), (0, 0)])],
    "set_share": (3, 1),
    "game_share": (3, 1),
}
"""Ties by which the criterion puts a before b; of shares the sets or games that a, then b, won of four."""


@pytest.mark.parametrize("name", [key for key, criterion in CRITERIA.items() if criterion.in_teams])
def test_a_criterion_puts_a_before_b(name):
    example = EXAMPLES[name]
    if isinstance(example, tuple):
        field = {"set_share": "sets", "game_share": "games"}[name]
        results = [
            decide_totals(TieRules(), (1, 1)).result(team, "c", **{field: (won, 4 - won)})
            for team, won in zip("ab", example, strict=True)
        ]
    else:
        results = results_of(example, TieRules())
    for teams in (TEAMS, TEAMS[::-1]):
        ranks = {row.entrant: row.rank for row in team_table(teams, results, {"criteria": [name]}).rows}
        assert ranks["a"] < ranks["b"]


LEVEL = [("a", "b", [(1, 0), (0, 0)]), ("b", "c", [(1, 0), (0, 0)]), ("c", "a", [(1, 0), (1, 0)])]
"""Three with one tie won each: 2½, 2½ and 2 of their boards; a has beaten b."""


def sentences_of(standings):
    told = dict.fromkeys(say(sentence) for row in reasons(standings.as_json()) for sentence in row)
    return [sentence.replace("@", "") for sentence in told]


def test_reasons_name_the_criterion_of_teams_and_its_numbers():
    mini = {"head_to_head": ["match_points", "board_points"], "reapply_to_remaining": True}
    standings = table_of(LEVEL, ["match_points", mini, "lots"], teams=["a", "b", "c"])
    assert standings.blocks[0].summary[1] == {"count": 3, "criterion": ["match points", {}], "value": 2}
    assert standings.order == ["c", "b", "a"]
    assert sentences_of(standings) == [
        "c ahead of b on board points in the ties between the 3 still level: 2½ against 2",
        "b ahead of a on board points in the ties between the 3 still level: 2 against 1½",
    ]
    two = table_of([("a", "b", [(1, 0)]), ("b", "c", [(1, 0)]), ("c", "d", [(1, 0)])], ["ties_won", mini])
    assert "a ahead of b on match points in the ties between them: 2 against 0" in sentences_of(two)


def test_the_board_that_separates_is_named():
    ties = [("a", "c", [(0, 0), (1, 0), (0, 1)]), ("b", "c", [(0, 0), (0, 1), (1, 0)])]
    standings = table_of(ties, ["match_points", "top_board"], teams=["b", "a", "c"])
    assert "a ahead of b on points on board 2: 1 against 0" in sentences_of(standings)


def test_the_best_is_placed_and_the_others_begin_again():
    """c is best by board points of the three; then a is before b, whom it has beaten, not by fewer board points."""
    criteria = ["match_points", {"head_to_head": ["match_points"]}, "board_points"]
    results = results_of(LEVEL, TieRules())
    plain = team_table(["a", "b", "c"], results, {"criteria": criteria})
    assert plain.order == ["c", "b", "a"]
    again = team_table(["a", "b", "c"], results, {"criteria": criteria, "one_at_a_time": True})
    assert again.order == ["c", "a", "b"]
    assert sentences_of(again) == [
        "c ahead of a on board points: 2½ against 1½",
        "a ahead of b on match points in the ties between them: 2 against 0",
    ]


def test_several_best_go_on_where_the_others_begin_again():
    """a and b have 3½ of 6 boards and c has 2; between a and b the next criterion decides, not the tie that a won."""
    ties = [
        ("a", "b", [(1, 0), (1, 0), (0, 0)]),
        ("b", "c", [(5, 0), (1, 0), (1, 0)]),
        ("c", "a", [(1, 0), (1, 0), (0, 1)]),
    ]
    criteria = ["match_points", {"head_to_head": ["match_points"]}, "board_points", "goals_for"]
    rules = {"criteria": criteria, "one_at_a_time": True}
    standings = team_table(["a", "b", "c"], results_of(ties, TieRules()), rules)
    assert standings.order == ["b", "a", "c"]
    assert sentences_of(standings) == [
        "b ahead of a on goals scored: 7 against 3",
        "a ahead of c on board points: 3½ against 2",
    ]


def test_points_taken_are_match_points():
    standings = table_of(LEVEL, ["match_points", "board_points"], adjustments=[Adjustment("c", -1, "late")])
    assert [(row.entrant, row.tally.points) for row in standings.rows][-3:] == [("c", 1), ("d", 0), ("e", 0)]


def test_lots_and_given_facts_can_separate():
    facts = {"seed": {"a": 2, "b": 1, "c": 3}}
    ties = [("a", "b", [(0, 0)]), ("b", "c", [(0, 0)]), ("c", "a", [(0, 0)])]
    assert table_of(ties, ["match_points", "seed"], teams=["a", "b", "c"], facts=facts).order == ["b", "a", "c"]
    assert table_of(ties, ["match_points", LOTS], teams=["a", "b", "c"]).needs_lots == (("a", "b", "c"),)
    drawn = table_of(ties, ["match_points", LOTS], teams=["a", "b", "c"], lots=["c", "a", "b"])
    assert drawn.order == ["c", "a", "b"]


def test_a_team_without_a_value_of_the_organiser_has_nought():
    level = [("a", "b", [(0, 0)])]
    for value, order in ((1, ["b", "a"]), (-1, ["a", "b"])):
        standings = table_of(level, ["match_points", "manual"], teams=["a", "b"], facts={"manual": {"b": value}})
        assert standings.order == order
        assert {row.entrant: row.figures["manual"] for row in standings.rows} == {"a": 0, "b": value}


def test_shares_are_shown_with_three_decimals():
    ties = [("a", "b", [(1, 0), (1, 0), (0, 1)]), ("c", "d", [(0, 0), (1, 0), (0, 1)])]
    figures = {row.entrant: row.figures for row in table_of(ties, ["match_share"], teams=["a", "b", "c", "d"]).rows}
    assert [CRITERIA["match_share"].shown(figures[team]["match_share"]) for team in "abc"] == [
        "0.667",
        "0.333",
        "0.333",
    ]
    assert [CRITERIA[name].shown(5 / 8) for name in ("set_share", "game_share")] == ["0.625", "0.625"]


def test_totals_alone_decide_by_board_points():
    tie = decide_totals(TieRules(), (2.5, 1.5))
    assert (tie.winner, tie.match_points, tie.decided) == ("home", (2, 0), "board_points")
    with pytest.raises(ValueError, match="tie_by: totals tell board_points alone, not boards_won"):
        decide_totals(TieRules(tie_by=("boards_won",)), (2.5, 1.5))


# ── rules as data ──
def test_a_tie_of_totals_alone_has_no_boards_to_share_in():
    whole = decide(TieRules(), as_boards([(1, 0), (1, 0)])).result("a", "b")
    totals = decide_totals(TieRules(), (2, 0)).result("a", "c")
    rows = team_table(["a", "b", "c"], [whole, totals], {"criteria": ["match_share"]}).rows
    assert {row.entrant: row.figures["match_share"] for row in rows} == {"a": 1, "b": 0, "c": 0}


def test_rules_of_a_team_table_refuse_what_they_do_not_know():
    with pytest.raises(ValueError, match="unknown rule pionts: one of criteria, playoff_after, one_at_a_time"):
        Rules.of_teams({"criteria": ["match_points"], "pionts": 3})
    with pytest.raises(
        ValueError, match=r"unknown criterion 'koya': one of points, .*board_points.* or a head_to_head"
    ):
        Rules.of_teams({"criteria": ["koya"]})
    with pytest.raises(ValueError, match="a mini-table cannot be ordered by away_wins"):
        Rules.of_teams({"criteria": [{"head_to_head": ["away_wins"]}]})
    with pytest.raises(ValueError, match="unknown criterion 'board_points'"):
        parse(["board_points"])


@pytest.mark.parametrize("name", sorted(CRITERIA))
def test_what_is_counted_from_single_matches_ranks_no_teams(name):
    """A table of teams takes what is counted from ties, and what is given with them; it refuses anything else."""
    told_by = CRITERIA[name]
    of_matches = any((told_by.of, told_by.of_opponents, told_by.in_swiss)) or name == DIRECT_ENCOUNTER
    if of_matches and not told_by.in_teams:
        with pytest.raises(ValueError, match=name):
            parse([name], teams=True)
        assert name not in choosable_of_teams()
    else:
        assert parse([name], teams=True)[0].name == name


def test_criteria_of_teams_are_offered_to_teams_alone():
    teams = set(choosable_of_teams())
    assert {"match_points", "board_points", "osb_cut1", "goal_difference", "head_to_head", "manual"} <= teams
    assert not {"buchholz", "seed", LOTS, "points", "direct_encounter"} & teams
    assert not {"board_points", "osb"} & {*choosable(swiss=True), *choosable(swiss=False)}


# ── boards ──
def test_boards_are_ranked_each_with_a_minimum_of_matches():
    played = [
        BoardResult(1, "ann", "bob", (1, 0), (3, 1)),
        BoardResult(1, "cid", "ann", (0.5, 0.5), (1, 1)),
        BoardResult(1, "bob", "cid", (1, 0), (2, 0)),
        BoardResult(1, "dot", "bob", (1, 0), (9, 0)),
        BoardResult(2, "eve", "fay", (0, 1), (0, 1)),
    ]
    first, second = board_tables(played, least=2)
    assert (first.board, first.table.order, sorted(first.too_few)) == (1, ["ann", "bob", "cid"], ["dot"])
    assert [row.tally.points_per_game for row in first.table.rows] == [0.75, pytest.approx(1 / 3), 0.25]
    # Two or three matches won, drawn, lost; goals scored and conceded; points.
    assert [row.tally for row in first.table.rows] == [
        Tally(2, 1, 1, 0, 4, 2, 1.5),
        Tally(3, 1, 0, 2, 3, 12, 1),
        Tally(2, 0, 1, 1, 1, 3, 0.5),
    ]
    assert (second.board, second.table.order, sorted(second.too_few)) == (2, [], ["eve", "fay"])
    assert board_tables(played)[0].table.order[0] == "dot"


def test_level_boards_say_why():
    played = [BoardResult(1, "ann", "bob", (1, 0), (2, 0)), BoardResult(1, "cid", "dot", (1, 0), (1, 0))]
    [board] = board_tables(played)
    assert "ann ahead of cid on goal difference: +2 against +1" in sentences_of(board.table)
