"""Line of a Super Goal! position: its parts in order, with their usual values."""

from typing import Final

from engines.core.position import NOUGHT
from engines.super_goal.wire import CONTRACT

POSITIONS: Final = CONTRACT.line(
    period="first_half",
    phase="attack",
    to_act=["home"],
    attacking="home",
    score=NOUGHT,
    ball="C6",
    restart=None,
    star=None,
    turn=0,
    period_turns=0,
    toss_winner="home",
    last_die=None,
    pending=None,
    last_foul=None,
    expulsions=NOUGHT,
    time_up=False,
    first_kicker=None,
    shootout=None,
    result=None,
    pieces={},
    carrier=None,
    yellow={},
    sent_off=[],
)
