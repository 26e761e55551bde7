"""Builders of competitions for the tests, by the same verbs that the pages use."""

from __future__ import annotations

from league.competitions.setup.formats import DEFAULTS
from league.competitions.setup.presets import PRESETS, pace_of
from league.competitions.verbs import create, entries, rounds
from league.players.models import User

NAMES = ["Aldo", "Berta", "Carlo", "Dora", "Enea", "Fulvia", "Gino", "Hilde", "Ivo", "Livia", "Mario", "Nina"]


def competition(organiser: User, preset="cup", places=4, *, game="super_goal", **values):
    """A published competition without entrants. Draws stand and rounds take a week, where it is not told otherwise."""
    if pace_of(PRESETS[preset]) == "one_evening":
        values = {"round_hours": 168, **values}
    if "stages" in values:
        values["stages"] = [_drawn(stage) for stage in values["stages"]]
    elif "draws" in PRESETS[preset].settings:
        values["settings"] = {"draws": "stand", **values.get("settings", {})}
    cup = create.create(by=organiser, name="Saturday cup", game=game, preset=preset, places=places, **values)
    return create.publish(competition=cup, by=organiser)


def _drawn(stage):
    stand = {"draws": "stand"} if "draws" in DEFAULTS.get(stage.get("format"), {}) else {}
    return {**stage, "settings": {**stand, **stage.get("settings", {})}}


def running(organiser: User, preset="cup", entrants=4, **values):
    """A running competition of typed names."""
    cup = competition(organiser, preset, max(entrants, 2), **values)
    names = NAMES[:entrants] if entrants <= len(NAMES) else [f"Player {number}" for number in range(1, entrants + 1)]
    for at in range(0, entrants, entries.NAMES_AT_ONCE):
        entries.enter_names(competition=cup, by=organiser, names=names[at : at + entries.NAMES_AT_ONCE])
    return rounds.start(competition=cup, by=organiser)
