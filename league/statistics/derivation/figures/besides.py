"""What a game's specification lists besides the common figures: a function a game, from one decision to its figures.

Fuba 13, Dom Jim 14.10, six-a-side 15, Soccer Tactics 16. Pure. Super Goal! has a count of its own. The turns of Fuba
and Soccer Tactics are counted for who begins them with the ball: their possession is a share of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from engines.core.seats import Event, other, seat_of
from league.statistics.derivation.figures.row import Row

Counted: TypeAlias = tuple[object, str, int]
"""For whom (a seat, or what is none), the figure, and how much of it."""

_ON_TARGET: Final = ("goal", "corner")
_LONG_DISTANCE: Final = frozenset({"C4", "F4", "C13", "F13"})
"""Soccer Tactics' star cells, before the goal of home and of away (ST-1.3)."""


def besides(game: str, row: Row) -> Iterator[Counted]:
    """The figures that what happened in ``row`` adds to."""
    plain = _PLAIN.get(game, {})
    for event in row.events:
        name = plain.get(event["type"])
        if name is not None:
            yield seat_of(event), name, 1
    reader = _READERS.get(game)
    if reader is not None:
        yield from reader(row)


def _fuba(row: Row) -> Iterator[Counted]:
    for event in row.events:
        kind, outcome = event["type"], event.get("outcome")
        if kind == "control":
            yield seat_of(event), "checks", 1
            if outcome == "kept":
                yield seat_of(event), "checks_kept", 1
        elif kind in ("shot", "penalty") and outcome in _ON_TARGET:
            yield seat_of(event), "shots_on_target", 1


def _six_a_side(row: Row) -> Iterator[Counted]:
    for event in row.events:
        kind, seat = event["type"], seat_of(event)
        if kind in ("pass", "kick") and event["long"]:
            yield seat, "long_balls", 1
        elif kind == "tackle" and event["diagonal"]:
            yield seat, "diagonal_tackles", 1
        elif kind == "move" and event["sprint"]:
            yield seat, "sprints", 1


def _dom_jim(row: Row) -> Iterator[Counted]:
    thrown = False
    for event in row.events:
        kind, seat = event["type"], seat_of(event)
        if kind == "roll" and event["for"] == "long_throw":
            thrown = True
            yield seat, "long_throws", 1
        elif kind == "pass" and thrown and event["completed"]:
            yield seat, "long_throws_completed", 1
        elif kind == "race_step" and event["referee"]:
            yield seat, "referee_returns", 1


def _soccer_tactics(row: Row) -> Iterator[Counted]:
    won: object = None
    for event in row.events:
        kind, seat = event["type"], seat_of(event)
        if kind == "shot":
            yield from _shot(event)
        elif kind in ("tackle", "capture"):
            won = seat
        elif kind == "possession" and seat == won and (seat == "home" or seat == "away"):
            yield other(seat), "balls_lost", 1
    for piece, number in cells_run(row):
        yield piece.partition(".")[0], "cells_run", number


def cells_run(row: Row) -> Iterator[tuple[str, int]]:
    """Soccer Tactics: the pieces that ran in play and how many cells: who was moved, and who dribbled (ST-5.2, ST-5.4).

    A run is as long as the distance of its ends (ST-1.2); to be placed at a restart is none.
    """
    for event in row.events:
        if event["type"] == "dribble":
            yield event["piece"], 1
        elif event["type"] == "move" and row.move.get("type") == "move" and event["piece"] == row.move.get("piece"):
            yield event["piece"], _cells(event["from"], event["to"])


def _shot(event: Event) -> Iterator[Counted]:
    """Where it was taken from and what it ended on (ST-7.6, ST-7.7)."""
    if event["at"] in _LONG_DISTANCE:
        yield event["seat"], "long_shots", 1
    if event["outcome"] != "goal":
        yield event["seat"], f"shots_{event['outcome']}", 1


def _cells(start: str | None, end: str | None) -> int:
    """The distance of two cells (ST-1.2); none from or to a place that is no cell."""
    if start is None or end is None or not start[1:].isdigit() or not end[1:].isdigit():
        return 0
    return max(abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:])))


_PLAIN: Final[Mapping[str, Mapping[str, str]]] = {
    "dom_jim": {
        "triangulation": "triangulations",
        "throw_in": "throw_ins",
        "small_area": "small_area",
        "flag": "flags",
        "goal_kick": "goal_kicks",
        "turn_lost": "turns_lost",
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

_READERS: Final[Mapping[str, Callable[[Row], Iterator[Counted]]]] = {
    "dom_jim": _dom_jim,
    "fuba": _fuba,
    "six_a_side": _six_a_side,
    "soccer_tactics": _soccer_tactics,
}
