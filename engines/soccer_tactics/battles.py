"""Battles for the ball, fouls and cards. Source: ST-15.5 step 10; ST sections 6 and 11."""

from engines.core.dice import Dice
from engines.soccer_tactics.board import AREA, KIND, NAMES, PIECES, PLACES, SIDE_OF, TEAM
from engines.soccer_tactics.flow import start_set
from engines.soccer_tactics.periods import Events, die, finish
from engines.soccer_tactics.set_pieces import free_kick
from engines.soccer_tactics.shots import penalty, try_shot
from engines.soccer_tactics.state import FOUL, NOTHING, State, count

FEWEST = 7
"""A side with fewer pieces forfeits (ST-11.4)."""


def battle(s: State, ev: Events, dice: Dice, att: int, dfn: int) -> None:
    """Fight ``att`` of A against ``dfn`` of D for the ball on its cell."""
    side, bonus = s.attacking, s.frame.bonus
    s.after, s.carrier = NOTHING, -1
    while True:
        ours = die(ev, dice, side, "tackle")
        theirs = die(ev, dice, 1 - side, "tackle")
        if ours == 6 and theirs == 1:
            _foul(s, ev, dice, dfn, att)
            return
        if ours == 1 and theirs == 6:
            _foul(s, ev, dice, att, dfn)
            return
        ours += bonus[KIND[att]]
        theirs += bonus[KIND[dfn]]
        if ours != theirs:
            break
    won = ours > theirs
    winner, loser = (att, dfn) if won else (dfn, att)
    ev.append({"type": "tackle", "winner": PIECES[winner], "loser": PIECES[loser], "at": PLACES[s.ball]})
    if s.kicker >= 0:
        ev.append({"type": "pass", "from": PIECES[s.kicker], "to": PIECES[att], "completed": won})
        s.kicker = -1
    if not won:
        start_set(s, ev, dice, 1 - side, dfn)
        return
    s.carrier = att
    if AREA[1 - side] >> s.ball & 1 or KIND[dfn] == 0:
        try_shot(s, ev, dice, att)
    else:
        start_set(s, ev, dice, side, att)


def group(piece: int) -> int:
    """Return the piece that keeps a yellow card: the defenders of a side share one (ST-11.3)."""
    return piece - KIND[piece] + 1 if 1 <= KIND[piece] <= 4 else piece


def _foul(s: State, ev: Events, dice: Dice, fouler: int, victim: int) -> None:
    """Show a yellow card, perhaps a red one, and give a free kick or penalty (ST-11.1 to ST-11.5)."""
    cell, side = s.ball, SIDE_OF[fouler]
    name = PIECES[fouler]
    ev.append({"type": "foul", "seat": NAMES[side], "piece": name, "victim": PIECES[victim], "at": PLACES[cell]})
    ev.append({"type": "yellow", "piece": name})
    key = group(fouler)
    if key not in s.yellow:
        s.yellow = {**s.yellow, key: 1}
    else:
        s.yellow = {piece: number for piece, number in s.yellow.items() if piece != key}
        s.sent_off = (*s.sent_off, fouler)
        s.pieces[fouler] = -1
        count(s)
        ev.append({"type": "red", "piece": name})
        if TEAM - sum(1 for piece in s.sent_off if SIDE_OF[piece] == side) < FEWEST:
            finish(s, ev, 1 - side, "walkover")
            return
    if side != s.attacking and AREA[side] >> cell & 1:
        penalty(s, ev, victim)
    else:
        free_kick(s, ev, dice, 1 - side, cell, victim, FOUL)
