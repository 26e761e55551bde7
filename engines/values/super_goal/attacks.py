"""Numbers of the attacks of Super Goal!: everything about a running attack but score, period and turns left.

An attack is seen by its own side: cell, star die, and whose foul was the last blue roll. A penalty about to be taken is
one too, since it costs a counted turn.
"""

from collections.abc import Iterator
from typing import Final

from engines.super_goal import phases
from engines.super_goal.board import CENTRE, CORNER_KICK, GOAL_KICK, ON_PITCH, SPOT, THROW
from engines.super_goal.faces import CONTROL, NO_DIE
from engines.super_goal.options import frame
from engines.super_goal.state import CORNER, FREE_KICK, LIVE, SPOT_KICK, THROW_IN, State
from engines.super_goal.state import GOAL_KICK as KICKED
from engines.super_goal.state import THROW as THROWN

LOCKED: Final = -1
"""A live ball with the control die locked; the other kinds are restarts, of which a kick-off is a live ball."""
STARS: Final = 12
"""Faces of the star die with the attack, then with the defence."""
FOULS: Final = 3
"""Last blue roll: no foul, one by the attack, one by the defence."""
VARIANTS: Final = STARS * FOULS


def _kinds() -> list[tuple[int, int]]:
    kinds = [(kind, cell) for kind in (LIVE, LOCKED, FREE_KICK) for cell in range(ON_PITCH)]
    kinds += [(THROW_IN, row * 5 + edge) for row in range(11) for edge in (0, 4)]
    kinds += [(KICKED, GOAL_KICK[0]), (CORNER, CORNER_KICK[0]), *((THROWN, cell) for cell in THROW[0])]
    return [*kinds, (SPOT_KICK, SPOT[0])]


KINDS: Final = _kinds()
"""Kind and cell, as home."""
_NUMBERS: Final = {kind: number for number, kind in enumerate(KINDS)}
COUNT: Final = len(KINDS) * VARIANTS
KICK_OFF: Final = _NUMBERS[LIVE, CENTRE] * VARIANTS


def variant(state: State, side: int) -> int:
    """Return the number of star die and last foul as ``side`` sees them."""
    star = state.star_face - 1 + (0 if state.star_holder == side else 6)
    foul = 0 if state.last_foul < 0 else 1 if state.last_foul == side else 2
    return star * FOULS + foul


def number(state: State) -> int:
    """Return the number of the running attack."""
    side = state.attacking
    cell = 54 - state.ball if side else state.ball
    kind = state.restart
    if state.phase == phases.PENALTY:
        kind = SPOT_KICK
    elif kind not in (FREE_KICK, THROW_IN, KICKED, CORNER, THROWN):
        kind = LOCKED if state.last_die == CONTROL else LIVE
    return _NUMBERS[kind, cell] * VARIANTS + variant(state, side)


def positions(left: int) -> Iterator[State]:
    """Yield a position of each attack in order, by home in the first half with ``left`` counted turns left."""
    for kind, cell in KINDS:
        for star in range(STARS):
            for foul in range(FOULS):
                state = State(frame=frame(None, None))
                state.phase = phases.PENALTY if kind == SPOT_KICK else phases.ATTACK
                state.ball, state.restart = cell, max(kind, LIVE)
                state.last_die = CONTROL if kind == LOCKED else NO_DIE
                state.star_holder, state.star_face = star // 6, star % 6 + 1
                state.last_foul = foul - 1
                state.period_turns, state.time_up = state.frame.half_turns - left, left == 0
                yield state
