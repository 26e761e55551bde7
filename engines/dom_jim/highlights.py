"""Highlights of Dom Jim: who scored from where, after whose pass or tackle, and the die of a penalty or a flag race."""

from collections.abc import Sequence
from typing import Final

from engines.core.highlights import Highlight, Telling, goal_from_the_spot, goal_of, latest, of_line, told, way_to
from engines.core.seats import Event
from engines.core.text import Text, text
from engines.dom_jim.commentary import commentary
from engines.dom_jim.words import figure


def highlight(events: Sequence[Event]) -> Highlight | None:
    return told(events, _TOLD)


def _goal(events: Sequence[Event]) -> Highlight:
    goal, before = events[-1], events[:-1]
    cause = latest(before, "ball", "penalty", "flag")
    assert cause is not None  # nothing else scores
    if cause["type"] == "flag":
        return _flag(goal, before)
    if cause["type"] == "penalty":
        return goal_from_the_spot(goal["seat"], figure(goal["piece"]), _die(before), _keeper(before))
    into = text("into {cell}", cell=cause["to"])
    return goal_of(goal["seat"], figure(goal["piece"]), cause["from"], into, way_to(goal["piece"], before, figure))


def _flag(goal: Event, before: Sequence[Event]) -> Highlight:
    flag, run = latest(before, "flag"), latest(before, "race_step")
    assert flag is not None and run is not None
    headline = text("Goal: {player} takes the flag of race {n}", player=figure(goal["piece"]), n=flag["race"])
    last = latest(before, "roll")
    assert last is not None
    return Highlight(
        "goal", goal["seat"], headline, (text("die {die}, from {cell}", die=last["value"], cell=run["from"]),)
    )


def _die(events: Sequence[Event]) -> Text:
    roll = latest(events, "roll")
    assert roll is not None
    return text("die {die}", die=roll["value"] % 4)


def _keeper(events: Sequence[Event]) -> Text:
    penalty = latest(events, "penalty")
    assert penalty is not None
    return text("keeper at {cell}", cell=penalty["keeper"])


def _card(events: Sequence[Event]) -> Highlight:
    tackle = latest(events, "tackle")
    assert tackle is not None  # DJ-8.7: a caution follows the loss of the ball
    by = text("after losing the ball at {cell}", cell=tackle["at"])
    return of_line(events[-1]["type"], commentary(events[-1:])[0], by)


def _penalty(events: Sequence[Event]) -> Highlight | None:
    if events[-1]["outcome"] == "goal":
        return None
    return of_line("miss", commentary(events[-1:])[0], _die(events), _keeper(events))


_TOLD: Final[dict[str, Telling]] = {"goal": _goal, "yellow": _card, "red": _card, "penalty": _penalty}
