"""A new turn begins (FU-4.1, section 10)."""

from __future__ import annotations

from engines.core.seats import SEATS, Event
from engines.fuba.state import (
    ACTING,
    FROM_GOAL_KICK,
    GOAL_KICK,
    NOBODY,
    RESTARTS,
    TARGET,
    State,
)


def begin(state: State, events: list[Event]) -> None:
    """The next turn of the active team: all that belongs to a turn is reset, the positions are remembered."""
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
    state.phase = GOAL_KICK if state.restart == FROM_GOAL_KICK else TARGET
    state.acting = ACTING[state.attacking]
