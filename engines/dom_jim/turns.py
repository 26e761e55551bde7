"""The change of turns: offside, the count, the keeper's duty, goals. Source: DJ-4.3, DJ-7.1 to DJ-7.4, DJ-9, DJ-10."""

from engines.core.dice import Dice
from engines.core.seats import Event
from engines.dom_jim import phases
from engines.dom_jim.board import (
    CAPTAIN,
    CELLS,
    CENTRE,
    KEEPER,
    KEEPER_CELL,
    NAMES,
    PIECES,
    RED,
    RINGED,
    ROW,
    SPOT,
    START,
    distance,
)
from engines.dom_jim.deciding import end_regulation
from engines.dom_jim.keeper import put_keeper, throw
from engines.dom_jim.state import State


def end_turn(s: State, ev: list[Event], dice: Dice) -> None:
    """Judge offside for the side on turn, then complete the turn (DJ-9.2, DJ-10.5)."""
    guilty, side = s.watch, s.attacking
    s.watch, s.passer = (), -1
    if guilty:
        for cell in RINGED[1 - side]:
            figure = s.occupied[cell]
            if figure and (figure > 12) != side:
                guilty = ()  # an opponent on a ringed cell of that area puts them all onside
                break
    if not guilty:
        complete(s, ev, dice)
        return
    ev.append({"type": "offside", "seat": NAMES[side], "pieces": [PIECES[piece] for piece in guilty]})
    s.phase, s.offside, s.offside_count = phases.OFFSIDE, guilty, len(guilty)
    s.lost[side] += 1
    if s.carrier in guilty:
        s.carrier = -1


def placed(s: State, ev: list[Event], dice: Dice) -> None:
    """Go on after a figure offside was put back or left: with the next one, or complete the turn (DJ-9.3, DJ-9.5)."""
    s.offside = s.offside[1:]
    if not s.offside:
        s.offside_count = 0
        complete(s, ev, dice)


def complete(s: State, ev: list[Event], dice: Dice) -> None:
    """Count the turn; the leg ends, or the other side begins unless it loses its turn (DJ-10.4, DJ-10.5)."""
    if _count(s, ev, dice):
        return
    _next_turn(s, ev, 1 - s.attacking)


def _count(s: State, ev: list[Event], dice: Dice) -> bool:
    """Return whether the leg is over with this turn."""
    s.turns += 1
    s.quiet += 1
    frame = s.frame
    if frame.leg_turns and s.turns >= frame.leg_turns:
        s.time_up = True
    if s.time_up:
        end_regulation(s, ev, dice, "time")
    elif frame.no_goal_limit and s.quiet >= frame.no_goal_limit:
        end_regulation(s, ev, dice, "no_goal_limit")
    else:
        return False
    return True


def _next_turn(s: State, ev: list[Event], side: int) -> None:
    while s.lost[side]:
        s.lost[side] -= 1
        ev.append({"type": "turn_lost", "seat": NAMES[side]})
        side = 1 - side
    begin_turn(s, ev, side)


def begin_turn(s: State, ev: list[Event], side: int) -> None:
    """Begin the turn of ``side``, with a penalty if its keeper cannot release the ball (DJ-7.3)."""
    s.attacking, s.phase = side, phases.TURN
    keeper = s.pieces[side * 12 + KEEPER]
    if s.carrier < 0 and s.ball in RED[side] and (keeper < 0 or distance(keeper, s.ball) > 1):
        s.attacking, s.phase, s.watch = 1 - side, phases.PENALTY, ()
        s.ball = SPOT[side]
        ev.append({"type": "penalty_awarded", "seat": NAMES[1 - side]})
        return
    s.watch = watched(s, side)


def watched(s: State, side: int) -> tuple[int, ...]:
    """Return figures of ``side`` on ringed cells of the area it attacks, except the holder (DJ-9.2)."""
    first = side * 12
    there = [s.occupied[cell] - 1 for cell in RINGED[1 - side] if s.occupied[cell]]
    return tuple(sorted(piece for piece in there if first <= piece <= first + CAPTAIN and piece != s.carrier))


def goal(s: State, ev: list[Event], dice: Dice, side: int, scorer: int, *, counted: bool) -> None:
    """Score for ``side``; ``counted``: the goal ends a turn (DJ-4.3, DJ-6.6, DJ-10.4)."""
    piece = None if scorer < 0 else PIECES[scorer]
    ev.append({"type": "goal", "seat": NAMES[side], "piece": piece, "own": False})
    s.score[side] += 1
    s.watch, s.passer = (), -1
    if counted:
        s.turns += 1
    s.quiet = 0
    frame = s.frame
    if counted and frame.leg_turns and s.turns >= frame.leg_turns:
        s.time_up = True
    if frame.goals and s.score[0] + s.score[1] >= frame.goals:
        end_regulation(s, ev, dice, "goals")
    elif s.time_up:
        end_regulation(s, ev, dice, "time")
    else:
        for number, cell in enumerate(s.pieces):
            if cell >= 0 and not (ROW[cell] in (0, 14) and number % 12 <= CAPTAIN):
                s.put(number, -1)
                s.pieces[number] = START[number]
        for number, cell in enumerate(s.pieces):
            if cell >= 0:
                s.occupied[cell] = number + 1
        s.ball, s.carrier, s.possession, s.lost = CENTRE, -1, -1, [0, 0]
        kick_off(s, ev, 1 - side)


def kick_off(s: State, ev: list[Event], side: int) -> None:
    """Let ``side`` move first, the ball free on the centre."""
    ev.append({"type": "kick_off", "seat": NAMES[side]})
    begin_turn(s, ev, side)


def taker(s: State, side: int) -> int:
    """Return a penalty's scorer: the captain, else the first figure on the board, else -1 (DJ-7.4)."""
    first: int = side * 12
    order: tuple[int, ...] = (first + CAPTAIN, *range(first, first + CAPTAIN))
    for piece in order:
        if s.pieces[piece] >= 0:
            return piece
    return -1


def penalty(s: State, ev: list[Event], dice: Dice, cell: int) -> None:
    """Place the keeper and take the kick (DJ-7.4)."""
    side = s.attacking
    put_keeper(s, ev, 1 - side, cell)
    outcome = throw(ev, dice, side, cell, "penalty")
    scorer = taker(s, side)
    piece = None if scorer < 0 else PIECES[scorer]
    event = {"seat": NAMES[side], "piece": piece, "keeper": CELLS[cell], "outcome": outcome}
    ev.append({"type": "penalty", **event})
    if outcome == "goal":
        goal(s, ev, dice, side, scorer, counted=False)
        return
    other = 1 - side
    put_keeper(s, ev, other, KEEPER_CELL[other])
    s.ball, s.carrier = KEEPER_CELL[other], other * 12 + KEEPER
    if s.possession != other:
        s.possession = other
        ev.append({"type": "possession", "seat": NAMES[other], "piece": PIECES[s.carrier]})
    if s.time_up:
        end_regulation(s, ev, dice, "time")
    else:
        begin_turn(s, ev, other)
