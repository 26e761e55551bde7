"""Roll-offs, ends of halves and match, extra time, the shootout (FU-3.3, FU-4.9, FU-9.1 to FU-9.5)."""

from engines.core.contract import full_time
from engines.core.dice import Dice
from engines.core.seats import SEATS, Event
from engines.core.shootouts import outcome, shootout_winner, with_kick
from engines.fuba import phases, restarts
from engines.fuba.board import OFF
from engines.fuba.moves import KICK_OFF_BY_0
from engines.fuba.state import (
    ACTING,
    EXTRA_FIRST,
    EXTRA_SECOND,
    NO_RESTART,
    NOBODY,
    OVER,
    PERIODS,
    SECOND_HALF,
    SHOOTOUT,
    State,
    clear_pitch,
    give_ball,
    roll,
)

KICK_OFF_BY_CODES = (KICK_OFF_BY_0, KICK_OFF_BY_0 + 1)


def roll_off(dice: Dice, events: list[Event]) -> int:
    """Roll for home and away until they differ; return the higher (FU-3.3)."""
    while True:
        home = roll(0, "roll_off", dice, events)
        away = roll(1, "roll_off", dice, events)
        if home != away:
            return 0 if home > away else 1


def begin_choice(state: State, dice: Dice, events: list[Event]) -> None:
    """Roll off before the match or extra time; the winner chooses who kicks off."""
    winner = roll_off(dice, events)
    state.phase = phases.CHOOSE_KICK_OFF
    state.acting = ACTING[winner]


def choose_kick_off(state: State, code: int, events: list[Event]) -> None:
    """Apply the winner's choice of who kicks off (FU-3.3)."""
    state.first_kick_off = code - KICK_OFF_BY_0
    restarts.kick_off(state, state.first_kick_off, events)


def end_half(state: State, dice: Dice, events: list[Event]) -> None:
    """End the half: then the next one, extra time, the shootout or full time (FU-4.9, FU-9)."""
    events.append({"type": "period_end", "period": PERIODS[state.period]})
    state.target = None
    state.movement = None
    state.restart = NO_RESTART
    if state.period in (SECOND_HALF, EXTRA_SECOND) and _decided(state, events):
        return
    state.dice = (0, 0)
    if state.period == EXTRA_SECOND or (state.period == SECOND_HALF and not state.frame.extra_time):
        _begin_shootout(state, dice, events)
        return
    state.period += 1
    state.minute = state.frame.starts[state.period]
    state.stoppage = 0
    if state.period == EXTRA_FIRST:
        # FU-9.3: a new roll-off; nobody is active until its winner has chosen
        _empty_pitch(state)
        state.attacking = NOBODY
        begin_choice(state, dice, events)
    else:
        restarts.kick_off(state, 1 - state.first_kick_off, events)


def _empty_pitch(state: State) -> None:
    clear_pitch(state)
    state.ball = OFF
    state.ball_die = 0
    state.setup = None


def _decided(state: State, events: list[Event]) -> bool:
    """Finish the match if this half's end decides it (FU-9.1 to FU-9.3)."""
    terms = state.frame.terms
    decided = outcome(state.score, terms, "regulation", extra=state.period != SECOND_HALF)
    if decided is not None:
        finish(state, *decided, events)
    return decided is not None


def finish(state: State, winner: int, how: str, events: list[Event]) -> None:
    state.result = (winner, how)
    state.setup = None
    state.movement = None
    state.sealed = (NOBODY, NOBODY)
    state.period = OVER
    state.phase = phases.FINISHED
    state.acting = 0
    events.append(full_time(state))


def _begin_shootout(state: State, dice: Dice, events: list[Event]) -> None:
    """Start the shootout; the higher roll kicks first (FU-9.4)."""
    state.period = SHOOTOUT
    _empty_pitch(state)
    state.shootout = ((), ())
    state.first_kick_off = roll_off(dice, events)
    give_ball(state, state.first_kick_off, events)
    _next_kick(state)


def _next_kick(state: State) -> None:
    state.phase = phases.PENALTY_DIVE
    state.acting = ACTING[1 - state.attacking]


def shootout_kick(state: State, scored: bool, events: list[Event]) -> None:
    """Record a kick; end the shootout as soon as one side cannot be caught (FU-9.4)."""
    seat = state.attacking
    events.append({"type": "shootout_kick", "seat": SEATS[seat], "scored": scored})
    state.shootout = with_kick(state.shootout, seat, scored)
    winner = shootout_winner(state.shootout)
    if winner != NOBODY:
        finish(state, winner, "shootout", events)
    else:
        give_ball(state, 1 - seat, events)
        _next_kick(state)
