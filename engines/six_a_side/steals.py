"""Steals, with the cards and the penalty for a diagonal one. Source: SX-6."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.six_a_side import phases
from engines.six_a_side.board import CELLS, PENALTY_AREA, PIECES
from engines.six_a_side.deciding import finish
from engines.six_a_side.line_ups import take_ball, update_keepers
from engines.six_a_side.penalties import award
from engines.six_a_side.reach import is_diagonal
from engines.six_a_side.state import State
from engines.six_a_side.turns import after_action, count_turn

MOST_REDS = 4


def steal(s: State, ev: list[Event], dice: Dice, side: int, piece: int) -> None:
    """Swap ``piece`` and the carrier and give it the ball (SX-6.1, SX-6.2)."""
    victim, place, start = s.carrier, s.ball, s.pieces[piece]
    diagonal = is_diagonal(place, start)
    event = {"winner": PIECES[piece], "loser": PIECES[victim], "at": CELLS[place], "diagonal": diagonal}
    ev.append({"type": "tackle", **event})
    s.put(victim, -1)
    for pawn, begin, end in ((piece, start, place), (victim, place, start)):
        ev.append({"type": "move", "piece": PIECES[pawn], "from": CELLS[begin], "to": CELLS[end], "sprint": False})
        s.put(pawn, end)
    take_ball(s, ev, piece)
    update_keepers(s)
    s.no_steal[1 - side] = victim
    if not diagonal:
        after_action(s, ev, dice)
        return
    inside = place in PENALTY_AREA[side]
    ev.append({"type": "foul", "piece": PIECES[piece], "at": CELLS[place], "penalty": inside})
    was_keeper = s.keeper[side] == piece
    _card(s, ev, side, piece)
    if sum(1 for sent_off in s.sent_off if sent_off // 7 == side) >= MOST_REDS:
        finish(s, ev, 1 - side, "walkover")
    elif inside:
        count_turn(s, side)
        award(s, ev, side, "foul")
    elif was_keeper and s.keeper[side] < 0:  # SX-6.8: sending off another pawn offers no choice of keeper
        s.phase = phases.KEEPER
    else:
        after_action(s, ev, dice)


def _card(s: State, ev: list[Event], side: int, piece: int) -> None:
    """Show a yellow card, or red to a pawn that has one (SX-6.5, SX-6.6)."""
    if piece not in s.yellow:
        s.yellow = {**s.yellow, piece: 1}
        ev.append({"type": "yellow", "piece": PIECES[piece]})
        return
    ev.append({"type": "red", "piece": PIECES[piece]})
    s.sent_off = (*s.sent_off, piece)
    s.carrier = -1
    s.put(piece, -1)
    s.formation = s.formation[:]
    s.formation[piece] = -1
    if s.keeper[side] == piece:
        s.keeper[side] = -1
