"""Matches of bots to fit win expectations to: positions on the way, goals and score of each, from its seed alone.

``python -m engines.values.played GAME MATCHES [FIRST_SEED] > FILE`` writes one match a line. Both sides follow their
best moves by ``FOLLOWED`` and play at random now and then, each by its own share of the match, so that positions vary
and sides are about equal. Dom Jim looks one answer ahead: one ply deep its kick-offs are lost, in better play won.
"""

import json
import sys
from importlib import import_module
from random import Random
from typing import Any, Final, TypedDict

import engines
from engines.bots.search import Plan, Search
from engines.core.dice import Dice, SeededDice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat

SLIPS: Final = (0.0, 0.05, 0.15)
"""Shares of a side's decisions that are random; each side draws one for the match."""
KEPT: Final = {"dom_jim": 0.12, "six_a_side": 0.06, "fuba": 0.06, "soccer_tactics": 0.12}
"""Share of positions kept: about twenty a match."""
LENGTHS: Final = {"fuba": ("half_minutes", (15, 20)), "soccer_tactics": ("half_turns", (10, 20))}
"""Option and its values, one drawn for a match, where a match of the usual length costs seconds."""
FOLLOWED: Final = {"dom_jim": Plan((3,), 400, 12)}
ONE_PLY: Final = Plan((), 400, 12)
"""Fewer outcomes of a move than ``greedy`` has, for speed."""


class Played(TypedDict):
    seed: int
    score: list[int]
    decisions: int
    goals: list[tuple[int, int]]
    """Decision and side (0: home) of each goal."""
    positions: list[tuple[int, str]]
    """Decision and the position before it, as a line."""


def play(slug: str, seed: int) -> Played:
    """Play one match by the game's usual terms."""
    game = engines.get(slug)
    chance, dice = Random(seed), SeededDice(seed)
    pair = Pair(slug, chance)
    option, lengths = LENGTHS.get(slug, ("", ()))
    state, _events = game.new({option: chance.choice(lengths)} if option else None, None, dice)
    goals: list[tuple[int, int]] = []
    positions: list[tuple[int, str]] = []
    decision = 0
    while acting := game.to_act(state):
        moves = list(game.legal(state, acting[0]))
        if chance.random() < KEPT[slug]:
            positions.append((decision, game.position(state)))
        before = state.score
        state = pair.decide(state, acting[0], moves, dice, seed + decision)
        goals += [(decision, side) for side in (0, 1) for _ in range(state.score[side] - before[side])]
        decision += 1
    return {
        "seed": seed,
        "score": list(state.score),
        "decisions": decision,
        "goals": goals,
        "positions": positions,
    }


class Pair:
    """The two bots of one match, each with its share of slips."""

    def __init__(self, slug: str, chance: Random) -> None:
        self.game: Game[Any] = engines.get(slug)
        self.evaluate = import_module(f"engines.bots.{slug}").evaluate
        self.plan = FOLLOWED.get(slug, ONE_PLY)
        self.chance = chance
        self.slips = {"home": chance.choice(SLIPS), "away": chance.choice(SLIPS)}

    def decide(self, state: Any, seat: Seat, moves: list[Move], dice: Dice, seed: int) -> Any:  # any game's position
        """Return the position after the move of ``seat``'s bot."""
        chance = self.chance
        if len(moves) == 1 or chance.random() < self.slips[seat]:
            move = chance.choice(moves)
        else:
            chance.shuffle(moves)
            move = Search(self.game, self.evaluate, seat, seed, self.plan).best(state, moves)
        return self.game.apply(state, seat, move, dice)[0]


def main() -> None:
    slug, matches = sys.argv[1], int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for seed in range(first, first + matches):
        print(json.dumps(play(slug, seed), separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
