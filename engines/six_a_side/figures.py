"""The figures of six-a-side (section 15)."""

from collections.abc import Iterable, Iterator
from typing import Final

from engines.core import figures as usual
from engines.core.figures import OWN_LINE_UP, OWN_LINE_UP_NAME, Counted, Figure, LineUps, Row, Statistics, Topic
from engines.core.seats import seat_of
from engines.core.text import text
from engines.six_a_side.board import CELLS, FORMATIONS, SIDE


def besides(row: Row) -> Iterator[Counted]:
    """Count long balls, diagonal steals and sprints."""
    for event in row.events:
        kind, seat = event["type"], seat_of(event)
        if kind in ("pass", "kick") and event["long"]:
            yield seat, "long_balls", 1
        elif kind == "tackle" and event["diagonal"]:
            yield seat, "diagonal_tackles", 1
        elif kind == "move" and event["sprint"]:
            yield seat, "sprints", 1


def line_ups(rows: Iterable[Row]) -> LineUps:
    """Return the ready formation whose spaces each side took at first (SX-2.8)."""
    formations: LineUps = {}
    for event in usual.events_of(rows, "line_up"):
        seat = event["seat"]
        if seat in formations:
            break  # both sides are placed at once
        cells = set(event["cells"].values())
        ready = FORMATIONS[SIDE[seat]].items()
        formations[seat] = next(
            (name for name, codes in ready if {CELLS[code] for code in codes} == cells), OWN_LINE_UP
        )
    return formations


STATISTICS: Final = Statistics(
    # without conversion and completed passes: in open play every shot is a goal (section 15), and every pass arrives
    listed=(
        usual.GOALS,
        usual.OF_DECISIONS,
        usual.SHOTS,
        usual.PASSES,
        Figure("long_balls", text("Long balls"), Topic.BALL),
        Figure("kicks_into_space", text("Kicks into space"), Topic.BALL),
        Figure("pickups", usual.LOOSE_BALLS, Topic.DEFENCE),
        Figure("tackles_won", text("Steals"), Topic.DEFENCE),
        Figure("diagonal_tackles", text("Diagonal steals"), Topic.DEFENCE),
        Figure("sprints", text("Sprints"), Topic.BALL),
        *usual.PENALTIES,
        usual.PENALTIES_SAVED,
        usual.FOULS,
        usual.YELLOWS,
        usual.REDS,
        Figure("substitutions", text("Substitutions"), Topic.REST),
        Figure("passive_play", text("Turns lost by passive play"), Topic.BALL),
        Figure("coaching", text("Coaching offences"), Topic.RESTARTS),
        usual.OWN_GOALS,
        usual.DECISIONS,
    ),
    events={
        "kick": "kicks_into_space",
        "pickup": "pickups",
        "passive_play": "passive_play",
        "substitution": "substitutions",
        "coaching": "coaching",
    },
    besides=besides,
    names_pieces=True,
    line_ups=line_ups,
    line_up_names={OWN_LINE_UP: OWN_LINE_UP_NAME},
)
