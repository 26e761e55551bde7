"""Legal moves of each phase, as (shelf, cells). Source: ST section 14 and the rules it names.

Moves from dice come first; the placings of set pieces are in ``placing``.
"""

from typing import Final

from engines.core.moves import Move
from engines.soccer_tactics import moves as m
from engines.soccer_tactics import phases, placing
from engines.soccer_tactics.board import AREA, EVERY, HALF, KIND, LINES, RINGS, TEAM
from engines.soccer_tactics.reach import FREE, REACHES, flights, met, reach
from engines.soccer_tactics.standing import interfering_piece, limits, may_stand, offside_cells
from engines.soccer_tactics.state import ALWAYS, GOAL_KICK, KICK_OFF, NEVER, NOT_DEAD, State

Offer = list[tuple[int, int]]
NONE: Final[tuple[Move, ...]] = ()
_HALF: Final = tuple((1 + piece // TEAM) if KIND[piece] <= 4 else FREE for piece in range(2 * TEAM))
"""By piece: the cells open to its paths (``reach``)."""
_TABLES: Final = tuple(tuple(REACHES[half][roll] for half in _HALF) for roll in range(7))
"""By roll and piece: its ways from each cell, None before their first use."""


def legal(s: State, side: int) -> tuple[Move, ...]:
    if s.phase == phases.FINISHED or side != s.acting:
        return NONE
    if s.listed is None:
        s.listed = m.listed(offer(s))
    return s.listed


def offer(s: State) -> Offer:
    """Return all legal moves of a position, each shelf once; found once for a position."""
    offered = s.offer
    if offered is None:
        offered = s.offer = _offer(s)
    return offered


def allowed(s: State, code: int) -> Move | None:
    """Return the move of ``code`` if it is legal, else None."""
    shelf, cell = code >> 7, code & 127
    for number, cells in s.offer or offer(s):
        if number == shelf:
            return m.shelf(shelf).moves[cell] if cells >> cell & 1 else None
    return None


def _offer(s: State) -> Offer:
    phase = s.phase
    if phase == phases.ATTACK_MOVE:
        return field_moves(s, s.attacking, s.carrier)
    if phase == phases.ATTACK_PLAY:
        return plays(s)
    if phase == phases.CAPTURE:
        return captures(s)
    if phase == phases.DEFENCE:
        return [m.ONE_WORD[m.ROLL], *keeper_step(s, 1 - s.attacking)]
    if phase == phases.DEFENCE_MOVE:
        return defences(s)
    if phase == phases.MINOR_FOUL:
        return [(m.WORDS, 1 << m.ACCEPT | 1 << m.DECLINE)]
    return placing.offer(s)


def field_moves(s: State, side: int, apart: int, target: int = EVERY) -> Offer:
    """Return the moves of each field piece of ``side`` but ``apart`` that the roll can move (ST-3).

    Pieces that no way takes to the cells ``target`` are left out.
    """
    foes, stops = s.own[1 - side], s.frame.stops
    free, crowd, closing = limits(s.own[side], s.field[side])
    tables, pieces, start = _TABLES[s.roll], s.pieces, side * TEAM
    moves: Offer = []
    for piece in range(start + 1, start + TEAM):
        cell = pieces[piece]
        if cell < 0 or piece == apart:
            continue
        ways = tables[piece][cell] or reach(_HALF[piece], cell, s.roll)
        if not (ways.clear & target or stops):
            continue
        blocked = foes & ways.inner
        cells = ways.find(blocked) if blocked else ways.clear
        if stops:
            cells |= met(_HALF[piece], cell, s.roll, foes)
        if (closing and closing >> cell & 1) or (crowd and crowd & cells & LINES[cell]):
            cells &= may_stand(s, piece)  # the limits of its mates alone
        else:
            cells &= free
        if cells:
            moves.append((m.MOVE + piece, cells))
    return moves


def can_move(s: State, side: int, apart: int) -> bool:
    own, foes, tables, start = s.own[side], s.own[1 - side], _TABLES[s.roll], side * TEAM
    # outside the areas, a cell without a mate beside it is open to all: mostly one is found
    clear = EVERY & ~(AREA[0] | AREA[1] | own | own << 1 | own >> 1 | own << 8 | own >> 8)
    for piece in range(start + 1, start + TEAM):
        cell = s.pieces[piece]
        if cell >= 0 and piece != apart:
            ways = tables[piece][cell] or reach(_HALF[piece], cell, s.roll)
            if ways.among(foes) & clear:
                return True
    return bool(field_moves(s, side, apart))


def keeper_step(s: State, side: int) -> Offer:
    """Return the keeper's step of one cell in defence (ST-8.2)."""
    keeper = side * TEAM
    cell = s.pieces[keeper]
    if not 0 <= cell < 128:
        return []
    cells = RINGS[cell][1] & HALF[side] & may_stand(s, keeper)
    return [(m.MOVE + keeper, cells)] if cells else []


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
    bit = 1 << s.ball
    if s.frame.compulsory != NEVER:
        obliged = [
            (shelf, bit)
            for shelf, cells in field_moves(s, s.attacking, s.no_touch, bit)
            if cells & bit and is_offside_capture(s, shelf - m.MOVE) < 0
        ]
        if obliged:
            return obliged
    moves = field_moves(s, s.attacking, -1)
    if s.no_touch >= 0:
        barred = m.MOVE + s.no_touch
        moves = [(shelf, cells & ~bit if shelf == barred else cells) for shelf, cells in moves]
        return [(shelf, cells) for shelf, cells in moves if cells]
    return moves


def can_capture(s: State) -> bool:
    return can_move(s, s.attacking, s.no_touch) or bool(captures(s))


def defences(s: State) -> Offer:
    """Return the field moves of the defence (ST-5.10, ST-5.12)."""
    side, compulsory = 1 - s.attacking, s.frame.compulsory
    if compulsory == ALWAYS or (compulsory != NEVER and s.carrier < 0):
        bit = 1 << s.ball
        obliged = [(shelf, bit) for shelf, cells in field_moves(s, side, -1, bit) if cells & bit]
        if obliged:
            return obliged
    return field_moves(s, side, -1)
