"""Super Goal!'s solved values: a second solver agrees, terms count, accounts close, the perfect bot loses to nobody."""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Iterator
from typing import Any

import pytest

import engines
from engines import bots
from engines.bots import perfect
from engines.core.dice import SeededDice
from engines.core.shootouts import outcome
from engines.values import NotBuilt, accounting, card, expectation, supports
from engines.values.super_goal import attacks, table
from engines.values.super_goal.solving import OURS, SECOND, THEIRS, Layer, Solver
from engines.values.super_goal.standings import AwayGoals, Margins
from tests.engines import solved, solved_series
from tests.engines import super_goal_solved_by_the_letter as letter
from tests.sizes import LONG, size

GAME = engines.get("super_goal")
TURNS = size(5, 45)
"""Counted turns a half of the matches here: in a short run a tenth of a match, with every kind of turn in it."""
OPTIONS = {"half_turns": TURNS}
PERIODS = {"second": SECOND, "own": OURS, "their": THEIRS}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return solved.solver()


@pytest.fixture(scope="module", autouse=True)
def values(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A table of short matches."""
    with solved.values(TURNS, tmp_path_factory) as file:
        assert file.stat().st_size / (TURNS + 1) * 46 < 30e6, "the table of a standard match has at most 30 MB"
        yield


def number_of(situation: letter.Situation) -> int:
    return attacks.number(GAME.from_wire(letter.wire_of(situation)))


# ── the second solver ──
def test_the_second_reading_finds_the_same_value_turn_by_turn(solver: Solver) -> None:
    """Each sampled situation, one turn by the letter from the layers of the turn before."""
    layers: dict[tuple[int, int, int], Layer] = {
        (period, left, margin): layer for period, left, margin, layer in solver.solve(4)
    }
    turns = letter.Turns()
    for own in (True, False):
        for face in ("unstoppable", "recovery", "foul"):
            turns.root(letter.kick_off(own, face))
    chance = random.Random(1)
    situations = [inner.situation for kind, inner in turns.nodes if kind == "next"]
    other = {SECOND: SECOND, OURS: THEIRS, THEIRS: OURS}

    def value(period: int, left: int, margin: int, situation: letter.Situation) -> letter.Pair:
        layer, slot = layers[period, left, margin], solver.slots[number_of(situation)]
        return layer.score[slot], layer.draw[slot]

    for situation in chance.sample(situations, size(60, 600)):
        root = turns.root(situation)
        for _ in range(3):
            period, left, margin = chance.choice((SECOND, OURS, THEIRS)), chance.randint(0, 4), chance.randint(-4, 4)

            def of(leaf: letter.Next, period=period, left=left, margin=margin) -> letter.Pair:
                after = margin + leaf.goal
                if left <= 1 and not (leaf.is_same and not leaf.goal):
                    own = leaf.situation.star_is_own == leaf.is_same
                    if period == SECOND:
                        return letter.decided(after)
                    start = letter.kick_off(own if period == OURS else not own, leaf.situation.face)
                    pair = value(SECOND, 4, after if period == OURS else -after, start)
                    return pair if period == OURS else letter.other(pair)
                if leaf.is_same:
                    return value(period, max(left - 1, 0), after, leaf.situation)
                return letter.other(value(other[period], left - 1, -after, leaf.situation))

            assert letter.worth(turns, root, of) == pytest.approx(value(period, left, margin, situation), abs=1e-9)


def compare(solver: Solver, count: int) -> tuple[int, float, float]:
    """Solve whole halves twice: states compared, the greatest difference of a score and of a chance of a draw."""
    turns = letter.Turns()
    turns.all()
    slots = [solver.slots[number_of(situation)] for situation in turns.roots]
    first = solver.solve(count)
    states, score, draw = 0, 0.0, 0.0
    for period, left, layers in letter.Matches(turns, count).solve():
        for margin in Margins.all:
            key, layer = (PERIODS[period], left, margin), next(first)
            assert layer[:3] == key
            ours, theirs = layer[3], layers[margin]
            states += len(slots)
            score = max(score, max(abs(ours.score[slot] - one) for slot, one in zip(slots, theirs[0], strict=True)))
            draw = max(draw, max(abs(ours.draw[slot] - one) for slot, one in zip(slots, theirs[1], strict=True)))
    assert next(first, None) is None
    return states, score, draw


@pytest.mark.long
@pytest.mark.skipif(not LONG, reason="solves every state twice")
def test_two_solvers_agree_on_every_state(solver: Solver) -> None:
    states, score, draw = compare(solver, TURNS)
    print(f"{states:,} states, greatest difference {score:.2e} (score), {draw:.2e} (draw)")
    assert score < 1e-9
    assert draw < 1e-9


# ── positions, options and terms ──
def after(count: int, seed: int, options: dict[str, object] | None = None, terms: dict[str, object] | None = None):
    """The position of a random match after ``count`` decisions, before its end."""
    chance, dice = random.Random(seed), SeededDice(seed)
    state, _events = GAME.new({**OPTIONS, **(options or {})}, terms, dice)
    for _ in range(count):
        seat = GAME.to_act(state)[0]
        ahead, _events = GAME.apply(state, seat, chance.choice(GAME.legal(state, seat)), dice)
        if GAME.result(ahead) is not None:
            break
        state = ahead
    return state


def test_the_seats_are_equal_and_the_board_has_no_better_side() -> None:
    toss = accounting.opening(GAME, OPTIONS, None, [1, 1])
    assert toss.before == pytest.approx(0.5, abs=1e-4)
    assert toss.rolls[0].luck > 0, "who wins the toss has the star die and the second kick-off"
    for seed in range(size(15, 200)):
        state = after(seed % 20, seed)
        mirrored = GAME.from_wire(GAME.mirror(GAME.to_wire(state)))
        mine, theirs = expectation(GAME, state), expectation(GAME, mirrored)
        assert mine == pytest.approx(theirs.reversed(), abs=1e-9)
        assert sum(mine) == pytest.approx(1)
        assert min(mine) >= 0


def test_terms_of_the_leg_decide_what_level_means() -> None:
    state = {"period": "second_half", "time_up": True, "period_turns": TURNS, "score": {"home": 1, "away": 0}}
    far = {"ball": "C6", "restart": None, "star": {"holder": "home", "face": "super_save"}, **state}

    def home(terms):
        return expectation(GAME, GAME.setup(far, OPTIONS, terms))

    assert home({}).win == pytest.approx(1, abs=1e-4)
    decider = home({"draws_allowed": False, "carry": {"home": 0, "away": 1}})
    assert decider.draw == 0
    assert decider.win > 0.5, "level is the shootout, and the attack goes on"
    level = home({"draws_allowed": False, "carry": {"home": 2, "away": 3}})
    assert level == decider, "only the difference of the first leg counts"
    behind = home({"draws_allowed": False, "carry": {"home": 0, "away": 2}})
    assert decider.win - 0.5 <= behind.win < 0.5, "a goal of this attack brings the shootout"


def test_standings_hold_all_that_the_end_depends_on() -> None:
    """Goals in any order lead to the standing whose result is the engine's, for both sides, by all terms."""
    chance = random.Random(1)
    for _ in range(3000):
        earlier = {"home": chance.randrange(4), "away": chance.randrange(4)}
        terms = {"draws_allowed": False, "away_goals": chance.random() < 0.7, "carry": earlier}
        score, side = [0, 0], chance.randrange(2)
        ranks: Any = AwayGoals(earlier["home"]) if terms["away_goals"] else Margins()
        margin = earlier["home"] - earlier["away"]
        standing: Any = (
            (side, margin, min(1, -earlier["home"])) if terms["away_goals"] else (-margin if side else margin)
        )
        for _ in range(chance.randrange(7)):
            goal = chance.choice((-1, 0, 1))
            if goal:
                score[side if goal > 0 else 1 - side] += 1
            standing = ranks.after(standing, goal)
            if chance.random() < 0.5:
                standing, side = ranks.turned(standing), 1 - side
            assert standing in ranks.all
        decided = outcome(score, terms, "regulation")
        expected = 0.5 if decided is None else float(decided[0] == side)
        assert ranks.result(standing)[0] == expected


def test_away_goals_have_tables_of_their_own() -> None:
    state = after(2, 1, terms={"draws_allowed": False, "away_goals": True, "carry": {"home": 3, "away": 1}})
    assert not supports(GAME, state)
    with pytest.raises(NotBuilt, match="--away-goals 3"):
        expectation(GAME, state)


@pytest.mark.long
@pytest.mark.skipif(not LONG, reason="a table of away goals takes minutes")
def test_where_away_goals_decide_nothing_drifts(solver: Solver) -> None:
    """The engine's own play and results agree with every value."""
    table.write(table.TableKey(TURNS, 1), solver)
    terms = {"draws_allowed": False, "away_goals": True, "carry": {"home": 1, "away": 1}}
    for seed in range(200):
        entries, result = played(seed, "random", terms)
        assert max(abs(entry.drift) for entry in entries) < 1e-4
        assert accounting.balance(entries).result == result


def test_a_shootout_is_counted_out() -> None:
    terms = {"draws_allowed": False}

    def win(home: list[bool], away: list[bool], kicker: str) -> float:
        state = {"phase": "shootout", "attacking": kicker, "shootout": {"home": home, "away": away}}
        return expectation(GAME, GAME.setup({**state, "first_kicker": "home"}, OPTIONS, terms)).win

    assert win([], [], "home") == 0.5
    assert win([True], [], "away") > 0.5
    assert win([True, True], [False, False], "home") == 60 / 64, "lost by 0 of 3 against 3 of 3, level by 6 of 64"
    assert win([True] * 5, [True] * 4, "away") == 0.75
    assert win([True] * 6, [True] * 5, "away") == 0.75


def test_what_has_no_values_says_so(monkeypatch, tmp_path) -> None:
    wall = after(3, 1, {"clock": "wall"})
    assert not supports(GAME, wall)
    with pytest.raises(LookupError, match="wall clock"):
        expectation(GAME, wall)
    other = after(3, 1, {"half_turns": 17})
    assert not supports(GAME, other)
    with pytest.raises(NotBuilt, match="--turns 17"):
        expectation(GAME, other)
    assert supports(GAME, after(3, 1))
    assert card("super_goal").kind == "solved"
    assert card("super_goal").rules_version == GAME.rules_version, "solve again, and say when in the card"


def test_the_widest_margin_stands_for_all_beyond() -> None:
    goals = [expectation(GAME, GAME.setup({"score": {"home": n}}, OPTIONS)).score for n in (0, 1, 3, 14, 15, 200)]
    assert goals == sorted(goals)
    assert goals[-1] == goals[-3] == pytest.approx(1, abs=1e-4)


# ── accounts and the perfect bot ──
def test_start_and_luck_less_errors_make_the_result() -> None:
    """Matches of random and of perfect play; the table's 16 bits are all that does not close."""
    worst = 0.0
    for seed in range(size(24, 1000)):
        entries, result = played(seed, ("random", "perfect")[seed % 2])
        total = accounting.balance(entries)
        closing = total.start + total.luck - total.errors["home"] + total.errors["away"] - result
        worst = max(worst, abs(closing))
        assert total.result == result
        if seed % 2:
            assert sum(total.errors.values()) == 0, "the perfect bot makes no error"
    print(f"greatest error of closing: {worst:.2e}")
    assert worst < 0.01


def played(seed: int, bot: str, terms: dict[str, object] | None = None) -> tuple[list[accounting.Entry], float]:
    chance, dice = random.Random(seed), SeededDice(seed)
    state, _events = GAME.new(OPTIONS, terms, dice)
    entries = [accounting.opening(GAME, OPTIONS, terms, list(dice.rolled))]
    while acting := GAME.to_act(state):
        legal = GAME.legal(state, acting[0])
        move = chance.choice(legal)
        if bot == "perfect":
            move = perfect.choose("super_goal", GAME.view(state, acting[0]), acting[0], legal, chance)
        rolled = len(dice.rolled)
        ahead, _events = GAME.apply(state, acting[0], move, dice)
        entries.append(accounting.account(GAME, state, acting[0], move, dice.rolled[rolled:]))
        state = ahead
    result = GAME.result(state)
    assert result is not None
    return entries, {"home": 1.0, "away": 0.0, None: 0.5}[result["winner"]]


def within_three_errors(values: list[float]) -> bool:
    """Return whether the mean is 0 within three standard errors."""
    return abs(statistics.fmean(values)) <= 3 * statistics.stdev(values) / len(values) ** 0.5


@pytest.mark.parametrize("opponent", [*bots.LEVELS[:-1], "perfect"])
def test_the_perfect_bot_scores_what_the_table_says(opponent: str) -> None:
    """Its points are those expected after the toss and those that the opponent gives away; the rest is luck."""
    matches = solved_series.series("perfect", opponent, size(60, 10_000), options=OPTIONS)
    assert not any(match.own_error for match in matches), "the perfect bot gives nothing away"
    assert within_three_errors([match.points - match.predicted for match in matches])
    assert max(abs(match.predicted + match.luck - match.points) for match in matches) < 0.01


@pytest.mark.parametrize(("one", "two"), [*itertools.combinations(reversed(bots.LEVELS), 2)])
def test_fair_dice_favour_no_bot(one: str, two: str) -> None:
    matches = solved_series.series(one, two, size(8, 2000), options=OPTIONS)
    assert within_three_errors([match.luck for match in matches])
    if (one, two) == ("expert", "club"):
        raw = statistics.pvariance([match.points for match in matches])
        assert statistics.pvariance([match.points - match.luck for match in matches]) < raw / 2


@pytest.mark.parametrize(("below", "above"), [*itertools.pairwise(bots.LEVELS)])
def test_each_level_beats_the_one_below(below: str, above: str) -> None:
    """By results without their luck, which say the same of a tenth of the matches; less is to win in short halves."""
    matches = solved_series.series(above, below, size(16, 400), 30_001, OPTIONS)
    assert statistics.fmean(match.predicted for match in matches) > size(0.5, 0.6)


def test_where_values_are_missing_the_perfect_bot_searches() -> None:
    state = after(3, 1, {"clock": "wall"})
    seat = GAME.to_act(state)[0]
    assert not perfect.knows(GAME, state)
    legal = GAME.legal(state, seat)
    assert perfect.choose("super_goal", GAME.view(state, seat), seat, legal, random.Random(1)) in legal


if __name__ == "__main__":
    print(compare(Solver(), 45))
