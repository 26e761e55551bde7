"""Sentences for the events of one decision of Super Goal!. Stateless: an event holds all it needs.

Rolls appear beside the sentence of their result; the causing event tells of ball movements.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.drawing import Die, Line
from engines.core.seats import Event
from engines.core.telling import (
    RollTeller,
    Teller,
    Told,
    full_time,
    kicks_first,
    lines,
    name_at,
    plain_die,
    shootout_kick,
    team,
    tell_time_out,
    tells,
    tells_by,
    winner,
)
from engines.core.text import Text, text
from engines.super_goal.faces import ARROWS, DEFENCE, DICE, KEEPER, PENALTY, SHOT, STAR
from engines.super_goal.rulebook import RULEBOOK
from engines.super_goal.words import DIE, DIRECTIONS, FACES

_ARROW: Final = {"forward": "↑", "backward": "↓", "lateral": "↔", "diagonal": "↖↗"}

_RESTARTS: Final = frozenset(("throw_in", "goal_kick", "keeper_throw", "corner", "free_kick"))


def commentary(events: Sequence[Event]) -> list[Line]:
    events_told: list[Event] = []
    for number, event in enumerate(events):
        if event["type"] == "possession" and any(
            later["type"] in _RESTARTS for later in events[number + 1 : number + 2]
        ):
            continue  # the restart names the team in possession
        if event["type"] == "arrow":  # follows its roll
            event = {**event, "printed": _face(event["die"], events[number - 1])[1]}
        events_told.append(event)
    return lines(events_told, _TOLD, _ROLLS, printed, rulebook=RULEBOOK)


def _face(die: str, roll: Event) -> tuple[str, int, str | None]:
    return ARROWS[DICE.index(die)][roll["value"]]


def printed(roll: Event) -> Die:
    """Return a die with its printed face (SG-3.1, SG-3.2); VAR is the control die, a shootout kick the black one."""
    purpose, drawn = roll["for"], plain_die(roll)
    name = {"var": "control", "shootout": "penalty"}.get(purpose, purpose)
    if name in DICE:
        direction, n, symbol = _face(name, roll)
        return {**drawn, "name": name, "face": f"{_ARROW[direction]}{n}{symbol or ''}"}
    if name in _PRINTED:
        return {**drawn, "name": name, "word": _PRINTED[name][roll["value"]]}
    return drawn


_SHOT_FACES: Final = {
    "on_target": text("on target"),
    "unstoppable": text("unstoppable"),
    "post": text("post"),
    "crossbar": text("crossbar"),
    "wide": text("wide"),
}
_DEFENCE_FACES: Final = {
    "steal": text("steal"),
    "miss": text("miss"),
    "miss_own_goal": text("own goal"),
    "clear": text("clear"),
    "foul": text("foul"),
}
_KEEPER_FACES: Final = {"save": text("save"), "goal": text("goal"), "parry": text("parry"), "corner": text("corner")}
_PENALTY_FACES: Final = {
    "scored": text("goal"),
    "corner": text("corner"),
    "wide": text("wide"),
    "parried": text("parry"),
}


def _printed(words: Mapping[str, Text], values: Sequence[str]) -> tuple[Text, ...]:
    return tuple(words[value] if value else ["", {}] for value in values)


_PRINTED: Final[dict[str, tuple[Text, ...]]] = {
    "shot": _printed(_SHOT_FACES, SHOT),
    "defence": _printed(_DEFENCE_FACES, DEFENCE),
    "keeper": _printed(_KEEPER_FACES, KEEPER),
    "penalty": _printed(_PENALTY_FACES, PENALTY),
    "star": _printed(FACES, STAR),
}


def _var_roll(rolled: Sequence[Event]) -> Text:
    direction, n, _ = _face("control", rolled[0])
    return text("VAR, {die}: {direction} {n}", die=DIE["control"], direction=DIRECTIONS[direction], n=n)


_ROLLS: Final[dict[str, RollTeller]] = {"var": _var_roll, "shootout_first": kicks_first}
"""Other rolls have the sentence of what the die shows."""


def _arrow(event: Event) -> Told:
    n = event["n"]
    if n != event["printed"]:  # a long first roll (SG-8.3)
        n = text("{printed}, doubled to {n}", printed=event["printed"], n=n)
    words = {"team": team(event), "die": DIE[event["die"]], "direction": DIRECTIONS[event["dir"]], "n": n}
    if event["symbol"] == "?":
        return text("{team}, {die}: {direction} {n}, with a question mark", **words), "play"
    if event["symbol"] == "X":
        return text("{team}, {die}: {direction} {n}, with an X", **words), "play"
    return text("{team}, {die}: {direction} {n}", **words), "play"


def _pass(event: Event) -> Told:
    side, start, end = team(event), event["from"], event["to"]
    if end is None:
        return text("The ball leaves the pitch from {cell}", cell=start), "play"
    if not event["completed"]:
        return text("{team} loses the ball at {cell}", team=side, cell=end), "play"
    return text("{team} plays from {start} to {end}", team=side, start=start, end=end), "play"


def _star_face(event: Event) -> Told:
    return text("{team} rolls the star die: {face}", team=team(event), face=FACES[event["face"]]), "note"


def _star_played(event: Event) -> Told:
    return text("{team} plays the star die: {face}!", team=team(event), face=FACES[event["face"]]), "play"


def place(cell: str) -> Text:
    return text("in the goal mouth") if cell in ("GA", "GH") else text("at {cell}", cell=cell)


def _var(event: Event) -> Told:
    if event["confirmed"]:
        return text("VAR: foul confirmed"), "whistle"
    return text("VAR: no penalty, {team} plays on", team=team(event)), "whistle"


def _penalty(event: Event) -> Told:
    side = team(event)
    return {
        "awarded": text("Penalty to {team}", team=side),
        "scored": text("{team} scores the penalty", team=side),
        "corner": text("The penalty of {team} is turned behind", team=side),
        "wide": text("The penalty of {team} goes wide", team=side),
        "parried": text("The penalty of {team} is parried", team=side),
    }[event["outcome"]], "whistle" if event["outcome"] == "awarded" else "play"


def _period_end(event: Event) -> Told:
    if event["period"] == "first_half":
        return text("Half-time"), "end"
    return text("End of the second half"), "end"


def _full_time(event: Event) -> Told:
    return full_time(event, shootout=text("{team} wins the shootout", team=winner(event)))


_TOLD: Final[dict[str, Teller]] = {
    "arrow": _arrow,
    "pass": _pass,
    "toss": tells(text("{team} wins the toss and the star die"), "note", team=name_at("@{}".format, "winner")),
    "star_face": _star_face,
    "star_played": _star_played,
    "star_passed": tells(text("The star die goes to {team}"), "note", team=name_at("@{}".format, "to")),
    "kick_off": tells(text("{team} kicks off"), "turn", team=team),
    "possession": tells(text("{team} has the ball"), "turn", team=team),
    "defence": tells_by(
        "result",
        {
            "steal": text("{team} steals the ball {cell}"),
            "miss": text("{team} misses the tackle {cell}"),
            "miss_own_goal": text("{team} slices at the ball {cell}"),
            "clear": text("{team} clears the ball {cell}"),
            "foul": text("{team} goes in too hard {cell}"),
        },
        "play",
        team=team,
        cell=name_at(place, "at"),
    ),
    "keeper": tells_by(
        "result",
        {
            "save": text("The keeper of {team} saves and holds the ball"),
            "goal": text("The keeper of {team} is beaten"),
            "parry": text("The keeper of {team} parries"),
            "corner": text("The keeper of {team} turns the ball behind"),
        },
        "play",
        team=team,
    ),
    "shot": tells_by(
        "outcome",
        {
            "on_target": text("{team} shoots from {cell}: on target"),
            "unstoppable": text("{team} shoots from {cell}: unstoppable"),
            "post": text("{team} shoots from {cell}: the post!"),
            "crossbar": text("{team} shoots from {cell}: the crossbar!"),
            "wide": text("{team} shoots from {cell}: wide"),
        },
        "play",
        team=team,
        cell="at",
    ),
    "foul": tells(text("Foul by {team} {cell}"), "whistle", team=team, cell=name_at(place, "at")),
    "red": tells(text("Red card: {team} has a man sent off"), "card", team=team),
    "var": _var,
    "penalty": _penalty,
    "throw_in": tells(text("Throw-in to {team} at {cell}"), "whistle", team=team, cell="at"),
    "goal_kick": tells(text("Goal kick to {team} at {cell}"), "whistle", team=team, cell="at"),
    "corner": tells(text("Corner to {team} at {cell}"), "whistle", team=team, cell="at"),
    "free_kick": tells(text("Free kick to {team} at {cell}"), "whistle", team=team, cell="at"),
    "keeper_throw": tells(text("The keeper of {team} will throw the ball out"), "play", team=team),
    "goal": tells_by(
        "own", {True: text("Own goal! It counts for {team}"), False: text("Goal for {team}!")}, "goal", team=team
    ),
    "time_up": tells(text("Time is up: the half ends when the attack loses the ball"), "whistle"),
    "period_end": _period_end,
    "shootout_kick": shootout_kick,
    "timeout": tell_time_out,
    "full_time": _full_time,
}
