"""Kick-offs, the clock, the end of a period and of the match. Source: ST-15.5 steps 2, 3, 13, 14; ST-13.

Also basic steps of all rules: putting a piece, giving the ball to a side, clearing the action.
"""

from typing import Any

from engines.core.contract import full_time
from engines.core.dice import Dice
from engines.core.seats import Event
from engines.core.shootouts import higher, outcome
from engines.soccer_tactics import phases
from engines.soccer_tactics.board import AREA, KIND, NAMES, PIECES, PLACES, SIDE_OF, START, TEAM
from engines.soccer_tactics.placing import next_striker
from engines.soccer_tactics.state import (
    CORNER,
    EXTRA_FIRST,
    EXTRA_SECOND,
    FIRST_HALF,
    KICK_OFF,
    NONE_PENDING,
    NOT_DEAD,
    NOTHING,
    OVER,
    PENALTY,
    PERIODS,
    SECOND_HALF,
    SHOOTOUT,
    Restart,
    State,
    count,
)

Events = list[Event]


# ── basic steps ──
def die(ev: Events, dice: Dice, side: int, purpose: str, faces: int = 6) -> int:
    value = dice.roll(faces)
    ev.append({"type": "roll", "seat": NAMES[side], "sides": faces, "value": value, "for": purpose})
    return value


def put(s: State, ev: Events, piece: int, cell: int) -> None:
    """Put a piece on ``cell`` in play, where no team-mate is."""
    old = s.pieces[piece]
    if old == cell:
        return
    ev.append({"type": "move", "piece": PIECES[piece], "from": PLACES[old], "to": PLACES[cell]})
    s.pieces[piece] = cell
    side = SIDE_OF[piece]
    change = 1 << old | 1 << cell
    s.own[side] ^= change
    if KIND[piece]:
        s.field[side] ^= change


def place(s: State, ev: Events, piece: int, cell: int) -> None:
    """Put a piece anywhere, also beside the board or on a team-mate's cell."""
    old = s.pieces[piece]
    if old == cell:
        return
    ev.append({"type": "move", "piece": PIECES[piece], "from": _place(old), "to": _place(cell)})
    s.pieces[piece] = cell
    side = SIDE_OF[piece]
    if 0 <= old < 128:
        team = s.pieces[side * TEAM : side * TEAM + TEAM]
        if old in team:  # a team-mate is there too
            count(s)
            return
        s.own[side] &= ~(1 << old)
        if KIND[piece]:
            s.field[side] &= ~(1 << old)
    if 0 <= cell < 128:
        s.own[side] |= 1 << cell
        if KIND[piece]:
            s.field[side] |= 1 << cell


def _place(cell: int) -> str | None:
    return None if cell < 0 else PLACES[cell]


def give_ball(s: State, ev: Events, side: int) -> None:
    if s.attacking != side:
        s.attacking = side
        ev.append({"type": "possession", "seat": NAMES[side]})


def clear_action(s: State) -> None:
    s.ball = s.carrier = s.kicker = s.no_touch = -1
    s.roll = s.passes = 0
    s.dead, s.after, s.no_offside = NOT_DEAD, NOTHING, False
    s.restart, s.pending = None, NONE_PENDING


# ── kick-offs ──
def start_period(s: State, ev: Events, period: int, side: int) -> None:
    s.period, s.clock_turns, s.time_up, s.attacking = period, 0, False, -1
    start_kick_off(s, ev, side)


def start_kick_off(s: State, ev: Events, side: int) -> None:
    """Reset all pieces; the owners place keepers, kicker and strikers (ST-2.2, ST-2.3)."""
    clear_action(s)
    s.pieces = list(START)
    for piece in s.sent_off:
        s.pieces[piece] = -1
    count(s)
    give_ball(s, ev, side)
    s.restart = Restart(KICK_OFF, side)
    ask_kick_off(s)


def ask_kick_off(s: State) -> bool:
    """Ask for the next placement of a kick-off; return False if none is left."""
    kicking = s.attacking
    for side in (kicking, 1 - kicking):
        keeper = side * TEAM
        if s.pieces[keeper] < 0 and keeper not in s.sent_off:
            s.ask(phases.KICK_OFF_KEEPER, side)
            return True
        if side == kicking and s.restart is not None and s.restart.taker < 0:
            s.ask(phases.KICK_OFF_KICKER, side)
            return True
        if next_striker(s, side) >= 0:
            s.ask(phases.KICK_OFF_STRIKER, side)
            return True
    return False


# ── time ──
def limit(s: State) -> int:
    return s.frame.half if s.period <= SECOND_HALF else s.frame.extra


def turns_used(s: State) -> bool:
    """Return whether no further counted turn may begin (ST-13.7)."""
    return not s.frame.wall and s.clock_turns >= limit(s)


def chance(s: State) -> bool:
    """Return whether an attack may be completed after time (ST-13.3)."""
    if s.restart is not None:
        return s.restart.kind in (CORNER, PENALTY)
    if s.dead == CORNER:
        return True
    return 0 <= s.ball < 128 and bool(AREA[1 - s.attacking] >> s.ball & 1)


def restart_due(s: State, ev: Events, dice: Dice) -> bool:
    """End the period instead of a due restart if time is up; return whether it did."""
    if s.time_up or turns_used(s):
        end_period(s, ev, dice)
        return True
    return False


def toss(ev: Events, dice: Dice, purpose: str) -> int:
    """Roll for both, home first, until they differ; return the lower one's side (ST-2.5)."""
    while True:
        home = die(ev, dice, 0, purpose)
        away = die(ev, dice, 1, purpose)
        if home != away:
            return 0 if home < away else 1


def end_period(s: State, ev: Events, dice: Dice) -> None:
    """End the period; the next one begins or the match is decided (ST-13.8 to ST-13.10)."""
    ev.append({"type": "period_end", "period": PERIODS[s.period]})
    clear_action(s)
    s.attacking, s.time_up = -1, False
    if s.period == FIRST_HALF:
        start_period(s, ev, SECOND_HALF, 1 - s.first_kick)
    elif s.period == EXTRA_FIRST:
        start_period(s, ev, EXTRA_SECOND, 1 - s.extra_kick if s.extra_kick >= 0 else 0)
    else:
        _decide(s, ev, dice)


def _decide(s: State, ev: Events, dice: Dice) -> None:
    terms: dict[str, Any] = s.frame.terms  # JSON values
    decided = outcome(s.score, terms, "regulation", extra=s.period == EXTRA_SECOND)
    if decided is not None:
        finish(s, ev, *decided)
    elif terms["extra_time"] and s.period != EXTRA_SECOND:
        s.extra_kick = toss(ev, dice, "toss")
        start_period(s, ev, EXTRA_FIRST, s.extra_kick)
    else:
        _shootout(s, ev, dice)


def _shootout(s: State, ev: Events, dice: Dice) -> None:
    """Shoot five each, all of them, then one each until one side is ahead (ST-13.9)."""
    s.period = SHOOTOUT
    first = s.shootout_first = toss(ev, dice, "shootout_toss")
    kicks: tuple[list[bool], list[bool]] = ([], [])
    faces = s.frame.faces
    while len(kicks[0]) < 5 or sum(kicks[0]) == sum(kicks[1]):
        for side in (first, 1 - first):
            scored = die(ev, dice, side, "shootout", faces) <= faces // 2
            kicks[side].append(scored)
            ev.append({"type": "shootout_kick", "seat": NAMES[side], "scored": scored})
    s.shootout = (tuple(kicks[0]), tuple(kicks[1]))
    finish(s, ev, higher(sum(kicks[0]), sum(kicks[1])), "shootout")


def finish(s: State, ev: Events, winner: int, how: str) -> None:
    clear_action(s)
    s.phase, s.acting, s.period, s.attacking, s.time_up = phases.FINISHED, -1, OVER, -1, False
    s.result = (winner, how)
    ev.append(full_time(s))
