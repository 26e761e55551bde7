"""Custom chains of stages, linked by slots: groups, a second round of groups, a knockout ...

Presets are ready-made chains; for another, name its stages in order, each ``{"format": ..., "settings": {...}}``. A
stage after tables takes ``through`` from each of them, and the ``best`` of the next rank; a table may begin with the
points of those before (``carried``), and one table may split by rank (``by_rank``). A bracket ends the chain;
Swiss rounds, divisions and a league phase begin it, as they need everybody.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Stage
from league.competitions.setup import league_phases
from league.competitions.setup.formats import DEFAULTS, FOLLOWS, GROUPS_FOLLOW, TABLE_FOLLOWS, setting
from league.competitions.setup.presets import Preset
from league.competitions.setup.stages import BRACKETS, TABLES, splits, wrong_carrying, wrong_shape, wrong_ties
from league.errors import out_of_bounds
from matches.json_input import read_json

Format = Stage.Format
MOST: Final = 5
"""Stages of a chain."""
FIRST: Final = (Format.SWISS, Format.DIVISIONS, Format.LEAGUE_PHASE)
"""Formats that may only begin a chain."""


Given = dict[str, Any]
"""A stage as an organiser gives it: ``format`` and ``settings``."""


class BadStage(BadSetting):
    """A refused stage ``number`` (from 1); ``key`` names its setting, ``format``, or nothing."""

    def __init__(self, number: int, key: str, sentence: str) -> None:
        super().__init__("stages", sentence)
        self.number = number
        self.key = key


def checked(preset: Preset, places: int, stages: Sequence[Mapping[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """Return ``(format, all its settings)`` of each stage.

    Raises BadSetting, or BadStage naming the stage, with a sentence that says what is allowed.
    """
    if not 1 <= len(stages) <= MOST:
        raise BadSetting("stages", out_of_bounds(1, MOST))
    checked_stages: list[tuple[str, dict[str, Any]]] = []
    for number, stage in enumerate(stages, start=1):
        format = str(stage.get("format", ""))
        if set(stage) - {"format", "settings"} or format not in DEFAULTS:
            message = _("A stage has a format (%(allowed)s) and its settings.") % {"allowed": ", ".join(DEFAULTS)}
            raise BadStage(number, "format", message)
        before = checked_stages[-1][0] if checked_stages else None
        _order(number, format, before)
        checked_stages.append((format, _settings(number, format, before, stage.get("settings") or {})))
    if any(format in TABLES for format, _settings in checked_stages) and not preset.has_table:
        raise BadSetting("stages", _("%(preset)s has no rules for a table.") % {"preset": preset.key})
    _check_room(places, checked_stages)
    return checked_stages


def chosen_settings(number: int, format: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of ``settings`` that an organiser chooses for stage ``number`` (from 1) of ``format``."""
    usual = default_settings(format, "before" if number > 1 else None)
    return {key: value for key, value in settings.items() if key in usual}


def default_settings(format: str, before: str | None) -> dict[str, Any]:
    """Return the default settings of a stage of ``format`` after ``before`` (None: it is the first)."""
    if before is None or format == Format.PLAYOFFS:
        return dict(DEFAULTS[format])
    if format == Format.GROUPS:
        return {**DEFAULTS[format], **GROUPS_FOLLOW}
    return {**DEFAULTS[format], **(TABLE_FOLLOWS if format in TABLES else FOLLOWS)}


def _order(number: int, format: str, before: str | None) -> None:
    if before in BRACKETS:
        raise BadStage(number, "format", _("No stage can follow a bracket."))
    if before is not None and format in FIRST:
        raise BadStage(number, "format", _("%(format)s can only come first.") % {"format": format})
    if (format == Format.PLAYOFFS) != (before == Format.DIVISIONS):
        raise BadStage(number, "format", _("Only their play-offs can follow divisions."))


def _settings(number: int, format: str, before: str | None, chosen: Mapping[str, Any]) -> dict[str, Any]:
    usual = default_settings(format, before)
    for key, value in chosen.items():
        declared = setting(format, key)
        if key not in usual or declared is None:
            details = {"number": number, "key": key, "allowed": ", ".join(usual)}
            raise BadStage(number, key, _("Stage %(number)s has no setting %(key)s, but: %(allowed)s.") % details)
        if sentence := declared.refusal(value):
            raise BadStage(number, key, f"{key}: {sentence}")
    values = {**usual, **chosen}
    if wrong := wrong_ties(values) or wrong_carrying(values):
        raise BadStage(number, *wrong)
    return values


def entering(tables: Sequence[int], settings: Mapping[str, Any]) -> int:
    """Return the number of entrants from tables of these sizes: ``through`` each, and the best of the next."""
    through: int = min(settings["through"], min(tables))
    return len(tables) * through + (min(settings["best"], len(tables)) if through < min(tables) else 0)


def _check_room(places: int, stages: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Check that every stage has enough entrants when all places are taken."""
    coming, tables = places, 0
    for number, (format, settings) in enumerate(stages, start=1):
        if tables and format != Format.PLAYOFFS:
            smallest = coming // tables
            if splits(settings) and tables > 1:
                raise BadStage(number, "by_rank", _("Only one table can split, not several."))
            if not 1 <= settings["through"] <= smallest and not splits(settings):
                raise BadStage(number, "through", out_of_bounds(1, smallest))
            if settings["best"] > tables or (settings["best"] and settings["through"] == smallest):
                raise BadStage(number, "best", _("The next place has not that many."))
            coming = entering([smallest] * tables, settings)
        if format == Format.LEAGUE_PHASE and (refused := league_phases.refusal(coming, settings)):
            raise BadStage(number, *refused)
        tables = settings.get("groups", settings.get("divisions", 1))
        if coming < 2 * tables:
            key = "groups" if "groups" in settings else "divisions" if "divisions" in settings else "through"
            raise BadStage(number, key, _("Each group needs two entrants or more."))
        wrong = wrong_shape(settings, coming)
        if wrong is not None:
            raise BadStage(number, *wrong)
        if settings.get("third_place") and coming < 4:
            raise BadStage(number, "third_place", _("A third-place match needs four places or more."))


def one_line(stages: Sequence[Mapping[str, Any]]) -> str:
    """Return ``stages`` as one line of JSON, for an address or a hidden field."""
    return json.dumps(stages, separators=(",", ":"))


def read(line: str) -> list[Given]:
    """Read the stages of a line that ``one_line`` made; ``checked`` validates them. Raises BadSetting."""
    try:
        rows = read_json(line)
    except ValueError:
        rows = None
    shaped = isinstance(rows, list) and all(
        isinstance(row, dict) and isinstance(row.get("settings", {}), dict) for row in rows
    )
    if not shaped or not 1 <= len(rows) <= MOST:
        raise BadSetting("stages", _("Choose the stages first."))
    return list(rows)


def unchanged(stages: Sequence[Stage], settings: Mapping[str, Any] | None) -> list[Stage]:
    """Return an empty list. Raises BadSetting if ``settings`` would change any of ``stages``."""
    flat = {key: value for stage in stages for key, value in stage.settings.items()}
    other = sorted(key for key, value in (settings or {}).items() if key in flat and flat[key] != value)
    if other:
        raise BadSetting("settings", _("You cannot change these stages. Create a new competition instead."))
    return []
