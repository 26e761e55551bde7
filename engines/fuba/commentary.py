"""Sentences for the events of one decision of FUBA. Stateless: an event holds all it needs.

Each roll has a sentence of its own, before what it decided. Each placed or moved player has a sentence; the causing
event tells of ball and possession.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engines.core.drawing import Line
from engines.core.seats import Event
from engines.core.telling import Told, dice_rolled, full_time, goal, lines, numbers, rolled_off, team
from engines.core.text import Text, text
from engines.fuba.words import SIDES, piece_name


def commentary(events: Sequence[Event]) -> list[Line]:
    return lines(events, _TOLD, _ROLLS)


def _roll_off(rolled: Sequence[Event]) -> Text:
    home, away = rolled
    if home["value"] == away["value"]:
        return rolled_off(rolled)
    winner = home if home["value"] > away["value"] else away
    return text("{rolls}: {team} wins the roll", rolls=dice_rolled(rolled), team=team(winner))


def _special_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} for the special event", team=team(rolled[0]), n=numbers(rolled))


def _red_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} for the red card", team=team(rolled[0]), n=numbers(rolled))


def _shot_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} for the shot", team=team(rolled[0]), n=numbers(rolled))


def _second_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} on the second roll of the shot", team=team(rolled[0]), n=numbers(rolled))


def _penalty_roll(rolled: Sequence[Event]) -> Text:
    return text("{team} rolled {n} for the penalty", team=team(rolled[0]), n=numbers(rolled))


_ROLLS: Final[dict[str, Callable[[Sequence[Event]], Text]]] = {
    "roll_off": _roll_off,
    "initial": dice_rolled,
    "special_event": _special_roll,
    "red": _red_roll,
    "shot": _shot_roll,
    "difficult_shot": _second_roll,
    "penalty": _penalty_roll,
}


def _formation(event: Event) -> Told:
    return text("{team} plays {formation}", team=team(event), formation=event["formation"]), "note"


def _kick_off(event: Event) -> Told:
    return text("Kick-off for {team}", team=team(event)), "turn"


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


def _control(event: Event) -> Told:
    words = {"team": team(event), "value": event["value"], "ball_die": event["ball_die"]}
    return {
        "kept": text("{team} keeps control: {value} against {ball_die}", **words),
        "lost": text("{team} loses the ball: {value} against {ball_die}", **words),
        "event": text("{value} against {ball_die}: a special event", **words),
    }[event["outcome"]], "play"


def _special(event: Event) -> Told:
    if event["value"] == 3:
        return text("The active team does not move"), "note"
    if event["value"] == 4:
        return text("The passive team does not move"), "note"
    return text("Special event: a foul"), "note"


def _foul(event: Event) -> Told:
    return text("Foul by {team} in {zone}", team=team(event), zone=event["at"]), "whistle"


def _free_kick(event: Event) -> Told:
    return text("Free kick for {team} in {zone}", team=team(event), zone=event["at"]), "whistle"


def _penalty_awarded(event: Event) -> Told:
    return text("Penalty for {team}", team=team(event)), "whistle"


def _yellow(event: Event) -> Told:
    return text("Yellow card for {team}, their number {n}", team=team(event), n=event["count"]), "card"


def _red(event: Event) -> Told:
    return text("{man} is sent off", man=piece_name(event["piece"])), "card"


def _ball_die(event: Event) -> Told:
    if event["easy"]:
        return text("Easy situation: ball die {n}", n=event["value"]), "note"
    return text("Ball die {n}", n=event["value"]), "note"


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


def _corner(event: Event) -> Told:
    return text("Corner for {team}", team=team(event)), "whistle"


def _goal_kick(event: Event) -> Told:
    return text("Goal kick for {team}", team=team(event)), "whistle"


def _movement(event: Event) -> Told:
    words = {"team": team(event), "n": event["players"]}
    return {
        "defence": text("{team} chooses defence (up to {n})", **words),
        "midfield": text("{team} chooses midfield (up to {n})", **words),
        "forward": text("{team} chooses forward (up to {n})", **words),
    }[event["option"]], "play"


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


def _turn(event: Event) -> Told:
    return text("Turn {n}: {team} has the ball", n=event["game_turn"], team=team(event)), "turn"


def _possession(event: Event) -> Told:
    return text("{team} is the active team", team=team(event)), "turn"


def _timeout(event: Event) -> Told:
    return text("{team} ran out of time", team=team(event)), "note"


def _resign(event: Event) -> Told:
    return text("{team} resigns", team=team(event)), "end"


def _period_end(event: Event) -> Told:
    return {
        "first_half": text("End of the first half"),
        "second_half": text("End of the second half"),
        "extra_first": text("End of the first half of extra time"),
        "extra_second": text("End of extra time"),
    }[event["period"]], "whistle"


_TOLD: Final[dict[str, Callable[[Event], Told]]] = {
    "formation": _formation,
    "kick_off": _kick_off,
    "move": _move,
    "target": _target,
    "control": _control,
    "special_event": _special,
    "foul": _foul,
    "free_kick": _free_kick,
    "penalty_awarded": _penalty_awarded,
    "yellow": _yellow,
    "red": _red,
    "ball_die": _ball_die,
    "shot": _shot,
    "goal": goal,
    "corner": _corner,
    "goal_kick": _goal_kick,
    "movement": _movement,
    "dive": _dive,
    "aim": _aim,
    "penalty": _penalty,
    "shootout_kick": _shootout_kick,
    "turn": _turn,
    "possession": _possession,
    "timeout": _timeout,
    "resign": _resign,
    "period_end": _period_end,
    "full_time": full_time,
}
"""``ball``, ``set_up``, ``time`` and ``pass`` have no sentence of their own."""
