"""Highlights of FUBA: the sheet names no scorer, so a goal is told by its zone, its die and the pass before."""

from collections.abc import Sequence
from typing import Final

from engines.core.highlights import Highlight, Telling, after_foul, goal_from, goal_from_the_spot, latest, of_line, told
from engines.core.seats import Event
from engines.core.text import Text, text
from engines.fuba.commentary import commentary
from engines.fuba.words import SIDES

_RESTARTS: Final = frozenset(("kick_off", "goal_kick", "corner"))


def highlight(events: Sequence[Event]) -> Highlight | None:
    return told(events, _TOLD)


def _goal(events: Sequence[Event]) -> Highlight:
    seat, before = events[-1]["seat"], events[:-1]
    cause = latest(before, "shot", "penalty")
    assert cause is not None  # nothing else scores
    if cause["type"] == "penalty":
        return goal_from_the_spot(seat, None, _spot_kick(before), after_foul(before))
    return goal_from(seat, cause["at"], _shot(cause), _way(seat, before))


def _shot(shot: Event) -> Text:
    if shot["difficult"]:
        return text("two sixes for a difficult shot")
    return text(
        "die {die}: {value} beats ball die {ball_die}", **{key: shot[key] for key in ("die", "value", "ball_die")}
    )


def _spot_kick(events: Sequence[Event]) -> Text:
    aim, dive, roll = latest(events, "aim"), latest(events, "dive"), latest(events, "roll")
    assert aim is not None and dive is not None and roll is not None
    words = {"die": roll["value"], "aim": SIDES[aim["side"]], "dive": SIDES[dive["side"]]}
    return text("die {die}; aim: {aim}, keeper: {dive}", **words)


def _way(seat: str, events: Sequence[Event]) -> Text | None:
    """Tell how the ball came to the zone of the shot: the last pass, run or restart before it."""
    for event in reversed(events):
        kind = event["type"]
        if kind in _RESTARTS:
            return None
        if kind == "pass" and event["seat"] == seat:
            return text("after a pass from {cell}", cell=event["from"])
        if kind == "pass":
            return text("after winning the ball in {cell}", cell=event["to"])
        if kind == "possession":
            return text("after winning the ball")
        if kind == "ball" and event["by"] == "carry":
            return text("after a run from {cell}", cell=event["from"])
        if kind == "free_kick":
            return text("from a free kick")
    return None


def _card(events: Sequence[Event]) -> Highlight:
    return of_line(events[-1]["type"], commentary(events[-1:])[0], after_foul(events))


def _penalty(events: Sequence[Event]) -> Highlight | None:
    if events[-1]["outcome"] == "goal":
        return None
    return of_line("miss", commentary(events[-1:])[0], _spot_kick(events))


_TOLD: Final[dict[str, Telling]] = {"goal": _goal, "yellow": _card, "red": _card, "penalty": _penalty}
