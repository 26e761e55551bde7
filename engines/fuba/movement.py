"""Player movement, phase 7, and the extra movement of a slow goal kick (FU-5.1 to FU-5.15, FU-7.13)."""

from engines.core.seats import SEATS, Event
from engines.fuba import phases, turns
from engines.fuba.board import (
    ADJACENT,
    BACKWARD,
    END,
    FREE_STEP,
    KEEPER,
    LINES,
    OUTFIELD,
    RUN,
    START,
    STEP,
    TEAM,
)
from engines.fuba.moves import DONE, FREE_MOVE_0, MOVE_0, MOVEMENT_0
from engines.fuba.options import FORMATIONS
from engines.fuba.state import (
    ACTING,
    DEFENCE,
    FORWARD,
    FROM_GOAL_KICK,
    MIDFIELD,
    NO_OPTION,
    NOBODY,
    OPTION_NAMES,
    QUICK,
    Movement,
    State,
    move_ball,
    move_piece,
    present,
    zones_of,
)

OPTION_CODES = (MOVEMENT_0, MOVEMENT_0 + 1, MOVEMENT_0 + 2)


# ── who moves ──
def begin(state: State, events: list[Event]) -> None:
    """Start phase 7: the lower initial value moves first, the passive team on equal values (FU-5.1)."""
    home, away = state.dice
    leader = 1 - state.attacking if home == away else int(away < home)
    order = [seat for seat in (leader, 1 - leader) if seat != state.no_movement]  # FU-4.17
    _start(state, order[0], order[1] if len(order) > 1 else NOBODY, False, events)


def begin_extra(state: State, events: list[Event]) -> None:
    """Start the extra movement of a slow goal kick, active team first, by options (FU-7.13)."""
    _start(state, state.attacking, 1 - state.attacking, True, events)


def _start(state: State, seat: int, next_phase: int, extra: bool, events: list[Event]) -> None:
    if not extra and state.dice[0] == state.dice[1]:
        # FU-5.11: quick moves, as many as the value rolled
        left = max(0, state.dice[seat] - state.deducted[seat])
        state.movement = Movement(seat, QUICK, left, next_phase, False)
        state.phase = phases.QUICK_MOVES
        state.acting = ACTING[seat]
        _end_if_nothing_legal(state, events)
    else:
        state.movement = Movement(seat, NO_OPTION, 0, next_phase, extra)
        state.phase = phases.MOVEMENT_OPTION
        state.acting = ACTING[seat]


def _next_seat(state: State, events: list[Event]) -> None:
    """Pass the movement on to the other seat, or end the phase."""
    movement = state.movement
    assert movement is not None
    state.codes = None
    if movement.next != NOBODY:
        _start(state, movement.next, NOBODY, movement.extra, events)
        return
    state.movement = None
    if movement.extra:
        state.moved = ()  # FU-7.13: they may move again in phase 7
        state.phase = phases.TARGET
        state.acting = ACTING[state.attacking]
    else:
        turns.begin(state, events)


def choose_option(state: State, code: int, events: list[Event]) -> None:
    """Choose defence, midfield or forward: the formation's number, less deductions (FU-5.2, FU-4.23)."""
    movement = state.movement
    assert movement is not None
    seat = movement.seat
    option = code - MOVEMENT_0 + DEFENCE
    left = max(0, FORMATIONS[state.formations[seat]][option - DEFENCE] - state.deducted[seat])
    events.append({"type": "movement", "seat": SEATS[seat], "option": OPTION_NAMES[option], "players": left})
    state.movement = Movement(seat, option, left, movement.next, movement.extra)
    state.phase = phases.MOVEMENT
    _end_if_nothing_legal(state, events)


def _end_if_nothing_legal(state: State, events: list[Event]) -> None:
    """End a part without moves: free play follows an option, the next seat all else (FU-5.14)."""
    movement = state.movement
    assert movement is not None
    if state.phase == phases.MOVEMENT:
        codes = move_codes(state, movement)
        if not codes:
            state.phase = phases.FREE_PLAY
            codes = free_codes(state, movement)
    elif state.phase == phases.QUICK_MOVES:
        codes = move_codes(state, movement)
    else:
        codes = free_codes(state, movement)
    if codes:
        state.codes = codes
    else:
        _next_seat(state, events)


# ── what may move ──
def barred_beyond(state: State, seat: int) -> int:
    """Return the bit set of zones past the opponents' second-deepest player, keeper included (FU-5.8)."""
    counts = state.counts
    base = 18 - 18 * seat
    players = 0
    for _mask, zones, beyond in LINES[seat]:
        for zone in zones:
            players += counts[base + zone]
        if players >= 2:
            return beyond
    return 0


def _deepest_pieces(state: State, seat: int) -> tuple[int, int, int, int, int, int]:
    """Find the furthest forward and back at the turn's start, their pieces, and the next (FU-5.4, FU-5.5).

    A zone counts forward by its start (all players) and back by its end (outfield players only).
    """
    start, end = START[seat], END[seat]
    front = rear = -1
    front_at = front_next = -1
    rear_at = rear_next = 99
    snapshot = state.snapshot
    keeper = KEEPER[seat]
    for piece in TEAM[seat] if snapshot else ():
        cell = snapshot[piece]
        if cell > 12:
            continue
        at = start[cell]
        if at > front_at:
            front, front_at, front_next = piece, at, front_at
        elif at > front_next:
            front_next = at
        if piece != keeper:
            at = end[cell]
            if at < rear_at:
                rear, rear_at, rear_next = piece, at, rear_at
            elif at < rear_next:
                rear_next = at
    return front, front_at, front_next, rear, rear_at, rear_next


_MOVED: dict[tuple[int, int, int], tuple[int, ...]] = {}


def _codes_of(piece: int, plain: int, carried: int) -> tuple[int, ...]:
    """Return the moves of a piece to zones ``plain`` without the ball and ``carried`` with it."""
    key = (piece, plain, carried)
    codes = _MOVED.get(key)
    if codes is None:
        base = MOVE_0 + 26 * piece
        codes = _MOVED[key] = tuple(
            base + 2 * zone + carry
            for zone in range(13)
            for carry, mask in ((0, plain), (1, carried))
            if mask >> zone & 1
        )
    return codes


def move_codes(state: State, movement: Movement) -> tuple[int, ...]:
    """Return the moves by the chosen option (or quick), and done; empty if there is no move."""
    if not movement.left:
        return ()
    seat, option = movement.seat, movement.option
    if option == DEFENCE:
        reach = RUN[1 - seat]
    elif option == FORWARD:
        reach = RUN[seat]
    else:
        reach = ADJACENT
    beyond = barred_beyond(state, seat)
    backward = BACKWARD[seat]
    midfield = option == MIDFIELD
    front = front_at = front_next = rear = rear_at = rear_next = 0
    if midfield:
        front, front_at, front_next, rear, rear_at, rear_next = _deepest_pieces(state, seat)
        ahead, behind = STEP[seat], STEP[1 - seat]
        start, end = START[seat], END[seat]
    ball = state.ball if seat == state.attacking else -1
    keeper = KEEPER[seat]
    moved, pieces = state.moved, state.pieces
    codes: list[int] = []
    for piece in TEAM[seat]:
        here = pieces[piece]
        if here > 12 or piece in moved:
            continue
        to = reach[here]
        if beyond:
            to &= ~beyond | backward[here]  # FU-5.8, FU-5.9
        if midfield:
            step = ahead[here]
            if to & step and (front_next if piece == front else front_at) < end[step.bit_length() - 1]:
                to &= ~step  # FU-5.4
            step = behind[here]
            if (
                to & step
                and piece != keeper
                and (rear_next if piece == rear else rear_at) > start[step.bit_length() - 1]
            ):
                to &= ~step  # FU-5.5
        if not to:
            continue
        if here != ball:
            codes += _codes_of(piece, to, 0)
        else:
            with_ball = to & _carry_zones(state, seat)
            codes += _codes_of(piece, 0 if present(state, seat, ball) == 1 else to, with_ball)  # FU-5.13
    if codes:
        codes.append(DONE)
    return tuple(codes)


def _carry_zones(state: State, seat: int) -> int:
    """Return the bit set of zones to which the ball may be taken along (FU-5.12)."""
    if state.carried or state.restart == FROM_GOAL_KICK or present(state, 1 - seat, state.ball):
        return 0
    if state.movement is not None and state.movement.extra:
        return 0
    return ~zones_of(state, 1 - seat)


_FREED: dict[tuple[int, int], tuple[int, ...]] = {}


def free_codes(state: State, movement: Movement) -> tuple[int, ...]:
    """Return the moves of free play, and done; empty if there is no move.

    They lead away from the goal lines, never to the ball (FU-5.10).
    """
    seat = movement.seat
    moved, pieces, ball = state.moved, state.pieces, state.ball
    beyond = barred_beyond(state, seat)
    codes: list[int] = []
    for piece in OUTFIELD[seat]:
        here = pieces[piece]
        if here > 12 or not FREE_STEP[here] or piece in moved:
            continue
        to = FREE_STEP[here] & ~(1 << ball)
        if beyond:
            to &= ~beyond | BACKWARD[seat][here]
        if here == ball and seat == state.attacking and present(state, seat, ball) == 1:
            continue  # FU-5.13
        if to:
            key = (piece, to)
            freed = _FREED.get(key)
            if freed is None:
                base = FREE_MOVE_0 + 13 * piece
                freed = _FREED[key] = tuple(base + zone for zone in range(13) if to >> zone & 1)
            codes += freed
    if codes:
        codes.append(DONE)
    return tuple(codes)


# ── moving ──
def move(state: State, code: int, events: list[Event]) -> None:
    """Move one player by the option or quick, perhaps with the ball; or be done."""
    movement = state.movement
    assert movement is not None
    if code == DONE:
        state.movement = Movement(movement.seat, movement.option, 0, movement.next, movement.extra)
        if state.phase == phases.QUICK_MOVES:
            _next_seat(state, events)
        else:
            state.phase = phases.FREE_PLAY
            _end_if_nothing_legal(state, events)
        return
    piece, rest = divmod(code - MOVE_0, 26)
    zone, carry = divmod(rest, 2)
    move_piece(state, piece, zone, events)
    state.moved = (*state.moved, piece)
    if carry:
        move_ball(state, zone, "carry", events)
        state.carried = True
    state.movement = Movement(movement.seat, movement.option, movement.left - 1, movement.next, movement.extra)
    _end_if_nothing_legal(state, events)


def free_move(state: State, code: int, events: list[Event]) -> None:
    """Move one player in free play; or be done."""
    if code == DONE:
        _next_seat(state, events)
        return
    piece, zone = divmod(code - FREE_MOVE_0, 13)
    move_piece(state, piece, zone, events)
    state.moved = (*state.moved, piece)
    _end_if_nothing_legal(state, events)
