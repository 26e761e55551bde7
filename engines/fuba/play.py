"""State machine of FUBA: legal moves, their effects, default and host moves (section 10, FU-8.1)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.errors import BadState, IllegalMove
from engines.core.hosts import read_host_move
from engines.core.moves import Move
from engines.core.seats import SEATS, Event, Seat
from engines.fuba import cards, control, deciding, movement, phases, refusals, restarts, set_up, shots
from engines.fuba.board import CORNERS, FAVOURITE, START, ZONES
from engines.fuba.moves import (
    AIM_0,
    COLLECT_0,
    CORNER_0,
    DIVE_0,
    DONE,
    FORMATION_0,
    GOAL_KICK_0,
    KICK_OFF_BY_0,
    MOVEMENT_0,
    MOVES,
    PLACE_0,
    PLAY_ON,
    RECEIVE_0,
    TARGET_0,
)
from engines.fuba.options import CARDS, DEFAULT_FORMATION, FORMATION_NAMES, Frame
from engines.fuba.state import ACTING, NOBODY, TO_ACT, State, with_seat

_ANY = tuple(FORMATION_0 + index for index in range(len(FORMATION_NAMES)))
_CARDS = tuple(FORMATION_0 + index for index in sorted(CARDS))


def begin(frame: Frame, _dice: Dice) -> tuple[State, list[Event]]:
    return State(frame=frame), []


# ── what is legal ──
def to_act(state: State) -> tuple[Seat, ...]:
    return TO_ACT[state.acting]


def legal(state: State, seat: int) -> Sequence[Move]:
    return [MOVES[code] for code in legal_codes(state)] if state.acting & ACTING[seat] else ()


def legal_codes(state: State) -> tuple[int, ...]:
    """Return the numbers of the legal moves of the acting seats; cached in the position."""
    codes = state.codes
    if codes is None:
        codes = state.codes = _find_codes(state)
    return codes


def playable(state: State) -> State:
    """Return an outside ``state`` once it is known to have a legal move.

    Raises:
        BadState: there is none, so that the match could never go on.
    """
    if state.acting and not legal_codes(state):
        raise BadState(f"nobody has a legal move in this position (phase {phases.NAMES[state.phase]})")
    return state


def _find_codes(state: State) -> tuple[int, ...]:
    phase = state.phase
    if phase == phases.DEPLOY:
        assert state.setup is not None
        return set_up.place_codes(state, state.setup)
    if phase in (phases.MOVEMENT, phases.QUICK_MOVES):
        assert state.movement is not None
        return movement.move_codes(state, state.movement)
    if phase == phases.TARGET:
        return control.target_codes(state)
    if phase == phases.FREE_PLAY:
        assert state.movement is not None
        return movement.free_codes(state, state.movement)
    if phase == phases.ADJUST:
        assert state.setup is not None
        return set_up.adjust_codes(state, state.setup)
    if phase == phases.RECEIVE:
        return control.receive_codes(state)
    if phase == phases.COLLECT:
        return control.collect_codes(state)
    if phase == phases.FORMATION:
        return _ANY if state.frame.any_formation else _CARDS
    if phase == phases.SEND_OFF:
        return cards.send_off_codes(state, state.acting - 1)
    if phase == phases.CORNER_SIDE:
        return restarts.corner_codes(state)
    return _FIXED[phase]


_FIXED: dict[int, tuple[int, ...]] = {
    phases.CHOOSE_KICK_OFF: deciding.KICK_OFF_BY_CODES,
    phases.SHOT: shots.SHOT_CODES,
    phases.FREE_KICK: shots.SHOT_CODES,
    phases.MOVEMENT_OPTION: movement.OPTION_CODES,
    phases.GOAL_KICK: restarts.GOAL_KICK_CODES,
    phases.PENALTY_DIVE: shots.DIVE_CODES,
    phases.PENALTY_AIM: shots.AIM_CODES,
    phases.FINISHED: (),
}
"""Phases with constant moves."""


# ── effects of a move ──
def decide(before: State, seat: int, move: Move, dice: Dice, events: list[Event]) -> State:
    state = before.copy()
    state.turn += 1
    _DO[state.phase](state, seat, move.code, dice, events)
    return state


_Doing = Callable[[State, int, int, Dice, list[Event]], None]


def _formation(state: State, seat: int, code: int, dice: Dice, events: list[Event]) -> None:
    """Seal a formation until both are chosen (FU-3.1)."""
    state.sealed = with_seat(state.sealed, seat, code - FORMATION_0)
    state.acting &= ~ACTING[seat]
    if state.acting:
        return
    state.formations = state.sealed
    state.sealed = (NOBODY, NOBODY)
    for side in (0, 1):
        name = FORMATION_NAMES[state.formations[side]]
        events.append({"type": "formation", "seat": SEATS[side], "formation": name})
    deciding.begin_choice(state, dice, events)


def _goal_kick(state: State, _seat: int, code: int, _dice: Dice, events: list[Event]) -> None:
    """Take a goal kick: a slow one has an additional movement phase before the target (FU-7.13)."""
    if code == GOAL_KICK_0:
        state.phase = phases.TARGET
    else:
        movement.begin_extra(state, events)


_DO: dict[int, _Doing] = {
    phases.FORMATION: _formation,
    phases.CHOOSE_KICK_OFF: lambda state, _seat, code, _dice, events: deciding.choose_kick_off(state, code, events),
    phases.DEPLOY: lambda state, _seat, code, _dice, events: set_up.place(state, code, events),
    phases.ADJUST: lambda state, _seat, code, _dice, events: set_up.adjust(state, code, events),
    phases.TARGET: lambda state, _seat, code, dice, events: control.target(state, code, dice, events),
    phases.SEND_OFF: lambda state, _seat, code, _dice, events: cards.send_off(state, code, events),
    phases.RECEIVE: lambda state, _seat, code, _dice, events: control.step_in(state, code - RECEIVE_0, events),
    phases.COLLECT: lambda state, _seat, code, _dice, events: control.step_in(state, code - COLLECT_0, events),
    phases.SHOT: lambda state, _seat, code, dice, events: shots.shot(state, code, dice, events),
    phases.FREE_KICK: lambda state, _seat, code, dice, events: shots.shot(state, code, dice, events),
    phases.MOVEMENT_OPTION: lambda state, _seat, code, _dice, events: movement.choose_option(state, code, events),
    phases.MOVEMENT: lambda state, _seat, code, _dice, events: movement.move(state, code, events),
    phases.QUICK_MOVES: lambda state, _seat, code, _dice, events: movement.move(state, code, events),
    phases.FREE_PLAY: lambda state, _seat, code, _dice, events: movement.free_move(state, code, events),
    phases.GOAL_KICK: _goal_kick,
    phases.CORNER_SIDE: lambda state, _seat, code, _dice, events: restarts.corner_side(state, code, events),
    phases.PENALTY_DIVE: lambda state, _seat, code, _dice, _events: shots.dive(state, code),
    phases.PENALTY_AIM: lambda state, _seat, code, dice, events: shots.aim(state, code, dice, events),
}


# ── default and host moves ──
_DEFAULTS: dict[int, int] = {
    phases.FORMATION: FORMATION_0 + DEFAULT_FORMATION,
    phases.ADJUST: DONE,
    phases.MOVEMENT: DONE,
    phases.QUICK_MOVES: DONE,
    phases.FREE_PLAY: DONE,
    phases.FREE_KICK: PLAY_ON,
    phases.SHOT: PLAY_ON,
    phases.MOVEMENT_OPTION: MOVEMENT_0 + 1,
    phases.GOAL_KICK: GOAL_KICK_0,
    phases.PENALTY_DIVE: DIVE_0 + 1,
    phases.PENALTY_AIM: AIM_0,
}


def default_move(state: State, seat: int) -> Move:
    """Return the move for ``seat`` when its time runs out. Raises IllegalMove if it is not to act."""
    if not state.acting & ACTING[seat]:
        refusal = refusals.not_to_act(state, seat)
        raise IllegalMove(refusal.sentence, refusal.kind)
    phase = state.phase
    if phase == phases.DEPLOY:
        return MOVES[_default_place(state)]
    if phase == phases.TARGET:
        return MOVES[TARGET_0 + 14 * state.ball + 13]
    if phase == phases.CHOOSE_KICK_OFF:
        return MOVES[KICK_OFF_BY_0 + seat]
    if phase == phases.CORNER_SIDE:
        return MOVES[CORNER_0 + CORNERS[state.attacking][0] - 13]
    if phase == phases.SEND_OFF:
        return MOVES[legal_codes(state)[-1]]
    if phase in (phases.RECEIVE, phases.COLLECT):
        return MOVES[min(legal_codes(state))]
    return MOVES[_DEFAULTS[phase]]


def _default_place(state: State) -> int:
    """Return the favourite zone, else the legal one nearest to the own goal line, by name (section 12)."""
    assert state.setup is not None
    piece, seat = state.setup.left[0], state.setup.seat
    codes = legal_codes(state)
    base = PLACE_0 + 13 * piece
    if base + FAVOURITE[piece] in codes:
        return base + FAVOURITE[piece]
    return min(codes, key=lambda code: (START[seat][code - base], ZONES[code - base]))


HOST_MOVES: Final = ("timeout", "resign")


def host(before: State, move: Mapping[str, Any], dice: Dice) -> tuple[State, list[Event]]:
    """Apply a resignation or a timeout; anything else is refused (FU-8.1)."""
    kind, seat = read_host_move(move, HOST_MOVES, "FU-8.1")
    if before.phase == phases.FINISHED:
        raise IllegalMove("the match is over")
    if kind == "timeout":
        default = default_move(before, seat)
        late: list[Event] = [{"type": "timeout", "seat": SEATS[seat], "move": dict(default)}]
        return decide(before, seat, default, dice, late), late
    state = before.copy()
    state.turn += 1
    events: list[Event] = [{"type": "resign", "seat": SEATS[seat]}]
    deciding.finish(state, 1 - seat, "resignation", events)
    return state, events
