"""Six-a-side: pawns on 69 spaces, sealed line-ups and penalties, no dice. ``GAME`` is the engine.

Rules by subject: ``reach`` (moves and sprints), ``kicks`` (passes, kicks, shots), ``steals`` (steals and cards),
``penalties``, ``line_ups`` (placing, kick-offs, keepers), ``turns`` (the end of a turn), ``deciding`` (the end of a
period, the shootout), ``play`` (legal moves and their effects). Rule ids ``SX-...`` refer to the rules page.
"""

from engines.six_a_side.about import ABOUT
from engines.six_a_side.game import SixASide

__all__ = ["ABOUT", "GAME"]

GAME = SixASide()
