"""The figures of FUBA (section 13). Its turns are counted for the side that begins them with the ball."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engines.core import figures as usual
from engines.core.figures import Chance, Counted, Figure, LineUps, Row, Statistics, Topic
from engines.core.seats import SEATS, Event, seat_of
from engines.core.text import text

_ON_TARGET: Final = ("goal", "corner")


def besides(row: Row) -> Iterator[Counted]:
    """Count control checks and shots on target."""
    for event in row.events:
        kind, outcome = event["type"], event.get("outcome")
        if kind == "control":
            yield seat_of(event), "checks", 1
            if outcome == "kept":
                yield seat_of(event), "checks_kept", 1
        elif kind in ("shot", "penalty") and outcome in _ON_TARGET:
            yield seat_of(event), "shots_on_target", 1


def chances(events: Sequence[Event]) -> Iterator[Chance]:
    """Shots and penalties."""
    aim = dive = ""
    for event in events:
        kind = event["type"]
        if kind == "shot":
            yield event["seat"], _shot(event), event["outcome"] == "goal"
        elif kind == "dive":
            dive = event["side"]
        elif kind == "aim":
            aim = event["side"]
        elif kind == "penalty":
            yield event["seat"], _penalty(aim, dive), event["outcome"] == "goal"


def _shot(event: Event) -> int:
    """FU-4.26, FU-4.27: die and modifiers beyond the ball die; a difficult shot needs two sixes."""
    if event["difficult"]:
        return 1
    needed = int(event["ball_die"]) - (int(event["value"]) - int(event["die"]))  # the die must show more than this
    return max(0, min(6, 6 - needed)) * 6


def _penalty(aim: str, dive: str) -> int:
    """FU-7.15: by where the kicker aimed and the keeper dived, from the sheet's table."""
    needed = {"left": (2, 2, 6), "centre": (1, 6, 1), "right": (6, 2, 2)}[aim]
    return (7 - needed[("left", "stay", "right").index(dive)]) * 6


def line_ups(rows: Iterable[Row]) -> LineUps:
    """Return the formation that each side showed first (FU-3.1)."""
    formations: LineUps = {}
    for event in usual.events_of(rows, "formation"):
        formations.setdefault(event["seat"], event["formation"])
        if len(formations) == len(SEATS):
            break
    return formations


STATISTICS: Final = Statistics(
    listed=(
        usual.GOALS,
        usual.OF_TURNS,
        usual.SHOTS,
        usual.ON_TARGET,
        usual.CONVERSION,
        usual.PASSES,
        usual.PASSING,
        Figure("control_kept", text("Control kept"), Topic.BALL, part="checks_kept", whole="checks"),
        usual.CORNERS,
        usual.GOAL_KICKS,
        usual.FREE_KICKS,
        *usual.PENALTIES,
        usual.PENALTIES_SAVED,
        usual.FOULS,
        usual.YELLOWS,
        usual.REDS,
        Figure("special_events", text("Special events"), Topic.REST),
        usual.DECISIONS,
    ),
    events={"turn": "turns", "free_kick": "free_kicks", "goal_kick": "goal_kicks", "special_event": "special_events"},
    besides=besides,
    chances=chances,
    line_ups=line_ups,
)
