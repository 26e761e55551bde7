"""The figures of Soccer Tactics (section 16). Its turns are counted for the side that begins them with the ball."""

from collections.abc import Iterator, Sequence
from typing import Final

from engines.core import figures as usual
from engines.core.figures import Chance, Counted, Deed, Figure, Row, Statistics, Topic
from engines.core.seats import Event, other, seat_of
from engines.core.text import text

_LONG_DISTANCE: Final = frozenset({"C4", "F4", "C13", "F13"})
"""The star cells, before the goal of home and of away (ST-1.3)."""


def besides(row: Row) -> Iterator[Counted]:
    """Count what became of shots, balls lost and cells run."""
    won: object = None
    for event in row.events:
        kind, seat = event["type"], seat_of(event)
        if kind == "shot":
            yield from _shot(event)
        elif kind in ("tackle", "capture"):
            won = seat
        elif kind == "possession" and seat == won and (seat == "home" or seat == "away"):
            yield other(seat), "balls_lost", 1
    for piece, _deed, number in deeds(row):
        yield piece.partition(".")[0], "cells_run", number


def deeds(row: Row) -> Iterator[Deed]:
    """Count the cells that each piece ran in play: what was moved, and what dribbled (ST-5.2, ST-5.4).

    A run is as long as the distance of its ends (ST-1.2); being placed at a restart is no run.
    """
    for event in row.events:
        if event["type"] == "dribble":
            yield event["piece"], "run", 1
        elif event["type"] == "move" and row.move.get("type") == "move" and event["piece"] == row.move.get("piece"):
            yield event["piece"], "run", _cells(event["from"], event["to"])


def chances(events: Sequence[Event]) -> Iterator[Chance]:
    """Shots."""
    # ST-7.7, ST-7.8: four faces of the spinner's eight score, three of the shooting die's six
    for event in events:
        if event["type"] == "shot":
            yield event["seat"], usual.CERTAIN // 2, event["outcome"] == "goal"


def _shot(event: Event) -> Iterator[Counted]:
    """Count where a shot was taken from and what it ended on (ST-7.6, ST-7.7)."""
    if event["at"] in _LONG_DISTANCE:
        yield event["seat"], "long_shots", 1
    if event["outcome"] != "goal":
        yield event["seat"], f"shots_{event['outcome']}", 1


def _cells(start: str | None, end: str | None) -> int:
    """Return the distance of two cells (ST-1.2); none from or to a place that is no cell."""
    if start is None or end is None or not start[1:].isdigit() or not end[1:].isdigit():
        return 0
    return max(abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:])))


STATISTICS: Final = Statistics(
    listed=(
        usual.GOALS,
        usual.OF_TURNS,
        usual.SHOTS,
        usual.CONVERSION,
        Figure("long_shots", text("Shots from long distance"), Topic.SHOOTING),
        Figure("shots_corner", text("Shots turned into a corner"), Topic.SHOOTING),
        Figure("shots_goal_kick", text("Shots off target"), Topic.SHOOTING),
        usual.PASSES,
        usual.PASSING,
        Figure("balls_lost", text("Balls lost"), Topic.BALL),
        Figure("captures", usual.LOOSE_BALLS, Topic.DEFENCE),
        usual.TACKLES,
        Figure("dribbles", text("Dribbles"), Topic.BALL),
        Figure("cells_run", text("Cells run"), Topic.BALL),
        usual.CORNERS,
        usual.GOAL_KICKS,
        usual.FREE_KICKS,
        usual.OFFSIDES,
        *usual.PENALTIES,
        usual.PENALTIES_SAVED,
        usual.FOULS,
        usual.YELLOWS,
        usual.REDS,
        usual.DECISIONS,
    ),
    events={
        "turn": "turns",
        "capture": "captures",
        "dribble": "dribbles",
        "free_kick": "free_kicks",
        "goal_kick": "goal_kicks",
    },
    besides=besides,
    chances=chances,
    names_pieces=True,
    deeds=deeds,
)
