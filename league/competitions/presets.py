"""The presets an organiser starts from, as data: what each is, and the settings it begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Stage


@dataclass(frozen=True, slots=True)
class Preset:
    """One preset: its words for the form, its format, its limits and its starting values."""

    key: str
    name: str | Promise
    summary: str | Promise
    format: str
    least: int
    """Fewest places."""
    most: int
    """Most places."""
    settings: dict[str, Any]  # JSON of the stage
    points: tuple[int, int, int] = (3, 1, 0)
    criteria: tuple[Any, ...] = ()  # JSON of ``league.standings``


LEAGUE_CRITERIA: Final[tuple[Any, ...]] = (
    "points",
    "goal_difference",
    "goals_for",
    {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True},
    "wins",
    "lots",
)
"""Points, goal difference, goals, then the matches between those still level, wins, and lots from the draw's seed."""

PRESETS: Final[dict[str, Preset]] = {
    "cup": Preset(
        key="cup",
        name=_("Cup"),
        summary=_("Knockout: who loses is out, until there is a champion."),
        format=Stage.Format.KNOCKOUT,
        least=2,
        most=128,
        settings={"legs": 1, "extra_time": True, "away_goals": False, "third_place": False},
    ),
    "league": Preset(
        key="league",
        name=_("League"),
        summary=_("Everybody meets everybody, once or home and away; the table decides."),
        format=Stage.Format.LEAGUE,
        least=2,
        most=32,
        settings={"times": 2},
        criteria=LEAGUE_CRITERIA,
    ),
}
