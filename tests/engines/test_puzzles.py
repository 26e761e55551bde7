"""Shipped puzzles: each has one answer, by the search and by a second program, and reasons for every other one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import engines
from engines.core.errors import BadRequest
from engines.puzzles import BEST_MOVE, FORCED_GOAL, SOLVED, answers, forced, judging, load, mining, themes
from engines.super_goal.options import HALF_TURNS
from engines.super_goal.state import FIRST
from engines.values.super_goal import table
from league.puzzles.shipped import COUNTS, shipped_puzzles
from tests.engines import solved
from tests.engines.forced_by_the_letter import Forcing
from tests.sizes import DAY, LONG, size

GAMES = [game for game in sorted(COUNTS) if list(shipped_puzzles(game))]
JUDGED = [game for game in GAMES if game not in forced.GAMES]
TURNS = size(5, 45)
"""Last turns of a match of Super Goal! that are solved here; in a long run whole matches."""


def read(puzzle: Any) -> tuple[Any, Any]:
    game = engines.get(puzzle.game)
    return game, game.from_position(puzzle.line)


def sample(game: str, short: int, long: int = 1000) -> list[Any]:
    """Some puzzles of a game, spread over its file; all of them in a long run."""
    puzzles = list(shipped_puzzles(game))
    step = max(1, len(puzzles) // size(short, long))
    return puzzles[::step][: size(short, long)]


@pytest.mark.parametrize("game", GAMES)
def test_files_are_whole_and_verify_by_today_s_rules(game):
    """Each line comes back from its position; the answer is legal; names, themes and quotas hold."""
    puzzles = list(shipped_puzzles(game))
    assert len(puzzles) <= COUNTS[game]
    assert len({puzzle.code for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        engine, state = read(puzzle)
        assert puzzle.rules_version == engine.rules_version, "mine again: the rules have changed"
        assert engine.position(state) == puzzle.line
        assert engine.to_act(state) == (puzzle.seat,)
        moves = engine.legal(state, puzzle.seat)
        assert [engine.notation(move) for move in moves].count(puzzle.solution) == 1
        assert puzzle.theme in themes.NAMES
        assert load(game, puzzle.dump()) == puzzle
        if puzzle.kind == BEST_MOVE:
            assert len(puzzle.worths) == len(moves) and puzzle.gap >= 1000 * judging.GAP
            best, second = sorted(puzzle.worths)[-1:-3:-1]
            assert abs(best - second - puzzle.gap) <= 1
            assert engine.notation(moves[puzzle.worths.index(best)]) == puzzle.solution
    for theme, count in Counter(puzzle.theme for puzzle in puzzles).items():
        assert count <= themes.quota(game, theme, COUNTS[game])


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(COUNTS))
def test_as_many_are_shipped_as_are_wanted(game):
    """Else run ``manage.py mine_puzzles`` on a machine with time: some two minutes of a core a game."""
    assert len(list(shipped_puzzles(game))) == COUNTS[game]


@pytest.mark.parametrize("game", forced.GAMES)
def test_a_forced_goal_has_one_answer_by_exhaustive_search(game):
    for puzzle in sample(game, 12):
        engine, state = read(puzzle)
        assert puzzle.kind == FORCED_GOAL and not forced.scoring(engine, state, puzzle.seat)
        found = forced.forcing(engine, state, puzzle.seat)
        assert [engine.notation(move) for move in found] == [puzzle.solution], puzzle.line


@pytest.mark.parametrize("game", forced.GAMES)
def test_a_second_program_finds_the_same_answer(game):
    """The by-the-letter reading of the rules, searched without a short cut."""
    for puzzle in sample(game, 1):
        engine, state = read(puzzle)
        second = Forcing(game, engine.to_wire(state), puzzle.seat)
        assert not second.at_once()
        assert [engine.notation(move) for move in second.answers()] == [puzzle.solution], puzzle.line


def test_the_second_program_finds_more_than_one_answer_where_there_are_more():
    """In a position with a goal at once it answers with that and more: it does not agree with anything."""
    for puzzle in sample("dom_jim", 3, 3):
        engine, state = read(puzzle)
        steps = answers.solution(engine, state, puzzle.seat, find(engine, state, puzzle.seat, puzzle.solution))
        before_goal = steps[-2].state
        assert Forcing("dom_jim", engine.to_wire(before_goal), puzzle.seat).at_once()


def find(engine: Any, state: Any, seat: Any, notation: str) -> Any:
    return next(move for move in engine.legal(state, seat) if engine.notation(move) == notation)


@pytest.mark.parametrize("game", forced.GAMES)
def test_every_wrong_answer_is_refuted_and_the_right_one_scores(game):
    for puzzle in sample(game, 4, 40):
        engine, state = read(puzzle)
        before = forced.goals(engine, state, puzzle.seat)
        for move in engine.legal(state, puzzle.seat):
            if engine.notation(move) == puzzle.solution:
                steps = answers.solution(engine, state, puzzle.seat, move)
                assert forced.goals(engine, steps[-1].state, puzzle.seat) == before + 1
                assert sum(step.seat == puzzle.seat for step in steps) == 2
                continue
            steps = forced.refute(engine, state, puzzle.seat, move)
            assert steps[0].move == move and forced.goals(engine, steps[-1].state, puzzle.seat) == before
            if engine.to_act(steps[-1].state) == (puzzle.seat,):
                assert not forced.scoring(engine, steps[-1].state, puzzle.seat)


def test_a_right_answer_has_no_refutation():
    puzzle = next(shipped_puzzles("dom_jim"))
    engine, state = read(puzzle)
    with pytest.raises(ValueError, match="forces a goal"):
        forced.refute(engine, state, puzzle.seat, find(engine, state, puzzle.seat, puzzle.solution))


@pytest.fixture(scope="module")
def last_turns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The last ``TURNS`` of Super Goal!, which are worth the same in halves of any length."""
    with solved.values(TURNS, tmp_path_factory):
        known = table.open_table(table.TableKey(TURNS))
        for turns in HALF_TURNS.values():
            table._OPENED.setdefault(table.TableKey(turns), known)
        yield


def is_solved(puzzle: Any) -> bool:
    """Return whether ``last_turns`` has all that may follow."""
    if puzzle.game not in SOLVED or TURNS == 45:
        return True
    state = read(puzzle)[1]
    return state.period != FIRST and state.frame.half_turns - state.period_turns <= TURNS


@pytest.mark.parametrize("game", JUDGED)
def test_a_best_move_is_best_again(game, last_turns):
    """The same verdict, worth by worth: solved values, or three searches that agree."""
    puzzles = [puzzle for puzzle in sample(game, 500 if game in SOLVED else 30) if is_solved(puzzle)]
    if game not in SOLVED:
        puzzles = puzzles[DAY % len(puzzles) :][:1] if not LONG else puzzles  # 10 s of CPU each in FUBA: one a day
    assert len(puzzles) >= (20 if game in SOLVED else 1)
    for puzzle in puzzles:
        engine, state = read(puzzle)
        verdict = judging.verdict(engine, state, puzzle.seat, lambda _move: True)
        assert verdict is not None, puzzle.line
        assert (engine.notation(verdict.best), verdict.gap, verdict.worths) == (
            puzzle.solution,
            puzzle.gap,
            puzzle.worths,
        )


def test_chances_are_counted_on_the_dice():
    """A pass die in the middle: faces that keep the ball, and the answer is always among those listed."""
    for puzzle in sample("super_goal", 40):
        engine, state = read(puzzle)
        moves = engine.legal(state, puzzle.seat)
        for answer in moves:
            listed = answers.chances(engine, state, puzzle.seat, puzzle.worths, answer)
            assert engine.notation(listed[0].move) == puzzle.solution and len(listed) <= answers.SHOWN
            assert any(chance.move == answer for chance in listed)
            for chance in listed:
                assert 0 <= chance.goal <= chance.ball + 1e-9 <= 1 + 2e-9
                assert chance.of in (0, 6)
                if chance.of:
                    assert abs(chance.ball * 6 - chance.faces(chance.ball)) < 1e-9


@pytest.mark.parametrize("game", ["dom_jim", pytest.param("super_goal", marks=pytest.mark.long)])
def test_mining_is_the_same_again(game, last_turns):
    """The first puzzle of the file is the first of its seed."""
    assert next(mining.mine_puzzles(game, COUNTS[game], 1)) == next(shipped_puzzles(game))


@pytest.mark.parametrize("words", ["", "[]", "{}", "[1,2,3]", '"x"'])
def test_a_broken_line_is_refused(words):
    with pytest.raises(BadRequest, match="puzzle"):
        load("dom_jim", words)
