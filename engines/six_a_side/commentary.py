"""The events of one decision of six-a-side as sentences. Stateless: an event says all that its sentence needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.core.drawing import Line
from engines.core.seats import Event, Seat
from engines.core.text import Text, text
from engines.six_a_side.words import pawn_of

Told = tuple[Text, str] | None
"""A sentence and its kind, or nothing to say."""


def commentary(events: Sequence[Event]) -> list[Line]:
    """One line an event that has something to say."""
    lines: list[Line] = []
    stolen = any(event["type"] == "tackle" for event in events)
    for event in events:
        if stolen and event["type"] == "move":
            continue  # the swap is told by the steal
        tell = _TOLD.get(event["type"])
        told = tell(event) if tell else None
        if told is not None:
            lines.append({"text": told[0], "kind": told[1], "seat": _seat(event)})
    return lines


def _seat(event: Event) -> Seat | None:
    named = event.get("seat") or event.get("piece") or event.get("winner") or event.get("from")
    if not isinstance(named, str):
        return None
    return "home" if named.startswith("home") else "away" if named.startswith("away") else None


def _team(event: Event) -> str:
    return f"@{event['seat']}"


def _setup_step(event: Event) -> Told:
    if event["placed"] < 6:
        return None
    return text("{team} have lined up", team=_team(event)), "note"


def _kick_off(event: Event) -> Told:
    return text("{team} kick off", team=_team(event)), "turn"


def _possession(event: Event) -> Told:
    return text("{team} have the ball", team=_team(event)), "turn"


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


def _goal(event: Event) -> Told:
    return text("Goal for {team}!", team=_team(event)), "goal"


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
    return text("Penalty to {team}", team=_team(event)), "whistle"


def _keeper_change(event: Event) -> Told:
    return text("{pawn} is the new keeper", pawn=pawn_of(event["piece"])), "note"


def _penalty(event: Event) -> Told:
    words = {"kick": event["kicker_pick"], "keeper": event["keeper_pick"]}
    if event["outcome"] == "goal":
        return text("The kick goes to {kick}, the keeper to {keeper}: scored", **words), "play"
    return text("Both chose {kick}: saved", kick=event["kicker_pick"]), "play"


def _shootout_kick(event: Event) -> Told:
    if event["scored"]:
        return text("Shootout: {team} score", team=_team(event)), "goal"
    return text("Shootout: {team} miss", team=_team(event)), "play"


def _substitution(event: Event) -> Told:
    words = {"coming": pawn_of(event["in"]), "going": pawn_of(event["out"])}
    return text("Substitution: {coming} for {going}", **words), "note"


def _turn_lost(event: Event) -> Told:
    if event["reason"] == "coaching":
        return text("{team} lose the turn for coaching", team=_team(event)), "whistle"
    return text("{team} have nothing to play and lose the turn", team=_team(event)), "note"


def _passive_play(event: Event) -> Told:
    return text("Passive play: the ball is taken from {team}", team=_team(event)), "whistle"


def _coaching(event: Event) -> Told:
    return text("Coaching by {team}", team=_team(event)), "whistle"


def _timeout(event: Event) -> Told:
    return text("{team} have run out of time: a move is played for them", team=_team(event)), "note"


def _time_up(event: Event) -> Told:
    return text("Time is up: this turn is the last"), "whistle"


def _period_end(event: Event) -> Told:
    return {
        "regulation": text("End of regulation time"),
        "extra": text("End of extra time"),
        "shootout": text("The shootout is over"),
    }[event["period"]], "end"


def _full_time(event: Event) -> Told:
    winner, how = event["result"]["winner"], event["result"]["how"]
    if winner is None:
        return text("Full time: a draw"), "end"
    words = {"team": f"@{winner}"}
    return {
        "golden_goal": text("Full time: {team} win by the golden goal", **words),
        "goal_limit": text("Full time: {team} win", **words),
        "regulation": text("Full time: {team} win", **words),
        "aggregate": text("Full time: {team} win on aggregate", **words),
        "away_goals": text("Full time: {team} win on away goals", **words),
        "extra_time": text("Full time: {team} win in extra time", **words),
        "shootout": text("Full time: {team} win the shootout", **words),
        "walkover": text("Walkover: {team} win, the opponents have four pawns sent off", **words),
        "resignation": text("{team} win: the opponents resign", **words),
    }[how], "end"


_TOLD: Final[dict[str, Callable[[Event], Told]]] = {
    "setup_step": _setup_step,
    "kick_off": _kick_off,
    "possession": _possession,
    "move": _move,
    "pickup": _pickup,
    "pass": _pass,
    "kick": _kick,
    "shot": _shot,
    "goal": _goal,
    "tackle": _tackle,
    "foul": _foul,
    "yellow": _yellow,
    "red": _red,
    "penalty_awarded": _penalty_awarded,
    "keeper_change": _keeper_change,
    "penalty": _penalty,
    "shootout_kick": _shootout_kick,
    "substitution": _substitution,
    "turn_lost": _turn_lost,
    "passive_play": _passive_play,
    "coaching": _coaching,
    "timeout": _timeout,
    "time_up": _time_up,
    "period_end": _period_end,
    "full_time": _full_time,
}
