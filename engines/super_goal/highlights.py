"""Highlights of Super Goal!: the figures have no names, so a goal is told by its cell, its dice and the pass before."""

from collections.abc import Sequence
from typing import Final

from engines.core.highlights import (
    Highlight,
    Telling,
    goal_from,
    goal_from_the_spot,
    goal_of_side,
    latest,
    of_line,
    told,
)
from engines.core.seats import Event
from engines.core.text import Text, text
from engines.super_goal.commentary import commentary, place, printed
from engines.super_goal.odds import NAMES
from engines.super_goal.words import FACES

_RESTARTS: Final = frozenset(("kick_off", "throw_in", "goal_kick", "keeper_throw", "corner"))


def highlight(events: Sequence[Event]) -> Highlight | None:
    return told(events, _TOLD)


def _goal(events: Sequence[Event]) -> Highlight:
    seat, before = events[-1]["seat"], events[:-1]
    if events[-1]["own"]:
        return Highlight("goal", seat, text("Own goal"), (_own(before),))
    cause = latest(before, "shot", "penalty", "defence")
    if cause is not None and cause["type"] == "penalty":
        return goal_from_the_spot(seat, None, _dice(before, "penalty"), _foul(before))
    if cause is not None and cause["type"] == "defence" and cause["result"] == "clear":  # SG-11.6
        rebound = text("a clearance that comes back off the goal")
        return goal_from(seat, cause["at"], rebound, _dice(before, "keeper"))
    shot = next((n for n in range(len(before) - 1, -1, -1) if before[n]["type"] == "shot"), None)
    if shot is None:  # a board that was set up after the shot
        return goal_of_side(seat)
    return goal_from(seat, before[shot]["at"], _shot_dice(before, shot), _way(before[shot], before[:shot]))


def _own(before: Sequence[Event]) -> Text:
    cause = latest(before, "defence", "keeper", "pass")
    assert cause is not None  # nothing else scores against one's own side
    if cause["type"] == "defence":
        return text("a slice by the defender at {cell}", cell=cause["at"])  # SG-7.4
    if cause["type"] == "pass":
        return text("the ball played back from {cell}", cell=cause["from"])
    return text("off the crossbar and the keeper")  # SG-8.1


def _shot_dice(before: Sequence[Event], shot: int) -> Text:
    """Tell the die that made the shot, and the keeper's if he rolled."""
    if before[shot - 1]["type"] == "roll":
        own = _dice(before[:shot], "shot")
    else:  # a coup: its holder gave the die away before the shot (SG-10.2)
        coup = latest(before[:shot], "star_played")
        assert coup is not None
        own = text("star die: {face}", face=FACES[coup["face"]])
    if any(event["type"] == "keeper" for event in before[shot:]):
        return text("{one}, {other}", one=own, other=_dice(before, "keeper"))
    return own


def _dice(events: Sequence[Event], name: str) -> Text:
    """Tell the last roll of one die by what it shows."""
    roll = next(event for event in reversed(events) if event["type"] == "roll" and event["for"] == name)
    return text("{die}: {face}", die=NAMES[name], face=printed(roll)["word"])


def _way(shot: Event, before: Sequence[Event]) -> Text | None:
    """Tell how the ball came to where the shot was taken."""
    if shot["free_kick"]:
        return text("from a free kick")
    for event in reversed(before):
        kind = event["type"]
        if kind in _RESTARTS:
            return None
        if kind == "star_played" and event["face"] == "assist":
            return text("after a star die: {face}", face=FACES["assist"])
        if kind == "keeper" and event["result"] == "parry":
            return text("after the keeper parries")
        if kind == "shot":
            return text("on the rebound of a shot from {cell}", cell=event["at"])
        if kind == "possession":
            return text("after winning the ball")
        if kind == "pass" and event["completed"]:
            return text("after a pass from {cell} ({die})", cell=event["from"], die=NAMES[event["die"]])
    return None


def _foul(events: Sequence[Event]) -> Text | None:
    foul = latest(events, "foul")
    return None if foul is None else text("after a foul {cell}", cell=place(foul["at"]))


def _card(events: Sequence[Event]) -> Highlight:
    return of_line(events[-1]["type"], commentary(events[-1:])[0], _foul(events))


def _penalty(events: Sequence[Event]) -> Highlight | None:
    if events[-1]["outcome"] in ("awarded", "scored"):
        return None
    return of_line("miss", commentary(events[-1:])[0], _dice(events, "penalty"))


_TOLD: Final[dict[str, Telling]] = {"goal": _goal, "red": _card, "penalty": _penalty}
