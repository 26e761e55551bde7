"""Soccer Tactics WORLD: eleven a side on 8 x 16 cells, moved by dice. ``GAME`` is the engine.

Rules by subject: ``reach`` (paths of pieces and the ball), ``standing`` (open cells, off-side), ``offers`` (legal
moves), ``periods`` (kick-offs, time, the end), ``flow`` (the offensive set), ``set_pieces``, ``shots``, ``battles``,
``play`` (effects of moves). Rule ids ``ST-...`` refer to the rules page.
"""

from engines.soccer_tactics.about import ABOUT
from engines.soccer_tactics.game import SoccerTactics

__all__ = ["ABOUT", "GAME"]

GAME = SoccerTactics()
