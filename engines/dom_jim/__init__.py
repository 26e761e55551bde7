"""Dom Jim: chess-like football on 9 x 13 cells, twelve figures a side. ``GAME`` is the engine.

Rules by subject: ``reach`` (moves of figures), ``kicks`` (flights of the ball), ``play`` (legal moves and their
effects), ``turns`` (the end of a turn, offside, the keeper's duty, goals), ``deciding`` (the end of a leg, the flag
race, the shootout). Rule ids ``DJ-...`` refer to the rules page.
"""

from engines.dom_jim.about import ABOUT
from engines.dom_jim.game import DomJim

__all__ = ["ABOUT", "GAME"]

GAME = DomJim()
