"""The end of a leg: winner, flag race, shootout. Source: DJ-10.7, DJ-11, DJ-12."""

from engines.core.contract import full_time
from engines.core.dice import Dice
from engines.core.seats import Event
from engines.core.shootouts import FIRST_KICKS, outcome, shootout_winner, with_kick
from engines.dom_jim import phases
from engines.dom_jim.board import CELLS, NAMES, PIECES, RESERVE_A, RESERVE_B, SPOT
from engines.dom_jim.keeper import put_keeper, throw
from engines.dom_jim.state import EXTRA_FIRST, EXTRA_SECOND, KICKS, OVER, PERIODS, Race, State

FLAG = 25
REFEREES = (6, 12, 18, 24)


def roll_off(ev: list[Event], dice: Dice, purpose: str) -> int:
    """Roll a die for each side, home first, until they differ; return the side of the higher one."""
    while True:
        values = []
        for seat in NAMES:
            value = dice.roll(6)
            values.append(value)
            ev.append({"type": "roll", "seat": seat, "sides": 6, "value": value, "for": purpose})
        if values[0] != values[1]:
            return 0 if values[0] > values[1] else 1


def finish(s: State, ev: list[Event], winner: int, how: str) -> None:
    s.phase, s.period, s.attacking = phases.FINISHED, OVER, -1
    s.watch, s.offside, s.offside_count, s.passer = (), (), 0, -1
    s.result = (winner, how)
    ev.append(full_time(s))


def end_regulation(s: State, ev: list[Event], dice: Dice, reason: str) -> None:
    """End the leg's own time (DJ-10.7)."""
    ev.append({"type": "period_end", "period": "regulation", "reason": reason})
    terms = s.frame.terms
    how = "goal_limit" if reason == "goals" else "regulation"
    decided = outcome(s.score, terms, how)
    if decided is not None:
        finish(s, ev, *decided)
        return
    s.carrier, s.lost = -1, [0, 0]
    s.watch, s.offside, s.passer = (), (), -1
    if terms["extra_time"]:
        winner = _flag_races(s, ev, dice)
        if winner >= 0:
            finish(s, ev, winner, "extra_time")
            return
        if terms.get("level_stands"):
            finish(s, ev, -1, "extra_time")
            return
    s.phase, s.period, s.kicks = phases.SHOOTOUT, KICKS, ((), ())
    s.shootout_first = roll_off(ev, dice, "shootout_order")
    _next_kicker(s, s.shootout_first)


def _flag_races(s: State, ev: list[Event], dice: Dice) -> int:
    """Run both races; return the side that won both, or -1 (DJ-11.4)."""
    first = roll_off(ev, dice, "race_order")
    winners = []
    for number, runner in ((1, RESERVE_A), (2, RESERVE_B)):
        s.period = EXTRA_FIRST if number == 1 else EXTRA_SECOND
        winner = _race(s, ev, dice, first, runner)
        ev.append({"type": "flag", "seat": NAMES[winner], "piece": PIECES[winner * 12 + runner], "race": number})
        s.score[winner] += 1
        s.quiet = 0
        event = {"seat": NAMES[winner], "piece": PIECES[winner * 12 + runner], "own": False}
        ev.append({"type": "goal", **event})
        ev.append({"type": "period_end", "period": PERIODS[s.period], "reason": "flag"})
        winners.append(winner)
        first = 1 - first
    return winners[0] if winners[0] == winners[1] else -1


def _race(s: State, ev: list[Event], dice: Dice, first: int, runner: int) -> int:
    """Run one race (DJ-11.3); return its winner."""
    places, side = [0, 0], first
    while True:
        value = dice.roll(6)
        ev.append({"type": "roll", "seat": NAMES[side], "sides": 6, "value": value, "for": "race"})
        start = places[side]
        end = min(start + value, FLAG)
        referee = end in REFEREES
        places[side] = 0 if referee else end
        ev.append(
            {
                "type": "race_step",
                "seat": NAMES[side],
                "piece": PIECES[side * 12 + runner],
                "from": start,
                "to": end,
                "referee": referee,
            }
        )
        if end == FLAG:
            s.races = (*s.races, Race(first, side, places[0], places[1]))
            return side
        side = 1 - side


def _next_kicker(s: State, side: int) -> None:
    s.attacking, s.ball = side, SPOT[1 - side]


def shootout_kick(s: State, ev: list[Event], dice: Dice, cell: int) -> None:
    """Place the keeper and kick; announce the winner as soon as he is certain (DJ-12.1 to DJ-12.4)."""
    side = s.attacking
    put_keeper(s, ev, 1 - side, cell)
    outcome = throw(ev, dice, side, cell, "shootout")
    scored = outcome == "goal"
    event = {"seat": NAMES[side], "scored": scored, "keeper": CELLS[cell], "outcome": outcome}
    ev.append({"type": "shootout_kick", **event})
    s.kicks = with_kick(s.kicks, side, scored)
    winner = shootout_winner(s.kicks)
    if winner < 0:
        _next_kicker(s, 1 - side)
        return
    if len(s.kicks[0]) > FIRST_KICKS:
        ev.append({"type": "over_card", "seat": NAMES[winner]})
    finish(s, ev, winner, "shootout")
