"""Sentences for the events of one decision of FUBA. Stateless: an event holds all it needs.

Each roll has a sentence of its own, before what it decided. Each placed or moved player has a sentence; the causing
event tells of ball and possession.
"""

from collections.abc import Sequence
from typing import Final

from engines.core.drawing import Line
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
    numbers,
    rolled_off,
    roller,
    team,
    tells,
    tells_by,
    tells_roll,
)
from engines.core.text import Text, text
from engines.fuba.rulebook import RULEBOOK
from engines.fuba.words import SIDES, piece_name


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS, rulebook=RULEBOOK)


def _roll_off(rolled: Sequence[Event]) -> Text:
    home, away = rolled
    if home["value"] == away["value"]:
        return rolled_off(rolled)
    winner = home if home["value"] > away["value"] else away
    return text("{rolls}: {team} wins the roll", rolls=dice_rolled(rolled), team=team(winner))


_ROLLS: Final[dict[str, RollTeller]] = {
    "roll_off": _roll_off,
    "initial": dice_rolled,
    "special_event": tells_roll(text("{team} rolled {n} for the special event"), team=roller, n=numbers),
    "red": tells_roll(text("{team} rolled {n} for the red card"), team=roller, n=numbers),
    "shot": tells_roll(text("{team} rolled {n} for the shot"), team=roller, n=numbers),
    "difficult_shot": tells_roll(text("{team} rolled {n} on the second roll of the shot"), team=roller, n=numbers),
    "penalty": tells_roll(text("{team} rolled {n} for the penalty"), team=roller, n=numbers),
}


def _move(event: Event) -> Told:
    words = {"man": piece_name(event["piece"]), "end": event["to"]}
    if event["to"] is None:
        return None
    if event["from"] is None:
        return text("{man} takes his place in {end}", **words), "note"
    return text("{man} moves from {start} to {end}", start=event["from"], **words), "play"


def _target(event: Event) -> Told:
    words = {"team": team(event), "start": event["from"], "zone": event["zone"]}
    if event["from"] == event["zone"]:
        return text("{team} keeps the ball in {zone}", **words), "play"
    if event["via"] is not None:
        return text("{team} plays from {start} into empty {zone}", **words), "play"
    return text("{team} plays from {start} to {zone}", **words), "play"


def _special(event: Event) -> Told:
    if event["value"] == 3:
        return text("The active team does not move"), "note"
    if event["value"] == 4:
        return text("The passive team does not move"), "note"
    return text("Special event: a foul"), "note"


def _shot(event: Event) -> Told:
    words = {"team": team(event), "zone": event["at"], "value": event["value"], "ball_die": event["ball_die"]}
    if event["difficult"]:
        if event["outcome"] == "goal":
            return text("{team} tries a difficult shot from {zone}: two sixes", **words), "play"
        return text("{team} tries a difficult shot from {zone}: wide", **words), "play"
    return {
        "goal": text("{team} shoots from {zone}: {value} beats {ball_die}", **words),
        "corner": text("{team} shoots from {zone}: {value} equals {ball_die}, turned behind", **words),
        "goal_kick": text("{team} shoots from {zone}: {value} does not beat {ball_die}", **words),
    }[event["outcome"]], "play"


def _dive(event: Event) -> Told:
    return text("The goalkeeper of {team}: {side}", team=team(event), side=SIDES[event["side"]]), "play"


def _aim(event: Event) -> Told:
    return text("{team} aims: {side}", team=team(event), side=SIDES[event["side"]]), "play"


def _penalty(event: Event) -> Told:
    if event["outcome"] == "goal":
        return text("{team} scores from the penalty", team=team(event)), "play"
    return text("{team} misses the penalty", team=team(event)), "play"


def _shootout_kick(event: Event) -> Told:
    if event["scored"]:
        return text("{team} scores", team=team(event)), "goal"
    return text("{team} misses", team=team(event)), "play"


_TOLD: Final[dict[str, Teller]] = {
    "formation": tells(text("{team} plays {formation}"), "note", team=team, formation="formation"),
    "kick_off": tells(text("Kick-off for {team}"), "turn", team=team),
    "move": _move,
    "target": _target,
    "control": tells_by(
        "outcome",
        {
            "kept": text("{team} keeps control: {value} against {ball_die}"),
            "lost": text("{team} loses the ball: {value} against {ball_die}"),
            "event": text("{value} against {ball_die}: a special event"),
        },
        "play",
        team=team,
        value="value",
        ball_die="ball_die",
    ),
    "special_event": _special,
    "foul": tells(text("Foul by {team} in {zone}"), "whistle", team=team, zone="at"),
    "free_kick": tells(text("Free kick for {team} in {zone}"), "whistle", team=team, zone="at"),
    "penalty_awarded": tells(text("Penalty for {team}"), "whistle", team=team),
    "yellow": tells(text("Yellow card for {team}, their number {n}"), "card", team=team, n="count"),
    "red": tells(text("{man} is sent off"), "card", man=name_at(piece_name, "piece")),
    "ball_die": tells_by(
        "easy", {True: text("Easy situation: ball die {n}"), False: text("Ball die {n}")}, "note", n="value"
    ),
    "shot": _shot,
    "goal": goal,
    "corner": tells(text("Corner for {team}"), "whistle", team=team),
    "goal_kick": tells(text("Goal kick for {team}"), "whistle", team=team),
    "movement": tells_by(
        "option",
        {
            "defence": text("{team} chooses defence (up to {n})"),
            "midfield": text("{team} chooses midfield (up to {n})"),
            "forward": text("{team} chooses forward (up to {n})"),
        },
        "play",
        team=team,
        n="players",
    ),
    "dive": _dive,
    "aim": _aim,
    "penalty": _penalty,
    "shootout_kick": _shootout_kick,
    "turn": tells(text("Turn {n}: {team} has the ball"), "turn", n="game_turn", team=team),
    "possession": tells(text("{team} is the active team"), "turn", team=team),
    "timeout": tells(text("{team} ran out of time"), "note", team=team),
    "resign": tells(text("{team} resigns"), "end", team=team),
    "period_end": tells_by(
        "period",
        {
            "first_half": text("End of the first half"),
            "second_half": text("End of the second half"),
            "extra_first": text("End of the first half of extra time"),
            "extra_second": text("End of extra time"),
        },
        "whistle",
    ),
    "full_time": full_time,
}
"""``ball``, ``set_up``, ``time`` and ``pass`` have no sentence of their own."""
