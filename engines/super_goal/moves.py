"""Moves of Super Goal! as shared constants, and legal lists made once for each kind of position.

Source: SG section 14, "State machine".
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engines.core.moves import Move
from engines.super_goal import board
from engines.super_goal.board import CELLS, CORNER_CELL, DEPTH, SHOOTING_ZONE, THROW, WING
from engines.super_goal.faces import (
    ASSIST,
    CONTROL,
    DICE,
    LONG_SHOT,
    RECOVERY,
    SUPER_SAVE,
    UNSTOPPABLE,
    WHISTLE,
)
from engines.super_goal.state import (
    BLOCK,
    CORNER,
    CROSSBAR,
    FREE_KICK,
    GOAL_KICK,
    POST,
    SAVE,
    TACKLE,
    THROW_IN,
    UNSTOPPABLE_SHOT,
)
from engines.super_goal.state import THROW as KEEPERS_THROW

ROLL: Final = tuple(
    Move({"type": "roll", "die": DICE[code // 4], "turn": bool(code & 2), "double": bool(code & 1)}, code)
    for code in range(12)
)
"""Indexed by die * 4 + turn * 2 + double."""
SHOOT: Final = Move({"type": "shoot"}, 12)
STAR: Final = Move({"type": "star"}, 13)
DECLINE: Final = Move({"type": "decline"}, 14)
CHOOSE: Final = tuple(
    Move({"type": "choose", "side": side}, 15 + way) for way, side in enumerate(("west", "east", "south", "north"))
)
DEFENDER: Final = Move({"type": "defender"}, 19)
KEEPER: Final = Move({"type": "keeper"}, 20)
CONCEDE: Final = Move({"type": "concede"}, 21)
PENALTY: Final = Move({"type": "penalty"}, 22)
PLACE: Final = tuple(Move({"type": "place", "to": CELLS[cell]}, 23 + cell) for cell in range(board.ON_PITCH))

Moves = tuple[Move, ...]
NONE: Final[Moves] = ()
KICK: Final[Moves] = (PENALTY,)
THROWS: Final = tuple((PLACE[cells[0]], PLACE[cells[1]]) for cells in THROW)
SIDES: Final[tuple[Moves, Moves]] = ((CHOOSE[0], CHOOSE[1]), (CHOOSE[2], CHOOSE[3]))
"""Indexed by whether the arrow is turned."""
REACTIONS: Final[tuple[Moves, Moves]] = ((DECLINE,), (DECLINE, STAR))
"""Indexed by whether the defender holds a coup for this window."""


@cache
def attack(side: int, ball: int, restart: int, last_die: int, face: int) -> Moves:
    """Return the attack's moves; ``face`` is the star die's if the attack holds it, else -1.

    Rolls by die, unturned before turned, single before double; then the shot; then the coup.
    """
    if restart == CORNER:
        turns: Sequence[int] = (1,)  # SG-8.6: a corner is always turned
    else:
        turns = (0, 1) if WING[side][ball] else (0,)  # SG-5.11
    doubles = (0, 1) if restart in (GOAL_KICK, KEEPERS_THROW) else (0,)  # SG-8.3
    moves = [
        ROLL[die * 4 + turn * 2 + double]
        for die in range(3)
        if not (die == CONTROL and last_die == CONTROL)  # SG-4.5
        for turn in turns
        for double in doubles
    ]
    if may_shoot(side, ball, restart):
        moves.append(SHOOT)
    if may_play_coup(side, ball, restart, face):
        moves.append(STAR)
    return tuple(moves)


def may_shoot(side: int, ball: int, restart: int) -> bool:
    """Return whether a shot is allowed: SG-6.1, not from a throw-in (SG-5.12), free kicks by SG-9.4 and SG-11.8."""
    if restart == THROW_IN:
        return False
    if restart == FREE_KICK:
        return DEPTH[side][ball] in (8, 9) or board.AREA[side][ball]
    return SHOOTING_ZONE[side][ball]


def may_play_coup(side: int, ball: int, restart: int, face: int) -> bool:
    """Return whether the attack may play the star die's ``face`` now (SG-10.3 to SG-10.6)."""
    if face == LONG_SHOT:
        return DEPTH[side][ball] >= 6 and not CORNER_CELL[side][ball] and restart != THROW_IN
    if face == ASSIST:
        return DEPTH[side][ball] >= 3
    if face == UNSTOPPABLE:
        return SHOOTING_ZONE[side][ball] and restart != THROW_IN
    return face == WHISTLE


_WITHOUT: Final[tuple[Moves, ...]] = (
    (DEFENDER,),
    (DEFENDER,),
    (DEFENDER,),
    (DEFENDER, KEEPER),
    (KEEPER,),
    (CONCEDE,),
)


@cache
def intervene(kind: int, inside: bool, face: int) -> Moves:
    """Return the defender's moves in a window; ``face`` is the star die's if the defender holds it, else -1."""
    if face == SUPER_SAVE:
        coup = kind in (CROSSBAR, SAVE, UNSTOPPABLE_SHOT)  # SG-10.7
    elif face == RECOVERY:
        # SG-10.8: at a question mark, or after a shot from outside the area
        coup = kind in (TACKLE, BLOCK) or (not inside and kind in (POST, CROSSBAR, SAVE, UNSTOPPABLE_SHOT))
    else:
        coup = False
    return (*_WITHOUT[kind], STAR) if coup else _WITHOUT[kind]


def every() -> Moves:
    """Return each move that the game has, by its code."""
    return (*ROLL, SHOOT, STAR, DECLINE, *CHOOSE, DEFENDER, KEEPER, CONCEDE, PENALTY, *PLACE)
