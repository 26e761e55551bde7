"""Line of a Dom Jim position: its parts in order, with their usual values.

Figures stand in canonical order (DJ-14.1), two letters each; elsewhere home's are ``A`` to ``L``, away's ``a`` to
``l``.
"""

from typing import Final

from engines.core.position import NOUGHT
from engines.dom_jim.wire import CONTRACT

POSITIONS: Final = CONTRACT.line(
    period="regulation",
    phase="turn",
    to_act=["home"],
    attacking="home",
    score=NOUGHT,
    pieces={},
    ball="E7",
    carrier=None,
    possession=None,
    turn=0,
    turns=0,
    quiet=0,
    cards={"home": 2, "away": 2},
    yellow={},
    sent_off=[],
    lost_turns=NOUGHT,
    watch=[],
    offside=[],
    passer=None,
    time_up=False,
    races=[],
    shootout_first=None,
    shootout=None,
    result=None,
    offside_count=0,  # last: lines of before end without it
)
