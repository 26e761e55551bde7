"""Solver of Super Goal! for its search bot: goals each attack is worth, by turns left in the half.

``python -m engines.judging.solving`` writes ``super_goal_values.json``. It works backward over the counted turns of a
half: the value of an attack with t turns left follows, through the engine's own rules and every outcome of the dice,
from those with fewer; an attack that goes on after time is iterated to a fixed point. Left out: the count of fouls
towards a sending-off, and the star die's value after the half.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engines.core.moves import Move
from engines.core.outcomes import moved, outcomes
from engines.core.seats import Seat
from engines.super_goal import GAME, phases
from engines.super_goal.board import CORNER_KICK, GOAL_KICK, ON_PITCH, THROW
from engines.super_goal.faces import CONTROL, NO_DIE
from engines.super_goal.options import frame
from engines.super_goal.state import CORNER, FIRST, FREE_KICK, LIVE, THROW_IN, State
from engines.super_goal.state import GOAL_KICK as KICKED
from engines.super_goal.state import THROW as THROWN

FILE: Final = Path(__file__).with_name("super_goal_values.json")
LEFT: Final = (0, 1, 2, 4, 8, 45)
"""Turns left for which values are kept; any other number uses the next smaller."""
SCALE: Final = 1000
STARS: Final = 12

Tree = tuple[str, list[Any]] | tuple[float, int, float, int]
"""A decision or chance over trees, or a leaf: goals, attack (-1: the half is over), sign, turns."""


def numbers() -> dict[tuple[int, int], int]:
    """Number the kinds of attack: (restart, or LIVE with the control die locked: -1; home's cell) -> row."""
    kinds = [(kind, cell) for kind in (LIVE, -1, FREE_KICK) for cell in range(ON_PITCH)]
    kinds += [(THROW_IN, row * 5 + edge) for row in range(11) for edge in (0, 4)]
    kinds += [(KICKED, GOAL_KICK[0]), (CORNER, CORNER_KICK[0]), *((THROWN, cell) for cell in THROW[0])]
    return {kind: number for number, kind in enumerate(kinds)}


ROWS: Final = numbers()


def row(state: State) -> int:
    """Return the number of the running attack: kind and cell as its side sees them, and the star die."""
    side = state.attacking
    cell = 54 - state.ball if side else state.ball
    kind = state.restart
    if kind not in (FREE_KICK, THROW_IN, KICKED, CORNER, THROWN):
        kind = -1 if state.last_die == CONTROL else LIVE
    star = state.star_face - 1 + (0 if state.star_holder == side else 6)
    return ROWS[kind, cell] * STARS + star


def _positions(left: int) -> list[State]:
    positions = []
    for kind, cell in ROWS:
        for star in range(STARS):
            state = State(frame=frame(None, None))
            state.ball, state.restart = cell, max(kind, LIVE)
            state.last_die = CONTROL if kind == -1 else NO_DIE
            state.star_holder, state.star_face = star // 6, star % 6 + 1
            state.period_turns, state.time_up = state.frame.half_turns - left, left == 0
            positions.append(state)
    return positions


def _tree(state: State, turns: int) -> Tree:
    """Build the tree from ``state`` down to the next attack."""
    home, away = state.score
    if state.period != FIRST:
        return float(home - away), -1, 0.0, 0
    passed = state.period_turns - turns
    if state.phase == phases.ATTACK and (passed or state.turn):
        return float(home - away), row(state), -1.0 if state.attacking else 1.0, passed
    seat: Seat = GAME.to_act(state)[0]
    moves = [_chance(state, seat, move, turns) for move in GAME.legal(state, seat)]
    return ("max" if seat == "home" else "min"), moves


def _chance(state: State, seat: Seat, move: Move, turns: int) -> Tree:
    return "mean", [(weight, _tree(after, turns)) for after, weight in outcomes(moved(GAME, state, seat, move))]


def ahead(state: State, worth: Callable[[State], float]) -> float:
    """Return the mean of ``worth``, in goals for home, after the best move of the seat to act."""
    seat = GAME.to_act(state)[0]
    means = (
        sum(weight * worth(after) for after, weight in outcomes(moved(GAME, state, seat, move)))
        for move in GAME.legal(state, seat)
    )
    return max(means) if seat == "home" else min(means)


def _value(tree: Any, values: list[list[float]], left: int) -> float:  # a Tree, which mypy cannot tell apart
    kind = tree[0]
    if kind == "mean":
        return math.fsum(weight * _value(inner, values, left) for weight, inner in tree[1])
    if kind == "max" or kind == "min":
        inside = [_value(inner, values, left) for inner in tree[1]]
        return max(inside) if kind == "max" else min(inside)
    goals: float = tree[0]
    if tree[1] >= 0:
        goals += tree[2] * values[max(0, left - tree[3])][tree[1]]
    return goals


def solve(turns: int = 45) -> list[list[float]]:
    """Return goals to come for the attack in the rest of the half, by turns left, then by ``row``."""
    values = [[0.0] * (len(ROWS) * STARS) for _ in range(turns + 1)]
    for left in range(turns + 1):
        if left < 3:
            trees = [_tree(state, state.period_turns) for state in _positions(left)]
        while True:
            before = list(values[left])
            for number, tree in enumerate(trees):
                values[left][number] = _value(tree, values, left)
            if left or max(abs(a - b) for a, b in zip(before, values[left], strict=True)) < 1e-4:
                break
    return values


def main() -> None:
    values = solve()
    by_turns_left = {str(left): [round(value * SCALE) for value in values[left]] for left in LEFT}
    FILE.write_text(json.dumps(by_turns_left, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
