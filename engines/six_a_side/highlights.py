"""Highlights of six-a-side: who scored from where, after whose pass or steal; a game without dice."""

from collections.abc import Sequence
from typing import Final

from engines.core.highlights import (
    Highlight,
    Telling,
    after_foul,
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
from engines.six_a_side.commentary import commentary
from engines.six_a_side.words import pawn


def highlight(events: Sequence[Event]) -> Highlight | None:
    return told(events, _TOLD)


def _goal(events: Sequence[Event]) -> Highlight:
    goal, before = events[-1], events[:-1]
    if goal["penalty"]:
        return goal_from_the_spot(goal["seat"], pawn(goal["piece"]), _picks(before), after_foul(before))
    shot = latest(before, "shot")
    assert shot is not None
    return goal_of(goal["seat"], pawn(goal["piece"]), shot["at"], way_to(goal["piece"], before, pawn))


def _picks(events: Sequence[Event]) -> Text:
    penalty = latest(events, "penalty")
    assert penalty is not None
    return text("kick to {kick}, keeper to {keeper}", kick=penalty["kicker_pick"], keeper=penalty["keeper_pick"])


def _card(events: Sequence[Event]) -> Highlight:
    return of_line(events[-1]["type"], commentary(events[-1:])[0], after_foul(events))


def _penalty(events: Sequence[Event]) -> Highlight | None:
    if events[-1]["outcome"] == "goal":
        return None
    return missed(events[-1]["seat"], text("The penalty is saved"), _picks(events))


_TOLD: Final[dict[str, Telling]] = {"goal": _goal, "yellow": _card, "red": _card, "penalty": _penalty}
