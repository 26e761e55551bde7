"""Legal moves of each phase, as (shelf, cells). Source: ST section 14 and the rules it names.

Moves from dice come first; the placings of set pieces are in ``placing``.
"""

from typing import Final

from engines.core.moves import Move
from engines.soccer_tactics import moves as m
from engines.soccer_tactics import phases, placing
from engines.soccer_tactics.board import AREA, GOAL_AREA, HALF, KIND, RINGS, TEAM
from engines.soccer_tactics.reach import REACHES, flights, met, reach
from engines.soccer_tactics.standing import crowded, interfering_piece, may_stand, offside_cells
from engines.soccer_tactics.state import ALWAYS, GOAL_KICK, KICK_OFF, NEVER, NOT_DEAD, State

Offer = list[tuple[int, int]]
NONE: Final[tuple[Move, ...]] = ()
_WHERE: Final = tuple((1 + piece // TEAM) if KIND[piece] <= 4 else 0 for piece in range(2 * TEAM))
"""By piece: the cells open to its paths (``reach``)."""
_WAYS: Final = tuple(REACHES[where] for where in _WHERE)


def legal(s: State, side: int) -> tuple[Move, ...]:
    if s.phase == phases.FINISHED or side != s.acting:
        return NONE
    if s.listed is None:
        s.listed = m.listed(offer(s))
    return s.listed


def offer(s: State) -> Offer:
    offered = s.offer
    if offered is None:
        offered = s.offer = _offer(s)
    return offered


def allows(s: State, code: int) -> bool:
    shelf, cell = code >> 7, code & 127
    return any(number == shelf and cells >> cell & 1 for number, cells in s.offer or offer(s))


def _offer(s: State) -> Offer:
    phase = s.phase
    if phase == phases.ATTACK_MOVE:
        return _moves(field_moves(s, s.attacking, s.carrier))
    if phase == phases.ATTACK_PLAY:
        return plays(s)
    if phase == phases.CAPTURE:
        return _moves(captures(s))
    if phase == phases.DEFENCE:
        keeper = keeper_step(s, 1 - s.attacking)
        return [m.ONE_WORD[m.ROLL], *_moves(keeper)]
    if phase == phases.DEFENCE_MOVE:
        return _moves(defences(s))
    if phase == phases.MINOR_FOUL:
        return [m.ONE_WORD[m.ACCEPT], m.ONE_WORD[m.DECLINE]]
    return placing.offer(s)


def _moves(reached: Offer) -> Offer:
    return [(m.MOVE + piece, cells) for piece, cells in reached]


def field_moves(s: State, side: int, apart: int) -> Offer:
    """Return (piece, cells) of each field piece of ``side`` but ``apart`` that the roll can move (ST-3)."""
    return _field_moves(s, side, apart, False)


def can_move(s: State, side: int, apart: int) -> bool:
    return bool(_field_moves(s, side, apart, True))


def _field_moves(s: State, side: int, apart: int, first_only: bool) -> Offer:
    roll, pieces, own, field = s.roll, s.pieces, s.own[side], s.field[side]
    foes, stops = s.own[1 - side], s.frame.stops
    crowd = crowded(own)
    shut = own | crowd
    special = 0  # cells whose piece does not block itself
    for end in (0, 1):
        area, goal = field & AREA[end], own & GOAL_AREA[end]
        if area and area.bit_count() >= 4:
            shut |= AREA[end]
            special |= area
        if goal:
            shut |= GOAL_AREA[end]
            special |= goal
    moves: Offer = []
    start = side * TEAM
    for piece in range(start + 1, start + TEAM):
        cell = pieces[piece]
        if cell < 0 or piece == apart:
            continue
        ways = _WAYS[piece][cell << 3 | roll] or reach(_WHERE[piece], cell, roll)
        blocked = foes & ways.inner
        cells = ways.kept.get(blocked)
        if cells is None:
            cells = ways.find(blocked)
        if stops:
            cells |= met(_WHERE[piece], cell, roll, foes)
        if special >> cell & 1 or cells & crowd:
            cells &= may_stand(s, piece)
        else:
            cells &= ~shut
        if cells:
            moves.append((piece, cells))
            if first_only:
                break
    return moves


def keeper_step(s: State, side: int) -> Offer:
    """Return the keeper's step of one cell in defence (ST-8.2)."""
    keeper = side * TEAM
    cell = s.pieces[keeper]
    if not 0 <= cell < 128:
        return []
    cells = RINGS[cell][1] & HALF[side]
    cells &= may_stand(s, keeper)
    return [(keeper, cells)] if cells else []


def plays(s: State) -> Offer:
    """Return the ball's targets, and a dribble (ST-4.5, ST-4.6, ST-5.4)."""
    side, dead, ball = s.attacking, s.dead, s.ball
    cells = flights(ball, s.roll) & ~(s.own[1 - side] & ~s.own[side])
    if dead == KICK_OFF:
        cells &= HALF[1 - side]
    elif dead == GOAL_KICK:
        cells &= ~AREA[side]
    offered: Offer = [(m.PLAY, cells)] if cells else []
    if s.roll == 1 and dead == NOT_DEAD and KIND[s.carrier]:
        cells = RINGS[ball][1] & may_stand(s, s.carrier)
        if cells:
            offered.append((m.DRIBBLE, cells))
    return offered


def is_offside_capture(s: State, piece: int) -> int:
    """Return the piece that makes a capture by ``piece`` off-side, or -1 (ST-9.3, ST-9.6c)."""
    if s.no_offside:
        return -1
    side = s.attacking
    beyond = offside_cells(s, side)
    if beyond >> s.ball & 1 and beyond >> s.pieces[piece] & 1:
        return piece
    if AREA[1 - side] >> s.ball & 1:
        return interfering_piece(s, side, piece)
    return -1


def captures(s: State) -> Offer:
    """Return the moves of an attempt to capture (ST-5.6, ST-5.12, ST-12.6)."""
    moves = field_moves(s, s.attacking, -1)
    bit = 1 << s.ball
    if s.no_touch >= 0:
        for number, (piece, cells) in enumerate(moves):
            if piece == s.no_touch and cells & bit:
                moves[number : number + 1] = [(piece, cells ^ bit)] if cells ^ bit else []
                break
    if s.frame.compulsory != NEVER:
        obliged = [(piece, bit) for piece, cells in moves if cells & bit and is_offside_capture(s, piece) < 0]
        if obliged:
            return obliged
    return moves


def can_capture(s: State) -> bool:
    return can_move(s, s.attacking, s.no_touch) or bool(captures(s))


def defences(s: State) -> Offer:
    """Return the field moves of the defence (ST-5.10, ST-5.12)."""
    moves = field_moves(s, 1 - s.attacking, -1)
    compulsory = s.frame.compulsory
    if compulsory == ALWAYS or (compulsory != NEVER and s.carrier < 0):
        bit = 1 << s.ball
        obliged = [(piece, bit) for piece, cells in moves if cells & bit]
        if obliged:
            return obliged
    return moves
