"""Set-up at kick-offs, free kicks, corners and penalties (FU-3.4 to FU-3.7, FU-7.3, FU-7.4, FU-7.9, FU-7.14).

All restarts limit places in the same way: a set of zones in which every player must be, and a zone or set of zones that
must hold at least (or exactly) so many. ``_demand`` gives both for one piece; placing offers a zone if the pieces left
can still meet the demand, adjusting only what keeps it met.
"""

from engines.core.seats import SEATS, Event
from engines.fuba import phases, turns
from engines.fuba.board import (
    ADJACENT,
    ALL,
    BOX,
    CELL_NAMES,
    CENTRE,
    KEEPER,
    NEARER,
    OFF,
    OWN_HALF,
    SHOOTING,
    TEAM,
)
from engines.fuba.moves import ADJUST_0, DONE, PLACE_0
from engines.fuba.state import (
    ACTING,
    FROM_FREE_KICK,
    FROM_PENALTY,
    KICK_OFF,
    RESTARTS,
    SetUp,
    State,
    clear_pitch,
    move_piece,
    present,
    put,
    zones_of,
)

ACTIVE, PASSIVE, ADJUSTING = range(3)


def begin(state: State, events: list[Event], taker_at: int = OFF) -> None:
    """Take all pieces off; the active team places first. A corner's taker goes to ``taker_at`` (FU-7.9)."""
    seat = state.attacking
    clear_pitch(state)
    state.target = None
    state.movement = None
    events.append(
        {
            "type": "set_up",
            "restart": RESTARTS[state.restart],
            "seat": SEATS[seat],
            "at": CELL_NAMES[state.ball],
        }
    )
    left = _to_place(state, seat)
    if taker_at != OFF:
        # FU-7.9: the highest-numbered outfield piece takes the corner
        move_piece(state, left[-1], taker_at, events)
        left = left[:-1]
    state.setup = SetUp(seat, ACTIVE, left, 2, ())
    state.phase = phases.DEPLOY
    state.acting = ACTING[seat]


def _to_place(state: State, seat: int) -> tuple[int, ...]:
    return tuple(piece for piece in TEAM[seat] if piece not in state.sent_off)


def place_codes(state: State, setup: SetUp) -> tuple[int, ...]:
    """Return the next piece's zones that let the pieces left meet the restart's rules (FU-3.5)."""
    piece = setup.left[0]
    mask = _open_zones(state, setup, piece, len(setup.left) - 1)
    key = (piece, mask)
    codes = _PLACED.get(key)
    if codes is None:
        base = PLACE_0 + 13 * piece
        codes = _PLACED[key] = tuple(base + zone for zone in range(13) if mask >> zone & 1)
    return codes


_PLACED: dict[tuple[int, int], tuple[int, ...]] = {}


def _open_zones(state: State, setup: SetUp, piece: int, after: int) -> int:
    """Return the bit set of zones open to ``piece`` when ``after`` more are to be placed."""
    seat = setup.seat
    restart = state.restart
    if restart == KICK_OFF:
        if piece == KEEPER[seat]:
            return 1 << BOX[seat]
        # FU-3.7: exactly two outfield players in C3, all others in the own half
        missing = 2 - outfield_in(state, seat, CENTRE)
        return (1 << CENTRE if 0 < missing <= after + 1 else 0) | (OWN_HALF[seat] if after >= missing else 0)
    if restart == FROM_FREE_KICK:
        # FU-7.3, FU-7.4: at least one player where the rule wants one
        wanted_zones = free_kick_zones(state, seat)
        if after or not wanted_zones or zones_of(state, seat) & wanted_zones:
            return ALL
        return wanted_zones
    if restart == FROM_PENALTY:
        # FU-7.14: the keeper alone against exactly one kicker in the box
        if seat != state.attacking:
            box = 1 << BOX[seat]
            return box if piece == KEEPER[seat] else ALL & ~box
        box = 1 << BOX[1 - seat]
        kickers = present(state, seat, BOX[1 - seat])
        return (box if kickers == 0 else 0) | (ALL & ~box if kickers == 1 or (kickers == 0 and after) else 0)
    return ALL  # FU-7.9


def outfield_in(state: State, seat: int, zone: int) -> int:
    return present(state, seat, zone) - (state.pieces[KEEPER[seat]] == zone)


def free_kick_zones(state: State, seat: int) -> int:
    """Return the zones, one of which must hold a player of ``seat``; 0 for none (FU-7.3, FU-7.4)."""
    if seat == state.attacking:
        return 1 << state.ball
    return NEARER[1 - seat][state.ball]


def place(state: State, code: int, events: list[Event]) -> None:
    """Place the first piece of those left."""
    setup = state.setup
    assert setup is not None
    piece, zone = divmod(code - PLACE_0, 13)
    move_piece(state, piece, zone, events)
    left = setup.left[1:]
    if left:
        state.setup = SetUp(setup.seat, setup.step, left, setup.adjust_left, setup.adjusted)
    elif setup.step == ACTIVE:
        passive = 1 - state.attacking
        to_place = _to_place(state, passive)
        for waiting in to_place:  # already off, except in a position set up by hand (FU-3.5)
            put(state, waiting, OFF)
        state.setup = SetUp(passive, PASSIVE, to_place, setup.adjust_left, setup.adjusted)
        state.acting = ACTING[passive]
    else:
        state.setup = SetUp(state.attacking, ADJUSTING, (), setup.adjust_left, setup.adjusted)
        state.phase = phases.ADJUST
        state.acting = ACTING[state.attacking]
        _end_if_nothing_to_adjust(state, events)


def adjust_codes(state: State, setup: SetUp) -> tuple[int, ...]:
    """Return done and one-zone moves of unadjusted players that keep the rules (FU-3.4 step 3)."""
    if not setup.adjust_left:
        return ()
    codes: list[int] = []
    pieces = state.pieces
    for piece in TEAM[setup.seat]:
        here = pieces[piece]
        if here >= 13 or piece in setup.adjusted:
            continue
        open_zones = ADJACENT[here] & _kept_zones(state, setup.seat, piece, here)
        if open_zones:
            base = ADJUST_0 + 13 * piece
            codes += [base + zone for zone in range(13) if open_zones >> zone & 1]
    if codes:
        codes.append(DONE)
    return tuple(codes)


def _kept_zones(state: State, seat: int, piece: int, here: int) -> int:
    """Return the bit set of zones that keep the restart's rules if ``piece`` goes there from ``here``."""
    restart = state.restart
    if restart == KICK_OFF:
        if piece == KEEPER[seat]:
            return 1 << BOX[seat]
        centre = outfield_in(state, seat, CENTRE) - (here == CENTRE)
        return (1 << CENTRE if centre == 1 else 0) | (OWN_HALF[seat] if centre == 2 else 0)
    if restart == FROM_FREE_KICK:
        others = present(state, seat, state.ball) - (here == state.ball)
        return ALL if others else 1 << state.ball
    if restart == FROM_PENALTY:
        box = BOX[1 - seat]
        others = present(state, seat, box) - (here == box)
        return (1 << box if others == 0 else 0) | (ALL & ~(1 << box) if others == 1 else 0)
    return ALL


def adjust(state: State, code: int, events: list[Event]) -> None:
    """Move one player one zone, or be done."""
    setup = state.setup
    assert setup is not None
    if code == DONE:
        _end(state, events)
        return
    piece, zone = divmod(code - ADJUST_0, 13)
    move_piece(state, piece, zone, events)
    state.setup = SetUp(setup.seat, ADJUSTING, (), setup.adjust_left - 1, (*setup.adjusted, piece))
    _end_if_nothing_to_adjust(state, events)


def _end_if_nothing_to_adjust(state: State, events: list[Event]) -> None:
    setup = state.setup
    assert setup is not None
    codes = adjust_codes(state, setup)
    if codes:
        state.codes = codes
    else:
        _end(state, events)


def _end(state: State, events: list[Event]) -> None:
    """End the set-up; resume the interrupted turn or start one (section 10, adjust)."""
    state.setup = None
    state.snapshot = tuple(state.pieces)
    state.codes = None
    attacking = state.attacking
    if state.restart == FROM_PENALTY:
        state.phase = phases.PENALTY_DIVE
        state.acting = ACTING[1 - attacking]
    elif state.restart == FROM_FREE_KICK and SHOOTING[attacking] >> state.ball & 1:
        state.phase = phases.FREE_KICK
        state.acting = ACTING[attacking]
    else:
        turns.begin(state, events)
