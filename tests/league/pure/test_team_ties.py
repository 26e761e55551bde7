"""Team ties: boards in, the team that wins and by what out."""

from __future__ import annotations

import pytest

from league.formats.team_ties import BadRules, Board, Leg, TieRules, as_json, decide, decide_cup, missing, rules_of
from league.standings.words import say

AWARDED = {"+-": "home", "-+": "away", "--": "nobody"}
NAMES = {"home": "Torre", "away": "Rocca"}


def boards(*written):
    """Scores, ``+-``, ``-+`` and ``--`` for awarded boards, None for an open one."""
    return [Board(awarded=AWARDED[one]) if isinstance(one, str) else Board(one) for one in written]


def cup(rules, written, **more):
    return decide_cup(rules, [Leg(tuple(boards(*written)))], **more)


def told(decision):
    return say(decision.reason, "en", NAMES)


# ── rules as data ──
def test_rules_go_through_json():
    rules = TieRules(unit="points", tie_by=("boards_won", "berlin"), board_values=(1, 2.5), first_to=3)
    assert rules_of(as_json(rules)) == rules
    assert rules_of({}) == TieRules()


@pytest.mark.parametrize(
    ("stored", "sentence"),
    [
        ({"golden": 1}, "golden: no rule of a team tie; the rules are unit, board_points"),
        ({"unit": "gols"}, "unit: one of goals, points, not 'gols'"),
        ({"tie_by": ["lots"]}, "tie_by: a list, each one of berlin, board_points, boards_won"),
        ({"tie_by": []}, "tie_by: a list, each one of"),
        ({"cup_by": ["lots", "lots"]}, "cup_by: each can be in the list only once"),
        ({"first_to": -1}, "first_to: a number in halves from 0 to 1000, not -1"),
        ({"board_points": [1, 2]}, "board_points: a list of 3, each a number in halves from -100 to 100"),
        ({"match_points": [0, 1, 2]}, "match_points: a win is worth more than a defeat"),
        ({"board_values": [0]}, "board_values: a list, each a number in halves above 0 and at most 100"),
        ({"awarded_goals": [3, 100]}, "awarded_goals: a list of 2, each a whole number from 0 to 99"),
        ({"play_on": 1}, "play_on: true or false, not 1"),
    ],
)
def test_wrong_rules_name_the_field_and_what_it_allows(stored, sentence):
    with pytest.raises(BadRules, match="^" + sentence):
        rules_of(stored)


# ── one tie ──
def test_boards_of_different_worth_need_a_value_each():
    with pytest.raises(ValueError, match="board_values: 1 values for 2 boards"):
        decide(TieRules(board_values=(1,)), boards((1, 0), (1, 0)))


def test_a_board_of_more_worth_decides_alone():
    made = decide(TieRules(board_values=(3, 1, 1)), boards((1, 0), (0, 1), (0, 1)))
    assert (made.winner, made.score, made.decided_at_board) == ("home", (3, 2), 1)


def test_a_tie_is_won_before_its_last_board():
    rules = TieRules()
    early = decide(rules, boards((3, 0), (1, 0), (2, 1), None))
    assert (early.winner, early.decided_at_board, early.needs, early.over) == ("home", 3, "board", False)
    at_once = decide(rules_of({"play_on": False}), boards((3, 0), (1, 0), (2, 1), None))
    assert at_once.over and at_once.match_points == (2, 0)
    assert told(at_once) == "Torre 3–0 on board points"


def test_a_board_that_pays_more_than_a_win_turns_what_looked_decided():
    sessions = decide(TieRules(unit="points"), boards((3, 0), (0.5, 3.5), (1, 0)))
    assert (sessions.winner, sessions.score, sessions.decided_at_board) == ("home", (4.5, 3.5), 3)
    assert decide(TieRules(unit="points"), boards((3, 0), (0, 4))).winner == "away"


def test_an_open_tie_counts_in_no_table():
    still = decide(TieRules(), boards((1, 0), None))
    assert (still.winner, still.decided, still.needs, told(still)) == (None, "", "board", "1–0 so far")
    with pytest.raises(ValueError, match="before it is over"):
        still.result("a", "b")


def test_the_first_to_a_number_wins_whatever_follows():
    decision = decide(TieRules(first_to=2), boards((1, 0), (1, 0), (0, 1), (0, 1), (0, 1)))
    assert (decision.winner, decision.decided, decision.decided_at_board) == ("home", "first_to", 2)
    assert told(decision) == "Torre 2–3, first to 2"


def test_guests_who_are_first_to_a_number_are_told_with_their_points_first():
    assert told(decide(TieRules(first_to=2), boards((0, 1), (1, 0), (0, 1)))) == "Rocca 2–1, first to 2"


def test_a_key_that_separates_tells_both_numbers():
    level = boards((0, 0), (1, 0), (0, 2))
    assert told(decide(TieRules(), level)) == "level at 1½–1½"
    by_goals = decide(TieRules(tie_by=("board_points", "goal_difference")), level)
    assert told(by_goals) == "Rocca on goal difference, +1 against −1, after 1½–1½"
    top = decide(TieRules(tie_by=("board_points", "top_board")), level)
    assert told(top) == "Torre on points on board 2, 1 against 0, after 1½–1½"
    bottom = decide(TieRules(tie_by=("board_points", "bottom_eliminated")), level)
    assert told(bottom).startswith("Torre on points without the last boards (1 left out), 1½ against ½")


# ── who is missing ──
def test_a_board_that_nobody_played_has_the_goals_of_the_rules():
    played = [Board(awarded="nobody"), Board((2, 0))]
    assert decide(rules_of({"nobody": [1, 2]}), played).counts.goals == (3, 2)
    assert decide(rules_of({}), played).counts.goals == (2, 0)


def test_a_missing_player_gives_the_board_away_or_nobody_gets_it():
    assert missing(TieRules(), "home") == Board(awarded="away")
    assert missing(rules_of({"missing_player": "nobody"}), "home") == Board(awarded="nobody")


def test_a_missing_team_loses_every_board_or_the_match_points_alone():
    every = decide(TieRules(), [Board()] * 4, "away")
    assert (every.winner, every.decided, every.score, every.counts.goals) == ("home", "walkover", (4, 0), (12, 0))
    alone = decide(rules_of({"missing_team": "match_points"}), [Board()] * 4, "away")
    assert (alone.match_points, alone.score) == ((2, 0), (0, 0))
    neither = decide(TieRules(), [Board()] * 4, "both")
    assert neither.result("a", "b").winner == "nobody" and neither.match_points == (0, 0)


# ── a cup ──
def test_a_level_cup_tie_goes_to_extra_boards_then_to_lots():
    rules = TieRules(cup_by=("board_points", "extra_board", "sudden_death"))
    level = ((1, 0), (0, 1))
    assert cup(rules, level).needs == "extra_board"
    assert told(cup(rules, level)) == "level at 1–1: an extra board is needed"
    assert cup(rules, level, extra=boards((0, 0))).needs == "sudden_death"
    assert cup(rules, level, extra=boards((0, 1))).decided == "extra_board"
    won = cup(rules, level, extra=boards((0, 0), (1, 1), (1, 0)))
    assert (won.winner, won.decided, won.needs) == ("home", "sudden_death", None)
    drawn = cup(TieRules(cup_by=("board_points", "lots")), level)
    assert (drawn.needs, drawn.over) == ("lots", False)
    assert cup(TieRules(cup_by=("board_points", "lots")), level, lots="away").winner == "away"


def test_the_holder_keeps_a_level_cup():
    rules = TieRules(cup_by=("board_points", "holder", "lots"))
    kept = cup(rules, ((1, 0), (0, 1)), holder="away")
    assert (kept.winner, kept.decided) == ("away", "holder")
    assert told(kept) == "Rocca, the holder, keeps the cup at 1–1"
    assert cup(rules, ((1, 0), (0, 1))).needs == "lots", "nobody holds it"


def test_the_second_leg_is_written_from_its_own_home_side():
    first = Leg(tuple(boards((1, 0), (0, 0))))
    assert decide_cup(TieRules(), [first], planned=2).needs == "leg"
    second = Leg(tuple(boards((2, 0), "+-")), home="away")
    decision = decide_cup(TieRules(), [first, second], planned=2)
    assert (decision.winner, decision.score, decision.counts.goals) == ("away", (1.5, 2.5), (1, 5))


def test_two_legs_that_end_early_end_with_the_board_that_decides():
    rules, first = TieRules(play_on=False, cup_by=("board_points", "lots")), Leg(tuple(boards((1, 0), (1, 0))))
    won, lost = (Leg((*boards(score), Board()), home="away") for score in ((0, 1), (1, 0)))
    decision = decide_cup(rules, [first, won], planned=2)
    assert (decision.winner, decision.decided, decision.needs) == ("home", "board_points", None)
    assert decide_cup(rules, [first, lost], planned=2).needs == "board"


def test_first_to_a_number_ends_a_cup_tie_of_one_leg_and_each_of_a_best_of():
    rules = TieRules(first_to=2, play_on=False, cup_by=("board_points", "lots"))
    won, lost = ((score, score, None) for score in ((1, 0), (0, 1)))
    decision = cup(rules, won)
    assert (decision.winner, decision.decided, decision.decided_at_board) == ("home", "first_to", 2)
    legs = [Leg(tuple(boards(*written))) for written in (won, lost, won)]
    assert decide_cup(rules, legs[:2], planned=3, best_of=True).needs == "leg"
    series = decide_cup(rules, legs, planned=3, best_of=True)
    assert (series.winner, series.legs_won) == ("home", (2, 1))
    # Of two legs on aggregate every board counts, so a leg goes on.
    assert decide_cup(rules, legs[:1], planned=2).needs == "board"


def test_a_cup_tie_that_goes_on_is_decided_at_no_board():
    written = ((1, 0), (1, 0), (1, 0), None)
    certain, in_a_cup = decide(TieRules(), boards(*written)), cup(TieRules(cup_by=("board_points", "lots")), written)
    assert (certain.winner, certain.decided_at_board, certain.over) == ("home", 3, False)
    assert (in_a_cup.winner, in_a_cup.decided_at_board, in_a_cup.needs, in_a_cup.over) == (None, 0, "board", False)
    assert told(in_a_cup) == "3–0 so far"


def test_the_best_of_three_goes_to_who_won_more_legs():
    won, lost, level = (Leg(tuple(boards(first, (1, 1)))) for first in ((1, 0), (0, 1), (1, 1)))

    def series(*legs):
        return decide_cup(TieRules(cup_by=("board_points", "lots")), legs, planned=3, best_of=True)

    assert series(won).needs == series(won, lost).needs == series(won, level).needs == "leg"
    assert (series(lost, lost).winner, told(series(lost, lost))) == ("away", "Rocca: 2–0 in wins")
    assert (series(won, level, level).winner, series(won, level, level).decided) == ("home", "best_of")
    assert series(won, lost, level).needs == "lots"


def test_a_team_that_does_not_come_to_the_only_leg_is_out():
    gone = decide_cup(TieRules(), [Leg((Board(), Board()), home="away", absent="home")])
    assert (gone.winner, gone.decided) == ("home", "walkover")
