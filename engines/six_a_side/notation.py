"""Line of a six-a-side position: its parts in order, with their usual values.

Pawns stand as p1 to p7, two letters each, home first; elsewhere home's are ``A`` to ``G``, away's ``a`` to ``g``.
"""

from typing import Final

from engines.core.position import NOBODY, NOUGHT
from engines.six_a_side.wire import CONTRACT

POSITIONS: Final = CONTRACT.line(
    period="regulation",
    phase="turn",
    to_act=["home"],
    active="home",
    attacking="home",
    score=NOUGHT,
    pieces={},
    ball=None,
    carrier=None,
    formation={},
    bench={"home": [], "away": []},
    keeper=NOBODY,
    subs_left=NOUGHT,
    turn=0,
    turns_played=0,
    possession_turns=0,
    controller=NOUGHT,
    no_steal=NOBODY,
    chain=[],
    yellow={},
    sent_off=[],
    coaching=NOUGHT,
    penalty=None,
    picks=NOBODY,
    time_up=False,
    shootout=None,
    result=None,
)
