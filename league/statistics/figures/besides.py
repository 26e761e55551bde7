"""What a game's specification lists besides the common figures: a function a game, from one event to names of figures.

Fuba 13, Dom Jim 14.10, six-a-side 15, Soccer Tactics 16. Pure. Super Goal! has a count of its own. The turns of Fuba
and Soccer Tactics are counted for who begins them with the ball: their possession is a share of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engines.core.seats import Event

_ON_TARGET: Final = ("goal", "corner")


def besides(game: str, event: Event) -> Iterator[str]:
    """The figures that ``event`` adds one to, for the side whose event it is."""
    name = _PLAIN.get(game, {}).get(event["type"])
    if name is not None:
        yield name
    reader = _READERS.get(game)
    if reader is not None:
        yield from reader(event)


def _fuba(event: Event) -> Iterator[str]:
    kind, outcome = event["type"], event.get("outcome")
    if kind == "control":
        yield "checks"
        if outcome == "kept":
            yield "checks_kept"
    elif kind in ("shot", "penalty") and outcome in _ON_TARGET:
        yield "shots_on_target"


def _six_a_side(event: Event) -> Iterator[str]:
    kind = event["type"]
    if kind in ("pass", "kick") and event["long"]:
        yield "long_balls"
    elif kind == "tackle" and event["diagonal"]:
        yield "diagonal_tackles"
    elif kind == "move" and event["sprint"]:
        yield "sprints"


_PLAIN: Final[Mapping[str, Mapping[str, str]]] = {
    "dom_jim": {
        "triangulation": "triangulations",
        "throw_in": "throw_ins",
        "small_area": "small_area",
        "flag": "flags",
    },
    "fuba": {"turn": "turns", "free_kick": "free_kicks", "goal_kick": "goal_kicks", "special_event": "special_events"},
    "six_a_side": {
        "kick": "kicks_into_space",
        "pickup": "pickups",
        "passive_play": "passive_play",
        "substitution": "substitutions",
        "coaching": "coaching",
    },
    "soccer_tactics": {
        "turn": "turns",
        "capture": "captures",
        "dribble": "dribbles",
        "free_kick": "free_kicks",
        "goal_kick": "goal_kicks",
    },
}
"""By game: type of an event -> its figure."""

_READERS: Final[Mapping[str, Callable[[Event], Iterator[str]]]] = {"fuba": _fuba, "six_a_side": _six_a_side}
