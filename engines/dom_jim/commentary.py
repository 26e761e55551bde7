"""Sentences for the events of one decision of Dom Jim. Stateless: an event holds all it needs."""

from collections.abc import Sequence
from typing import Final

from engines.core.drawing import Die, Line
from engines.core.seats import Event
from engines.core.telling import (
    RollTeller,
    Teller,
    Told,
    dice_rolled,
    full_time,
    goal,
    lines,
    name_at,
    plain_die,
    rolled_off,
    team,
    tells,
    tells_by,
    tells_roll,
    winner,
)
from engines.core.text import Text, text
from engines.dom_jim.rulebook import RULEBOOK
from engines.dom_jim.words import figure, figure_of


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS, _die, rulebook=RULEBOOK)


def _die(roll: Event) -> Die:
    """Return a die as it looks: the twelve-faced one shows 0 to 3, three times each (DJ-12.3)."""
    drawn = plain_die(roll)
    if roll["sides"] == 12:
        return {**drawn, "name": "twelve", "face": str(roll["value"] % 4)}
    return {**drawn, "name": "lot", "face": str(roll["value"])} if roll["sides"] == 44 else drawn


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


_ROLLS: Final[dict[str, RollTeller]] = {
    "kick_off": tells_roll(text("Roll for the first move: {rolls}"), rolls=rolled_off),
    "long_throw": _long_throw,
    "penalty": _penalty_roll,
    "race_order": tells_roll(text("Roll for the first run: {rolls}"), rolls=rolled_off),
    "race": tells_roll(text("Flag race: {roll}"), roll=dice_rolled),
    "shootout_order": tells_roll(text("Roll for the first kick: {rolls}"), rolls=rolled_off),
    "shootout": _shootout_roll,
}


def _move(event: Event) -> Told:
    if event["from"] is None:
        return None
    words = {"figure": figure_of(event["piece"]), "start": event["from"], "end": event["to"]}
    return text("{figure} from {start} to {end}", **words), "play"


def _ball(event: Event) -> Told:
    if event["by"] is None:
        return None
    return text("{figure} kicks to {cell}", figure=figure_of(event["by"]), cell=event["to"]), "play"


def _triangulation(event: Event) -> Told:
    first, second, third = (figure(piece) for piece in event["pieces"])
    return text("Triangulation: {first}, {second}, {third}", first=first, second=second, third=third), "note"


def _offside(event: Event) -> Told:
    if len(event["pieces"]) == 1:
        return text("Offside: {figure}", figure=figure_of(event["pieces"][0])), "whistle"
    return text("Offside: {n} of {team}", n=len(event["pieces"]), team=team(event)), "whistle"


def _shootout_kick(event: Event) -> Told:
    words = {"team": team(event)}
    return {
        "goal": text("Shootout: {team} scores", **words),
        "saved": text("Shootout: the keeper denies {team}", **words),
        "wide": text("Shootout: {team} misses", **words),
    }[event["outcome"]], "goal" if event["scored"] else "play"


def _full_time(event: Event) -> Told:
    words = {"team": winner(event)}
    return full_time(
        event,
        goal_limit=text("Full time: {team} wins", **words),
        extra_time=text("Full time: {team} wins the flag race", **words),
    )


_TOLD: Final[dict[str, Teller]] = {
    "kick_off": tells(text("{team} moves first"), "turn", team=team),
    "move": _move,
    "possession": tells(text("{team} has the ball"), "turn", team=team),
    "tackle": tells(
        text("{winner} takes the ball off {loser} at {cell}"),
        "play",
        winner=name_at(figure_of, "winner"),
        loser=name_at(figure_of, "loser"),
        cell="at",
    ),
    "yellow": tells(
        text("Yellow card: {figure} waits at {cell}"), "card", figure=name_at(figure_of, "piece"), cell="to"
    ),
    "red": tells(text("Red card: {figure} is sent off"), "card", figure=name_at(figure_of, "piece")),
    "ball": _ball,
    "small_area": tells(text("The ball is in the small area, at {cell}"), "note", cell="at"),
    "pass": tells_by(
        "completed",
        {True: text("{receiver} has it"), False: text("It falls to {receiver}")},
        "play",
        receiver=name_at(figure_of, "to"),
    ),
    "triangulation": _triangulation,
    "shot": tells(text("{figure} shoots at {cell}"), "play", figure=name_at(figure_of, "piece"), cell="at"),
    "goal": goal,
    "corner": tells(text("Corner to {team} at {cell}"), "whistle", team=team, cell="at"),
    "goal_kick": tells(text("Goal kick to {team} at {cell}"), "whistle", team=team, cell="at"),
    "throw_in": tells(text("Throw-in to {team} at {cell}"), "whistle", team=team, cell="to"),
    "offside": _offside,
    "turn_lost": tells(text("{team} loses this turn"), "note", team=team),
    "penalty_awarded": tells(text("Penalty to {team}: the keeper could not reach the ball"), "whistle", team=team),
    "penalty": tells_by(
        "outcome",
        {
            "goal": text("{team} scores the penalty"),
            "saved": text("The penalty of {team} is saved"),
            "wide": text("The penalty of {team} goes wide"),
        },
        "play",
        team=team,
    ),
    "period_end": tells_by(
        "reason",
        {
            "goals": text("The agreed goals are scored: end of the leg"),
            "time": text("Time: end of the leg"),
            "no_goal_limit": text("Too long without a goal: end of the leg"),
            "flag": text("End of the race"),
        },
        "end",
    ),
    "race_step": tells_by(
        "referee",
        {
            True: text("Flag race: {team} from {start} to {end}, a referee: back to the start"),
            False: text("Flag race: {team} from {start} to {end}"),
        },
        "play",
        team=team,
        start="from",
        end="to",
    ),
    "flag": tells(text("{team} takes the flag of race {n}"), "note", team=team, n="race"),
    "shootout_kick": _shootout_kick,
    "over_card": tells(text("The over card goes to {team}"), "note", team=team),
    "full_time": _full_time,
}
