"""Line of a Soccer Tactics position: its parts in order, with their usual values.

Pieces stand in the order of the data contract, two letters each, ``L0`` and ``L1`` the middle of home's and away's goal
line, ``S0`` and ``S1`` the spots; elsewhere home's are ``A`` to ``K``, away's ``a`` to ``k``, and ``Z`` and ``z`` the
defenders of a side together (ST-11.3).
"""

from typing import Final

from engines.core.position import NOUGHT
from engines.soccer_tactics.wire import CONTRACT

POSITIONS: Final = CONTRACT.line(
    period="first_half",
    phase="attack_move",
    to_act=["home"],
    attacking="home",
    score=NOUGHT,
    pieces={},
    ball=None,
    carrier=None,
    roll=None,
    passes=0,
    turn=0,
    clock_turns=0,
    first_kick=None,
    extra_kick=None,
    dead=None,
    kicker=None,
    no_touch=None,
    no_offside=False,
    after=None,
    pending={"home": [], "away": []},
    restart=None,
    yellow={},
    sent_off=[],
    time_up=False,
    shootout_first=None,
    shootout=None,
    result=None,
)
