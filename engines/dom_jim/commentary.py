"""Sentences for the events of one decision of Dom Jim. Stateless: an event holds all it needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.core.drawing import Die, Line
from engines.core.seats import Event
from engines.core.telling import Told, dice_rolled, full_time, goal, lines, plain_die, rolled_off, team, winner
from engines.core.text import Text, text
from engines.dom_jim.words import figure, figure_of


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS, _die)


def _die(roll: Event) -> Die:
    """Return a die as it looks: the twelve-faced one shows 0 to 3, three times each (DJ-12.3)."""
    drawn = plain_die(roll)
    if roll["sides"] == 12:
        return {**drawn, "name": "twelve", "face": str(roll["value"] % 4)}
    return {**drawn, "name": "lot", "face": str(roll["value"])} if roll["sides"] == 44 else drawn


def _kick_off_roll(rolled: Sequence[Event]) -> Text:
    return text("Roll for the first move: {rolls}", rolls=rolled_off(rolled))


def _long_throw(rolled: Sequence[Event]) -> Text:
    return text("Long throw: the lot falls on green cell {n} of 44", n=rolled[0]["value"])


def _penalty_roll(rolled: Sequence[Event]) -> Text:
    return _kick(text("The penalty of {team}", team=team(rolled[0])), rolled[0])


def _shootout_roll(rolled: Sequence[Event]) -> Text:
    return _kick(text("The kick of {team}", team=team(rolled[0])), rolled[0])


def _kick(kick: Text, roll: Event) -> Text:
    """Tell where a kick goes: 0 is wide, else the number of a goal cell (DJ-7.4, DJ-12.3)."""
    if roll["value"] % 4 == 0:
        return text("{kick}: the die shows 0, wide of the goal", kick=kick)
    return text("{kick}: the die shows goal cell {n}", kick=kick, n=roll["value"] % 4)


def _race_order(rolled: Sequence[Event]) -> Text:
    return text("Roll for the first run: {rolls}", rolls=rolled_off(rolled))


def _race_roll(rolled: Sequence[Event]) -> Text:
    return text("Flag race: {roll}", roll=dice_rolled(rolled))


def _shootout_order(rolled: Sequence[Event]) -> Text:
    return text("Roll for the first kick: {rolls}", rolls=rolled_off(rolled))


_ROLLS: Final[dict[str, Callable[[Sequence[Event]], Text]]] = {
    "kick_off": _kick_off_roll,
    "long_throw": _long_throw,
    "penalty": _penalty_roll,
    "race_order": _race_order,
    "race": _race_roll,
    "shootout_order": _shootout_order,
    "shootout": _shootout_roll,
}


def _kick_off(event: Event) -> Told:
    return text("{team} moves first", team=team(event)), "turn"


def _move(event: Event) -> Told:
    if event["from"] is None:
        return None
    words = {"figure": figure_of(event["piece"]), "start": event["from"], "end": event["to"]}
    return text("{figure} from {start} to {end}", **words), "play"


def _possession(event: Event) -> Told:
    return text("{team} has the ball", team=team(event)), "turn"


def _tackle(event: Event) -> Told:
    words = {"winner": figure_of(event["winner"]), "loser": figure_of(event["loser"]), "cell": event["at"]}
    return text("{winner} takes the ball off {loser} at {cell}", **words), "play"


def _yellow(event: Event) -> Told:
    return text("Yellow card: {figure} waits at {cell}", figure=figure_of(event["piece"]), cell=event["to"]), "card"


def _red(event: Event) -> Told:
    return text("Red card: {figure} is sent off", figure=figure_of(event["piece"])), "card"


def _ball(event: Event) -> Told:
    if event["by"] is None:
        return None
    return text("{figure} kicks to {cell}", figure=figure_of(event["by"]), cell=event["to"]), "play"


def _small_area(event: Event) -> Told:
    return text("The ball is in the small area, at {cell}", cell=event["at"]), "note"


def _pass(event: Event) -> Told:
    words = {"receiver": figure_of(event["to"])}
    if event["completed"]:
        return text("{receiver} has it", **words), "play"
    return text("It falls to {receiver}", **words), "play"


def _triangulation(event: Event) -> Told:
    first, second, third = (figure(piece) for piece in event["pieces"])
    return text("Triangulation: {first}, {second}, {third}", first=first, second=second, third=third), "note"


def _shot(event: Event) -> Told:
    return text("{figure} shoots at {cell}", figure=figure_of(event["piece"]), cell=event["at"]), "play"


def _corner(event: Event) -> Told:
    return text("Corner to {team} at {cell}", team=team(event), cell=event["at"]), "whistle"


def _goal_kick(event: Event) -> Told:
    return text("Goal kick to {team} at {cell}", team=team(event), cell=event["at"]), "whistle"


def _throw_in(event: Event) -> Told:
    return text("Throw-in to {team} at {cell}", team=team(event), cell=event["to"]), "whistle"


def _offside(event: Event) -> Told:
    if len(event["pieces"]) == 1:
        return text("Offside: {figure}", figure=figure_of(event["pieces"][0])), "whistle"
    return text("Offside: {n} of {team}", n=len(event["pieces"]), team=team(event)), "whistle"


def _turn_lost(event: Event) -> Told:
    return text("{team} loses this turn", team=team(event)), "note"


def _penalty_awarded(event: Event) -> Told:
    return text("Penalty to {team}: the keeper could not reach the ball", team=team(event)), "whistle"


def _penalty(event: Event) -> Told:
    words = {"team": team(event)}
    return {
        "goal": text("{team} scores the penalty", **words),
        "saved": text("The penalty of {team} is saved", **words),
        "wide": text("The penalty of {team} goes wide", **words),
    }[event["outcome"]], "play"


def _period_end(event: Event) -> Told:
    return {
        "goals": text("The agreed goals are scored: end of the leg"),
        "time": text("Time: end of the leg"),
        "no_goal_limit": text("Too long without a goal: end of the leg"),
        "flag": text("End of the race"),
    }[event["reason"]], "end"


def _race_step(event: Event) -> Told:
    words = {"team": team(event), "start": event["from"], "end": event["to"]}
    if event["referee"]:
        return text("Flag race: {team} from {start} to {end}, a referee: back to the start", **words), "play"
    return text("Flag race: {team} from {start} to {end}", **words), "play"


def _flag(event: Event) -> Told:
    return text("{team} takes the flag of race {n}", team=team(event), n=event["race"]), "note"


def _shootout_kick(event: Event) -> Told:
    words = {"team": team(event)}
    return {
        "goal": text("Shootout: {team} scores", **words),
        "saved": text("Shootout: the keeper denies {team}", **words),
        "wide": text("Shootout: {team} misses", **words),
    }[event["outcome"]], "goal" if event["scored"] else "play"


def _over_card(event: Event) -> Told:
    return text("The over card goes to {team}", team=team(event)), "note"


def _full_time(event: Event) -> Told:
    words = {"team": winner(event)}
    return full_time(
        event,
        goal_limit=text("Full time: {team} wins", **words),
        extra_time=text("Full time: {team} wins the flag race", **words),
    )


_TOLD: Final[dict[str, Callable[[Event], Told]]] = {
    "kick_off": _kick_off,
    "move": _move,
    "possession": _possession,
    "tackle": _tackle,
    "yellow": _yellow,
    "red": _red,
    "ball": _ball,
    "small_area": _small_area,
    "pass": _pass,
    "triangulation": _triangulation,
    "shot": _shot,
    "goal": goal,
    "corner": _corner,
    "goal_kick": _goal_kick,
    "throw_in": _throw_in,
    "offside": _offside,
    "turn_lost": _turn_lost,
    "penalty_awarded": _penalty_awarded,
    "penalty": _penalty,
    "period_end": _period_end,
    "race_step": _race_step,
    "flag": _flag,
    "shootout_kick": _shootout_kick,
    "over_card": _over_card,
    "full_time": _full_time,
}
