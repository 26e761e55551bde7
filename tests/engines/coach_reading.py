"""A reading of the coach's reasons of its own: each sentence beside what the engine says of the move it is about.

Nothing here asks a coach. A reason is looked up by its sentence; its numbers and names are compared with the legal
moves, the positions after the move and the events of every roll.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import engines
from engines import bots
from engines.core.coaching import Lesson
from engines.core.dice import SeededDice
from engines.core.moves import Move
from engines.core.outcomes import outcomes
from engines.core.seats import Seat

SPACING = 3
"""Decisions of a match between two positions that are asked about, in which the advised move is played."""


@dataclass
class Case:
    """A decision, and the move that the coach points at."""

    game: Any
    state: Any
    seat: Seat
    moves: Sequence[Move]
    move: Move

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, self.seat)

    @cached_property
    def after(self) -> list[tuple[Any, list[dict[str, Any]]]]:
        """Positions after the move with their events, one for each outcome of its dice."""
        play = partial(self.game.apply, self.state, self.seat, self.move)
        return [happened for happened, _ in outcomes(play)]

    def every(self, holds: Callable[[Any, list[dict[str, Any]]], bool]) -> bool:
        return all(holds(state, events) for state, events in self.after)


def cases(slug: str, count: int, seed: int = 1) -> Iterator[tuple[Case, Lesson]]:
    """Yield ``count`` decisions of random matches, of whole ones and from the guided position in turn, with advice."""
    game = engines.get(slug)
    found = 0
    while found < count:
        seed += 1
        chance, dice = random.Random(seed), SeededDice(seed)
        start = game.coach.start()
        if seed % 2:
            state = game.setup(dict(start.overrides), dict(start.options), dict(start.terms))
        else:
            state, _events = game.new({}, {"draws_allowed": False}, dice)
        skipped = chance.randrange(SPACING)
        for number in range(150):
            acting = game.to_act(state)
            if not acting or found == count:
                break
            seat = chance.choice(acting)
            moves = game.legal(state, seat)
            view = game.view(state, seat)
            move = chance.choice(moves)
            if number % SPACING == skipped:
                best = bots.choose(slug, "club", view, seat, moves, number)
                lesson = game.coach.lesson(view, seat, moves, best)
                if _is_pointed_at(game, view, seat, lesson.move):
                    found += 1
                    yield Case(game, state, seat, moves, lesson.move), lesson
                move = lesson.move
            state, _events = game.apply(state, seat, move, dice)


def _is_pointed_at(game: Any, view: dict[str, Any], seat: Seat, move: Move) -> bool:
    """Whether the page shows the move: not one placing of a line-up, which is drafted whole."""
    (choice,) = game.choices(view, seat, [move])
    return choice.get("key") != "place"
