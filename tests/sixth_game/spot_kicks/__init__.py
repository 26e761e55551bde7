"""Spot kicks: a whole game of a few lines, which a test adds to the site. ``GAME`` is the engine, ``ABOUT`` its card.

SK-1  Home and away kick in turn, home first, ``kicks`` each: to the left, to the centre or to the right.
SK-2  A die of 3 says where the keeper dives; elsewhere it is a goal, there it is saved.
SK-3  Level after all kicks is a draw where draws are allowed; else score and carry decide, then pairs of kicks.
"""

from .about import ABOUT
from .game import SpotKicks

__all__ = ["ABOUT", "GAME"]

GAME = SpotKicks()
