"""Line of a FUBA position: its parts in order, with their usual values.

Pieces stand from the goalkeeper to p10, home first, a letter each for the zone: ``1`` to ``5`` for C1 to C5, ``l m n
o`` for L1 to L4, ``r s t u`` for R1 to R4, ``w x y z`` for the corner spots. Elsewhere home's pieces are ``A`` to
``K``, away's ``a`` to ``k``.
"""

from typing import Final

from engines.core.position import NOBODY, NOUGHT
from engines.fuba.wire import CONTRACT

POSITIONS: Final = CONTRACT.line(
    period="first_half",
    phase="target",
    to_act=["home"],
    attacking="home",
    score=NOUGHT,
    pieces={},
    ball="C3",
    ball_die=None,
    minute=1,
    stoppage=0,
    formations=NOBODY,
    first_kick_off=None,
    turn=0,
    game_turn=0,
    restart=None,
    dice=NOBODY,
    target=None,
    movement=None,
    moved=[],
    snapshot={},
    setup=None,
    deducted=NOUGHT,
    carried=False,
    no_movement=None,
    yellow=NOUGHT,
    sent_off=[],
    sealed=NOBODY,
    shootout=None,
    result=None,
    carrier=None,
    time_up=False,
)
