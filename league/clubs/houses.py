"""Clubs on the form of a new competition: those that the reader may organise for, and their presets."""

import json
from typing import Any
from uuid import UUID

from league.clubs import circles
from league.clubs.models import Club, HousePreset
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import in_group
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
    plain = {name: value for name, value in values.items() if name not in ("settings", "stages", "options", "preset")}
    options = {f"option_{name}": value for name, value in values["options"].items()}
    if "stages" in values:
        plain["stages"] = json.dumps(values["stages"])
    return {**plain, **values.get("settings", {}), **options, "club": str(preset.club_id)}


def behind(preset: HousePreset | None, values: dict[str, Any]) -> dict[str, Any]:
    """Return ``values`` of the form over those of ``preset``, for the verb: the form does not show all of them."""
    if preset is None:
        return values
    house = dict(preset.values)
    if house["game"] != values["game"]:
        for name in ("options", *in_group("game")):
            house.pop(name, None)
    merged = {name: {**house[name], **values.get(name, {})} for name in ("settings", "options") if name in house}
    if "stages" in house:  # each of its stages has its own settings
        values = {name: value for name, value in values.items() if name != "settings"}
    return {**house, **values, **merged}
