"""Soccer Tactics WORLD: eleven a side on 8 x 16 cells, moved by dice. ``GAME`` is the engine.

Rules by subject: ``reach`` (how pieces and the ball move), ``standing`` (where a piece may stand, off-side), ``offers``
(what is legal), ``periods`` (kick-offs, time, the end), ``flow`` (the offensive set), ``set_pieces``, ``shots``,
``battles``, ``play`` (what a move does). Rule ids ``ST-...`` are those of the rules page.
"""

from engines.soccer_tactics.about import ABOUT
from engines.soccer_tactics.game import SoccerTactics

__all__ = ["ABOUT", "GAME"]

GAME = SoccerTactics()
