"""A program's score against each level of bots: here one that shoots when it may and else moves at random.

    PYTHONPATH=. python docs/example_environment.py [GAME] [MATCHES]

It needs the extra ``rl`` of the engines, and PYTHONPATH only where the package is not installed.
docs/environments.md tells what observations and actions are.
"""

import random
import sys

from engines.environments import Against, evaluate

GAME = sys.argv[1] if len(sys.argv) > 1 else "super_goal"
MATCHES = int(sys.argv[2]) if len(sys.argv) > 2 else 100

chance = random.Random(1)
shots = {number for number, move in enumerate(Against(GAME).actions.moves) if move["type"] in ("shoot", "kick")}


def choose(observation, legal):
    """Your own idea goes here: ``observation`` is a row of numbers and a mask, ``legal`` the actions to choose from."""
    return int(next((action for action in legal if action in shots), chance.choice(legal)))


for against in evaluate(choose, GAME, MATCHES):
    low, high = against.interval
    print(
        f"{against.level:<10} won {against.won:>4}  drew {against.drawn:>4}  lost {against.lost:>4}  "
        f"score {against.score:.3f} (95 %: {low:.3f} to {high:.3f})"
    )
