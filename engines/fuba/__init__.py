"""FUBA, the game of a team's shape: thirteen zones, a ball die and a time track (rule ids FU).

``board`` and ``state`` are the position in numbers; ``set_up``, ``restarts``, ``control``, ``shots``, ``movement``,
``cards``, ``clock`` and ``deciding`` are the rules by subject, ``play`` the state machine over them; ``wire`` and
``scenario`` are the edge; ``drawing``, ``words`` and ``commentary`` show it.
"""

from engines.fuba.about import ABOUT
from engines.fuba.game import Fuba

__all__ = ["ABOUT", "GAME"]

GAME = Fuba()
