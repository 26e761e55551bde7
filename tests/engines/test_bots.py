"""The bots: only legal moves, the same for the same seed, blind to secrets, quick, and greedy beats random."""

from __future__ import annotations

import itertools
import json
import random
import time

import pytest

import engines
from engines import bots
from engines.bots import fuba_plans, fuba_prospects, greedy
from engines.bots.search import PLANS
from engines.core.dice import ScriptedDice
from engines.core.errors import BadRequest
from engines.core.outcomes import moved, outcomes
from engines.core.seats import SEATS
from engines.fuba import phases
from engines.fuba.board import OFF, SHOOTING
from engines.fuba.control import modifiers
from engines.fuba.moves import MOVES, TARGET_0
from engines.fuba.options import FORMATIONS
from engines.fuba.play import legal_codes
from engines.judging import fuba, six_a_side, soccer_tactics, solving, super_goal
from engines.judging import soccer_tactics_sets as sets
from engines.judging.search import Search, expected
from engines.soccer_tactics.offers import field_moves
from engines.soccer_tactics.phases import DEFENCE
from engines.soccer_tactics.reach import reach
from engines.tools import series
from tests import cases
from tests.engines import battery
from tests.engines.toy import GAME as TOY
from tests.sizes import size

PAIRS = [(slug, bot) for slug in cases.built() for bot in bots.bots_of(slug)]


@pytest.mark.parametrize(("slug", "bot"), PAIRS)
def test_it_works(slug, bot):
    game = engines.get(slug)
    slowest = 0.0
    for step in battery.sample(battery.play(game, battery.Plan(seed=2)), random.Random(2), size(0.04, 0.1)):
        for seat in game.to_act(step.state):
            legal, view = game.legal(step.state, seat), game.view(step.state, seat)
            before = battery.plain(view)
            begin = time.process_time()
            move = bots.choose(slug, bot, view, seat, legal, 9)
            slowest = max(slowest, time.process_time() - begin)
            assert move in legal
            assert bots.choose(slug, bot, view, seat, legal, 9) == move
            assert battery.plain(view) == before
    assert slowest < 2, "a bot that plays inline must not hold up the others"


def test_the_toy_is_played_at_random():
    state, _ = TOY.new(None, None, None)
    legal = TOY.legal(state, "home")
    chosen = {bots.choose("toy", "greedy", TOY.view(state, "home"), "home", legal, seed)["name"] for seed in range(20)}
    assert chosen == {"wide", "narrow"}


@pytest.mark.parametrize(("before", "level"), bots.ALIASES.items())
def test_a_name_of_before_is_a_level(before, level):
    assert bots.level_of(before) == bots.level_of(level) == level


def test_a_beginner_sees_no_thief():
    """The ball beside an opponent who may steal it is worth as much to a beginner as one far from any."""
    game, judge = engines.get("six_a_side"), six_a_side
    men = {"home.p1": "D1", "home.p2": "D6", "away.p1": "D11"}
    free, watched = (
        game.setup({"pieces_only": True, "pieces": {**men, "away.p2": cell}, "carrier": "home.p2", "active": "away"})
        for cell in ("A10", "D7")
    )
    assert judge.hopes(free, "home") == judge.hopes(watched, "home")
    assert judge.evaluate(free, "home") > judge.evaluate(watched, "home") + 10


def test_an_expert_confuses_moves_of_nearly_the_same_worth_alone():
    game, judge, plan = engines.get("super_goal"), super_goal, PLANS["super_goal"]
    clear, close, seeds = [], [], range(size(10, 40))
    for step in battery.play(game, battery.Plan(seed=2)):
        for seat in game.to_act(step.state):
            legal, view = game.legal(step.state, seat), game.view(step.state, seat)
            if len(legal) < 2:
                continue
            ranked = Search(game, judge.foresee, seat, 1, plan).ranked(step.state, legal)
            lead = ranked[0][0] - ranked[1][0]
            chosen = {legal.index(bots.choose("super_goal", "expert", view, seat, legal, seed)) for seed in seeds}
            if lead > 6 * plan.blur:
                clear.append(len(chosen))
            elif lead < plan.blur / 2:
                close.append(len(chosen))
    assert len(clear) > 2 and set(clear) == {1}
    assert len(close) > 2 and min(close) > 1


def test_in_soccer_tactics_the_expert_misjudges_a_little_and_the_master_does_not():
    game, judge = engines.get("soccer_tactics"), soccer_tactics
    plan, given_away = PLANS["soccer_tactics"], []
    steps = list(battery.sample(battery.play(game, battery.Plan(seed=4)), random.Random(4), size(0.1, 0.3)))
    for number, step in enumerate(steps):
        for seat in game.to_act(step.state):
            legal, view = game.legal(step.state, seat), game.view(step.state, seat)
            # the bots' own search: outcomes are sampled from the seed that it draws after the shuffle
            chance = random.Random(number)
            chance.shuffle(list(legal))
            searched = Search(game, judge.foresee, seat, chance.getrandbits(32), plan).ranked(step.state, legal)
            worths = {id(move): worth for worth, move in searched}
            by_level = {
                level: worths[id(bots.choose("soccer_tactics", level, view, seat, legal, number))]
                for level in ("expert", "master")
                if len(legal) > 1
            }
            if by_level:
                assert by_level["master"] == max(worths.values())
                given_away.append(max(worths.values()) - by_level["expert"])
    assert len(given_away) > 10
    assert any(given_away) and max(given_away) < 8 * plan.blur


def test_in_soccer_tactics_the_club_player_misjudges_a_little():
    game, judge = engines.get("soccer_tactics"), soccer_tactics
    given_away = []
    steps = list(battery.sample(battery.play(game, battery.Plan(seed=4)), random.Random(4), size(0.1, 0.3)))
    for number, step in enumerate(steps):
        for seat in game.to_act(step.state):
            legal, view = game.legal(step.state, seat), game.view(step.state, seat)
            if len(legal) > 1:
                chance = random.Random(number)
                chance.shuffle(list(legal))
                seed = chance.getrandbits(32)
                chosen = bots.choose("soccer_tactics", "club", view, seat, legal, number)
                worths = [expected(game, step.state, seat, move, judge.evaluate, seed) for move in legal]
                given_away.append(max(worths) - worths[legal.index(chosen)])
    assert len(given_away) > 10
    assert max(given_away) > 1e-6 and max(given_away) < 8 * greedy.BLUR["soccer_tactics"]


def test_what_is_kept_of_fuba_positions_is_what_each_is_worth():
    """Positions of several matches one after the other, so that one that differs in a single thing finds another's."""
    game, judge = engines.get("fuba"), fuba
    compared = 0
    for seed in range(size(3, 20)):
        for step in battery.sample(battery.play(game, battery.Plan(seed=seed)), random.Random(seed), 0.2):
            for ball_die in range(1, 7) if step.state.attacking >= 0 and 0 <= step.state.ball < 13 else ():
                state = step.state.copy()
                state.ball_die = ball_die
                assert judge.next_turn(state) == judge.best_target(state)
                compared += 1
    assert compared > 100


def test_what_is_kept_of_soccer_tactics_cells_is_what_each_piece_reaches():
    game = engines.get("soccer_tactics")
    compared = 0
    for seed in range(size(3, 20)):
        for step in battery.sample(battery.play(game, battery.Plan(seed=seed)), random.Random(seed), 0.1):
            state = step.state
            for side, ball in itertools.product((0, 1), (-1, state.ball)):
                men = range(side * 11 + 1, side * 11 + 11)
                placed = [(piece, state.pieces[piece]) for piece in men if 0 <= state.pieces[piece] < 128]
                for roll, cells in enumerate(sets.movable(state, side, ball), start=1):
                    reached = 0
                    for piece, cell in placed:
                        if cell != ball:
                            ways = reach(1 + side if piece < side * 11 + 5 else 0, cell, roll)
                            reached |= ways.find(state.own[1 - side] & ways.inner)
                    assert cells == reached
                    compared += 1
    assert compared > 100


def test_bots_of_soccer_tactics_know_who_may_stop_at_the_carrier():
    """By each roll, the same in both evaluations, and as the rules say, limits of a crowd aside (ST-3.15)."""
    game = engines.get("soccer_tactics")
    compared, as_the_rules = 0, 0
    for seed in range(size(3, 20)):
        plan = battery.Plan({"blocked": "stops"}, seed=seed)
        for step in battery.sample(battery.play(game, plan), random.Random(seed), 0.3):
            state = step.state
            if state.phase != DEFENCE or state.carrier < 0:
                continue
            side = 1 - state.attacking
            rolls, cells = soccer_tactics.rolls_to_the_ball(state, side, held=True), sets.movable(state, side, -1)
            for roll in range(1, 7):
                there = bool(rolls >> roll & 1)
                assert there == bool(cells[roll - 1] >> state.ball & 1)
                rolled = state.copy()
                rolled.roll = roll
                legal = any(ends >> state.ball & 1 for _piece, ends in field_moves(rolled, side, -1))
                assert there or not legal
                compared += 1
                as_the_rules += there == legal
    assert compared > 50
    assert as_the_rules > 0.95 * compared


@pytest.mark.parametrize(
    ("between", "blocked", "rolls"),
    [
        pytest.param({}, "stops", {3, 4, 5, 6}, id="a clear way"),
        pytest.param({"home.m1": "D10"}, "stops", {6}, id="shielded by a team-mate"),
        pytest.param({"away.gk": "D10"}, "stops", {3, 4, 5, 6}, id="not shielded by one of theirs"),
        pytest.param({}, "exact", {3, 6}, id="the usual rule"),
        pytest.param({"home.m1": "D10"}, "exact", {6}, id="shielded in the usual rule"),
    ],
)
def test_a_carrier_is_shielded_by_its_own_men(between, blocked, rolls):
    """Rolls that take away's man on D11 to the carrier on D8 (ST-3.15)."""
    pieces = {"home.gk": "E1", "home.f1": "D8", "away.gk": "D16", "away.m1": "D11", **between}
    setup = {"phase": "defence", "carrier": "home.f1", "pieces_only": True, "pieces": pieces}
    state = engines.get("soccer_tactics").setup(setup, {"blocked": blocked})
    found = soccer_tactics.rolls_to_the_ball(state, 1, held=True)
    assert {roll for roll in range(8) if found >> roll & 1} == rolls
    assert {roll for roll in range(1, 7) if sets.movable(state, 1, -1)[roll - 1] >> state.ball & 1} == rolls


@pytest.mark.parametrize("judge", [soccer_tactics.evaluate, soccer_tactics.foresee])
def test_a_ball_that_can_be_contested_is_worth_less(judge):
    """Captured, or to be captured, with an opponent three cells off who may stop at it."""
    game = engines.get("soccer_tactics")
    pieces = {"home.gk": "E1", "home.f1": "D8", "home.m1": "D7", "away.gk": "D16", "away.m1": "D11"}
    held = {"phase": "defence", "carrier": "home.f1"}
    loose = {"phase": "capture", "ball": "D8", "kicker": "home.m1", "roll": 1}
    for setup, more in ((held, {}), (loose, {"home.f1": "A1"})):
        placed = {"pieces_only": True, "pieces": {**pieces, **more}, **setup}
        worth = {
            blocked: judge(game.setup(placed, {"blocked": blocked, "half_turns": 30}), "home")
            for blocked in ("exact", "stops")
        }
        assert worth["stops"] < worth["exact"] - 0.01


def test_refusals():
    with pytest.raises(BadRequest):
        bots.choose("super_goal", "deep thought", {}, "home", [], 1)
    with pytest.raises(BadRequest):
        bots.choose("super_goal", "random", {}, "home", [], 1)


def test_the_solved_values_are_those_of_the_rules():
    """The halves' last turns, solved again, must be what the file keeps."""
    data = json.loads(solving.FILE.read_text(encoding="utf-8"))
    assert set(data) == {str(left) for left in solving.LEFT}
    for left, values in enumerate(solving.solve(size(0, 2))):
        assert [round(value * solving.SCALE) for value in values] == pytest.approx(data[str(left)], abs=1)


def test_search_beats_greedy_in_super_goal():
    assert series("super_goal", "search", "greedy", size(40, 400), 1)["score_interval"][0] > 0.5


def test_greedy_beats_random_in_super_goal():
    figures = series("super_goal", "greedy", "random", size(60, 400), 1)
    assert figures["score_interval"][0] > 0.7


# ── FUBA's master ──
def _worth_of_outcome(state, known):
    """A position after a control check, by the rules: to shoot or play on, whichever is better, for home."""
    sign = 1 if state.attacking == 0 else -1
    play_on = sum(known[name] * value for name, value in fuba_prospects.features(state).items())
    if phases.NAMES[state.phase] != "shot":
        return sign * play_on
    choice = fuba_prospects.shoot_or_play_on(state, fuba_prospects.weights())
    assert choice.play_on == pytest.approx(play_on)
    return sign * max(choice)


def test_the_prospects_of_a_target_are_those_of_the_rules():
    """Where no man has to step in and no event can happen, the mean over all dice of what the rules lead to."""
    game, data = engines.get("fuba"), json.loads(fuba_prospects.FILE.read_text(encoding="utf-8"))
    compared = 0
    for seed in range(size(3, 20)):
        for step in battery.play(game, battery.Plan(seed=seed)):
            state = step.state
            if phases.NAMES[state.phase] != "target" or state.stoppage or state.minute % 45 > 38 or state.restart:
                continue
            targets = fuba_prospects.Field(state, fuba_prospects.weights()).targets()
            for worth, code in targets:
                zone, via = divmod(code - TARGET_0, 14)
                equal = state.ball_die - sum(modifiers(state, state.ball, zone, OFF))
                manned = min(state.counts[zone], state.counts[18 + zone]) > 0
                if via == 13 and manned and not 1 <= equal <= 6:
                    rolled = outcomes(moved(game, state, SEATS[state.attacking], MOVES[code]))
                    mean = sum(weight * _worth_of_outcome(after, data) for after, weight in rolled)
                    # who moves last is averaged before the choice to shoot, which a team makes knowing it
                    in_range = (SHOOTING[0] | SHOOTING[1]) >> zone & 1
                    assert worth == pytest.approx(mean if state.attacking == 0 else -mean, abs=0.01 * in_range + 1e-9)
                    compared += 1
    assert compared > 20


def test_fubas_targets_are_the_legal_ones():
    game = engines.get("fuba")
    compared = 0
    for seed in range(size(3, 20)):
        for step in battery.play(game, battery.Plan(seed=seed)):
            if phases.NAMES[step.state.phase] == "target":
                codes = [code for _worth, code in fuba_prospects.Field(step.state, fuba_prospects.weights()).targets()]
                legal = set(legal_codes(step.state))
                assert set(codes) <= legal
                assert {(code - TARGET_0) // 14 for code in codes} == {(code - TARGET_0) // 14 for code in legal}
                compared += 1
    assert compared > 100


def _movements(seeds):
    """Positions in which a side is about to move its first man, with the game."""
    game = engines.get("fuba")
    for seed in range(seeds):
        for step in battery.play(game, battery.Plan(seed=seed)):
            state = step.state
            if state.movement is None or phases.NAMES[state.phase] not in ("movement", "quick_moves"):
                continue
            begun = any(piece // 11 == state.movement.seat for piece in state.moved)
            if not begun and not fuba_plans._stepped(state):
                yield game, state


def test_a_movement_follows_the_plan_made_at_its_start():
    """Each decision of a movement finds the start of it again, and so the same plan."""
    followed = 0
    for game, start in itertools.islice(_movements(size(3, 20)), 0, None, 7):
        seat, state = start.movement.seat, start
        _worth, steps = fuba_plans.plan(start, seat, fuba_prospects.weights())
        for _step in steps:
            assert fuba_plans.unwound(state, seat).pieces == start.pieces
            legal, view = game.legal(state, SEATS[seat]), game.view(state, SEATS[seat])
            move = bots.choose("fuba", "master", view, SEATS[seat], legal, 1)
            assert move.code in steps
            state, _events = game.apply(state, SEATS[seat], move, ScriptedDice((), 1))
            followed += 1
    assert followed > 50


def _answers(planner, steps):
    """The value of the planner's position after each movement option of the opponents, as they would use it."""
    state, other = planner.state, 1 - planner.seat
    if planner.movement.option == fuba_plans.QUICK:
        return []
    numbers = FORMATIONS[state.formations[other]]
    moved, carried = state.moved, state.carried
    before = planner._play(steps)
    planner._note(steps)
    found = []
    for option in (fuba_plans.DEFENCE, fuba_plans.MIDFIELD, fuba_plans.FORWARD):
        left = numbers[option - fuba_plans.DEFENCE] - state.deducted[other]
        if left > 0:
            planner.left = fuba_plans.BUDGET
            found.append(planner.arrange(other, option, left, 1)[0])
    state.moved, state.carried = moved, carried
    planner._undo(before)
    return found


def test_a_plan_is_no_worse_than_staying_and_within_its_budget():
    better = 0
    for _game, start in itertools.islice(_movements(size(3, 20)), 0, None, 7):
        planner = fuba_plans.Planner(start.copy(), start.movement.seat, fuba_prospects.weights())
        before = planner.state.copy()
        staying = planner.value() if start.movement.next < 0 else planner._answered(())[0]
        worth, steps = planner.best()
        assert (planner.state.pieces, planner.state.counts) == (before.pieces, before.counts)
        assert worth >= staying - 1e-9
        if start.movement.next < 0:
            planner._play(steps)
            assert worth == planner.value()
        else:
            assert worth == planner._answered(steps)[0]
            assert all(worth <= answered + 1e-9 for answered in _answers(planner, steps)), "they take their best option"
        assert planner.left > -1_000
        better += worth > staying
    assert better > 10
