"""Sentences for the events of one decision of six-a-side. Stateless: an event holds all it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.core.drawing import Line
from engines.core.seats import Event
from engines.core.telling import Told, coin, full_time, goal, kicks_first, lines, ran_out, shootout_kick, team, winner
from engines.core.text import Text, text
from engines.six_a_side.words import pawn_of


def commentary(events: Sequence[Event]) -> list[Line]:
    stolen = any(event["type"] == "tackle" for event in events)
    # the steal's sentence covers the swap
    return lines((event for event in events if not (stolen and event["type"] == "move")), _TOLD, _ROLLS)


def _toss(rolled: Sequence[Event]) -> Text:
    return text("The coin shows {team}, who chooses the kick-off", team=coin(rolled[0]))


def _lots(rolled: Sequence[Event]) -> Text:
    return text("Still level after thirty kicks each: the lot falls to {team}", team=coin(rolled[0]))


_ROLLS: Final[dict[str, Callable[[Sequence[Event]], Text]]] = {
    "toss": _toss,
    "shootout_toss": kicks_first,
    "lots": _lots,
}


def _setup_step(event: Event) -> Told:
    if event["placed"] < 6:
        return None
    return text("{team} has lined up", team=team(event)), "note"


def _kick_off(event: Event) -> Told:
    return text("{team} kicks off", team=team(event)), "turn"


def _possession(event: Event) -> Told:
    return text("{team} has the ball", team=team(event)), "turn"


def _move(event: Event) -> Told:
    words = {"pawn": pawn_of(event["piece"]), "start": event["from"], "end": event["to"]}
    if event["sprint"]:
        return text("{pawn} sprints from {start} to {end}", **words), "play"
    return text("{pawn} from {start} to {end}", **words), "play"


def _pickup(event: Event) -> Told:
    return text("{pawn} picks up the ball at {cell}", pawn=pawn_of(event["piece"]), cell=event["at"]), "play"


def _pass(event: Event) -> Told:
    words = {"giver": pawn_of(event["from"]), "receiver": pawn_of(event["to"])}
    if event["long"]:
        return text("Long pass: {giver} to {receiver}", **words), "play"
    return text("{giver} passes to {receiver}", **words), "play"


def _kick(event: Event) -> Told:
    words = {"pawn": pawn_of(event["piece"]), "cell": event["to"]}
    return text("{pawn} kicks into space at {cell}", **words), "play"


def _shot(event: Event) -> Told:
    return text("{pawn} shoots from {cell}", pawn=pawn_of(event["piece"]), cell=event["at"]), "play"


def _tackle(event: Event) -> Told:
    words = {"winner": pawn_of(event["winner"]), "loser": pawn_of(event["loser"]), "cell": event["at"]}
    return text("{winner} steals the ball from {loser} at {cell}", **words), "play"


def _foul(event: Event) -> Told:
    return text("Foul: a diagonal steal by {pawn}", pawn=pawn_of(event["piece"])), "whistle"


def _yellow(event: Event) -> Told:
    return text("Yellow token for {pawn}", pawn=pawn_of(event["piece"])), "card"


def _red(event: Event) -> Told:
    return text("Red: {pawn} is sent off", pawn=pawn_of(event["piece"])), "card"


def _penalty_awarded(event: Event) -> Told:
    return text("Penalty to {team}", team=team(event)), "whistle"


def _keeper_change(event: Event) -> Told:
    return text("{pawn} is the new keeper", pawn=pawn_of(event["piece"])), "note"


def _penalty(event: Event) -> Told:
    words = {"kick": event["kicker_pick"], "keeper": event["keeper_pick"]}
    if event["outcome"] == "goal":
        return text("The kick goes to {kick}, the keeper to {keeper}: scored", **words), "play"
    return text("Both chose {kick}: saved", kick=event["kicker_pick"]), "play"


def _substitution(event: Event) -> Told:
    words = {"coming": pawn_of(event["in"]), "going": pawn_of(event["out"])}
    return text("Substitution: {coming} for {going}", **words), "note"


def _turn_lost(event: Event) -> Told:
    if event["reason"] == "coaching":
        return text("{team} loses the turn for coaching", team=team(event)), "whistle"
    return text("{team} has no move and loses the turn", team=team(event)), "note"


def _passive_play(event: Event) -> Told:
    return text("Passive play: the ball is taken from {team}", team=team(event)), "whistle"


def _coaching(event: Event) -> Told:
    return text("Coaching by {team}", team=team(event)), "whistle"


def _time_up(event: Event) -> Told:
    return text("Time is up: this turn is the last"), "whistle"


def _period_end(event: Event) -> Told:
    return {
        "regulation": text("End of regulation time"),
        "extra": text("End of extra time"),
        "shootout": text("End of the shootout"),
    }[event["period"]], "end"


def _full_time(event: Event) -> Told:
    words = {"team": winner(event)}
    return full_time(
        event,
        golden_goal=text("Full time: {team} wins by the golden goal", **words),
        goal_limit=text("Full time: {team} wins", **words),
        walkover=text("Walkover: {team} wins, the opponent has four pawns sent off", **words),
    )


_TOLD: Final[dict[str, Callable[[Event], Told]]] = {
    "setup_step": _setup_step,
    "kick_off": _kick_off,
    "possession": _possession,
    "move": _move,
    "pickup": _pickup,
    "pass": _pass,
    "kick": _kick,
    "shot": _shot,
    "goal": goal,
    "tackle": _tackle,
    "foul": _foul,
    "yellow": _yellow,
    "red": _red,
    "penalty_awarded": _penalty_awarded,
    "keeper_change": _keeper_change,
    "penalty": _penalty,
    "shootout_kick": shootout_kick,
    "substitution": _substitution,
    "turn_lost": _turn_lost,
    "passive_play": _passive_play,
    "coaching": _coaching,
    "timeout": ran_out,
    "time_up": _time_up,
    "period_end": _period_end,
    "full_time": _full_time,
}
