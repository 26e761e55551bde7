"""Penalties: the award, the line-up at the spot, the picks. Source: SX-7."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.six_a_side import phases
from engines.six_a_side.board import (
    AREA_OF,
    CELLS,
    COLUMN,
    KEEPER_CELL,
    NAMES,
    PIECES,
    PITCH,
    ROW,
    SPOT,
    distance,
)
from engines.six_a_side.line_ups import take_ball, update_keepers
from engines.six_a_side.state import Kick, State
from engines.six_a_side.turns import end_turn, goal


def award(s: State, ev: list[Event], offender: int, reason: str) -> None:
    """Award a penalty against ``offender``, which names a keeper first if it has none (SX-7.1, SX-7.2)."""
    awarded = 1 - offender
    ev.append({"type": "penalty_awarded", "seat": NAMES[awarded], "reason": reason})
    s.ball, s.carrier, s.chain = SPOT[offender], -1, ()
    s.penalty, s.active = Kick(awarded, reason), awarded
    keeper = s.keeper[offender]
    if keeper >= 0 and s.pieces[keeper] < 0:  # only in a position set up by hand
        s.keeper[offender] = keeper = -1
    s.phase = phases.KEEPER if keeper < 0 else phases.KICKER


def name_kicker(s: State, ev: list[Event], kicker: int) -> None:
    """Put the keeper on his position, the kicker on the spot with the ball (SX-7.3, SX-7.4)."""
    kick = s.penalty
    if kick is None:  # the phases keeper and kicker of a penalty always have one
        return
    side = kick.awarded
    keeper = s.keeper[1 - side]
    was = {piece: s.pieces[piece] for piece in (keeper, kicker)}
    s.put(keeper, -1)
    s.put(kicker, -1)
    for piece, cell in ((keeper, KEEPER_CELL[1 - side]), (kicker, SPOT[1 - side])):
        pawn = s.occupied[cell] - 1
        if pawn >= 0:
            away = _space_beside(s, pawn, cell)
            ev.append({"type": "placed", "piece": PIECES[pawn], "from": CELLS[cell], "to": CELLS[away]})
            s.put(pawn, away)
        if was[piece] != cell:
            start = CELLS[was[piece]] if was[piece] >= 0 else None
            ev.append({"type": "placed", "piece": PIECES[piece], "from": start, "to": CELLS[cell]})
        s.put(piece, cell)
    s.penalty = kick._replace(kicker=kicker, keeper=keeper)
    take_ball(s, ev, kicker)
    update_keepers(s)
    s.phase, s.picks = phases.PENALTY, [0, 0]


def _space_beside(s: State, piece: int, cell: int) -> int:
    """Find the nearest space for a pawn in the way: in no goal-kick area, on no spot (SX-7.4)."""
    own = piece // 7

    def order(target: int) -> tuple[int, int, int]:
        return distance(cell, target), ROW[target] if own == 0 else -ROW[target], COLUMN[target]

    return min(
        (target for target in PITCH if not s.occupied[target] and AREA_OF[target] < 0 and target not in SPOT),
        key=order,
    )


def take_penalty(s: State, ev: list[Event], dice: Dice) -> None:
    """Take the penalty: different picks are a goal, equal ones a save (SX-7.5, SX-7.6)."""
    kick = s.penalty
    if kick is None:
        return
    side = kick.awarded
    kicker_pick, keeper_pick = s.picks[side], s.picks[1 - side]
    outcome = "saved" if kicker_pick == keeper_pick else "goal"
    ev.append(
        {
            "type": "penalty",
            "seat": NAMES[side],
            "outcome": outcome,
            "kicker_pick": kicker_pick,
            "keeper_pick": keeper_pick,
        }
    )
    event = {"seat": NAMES[side], "piece": PIECES[kick.kicker], "at": CELLS[s.pieces[kick.kicker]]}
    ev.append({"type": "shot", **event, "outcome": outcome})
    s.picks, s.penalty = [0, 0], None
    if outcome == "goal":
        goal(s, ev, dice, side, kick.kicker, penalty=True)
        return
    take_ball(s, ev, kick.keeper)
    end_turn(s, ev, dice, side)
