"""The figures of Super Goal!, as its specification lists them (section 16, statistics from events).

Possession is counted in decisions of the attack: a roll, a shot, or a coup played by the side that attacks. A penalty
taken is a shot, a penalty scored a shot on target; the kicks of a shootout are neither.
"""

from collections.abc import Iterable
from typing import Final

from engines.core import figures as usual
from engines.core.figures import Figure, Figures, Row, Statistics, Topic, add, no_figures
from engines.core.seats import Event, Seat, other
from engines.core.text import text

_ON_TARGET = ("on_target", "unstoppable")
_PENALTY_TAKEN = ("scored", "corner", "wide", "parried")
_RESTARTS = {
    "corner": "corners",
    "goal_kick": "goal_kicks",
    "throw_in": "throw_ins",
    "free_kick": "free_kicks",
    "foul": "fouls",
    "red": "reds",
    "star_played": "coups",
    "timeout": "timeouts",
}
"""Events that are counted as they come, for their own seat."""


def count(rows: Iterable[Row]) -> Figures:
    """Return the figures of one match."""
    figures = no_figures()
    attacking: Seat | None = None
    for row in rows:
        kind = row.move.get("type")
        if kind in ("roll", "shoot") or (kind == "star" and row.seat == attacking):
            add(figures, row.seat, "attacks")
        for event in row.events:
            _count_event(figures, event)
            if event["type"] in ("kick_off", "possession"):
                attacking = event["seat"]
    return figures


def _count_event(figures: Figures, event: Event) -> None:
    kind, seat = event["type"], event.get("seat")
    if kind in _RESTARTS:
        add(figures, seat, _RESTARTS[kind])
    if kind == "star_played":
        add(figures, seat, f"coup_{event['face']}")
    elif kind == "shot":
        add(figures, seat, "shots")
        add(figures, seat, "shots_inside" if event["inside"] else "shots_outside")
        if event["outcome"] in _ON_TARGET:
            add(figures, seat, "shots_on_target")
    elif kind == "penalty":
        _count_penalty(figures, event)
    elif kind == "goal":
        add(figures, seat, "goals")
        if not event["own"]:
            add(figures, seat, "shots_scored")
        elif seat == "home" or seat == "away":
            add(figures, other(seat), "own_goals")
    elif kind == "pass":
        add(figures, seat, f"tried_{event['die']}")
        add(figures, seat, "passes")
        if event["completed"]:
            add(figures, seat, f"completed_{event['die']}")
            add(figures, seat, "passes_completed")
    elif kind == "tackle":
        add(figures, event["winner"], "tackles_won")
    elif kind == "defence" and event["result"] == "clear":
        add(figures, seat, "clearances")
    elif kind == "keeper" and event["result"] in ("save", "parry", "corner"):
        add(figures, seat, "saves")
    elif kind == "var":
        add(figures, seat, "var_confirmed" if event["confirmed"] else "var_refused")
    elif kind == "possession" and (seat == "home" or seat == "away"):
        add(figures, other(seat), "turnovers")


def _count_penalty(figures: Figures, event: Event) -> None:
    seat = event["seat"]
    if event["outcome"] == "awarded":
        add(figures, seat, "penalties")
    elif event["outcome"] in _PENALTY_TAKEN:
        add(figures, seat, "shots")
        add(figures, seat, "shots_inside")
        if event["outcome"] == "scored":
            add(figures, seat, "shots_on_target")
            add(figures, seat, "penalties_scored")


STATISTICS: Final = Statistics(
    listed=(
        usual.GOALS,
        usual.OF_DECISIONS,
        usual.SHOTS,
        usual.ON_TARGET,
        Figure("shots_inside", text("Shots from inside the area"), Topic.SHOOTING),
        Figure("shots_outside", text("Shots from outside the area"), Topic.SHOOTING),
        usual.CONVERSION,
        usual.PASSES,
        usual.PASSING,
        Figure("control", text("Control die: completed"), Topic.BALL, part="completed_control", whole="tried_control"),
        Figure("pass", text("Pass die: completed"), Topic.BALL, part="completed_pass", whole="tried_pass"),
        Figure(
            "long_ball",
            text("Long-ball die: completed"),
            Topic.BALL,
            part="completed_long_ball",
            whole="tried_long_ball",
        ),
        usual.TACKLES,
        Figure("clearances", text("Clearances"), Topic.DEFENCE),
        Figure("saves", text("Saves"), Topic.DEFENCE),
        usual.CORNERS,
        usual.GOAL_KICKS,
        usual.THROW_INS,
        usual.FREE_KICKS,
        usual.FOULS,
        usual.REDS,
        *usual.PENALTIES,
        Figure("var_confirmed", text("VAR: confirmed"), Topic.REST),
        Figure("var_refused", text("VAR: refused"), Topic.REST),
        Figure("coups", text("Star coups"), Topic.REST),
        usual.OWN_GOALS,
        Figure("turnovers", text("Balls lost"), Topic.BALL),
    ),
    count=count,
)
