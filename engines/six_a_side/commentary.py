"""Sentences for the events of one decision of six-a-side. Stateless: an event holds all it needs."""

from collections.abc import Sequence
from typing import Final

from engines.core.drawing import Line
from engines.core.seats import Event
from engines.core.telling import (
    RollTeller,
    Teller,
    Told,
    coin,
    full_time,
    goal,
    kicks_first,
    lines,
    name_at,
    shootout_kick,
    team,
    tell_time_out,
    tells,
    tells_by,
    winner,
)
from engines.core.text import Text, text
from engines.six_a_side.rulebook import RULEBOOK
from engines.six_a_side.words import pawn_of


def commentary(events: Sequence[Event]) -> list[Line]:
    happened = {event["type"] for event in events}
    covered = {_COVERED[kind] for kind in happened & _COVERED.keys()}
    return lines((event for event in events if event["type"] not in covered), _TOLD, _ROLLS, rulebook=RULEBOOK)


_COVERED: Final = {"tackle": "move", "period_end": "time_up"}
"""Events whose sentence says it all: the steal tells of the swap, and before a kick-off no last turn is left."""


def _toss(rolled: Sequence[Event]) -> Text:
    return text("The coin shows {team}, who chooses the kick-off", team=coin(rolled[0]))


def _lots(rolled: Sequence[Event]) -> Text:
    return text("Still level after thirty kicks each: the lot falls to {team}", team=coin(rolled[0]))


_ROLLS: Final[dict[str, RollTeller]] = {
    "toss": _toss,
    "shootout_toss": kicks_first,
    "lots": _lots,
}


def _setup_step(event: Event) -> Told:
    if event["placed"] < 6:
        return None
    return text("{team} has lined up", team=team(event)), "note"


def _penalty(event: Event) -> Told:
    words = {"kick": event["kicker_pick"], "keeper": event["keeper_pick"]}
    if event["outcome"] == "goal":
        return text("The kick goes to {kick}, the keeper to {keeper}: scored", **words), "play"
    return text("Both chose {kick}: saved", kick=event["kicker_pick"]), "play"


def _turn_lost(event: Event) -> Told:
    if event["reason"] == "coaching":
        return text("{team} loses the turn for coaching", team=team(event)), "whistle"
    return text("{team} has no move and loses the turn", team=team(event)), "note"


def _full_time(event: Event) -> Told:
    words = {"team": winner(event)}
    return full_time(
        event,
        golden_goal=text("Full time: {team} wins by the golden goal", **words),
        goal_limit=text("Full time: {team} wins", **words),
        walkover=text("Walkover: {team} wins, the opponent has four pawns sent off", **words),
    )


_TOLD: Final[dict[str, Teller]] = {
    "setup_step": _setup_step,
    "kick_off": tells(text("{team} kicks off"), "turn", team=team),
    "possession": tells(text("{team} has the ball"), "turn", team=team),
    "move": tells_by(
        "sprint",
        {True: text("{pawn} sprints from {start} to {end}"), False: text("{pawn} from {start} to {end}")},
        "play",
        pawn=name_at(pawn_of, "piece"),
        start="from",
        end="to",
    ),
    "pickup": tells(text("{pawn} picks up the ball at {cell}"), "play", pawn=name_at(pawn_of, "piece"), cell="at"),
    "pass": tells_by(
        "long",
        {True: text("Long pass: {giver} to {receiver}"), False: text("{giver} passes to {receiver}")},
        "play",
        giver=name_at(pawn_of, "from"),
        receiver=name_at(pawn_of, "to"),
    ),
    "kick": tells(text("{pawn} kicks into space at {cell}"), "play", pawn=name_at(pawn_of, "piece"), cell="to"),
    "shot": tells(text("{pawn} shoots from {cell}"), "play", pawn=name_at(pawn_of, "piece"), cell="at"),
    "goal": goal,
    "tackle": tells(
        text("{winner} steals the ball from {loser} at {cell}"),
        "play",
        winner=name_at(pawn_of, "winner"),
        loser=name_at(pawn_of, "loser"),
        cell="at",
    ),
    "foul": tells(text("Foul: a diagonal steal by {pawn}"), "whistle", pawn=name_at(pawn_of, "piece")),
    "yellow": tells(text("Yellow token for {pawn}"), "card", pawn=name_at(pawn_of, "piece")),
    "red": tells(text("Red: {pawn} is sent off"), "card", pawn=name_at(pawn_of, "piece")),
    "penalty_awarded": tells(text("Penalty to {team}"), "whistle", team=team),
    "keeper_change": tells(text("{pawn} is the new keeper"), "note", pawn=name_at(pawn_of, "piece")),
    "penalty": _penalty,
    "shootout_kick": shootout_kick,
    "substitution": tells(
        text("Substitution: {coming} for {going}"), "note", coming=name_at(pawn_of, "in"), going=name_at(pawn_of, "out")
    ),
    "turn_lost": _turn_lost,
    "passive_play": tells(text("Passive play: the ball is taken from {team}"), "whistle", team=team),
    "coaching": tells(text("Coaching by {team}"), "whistle", team=team),
    "timeout": tell_time_out,
    "time_up": tells(text("Time is up: this turn is the last"), "whistle"),
    "period_end": tells_by(
        "period",
        {
            "regulation": text("End of regulation time"),
            "extra": text("End of extra time"),
            "shootout": text("End of the shootout"),
        },
        "end",
    ),
    "full_time": _full_time,
}
