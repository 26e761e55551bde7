"""Forced goals in two a second time, on the slow second readings of Dom Jim and six-a-side.

Nothing is imported from the engines or from ``engines.puzzles``: every legal move of the letter is played with every
outcome of its dice, and nothing but the score says what a goal is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engines import dom_jim_by_the_letter, six_a_side_by_the_letter

LETTERS: dict[str, Any] = {"dom_jim": dom_jim_by_the_letter, "six_a_side": six_a_side_by_the_letter}
MOST_REPLIES = 7


class NoMoreRolls(Exception):
    def __init__(self, sides: int) -> None:
        self.sides = sides


class Forcing:
    """The question for one wire position: which first decisions of ``seat`` force a goal in two?"""

    def __init__(self, game: str, wire: dict[str, Any], seat: str) -> None:
        self.letter, self.wire, self.seat = LETTERS[game], wire, seat
        self.goals = wire["score"][seat]

    def answers(self) -> list[dict[str, Any]]:
        return [move for move in self.letter.legal(self.wire, self.seat) if self.forces(move)]

    def at_once(self) -> bool:
        """Whether some move scores at once."""
        return self.scores(self.wire)

    def forces(self, move: dict[str, Any]) -> bool:
        return all(self.lost_for_them(after, 0) for after in self.every(self.wire, self.seat, move))

    def lost_for_them(self, wire: dict[str, Any], replies: int) -> bool:
        if wire["score"][self.seat] > self.goals:
            return True
        if len(wire["to_act"]) != 1:
            return False
        if wire["to_act"] == [self.seat]:
            return self.scores(wire)
        if replies == MOST_REPLIES:
            return False
        (opponent,) = wire["to_act"]
        for reply in self.letter.legal(wire, opponent):
            for after in self.every(wire, opponent, reply):
                if not self.lost_for_them(after, replies + 1):
                    return False
        return True

    def scores(self, wire: dict[str, Any]) -> bool:
        moves = self.letter.legal(wire, self.seat)
        # Kicks first: a goal is found sooner; all others are tried where there is none.
        for move in sorted(moves, key=lambda one: one["type"] != "kick"):
            if all(after["score"][self.seat] > self.goals for after in self.every(wire, self.seat, move)):
                return True
        return False

    def every(self, wire: dict[str, Any], seat: str, move: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Every position after ``move``, for each way that the dice may fall."""
        waiting: list[list[int]] = [[]]
        while waiting:
            script = waiting.pop()
            left = list(script)

            def roll(sides: int, left: list[int] = left) -> int:
                if not left:
                    raise NoMoreRolls(sides)
                return left.pop(0)

            try:
                yield self.letter.after(wire, seat, self.named(move), roll)[0]
            except NoMoreRolls as end:
                waiting += [[*script, value] for value in range(1, end.sides + 1)]

    def named(self, move: dict[str, Any]) -> dict[str, Any]:
        """Six-a-side's reading calls its pass ``pass_``: ``pass`` is a word of Python."""
        return {**move, "type": "pass_"} if move["type"] == "pass" else move
