"""Sentences for the events of one decision of Soccer Tactics. Stateless: an event holds all it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.core.drawing import Die, Line
from engines.core.seats import Event
from engines.core.telling import (
    Told,
    dice_rolled,
    full_time,
    goal,
    lines,
    numbers,
    plain_die,
    rolled_off,
    shootout_kick,
    team,
    winner,
)
from engines.core.text import Text, text
from engines.soccer_tactics.shots import OUTCOMES
from engines.soccer_tactics.words import NUMBERS, man, man_of, place


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS, _die, _mark)


def _mark(piece: str) -> str:
    kind = piece[5:]
    return str(NUMBERS[kind]) if kind in NUMBERS else kind.upper()


def _die(roll: Event) -> Die:
    """Return a die as it looks: the spinner and the shooting die show where the shot goes (ST-7.7, ST-7.8)."""
    drawn = plain_die(roll)
    if roll["for"] not in ("shot", "shootout"):
        return drawn
    sides = roll["sides"]
    return {
        **drawn,
        "name": "spinner" if sides == 8 else "shooting",
        "word": _FACES[OUTCOMES[sides][roll["value"] - 1]],
    }


_FACES: Final[dict[str, Text]] = {
    "goal": text("ball"),
    "corner": text("flag"),
    "goal_kick": text("goal kick"),
}


def _ball_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} to play the ball", team=team(rolled[0]), n=numbers(rolled))


def _move_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} to move a piece", team=team(rolled[0]), n=numbers(rolled))


def _capture_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} to reach the ball", team=team(rolled[0]), n=numbers(rolled))


def _defence_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} to defend", team=team(rolled[0]), n=numbers(rolled))


def _tackle_roll(rolled: Sequence[Event]) -> Text:
    return text("Battle for the ball: {rolls}", rolls=rolled_off(rolled))


def _toss(rolled: Sequence[Event]) -> Text:
    """Tell the toss for the kick-off, which the lower roll takes (ST-2.5)."""
    one, two = rolled
    if one["value"] == two["value"]:
        return rolled_off(rolled)
    lower = one if one["value"] < two["value"] else two
    return text("{rolls}: the lower roll kicks off, {team}", rolls=dice_rolled(rolled), team=team(lower))


_ROLLS: Final[dict[str, Callable[[Sequence[Event]], Text]]] = {
    "toss": _toss,
    "ball": _ball_roll,
    "move": _move_roll,
    "capture": _capture_roll,
    "defence": _defence_roll,
    "tackle": _tackle_roll,
    "shootout_toss": rolled_off,
}
"""A shot and a kick of the shootout are told with what became of them."""


def _kick_off(event: Event) -> Told:
    return text("{team} kicks off", team=team(event)), "turn"


def _possession(event: Event) -> Told:
    return text("{team} attacks", team=team(event)), "turn"


def _move(event: Event) -> Told:
    if event["to"] is None:
        return text("{piece} goes to the corner flag", piece=man_of(event["piece"])), "play"
    if event["from"] is None:
        return text("{piece} to {cell}", piece=man_of(event["piece"]), cell=place(event["to"])), "play"
    words = {"piece": man_of(event["piece"]), "start": place(event["from"]), "end": place(event["to"])}
    return text("{piece} from {start} to {end}", **words), "play"


def _ball(event: Event) -> Told:
    return text("{piece} plays the ball to {cell}", piece=man_of(event["by"]), cell=event["to"]), "play"


def _dribble(event: Event) -> Told:
    return text("{piece} dribbles to {cell}", piece=man_of(event["piece"]), cell=event["to"]), "play"


def _pass(event: Event) -> Told:
    if event["to"] is None:
        return text("The pass is lost"), "play"
    if event["completed"]:
        return text("The pass reaches {piece}", piece=man(event["to"])), "play"
    return text("The pass does not reach {piece}", piece=man(event["to"])), "play"


def _capture(event: Event) -> Told:
    return text("{piece} captures the ball at {cell}", piece=man_of(event["piece"]), cell=event["at"]), "play"


def _no_play(event: Event) -> Told:
    return text("{team} cannot play the ball", team=team(event)), "note"


def _tackle(event: Event) -> Told:
    words = {"winner": man_of(event["winner"]), "loser": man_of(event["loser"]), "cell": event["at"]}
    return text("{winner} wins the ball from {loser} at {cell}", **words), "play"


def _foul(event: Event) -> Told:
    words = {"piece": man_of(event["piece"]), "victim": man_of(event["victim"]), "cell": event["at"]}
    return text("Foul by {piece} on {victim} at {cell}", **words), "whistle"


def _yellow(event: Event) -> Told:
    return text("Yellow card: {piece}", piece=man_of(event["piece"])), "card"


def _red(event: Event) -> Told:
    return text("Red card: {piece} is sent off", piece=man_of(event["piece"])), "card"


def _minor_foul(event: Event) -> Told:
    return text("{team} took too long", team=team(event)), "whistle"


def _offside(event: Event) -> Told:
    return text("Off-side: {piece}", piece=man_of(event["piece"])), "whistle"


def _free_kick(event: Event) -> Told:
    words = {"team": team(event), "piece": man(event["piece"]), "cell": event["at"]}
    return text("Free kick to {team}: {piece} at {cell}", **words), "whistle"


def _penalty_awarded(event: Event) -> Told:
    return text("Penalty to {team}!", team=team(event)), "whistle"


def _shot(event: Event) -> Told:
    words = {"piece": man_of(event["piece"]), "cell": place(event["at"])}
    return {
        "goal": text("{piece} shoots from {cell}: it is in!", **words),
        "corner": text("{piece} shoots from {cell}: turned behind for a corner", **words),
        "goal_kick": text("{piece} shoots from {cell}: wide", **words),
    }[event["outcome"]], "play"


def _corner(event: Event) -> Told:
    return text("Corner to {team} at {cell}", team=team(event), cell=event["at"]), "whistle"


def _goal_kick(event: Event) -> Told:
    return text("Goal kick to {team}", team=team(event)), "whistle"


def _time_up(_event: Event) -> Told:
    return text("Time is up"), "whistle"


def _period_end(event: Event) -> Told:
    return {
        "first_half": text("Half-time"),
        "second_half": text("End of the second half"),
        "extra_first": text("End of the first period of extra time"),
        "extra_second": text("End of extra time"),
    }[event["period"]], "end"


def _full_time(event: Event) -> Told:
    few = text("{team} wins: the opponent has fewer than seven pieces", team=winner(event))
    return full_time(event, walkover=few)


_TOLD: Final[dict[str, Callable[[Event], Told]]] = {
    "kick_off": _kick_off,
    "possession": _possession,
    "move": _move,
    "ball": _ball,
    "dribble": _dribble,
    "pass": _pass,
    "capture": _capture,
    "no_play": _no_play,
    "tackle": _tackle,
    "foul": _foul,
    "yellow": _yellow,
    "red": _red,
    "minor_foul": _minor_foul,
    "offside": _offside,
    "free_kick": _free_kick,
    "penalty_awarded": _penalty_awarded,
    "shot": _shot,
    "goal": goal,
    "corner": _corner,
    "goal_kick": _goal_kick,
    "time_up": _time_up,
    "period_end": _period_end,
    "shootout_kick": shootout_kick,
    "full_time": _full_time,
}
"""The other events (turns, a penalty beside its shot) need no sentence of their own."""
