"""Actions of the side on turn: moves, sprints, passes, kicks, steals, and what they threaten. Source: SX-4 to SX-6."""

from engines.core.moves import Move
from engines.six_a_side import moves as m
from engines.six_a_side.board import (
    AREA,
    AREA_OF,
    COLUMN,
    INTO_GOAL,
    LONG_PASS,
    ROW,
    SHOTS,
    SPRINTS,
    STEPS,
    WITHIN_TWO,
    distance,
)
from engines.six_a_side.state import State


def own_pawns(s: State, side: int) -> list[int]:
    return [piece for piece in range(side * 7, side * 7 + 7) if s.pieces[piece] >= 0]


def in_area(s: State, side: int, area: int) -> int:
    """Return the pawn of ``side`` in that goal-kick area, or -1; there is at most one (SX-2.5)."""
    for cell in AREA[area]:
        pawn = s.occupied[cell]
        if pawn and (pawn > 7) == side:
            return pawn - 1
    return -1


def actions(s: State, side: int) -> list[Move]:
    """Return every action of ``side`` (SX-3.3) except substitutions."""
    offered: list[Move] = []
    add = offered.append
    occupied, pieces, carrier = s.occupied, s.pieces, s.carrier
    loose = s.ball if carrier < 0 else -1
    inside = (in_area(s, side, 0), in_area(s, side, 1))
    for piece in range(side * 7, side * 7 + 7):
        cell = pieces[piece]
        if cell < 0:
            continue
        moves = m.MOVES[piece]
        for target in STEPS[cell]:
            if not occupied[target]:
                area = AREA_OF[target]
                if area < 0 or inside[area] < 0 or inside[area] == piece:
                    add(moves[target])
        if SPRINTS[cell]:
            _sprint(s, cell, moves, loose, offered)
        if piece == carrier:
            for target in INTO_GOAL[side][cell]:
                add(moves[target])
    if carrier >= 0 and (carrier >= 7) == side:
        _ball(s, side, offered)
    elif carrier >= 0:
        offered += steals(s, side, inside)
    return offered


def has_action(s: State, side: int) -> bool:
    """Return whether ``side`` has any action (SX-3.4); the first step tried nearly always decides."""
    for piece in range(side * 7, side * 7 + 7):
        cell = s.pieces[piece]
        if cell >= 0:
            for target in STEPS[cell]:
                if not s.occupied[target] and AREA_OF[target] < 0:
                    return True
    return bool(actions(s, side))


def _sprint(s: State, cell: int, moves: tuple[Move, ...], loose: int, offered: list[Move]) -> None:
    """Add runs inside a sprint zone beyond the first space, which is a step already (SX-4.3)."""
    occupied = s.occupied
    visited = set()
    for run in SPRINTS[cell]:
        for number, target in enumerate(run):
            if occupied[target]:
                break
            if number and distance(cell, target) > 1 and target not in visited:
                visited.add(target)
                offered.append(moves[target])
            if target == loose:
                break


def passes(s: State, side: int, touched: tuple[int, ...]) -> list[Move]:
    """Find team-mates within two spaces who have not touched the ball in this turn (SX-5.1, SX-5.2)."""
    moves = []
    for target in WITHIN_TWO[s.ball]:
        pawn = s.occupied[target]
        if pawn and (pawn > 7) == side and pawn - 1 not in touched:
            moves.append(m.PASSES[target])
    return moves


def _ball(s: State, side: int, offered: list[Move]) -> None:
    """Add the carrier's passes, kicks into space and at goal, and long passes."""
    occupied, ball = s.occupied, s.ball
    for target in WITHIN_TWO[ball]:
        pawn = occupied[target]
        if not pawn:
            offered.append(m.KICKS[target])
        elif (pawn > 7) == side:
            offered.append(m.PASSES[target])
    for goal, between in SHOTS[side][ball]:
        if not any(occupied[cell] for cell in between):
            offered.append(m.KICKS[goal])
    for target in sorted(LONG_PASS.get(ball, ())):
        if distance(ball, target) > 2:
            pawn = occupied[target]
            if not pawn or (pawn > 7) == side:
                offered.append(m.LONG_PASSES[target])


def steals(s: State, side: int, inside: tuple[int, int]) -> list[Move]:
    """Find pawns of ``side`` beside the opposing carrier that may rob it (SX-6.1 to SX-6.4)."""
    victim, place = s.carrier, s.ball
    moves = []
    near = sorted(s.occupied[cell] - 1 for cell in STEPS[place] if s.occupied[cell])
    for piece in near:
        if (piece >= 7) != side or piece == s.no_steal[side]:
            continue
        cell = s.pieces[piece]
        ours, theirs = AREA_OF[place], AREA_OF[cell]
        if ours >= 0 and inside[ours] not in (-1, piece):
            continue
        if theirs >= 0 and in_area(s, 1 - side, theirs) not in (-1, victim):
            continue
        moves.append(m.STEALS[piece])
    return moves


def is_diagonal(one: int, two: int) -> bool:
    return COLUMN[one] != COLUMN[two] and ROW[one] != ROW[two]


def open_goal(s: State, side: int, cell: int) -> bool:
    """Return whether a carrier of ``side`` on ``cell`` could score at once."""
    if INTO_GOAL[side][cell]:
        return True
    return any(not any(s.occupied[between] for between in line) for _goal, line in SHOTS[side][cell])


def fair_steals(s: State, side: int) -> list[int]:
    """Return the pawns of ``side`` that may steal the ball from its holder without a foul (SX-6.1)."""
    inside = (in_area(s, side, 0), in_area(s, side, 1))
    pawns = [move.code >> 8 & 255 for move in steals(s, side, inside)]
    return [pawn for pawn in pawns if not is_diagonal(s.pieces[pawn], s.ball)]
