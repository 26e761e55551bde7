"""Yellow cards of the team, the die for a red one, and sendings-off (FU-6.1 to FU-6.3)."""

from engines.core.dice import Dice
from engines.core.seats import SEATS, Event
from engines.fuba import phases, set_up
from engines.fuba.board import OFF, OUTFIELD, PIECES, SEAT_OF
from engines.fuba.moves import SEND_OFF_0
from engines.fuba.state import ACTING, FROM_FREE_KICK, FROM_PENALTY, State, put, roll, with_seat

FEWEST = 7
"""Fewest players of a team; no card takes it below (FU-6.2)."""


def yellow(state: State, seat: int, dice: Dice, events: list[Event]) -> bool:
    """Show ``seat`` a yellow card; return True if it has to send a player off (FU-6.1, FU-6.2)."""
    count = state.yellow[seat] + 1
    state.yellow = with_seat(state.yellow, seat, count)
    events.append({"type": "yellow", "seat": SEATS[seat], "count": count})
    if count == 1 or roll(seat, "red", dice, events) >= count:
        return False
    state.yellow = with_seat(state.yellow, seat, count - 1)
    players = 11 - sum(1 for piece in state.sent_off if SEAT_OF[piece] == seat)
    if players <= FEWEST:
        return False
    state.phase = phases.SEND_OFF
    state.acting = ACTING[seat]
    return True


def send_off_codes(state: State, seat: int) -> tuple[int, ...]:
    """Return every outfield player not sent off yet (FU-6.2)."""
    return tuple(SEND_OFF_0 + piece for piece in OUTFIELD[seat] if piece not in state.sent_off)


def send_off(state: State, code: int, events: list[Event]) -> None:
    """Send the chosen player off for good, then set up the free kick or penalty (FU-7.2)."""
    piece = code - SEND_OFF_0
    events.append({"type": "red", "seat": SEATS[SEAT_OF[piece]], "piece": PIECES[piece]})
    state.sent_off = (*state.sent_off, piece)
    put(state, piece, OFF)
    if state.restart not in (FROM_FREE_KICK, FROM_PENALTY):  # only in a position set up by hand
        state.restart = FROM_FREE_KICK
    set_up.begin(state, events)
