"""The figures of Dom Jim (section 14.10)."""

from collections.abc import Iterator, Sequence
from typing import Final

from engines.core import figures as usual
from engines.core.figures import Chance, Counted, Figure, Row, Statistics, Topic
from engines.core.seats import Event, seat_of
from engines.core.text import text


def besides(row: Row) -> Iterator[Counted]:
    """Count long throws and what referees sent back."""
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


def chances(events: Sequence[Event]) -> Iterator[Chance]:
    """Penalties: in open play a shot is in, or there is none."""
    # DJ-12.3: of the twelve faces three are wide and three are the keeper's
    for event in events:
        if event["type"] == "penalty":
            yield event["seat"], usual.CERTAIN // 2, event["outcome"] == "goal"


STATISTICS: Final = Statistics(
    # without conversion: a shot in play always scores (DJ-14.10)
    listed=(
        usual.GOALS,
        usual.OF_DECISIONS,
        usual.SHOTS,
        Figure("flags", text("Flags"), Topic.SHOOTING),
        Figure("small_area", text("Balls into the small area"), Topic.SHOOTING),
        usual.PASSES,
        usual.PASSING,
        Figure("triangulations", text("Triangulations"), Topic.BALL),
        Figure("long_throws", text("Long throws"), Topic.BALL),
        Figure(
            "long_throwing",
            text("Long throws completed"),
            Topic.BALL,
            part="long_throws_completed",
            whole="long_throws",
        ),
        Figure("tackles_won", text("Interceptions"), Topic.DEFENCE),
        usual.CORNERS,
        usual.GOAL_KICKS,
        usual.THROW_INS,
        usual.OFFSIDES,
        *usual.PENALTIES,
        usual.PENALTIES_SAVED,
        usual.YELLOWS,
        usual.REDS,
        Figure("turns_lost", text("Turns lost"), Topic.BALL),
        Figure("referee_returns", text("Sent back by a referee in a flag race"), Topic.RESTARTS),
        usual.DECISIONS,
    ),
    events={
        "triangulation": "triangulations",
        "throw_in": "throw_ins",
        "small_area": "small_area",
        "flag": "flags",
        "goal_kick": "goal_kicks",
        "turn_lost": "turns_lost",
    },
    besides=besides,
    chances=chances,
    names_pieces=True,
)
