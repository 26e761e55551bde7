"""The start of a turn (FU-4.1, section 10)."""

from engines.core.seats import SEATS, Event
from engines.fuba import phases
from engines.fuba.state import ACTING, FROM_GOAL_KICK, NOBODY, RESTARTS, State


def begin(state: State, events: list[Event]) -> None:
    """Start the active team's next turn: reset its values and remember the positions."""
    state.game_turn += 1
    state.snapshot = tuple(state.pieces)
    state.dice = (0, 0)
    state.target = None
    state.deducted = (0, 0)
    state.moved = ()
    state.movement = None
    state.carried = False
    state.no_movement = NOBODY
    events.append(
        {
            "type": "turn",
            "game_turn": state.game_turn,
            "seat": SEATS[state.attacking],
            "restart": RESTARTS[state.restart],
        }
    )
    state.phase = phases.GOAL_KICK if state.restart == FROM_GOAL_KICK else phases.TARGET
    state.acting = ACTING[state.attacking]
