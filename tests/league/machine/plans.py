"""Competitions drawn from the declarations: presets, formats, their settings, columns. What is declared is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.db import models
from hypothesis import strategies as st

from league.competitions.models import Competition
from league.competitions.setup import chains
from league.competitions.setup.formats import DEFAULTS, Setting, setting
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.setup.settings import SETTINGS
from league.competitions.setup.stages import BRACKETS
from league.competitions.setup.usual import settings_for
from league.fields import column
from league.standings.criteria import CRITERIA
from league.standings.presets import OFFERED

GAME = "super_goal"
NEXT_YEAR = datetime(2100, 1, 1, tzinfo=UTC)
POINTS = ([3, 1, 0], [2, 1, 0], [1, 0.5, 0], [3, 2, 1], [3, 0, 0])
MORE_THAN_LEAST = 5
"""Most entrants above the fewest of a preset: a step of the machine derives everything several times."""
A_NUMBER_FROM_LEAST = 3
"""Values of a number that are drawn: from its least on, as seasons of a few rounds are soon at their end."""


@dataclass(frozen=True)
class Plan:
    """A competition to be made. What is refused of it is left out (``without``)."""

    preset: str = "cup"
    entrants: int = 4
    waiting: int = 0
    """Entrants more than there are places."""
    settings: dict[str, Any] = field(default_factory=dict)
    stages: tuple[dict[str, Any], ...] = ()
    values: dict[str, Any] = field(default_factory=dict)
    """Other settings of the competition."""

    @property
    def keywords(self) -> dict[str, Any]:
        """Return what ``create`` takes."""
        preset = PRESETS[self.preset]
        stages = {"stages": [dict(stage) for stage in self.stages]} if self.stages else {}
        fitting = settings_for(preset, self.entrants)
        settings = {} if stages else {"settings": {**fitting, **self.settings}}
        return {"preset": self.preset, "places": self.entrants, **settings, **stages, **self.values}

    def without(self, name: str) -> Plan:
        """Return the plan without the setting ``name``, or as plain as its preset if it has no such setting."""
        if name in self.values:
            return replace(self, values=_without(self.values, name))
        if name in self.settings:
            return replace(self, settings=_without(self.settings, name))
        if self.settings or self.values:
            return replace(self, settings={}, values={})
        return replace(self, stages=())


def _without(values: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def value_of(declared: Setting) -> st.SearchStrategy[Any]:
    """Draw a value of a setting of a format, as it is declared."""
    if declared.choices:
        return st.sampled_from([value for value, _words in declared.choices])
    kind = declared.kind
    if isinstance(declared.default, bool):
        return st.booleans()
    if isinstance(declared.default, str):
        return st.just("Casa")
    low, high = int(getattr(kind, "ge", None) or 0), int(getattr(kind, "le", None) or 0)
    return st.integers(low, min(high, low + A_NUMBER_FROM_LEAST))


def value_of_column(name: str) -> st.SearchStrategy[Any] | None:
    """Draw a value of a column that is a choice or a yes or no; None for others."""
    declared = column(Competition, name)
    if declared.choices:
        return st.sampled_from([value for value, _words in declared.flatchoices])
    return st.booleans() if isinstance(declared, models.BooleanField) else None


COLUMNS: dict[str, st.SearchStrategy[Any]] = {
    **{name: strategy for name in SETTINGS if (strategy := value_of_column(name)) is not None},
    "boards": st.integers(2, 3),
    "standings": st.sampled_from(sorted(OFFERED)),
    "points": st.sampled_from(POINTS),
    "criteria": st.lists(st.sampled_from(sorted(CRITERIA)), min_size=1, max_size=4, unique=True),
}
DECIDING = ("withdrawals", "advance", "unplayed", "boards", "seeding", "standings", "points", "criteria")
"""The columns that decide most: drawn as often as all others together."""


NEEDS: dict[str, dict[str, Any]] = {
    "away_goals": {"legs": 2, "best_of": 0},
    "away_goals_in_extra_time": {"away_goals": True, "legs": 2, "best_of": 0},
    "table_away_goals": {"table_legs": 2},
    "carried_matches": {"carried": "all"},
    "carried_among": {"carried": "all"},
}
"""Settings that are refused without others: drawn alone they would hardly ever be played."""


def fitting(settings: dict[str, Any]) -> dict[str, Any]:
    """Return ``settings`` with what those that are on need."""
    needed = [NEEDS[name] for name, value in settings.items() if value and name in NEEDS]
    return {**settings, **{name: value for each in needed for name, value in each.items()}}


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Draw a competition with few settings other than usual: one that is refused costs as much as one that is not."""
    preset = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    entrants = draw(st.integers(preset.least, min(preset.least + MORE_THAN_LEAST, preset.most)))
    names = draw(st.lists(st.sampled_from([*DECIDING, *DECIDING, *COLUMNS]), max_size=3, unique=True))
    values = {name: draw(COLUMNS[name]) for name in names}
    if values.get("advance") == Competition.Advance.SCHEDULE:
        values["starts_at"] = NEXT_YEAR
    plan = Plan(preset.key, entrants, draw(st.integers(0, 1)), values=values)
    if preset.key == OWN:
        return replace(plan, stages=tuple(draw(chain_of_stages())))
    asked = [name for name in preset.settings if preset.setting(name) is not None]
    chosen = draw(st.lists(st.sampled_from(asked), max_size=4, unique=True))
    return replace(plan, settings=fitting({name: draw(value_of(preset.setting(name))) for name in chosen}))


@st.composite
def chain_of_stages(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw stages one after the other, each with a few settings."""
    stages: list[dict[str, Any]] = []
    before = None
    while before is None or (before not in BRACKETS and len(stages) < 3 and draw(st.booleans())):
        formats = [name for name in sorted(DEFAULTS) if before is None or name not in chains.FIRST]
        format = draw(st.sampled_from(formats))
        usual = chains.default_settings(format, before)
        chosen = draw(st.lists(st.sampled_from(sorted(usual)), max_size=3, unique=True))
        settings = {name: draw(value_of(setting(format, name))) for name in chosen}
        stages.append({"format": str(format), "settings": fitting(settings)})
        before = format
    return stages
