"""Forced goals in two: one's first decision, any reply, and a goal by one's second decision at the latest.

Exhaustive: every legal move of both sides and every outcome of the dice is followed. Nothing is judged, so a decision
either forces the goal or does not.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import SEATS, Event, Seat
from engines.dom_jim import board as dom_jim
from engines.puzzles.outcomes import outcomes
from engines.six_a_side import board as six_a_side

GAMES: Final = ("dom_jim", "six_a_side")
GOAL_CELLS: Final = {
    "dom_jim": frozenset(dom_jim.CELLS[cell] for side in dom_jim.GOAL for cell in side),
    "six_a_side": frozenset(six_a_side.CELLS[cell] for side in six_a_side.GOAL for cell in side),
}
"""A goal without dice is a move to one of these cells; the test's second program does not assume it."""
REPLIES: Final = 6
"""Decisions of the opponent in a row; no goal counts as forced beyond."""


class Step(NamedTuple):
    """One decision of a line that is shown."""

    seat: Seat
    move: Move
    events: list[Event]
    state: Any  # the position after it


def goals(game: Game[Any], state: Any, seat: Seat) -> int:
    return int(state.score[SEATS.index(seat)])


def scoring(game: Game[Any], state: Any, seat: Seat) -> list[Move]:
    """Return the legal moves of ``seat`` that score at once, whatever is rolled."""
    cells = GOAL_CELLS[game.slug]
    before = goals(game, state, seat)
    return [
        move
        for move in game.legal(state, seat)
        if move.get("to") in cells
        and all(goals(game, after, seat) > before for after, *_ in outcomes(game, state, seat, move))
    ]


def forcing(game: Game[Any], state: Any, seat: Seat) -> list[Move]:
    """Return every first decision of ``seat`` that forces a goal in two, those that score at once included."""
    search = _Search(game, state, seat)
    return [move for move in game.legal(state, seat) if search.forces(state, move)]


class _Search:
    """The search from one position; it remembers the replies that refuted, to try them first."""

    def __init__(self, game: Game[Any], state: Any, seat: Seat) -> None:
        self.game, self.seat, self.before = game, seat, goals(game, state, seat)
        self.refuting: list[Move] = []

    def forces(self, state: Any, move: Move) -> bool:
        """Return whether every outcome of the first decision ``move`` leads to a goal by the second."""
        return all(self.won(after, 0) for after, *_ in outcomes(self.game, state, self.seat, move))

    def won(self, state: Any, replies: int) -> bool:
        if goals(self.game, state, self.seat) > self.before:
            return True
        acting = self.game.to_act(state)
        if len(acting) != 1 or replies > REPLIES:
            return False
        if acting[0] == self.seat:
            return bool(scoring(self.game, state, self.seat))
        return self.refutation(state, acting[0], replies) is None

    def refutation(self, state: Any, opponent: Seat, replies: int) -> Move | None:
        """Return a reply after which the goal is not forced, or None."""
        for reply in self._ordered(self.game.legal(state, opponent)):
            for after, *_ in outcomes(self.game, state, opponent, reply):
                if not self.won(after, replies + 1):
                    if reply not in self.refuting:
                        self.refuting.append(reply)
                    return reply
        return None

    def losing(self, state: Any, seat: Seat, move: Move, replies: int) -> Step | None:
        """Return an outcome of ``move`` after which the goal is not forced, or None."""
        for after, events, *_ in outcomes(self.game, state, seat, move):
            if not self.won(after, replies):
                return Step(seat, move, events, after)
        return None

    def _ordered(self, moves: Sequence[Move]) -> list[Move]:
        first = [move for move in self.refuting if move in moves]
        return first + [move for move in moves if move not in first]


def refute(game: Game[Any], state: Any, seat: Seat, answer: Move) -> list[Step]:
    """Return ``answer`` and the opponent's replies after which no goal follows. Raises ValueError if it forces one."""
    search = _Search(game, state, seat)
    steps: list[Step] = []
    actor, move = seat, answer
    while True:
        losing = search.losing(state, actor, move, len(steps))
        if losing is None:
            break
        steps.append(losing)
        state = losing.state
        acting = game.to_act(state)
        if len(acting) != 1 or acting[0] == seat or len(steps) > REPLIES:
            break
        actor = acting[0]
        reply = search.refutation(state, actor, len(steps) - 1)
        if reply is None:
            break
        move = reply
    if not steps:
        raise ValueError(f"{answer} forces a goal")
    return steps
