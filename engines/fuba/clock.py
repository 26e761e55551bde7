"""The time marker (FU-4.7, FU-4.8)."""

from engines.core.seats import Event
from engines.fuba.state import State

LAST_SQUARE = 6


def advance(state: State, difference: int, events: list[Event]) -> bool:
    """Move the marker by the difference of the initial values; return True if the half is over at once."""
    if state.stoppage:
        # FU-4.8: judged by the square on which the turn began; on +6 the half always ends
        if difference < state.stoppage or state.stoppage == LAST_SQUARE:
            return True
        state.stoppage += 1
    else:
        end = state.frame.ends[state.period]
        state.minute += difference
        if state.minute >= end:
            state.minute, state.stoppage = end, 1  # FU-4.7
    events.append({"type": "time", "minute": state.minute, "stoppage": state.stoppage})
    return False
