"""The coach gives reasons that are true of the move, and for most moves: each sentence is read on the engine itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

import engines
from engines import bots
from engines.core.dice import SeededDice
from engines.core.text import say
from tests.cases import built
from tests.engines import coach_dom_jim, coach_fuba, coach_six_a_side, coach_soccer_tactics, coach_super_goal
from tests.engines.coach_reading import Case, cases
from tests.sizes import size

CLAIMS: Final[Mapping[str, Mapping[str, Callable[..., bool]]]] = {
    "dom_jim": coach_dom_jim.CLAIMS,
    "fuba": coach_fuba.CLAIMS,
    "six_a_side": coach_six_a_side.CLAIMS,
    "soccer_tactics": coach_soccer_tactics.CLAIMS,
    "super_goal": coach_super_goal.CLAIMS,
}
"""By game: each sentence of its reasons, and whether it is true of a move with these values."""
POSITIONS: Final = size(60, 500)
SHARE: Final = 0.7
"""Least share of moves that have a reason."""


def untrue(slug: str, case: Case, reason: list[Any]) -> str:
    """What is wrong with a reason; empty where it is true."""
    sentence, values = reason
    claim = CLAIMS[slug].get(sentence)
    if claim is None:
        return f"nobody checks {sentence!r}"
    plain = {name: say(value) if isinstance(value, list) else value for name, value in values.items()}
    if claim(case, **plain):
        return ""
    return f"{say(reason)!r} of {dict(case.move)} in {case.game.position(case.state)}"


@pytest.mark.parametrize("slug", sorted(set(built()) & set(CLAIMS)))
def test_each_reason_is_true_of_its_move_and_most_moves_have_one(slug):
    given, without = 0, Counter[str]()
    for case, lesson in cases(slug, POSITIONS):
        if lesson.reason is None:
            without[case.game.coach.topic(case.view, case.seat, case.moves)] += 1
            continue
        given += 1
        assert not (wrong := untrue(slug, case, lesson.reason)), wrong
    assert given >= SHARE * POSITIONS, f"{given} of {POSITIONS} moves have a reason; without one: {without}"


def test_a_false_reason_is_found():
    """Each sentence that speaks of a number is false with another one."""
    for slug in CLAIMS:
        told = {lesson.reason[0]: (case, lesson.reason) for case, lesson in cases(slug, size(40, 200)) if lesson.reason}
        numbered = [(case, reason) for case, reason in told.values() if "n" in reason[1]]
        for case, (sentence, values) in numbered:
            assert untrue(slug, case, [sentence, {**values, "n": values["n"] + 1}]), sentence


def followed(seed: int, decisions: int = 60):
    """(view, ball, piece, from, to) of each figure that walks by the advice, against a beginner in a guided match."""
    game = engines.get("dom_jim")
    start, dice = game.coach.start(), SeededDice(seed)
    state = game.setup(dict(start.overrides), dict(start.options), dict(start.terms))
    for number in range(decisions):
        if not game.to_act(state):
            return
        (seat,) = game.to_act(state)
        view, moves = game.view(state, seat), game.legal(state, seat)
        if seat == "home":
            best = bots.choose("dom_jim", "club", view, seat, moves, number)
            move = game.coach.lesson(view, seat, moves, best).move
            if move["type"] == "move":
                yield view["ball"], move["piece"], view["pieces"][move["piece"]], move["to"]
        else:
            move = bots.choose("dom_jim", "beginner", view, seat, moves, number)
        state, _events = game.apply(state, seat, move, dice)


def test_dom_jims_coach_sends_no_figure_to_and_fro():
    """While the ball stays where it is, no figure goes back to a cell that it has left."""
    walks = 0
    for seed in range(size(5, 60)):
        left: set[tuple[str, str, str]] = set()
        for ball, piece, start, end in followed(seed):
            walks += 1
            left = {cell for cell in left if cell[0] == ball}
            assert (ball, piece, end) not in left, f"{piece} goes back to {end}, the ball still at {ball} (seed {seed})"
            left.add((ball, piece, start))
    assert walks > 20


def test_dom_jims_plan_wins_a_ball_that_stays_where_it_is():
    """Each advised move leaves one fewer: a ball that nobody moves is reached in the turns that the plan says."""
    game = engines.get("dom_jim")
    for ball in ("A7", "C8", "I5", "E7", "E10"):
        state = game.setup({"ball": ball, "attacking": "home"})
        for _ in range(4):
            view, moves = game.view(state, "home"), game.legal(state, "home")
            lesson = game.coach.lesson(view, "home", moves, moves[0])
            state, _events = game.apply(state, "home", lesson.move, SeededDice(1))
            if game.view(state, None)["carrier"] is not None:
                break
            state = game.setup({"ball": ball, "attacking": "home", "pieces": game.view(state, None)["pieces"]})
        assert game.view(state, None)["carrier"].startswith("home"), ball
