"""Clubs on the form of a new competition: those that the reader may organise for, and their presets."""

import json
from typing import Any
from uuid import UUID

from league.clubs import circles
from league.clubs.models import Club, HousePreset
from league.competitions.pages.forms.competition import CLOCKS, clock_of
from league.competitions.setup.presets import PRESETS
from league.players.models import User


def clubs_of(user: User | None) -> list[Club]:
    """Return the clubs that ``user`` may organise for, with their presets. Two queries, or none."""
    return [] if user is None else list(circles.organises_for(user).order_by("name").prefetch_related("presets"))


def preset_of(clubs: list[Club], key: str) -> HousePreset | None:
    """Return the preset with this id among those of ``clubs``."""
    try:
        preset_id = UUID(key)
    except ValueError:
        return None
    presets = (preset for club in clubs for preset in club.presets.all())
    return next((preset for preset in presets if preset.pk == preset_id and preset.values["preset"] in PRESETS), None)


def initial_of(preset: HousePreset) -> dict[str, Any]:
    """Return the form's initial values from ``preset``. ``behind`` gives the verb the settings that the form lacks."""
    values = preset.values
    own = (values["move_seconds"], values["budget_seconds"])
    clock = next((key for key in CLOCKS if clock_of(values["game"], key) == own), "sheet")
    plain = {name: value for name, value in values.items() if name not in ("settings", "stages", "options", "preset")}
    options = {f"option_{name}": value for name, value in values["options"].items()}
    if "stages" in values:
        plain["stages"] = json.dumps(values["stages"])
    return {**plain, **values.get("settings", {}), **options, "clock": clock, "club": str(preset.club_id)}


def behind(preset: HousePreset | None, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of ``preset`` that no field of the form has changed, for the verb."""
    if preset is None:
        return values
    policies = ("no_show_minutes", "unplayed", "withdrawals", "report_hours", "dispute_hours", "bot_seconds")
    own = {name: preset.values[name] for name in policies if name in preset.values}
    if "stages" in preset.values and "stages" not in values:  # its own stages, for which this form has no field
        values = {name: value for name, value in values.items() if name != "settings"}
        own["stages"] = preset.values["stages"]
    return {**own, **values}
