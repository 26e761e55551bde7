"""Highlights of Soccer Tactics: who scored from where, by which spin, after which battle and whose pass."""

from collections.abc import Sequence
from typing import Final

from engines.core.highlights import (
    Highlight,
    Telling,
    goal_from_the_spot,
    goal_of,
    latest,
    missed,
    of_line,
    told,
    way_to,
)
from engines.core.seats import Event
from engines.core.text import Text, text
from engines.soccer_tactics.commentary import commentary
from engines.soccer_tactics.words import man, place


def highlight(events: Sequence[Event]) -> Highlight | None:
    return told(events, _TOLD)


def _goal(events: Sequence[Event]) -> Highlight:
    goal, before = events[-1], events[:-1]
    scorer = man(goal["piece"])
    shot = next(n for n in range(len(before) - 1, -1, -1) if before[n]["type"] == "shot")
    spin = _spin(before[shot - 1])
    if before[-1]["type"] == "penalty":
        return goal_from_the_spot(goal["seat"], scorer, spin, _foul(before))
    origin = before[: shot - 1]
    battle = _battle(goal["piece"], origin)
    # The battle told, what comes before it is the pass into it.
    way = way_to(goal["piece"], [event for event in origin if event["type"] != "tackle"] if battle else origin, man)
    return goal_of(goal["seat"], scorer, place(before[shot]["at"]), spin, battle, way)


def _spin(roll: Event) -> Text:
    if roll["sides"] == 8:
        return text("spinner {n}", n=roll["value"])
    return text("shooting die {n}", n=roll["value"])


def _battle(scorer: str, before: Sequence[Event]) -> Text | None:
    """Tell the battle that the scorer won for the ball of the shot, by its dice."""
    tackle = latest(before, "tackle", "capture", "ball")
    if tackle is None or tackle["type"] != "tackle" or tackle["winner"] != scorer:
        return None
    rolls = [event["value"] for event in before if event["type"] == "roll" and event["for"] == "tackle"]
    return text("battle against {player}: {n} and {m}", n=rolls[-2], m=rolls[-1], player=man(tackle["loser"]))


def _foul(events: Sequence[Event]) -> Text | None:
    foul = latest(events, "foul")
    if foul is None:
        return None
    return text("after a foul on {player} at {cell}", player=man(foul["victim"]), cell=place(foul["at"]))


def _card(events: Sequence[Event]) -> Highlight:
    return of_line(events[-1]["type"], commentary(events[-1:])[0], _foul(events))


def _penalty(events: Sequence[Event]) -> Highlight | None:
    event = events[-1]
    if event["outcome"] == "goal":
        return None
    headline = text("Penalty missed: {player}", player=man(event["piece"]))
    roll = latest(events, "roll")
    assert roll is not None
    return missed(event["seat"], headline, _spin(roll), _foul(events))


_TOLD: Final[dict[str, Telling]] = {"goal": _goal, "yellow": _card, "red": _card, "penalty": _penalty}
