"""Super Goal!: dice football on a 5 x 11 grid, with the ball as its only piece. ``GAME`` is the engine.

Rules by subject: ``arrows``, ``shots``, ``defence``, ``fouls``, ``star``, ``flow`` (turnovers, restarts, goals),
``periods``; ``play`` leads from a move to the rule. Rule ids ``SG-...`` refer to the rules page.
"""

from engines.super_goal.about import ABOUT
from engines.super_goal.game import SuperGoal

__all__ = ["ABOUT", "GAME"]

GAME = SuperGoal()
