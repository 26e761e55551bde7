"""Reasons for an answer: the line that solves it, and the chances of each move.

Computed when somebody asks, from the position alone; the worths of a puzzle's moves are stored with it.
"""

from random import Random
from typing import Any, Final, NamedTuple

from engines.core.dice import ScriptedDice
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Seat
from engines.puzzles import forced
from engines.puzzles.forced import Step
from engines.puzzles.outcomes import Outcome, likely_outcomes

SHOWN: Final = 6
"""Moves whose chances are listed: the answer, the solution and the next best."""


class Chance(NamedTuple):
    """Chances of one move, from 0 to 1; ``of`` is the faces of its one die, 0 if it rolls none or several."""

    move: Move
    worth: int
    """Thousandths."""
    ball: float
    """The ball is one's own afterwards, or a goal is scored."""
    goal: float
    of: int

    def faces(self, share: float) -> int:
        """Return how many of ``of`` faces a share is."""
        return round(share * self.of)


def solution(game: Game[Any], state: Any, seat: Seat, answer: Move) -> list[Step]:  # any game's position
    """Return a right answer, a reply of the opponent if there is one, and the goal."""
    before = forced.goals(game, state, seat)
    chance = Random(0)
    steps = [_played(game, state, seat, answer)]
    while forced.goals(game, steps[-1].state, seat) == before and len(steps) <= forced.REPLIES + 1:
        state = steps[-1].state
        actor = game.to_act(state)[0]
        scores = forced.scoring(game, state, seat)
        move = scores[0] if actor == seat else chance.choice(_without_dice(game, state, actor))
        steps.append(_played(game, state, actor, move))
    return steps


def _without_dice(game: Game[Any], state: Any, seat: Seat) -> list[Move]:
    """Return the moves of ``seat`` that roll no die, or all of them if each rolls one."""
    moves = list(game.legal(state, seat))
    quiet = []
    for move in moves:
        try:
            game.apply(state, seat, move, ScriptedDice(()))
        except DiceExhausted:
            continue
        quiet.append(move)
    return quiet or moves


def _played(game: Game[Any], state: Any, seat: Seat, move: Move) -> Step:
    after, events = game.apply(state, seat, move, ScriptedDice((), 1))
    return Step(seat, move, events, after)


def chances(game: Game[Any], state: Any, seat: Seat, worths: tuple[int, ...], answer: Move) -> list[Chance]:
    """Return the chances of the best moves and of ``answer``, best first."""
    ranked = sorted(zip(game.legal(state, seat), worths, strict=True), key=lambda candidate: -candidate[1])
    listed = ranked[:SHOWN]
    if all(move != answer for move, _ in listed):
        listed = [*listed[:-1], next(candidate for candidate in ranked if candidate[0] == answer)]
    return [_chance(game, state, seat, move, worth) for move, worth in listed]


def _chance(game: Game[Any], state: Any, seat: Seat, move: Move, worth: int) -> Chance:
    before = forced.goals(game, state, seat)
    every = likely_outcomes(game, state, seat, move)
    goal = sum(weight for after, _, _, weight in every if forced.goals(game, after, seat) > before)
    side = SEATS.index(seat)
    ball = sum(
        weight for after, _, _, weight in every if after.attacking == side or forced.goals(game, after, seat) > before
    )
    return Chance(move, worth, ball, goal, _faces(every))


def _faces(every: list[Outcome]) -> int:
    """Return the faces of the one die that each outcome rolled, 0 if there is no such die."""
    rolled = {len(rolls) for _, _, rolls, _ in every}
    return len(every) if rolled == {1} else 0
