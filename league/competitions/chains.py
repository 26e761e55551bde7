"""Competitions of stages of one's own, one after the other by slots: groups, a second round of groups, a knockout ...

The presets are chains that are ready; whoever wants another names its stages in order, each ``{"format": ...,
"settings": {...}}``. A stage that follows tables takes ``through`` from each of them, a bracket also the ``best`` of
the next place. A bracket ends the chain; Swiss rounds and divisions begin it, for they need everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Stage
from league.competitions.presets import Preset
from league.competitions.stages import BRACKETS, FOLLOWS, KNOWN, TABLES, WITHIN

Format = Stage.Format
MOST: Final = 5
"""Stages of a chain."""
FIRST: Final = (Format.SWISS, Format.DIVISIONS)
"""Formats that begin a chain or are not in it."""


def checked(
    preset: Preset, places: int, stages: Sequence[Mapping[str, Any]], settings: Mapping[str, Any] | None
) -> list[tuple[str, dict[str, Any]]]:
    """``(format, all its settings)`` of each stage. Raises BadSetting naming what is wrong and what is allowed."""
    if settings:
        raise BadSetting("settings", _("Each stage has its own settings: name them there."))
    if not 1 <= len(stages) <= MOST:
        raise BadSetting("stages", _("From %(low)d to %(high)d, please.") % {"low": 1, "high": MOST})
    made: list[tuple[str, dict[str, Any]]] = []
    for at, given in enumerate(stages):
        format = str(given.get("format", ""))
        if set(given) - {"format", "settings"} or format not in KNOWN:
            allowed = ", ".join(KNOWN)
            raise BadSetting("stages", _("A stage has a format (%(allowed)s) and its settings.") % {"allowed": allowed})
        before = made[-1][0] if made else None
        _order(format, before)
        usual = {**KNOWN[format], **(FOLLOWS if before and format != Format.PLAYOFFS else {})}
        made.append((format, _settings(at + 1, usual, given.get("settings") or {})))
    if any(format in TABLES for format, _settings in made) and not preset.has_table:
        raise BadSetting("stages", _("%(preset)s has no rules for a table.") % {"preset": preset.key})
    _room(places, made)
    return made


def own_settings(stage: Stage) -> dict[str, Any]:
    """The settings of ``stage`` that an organiser chooses, without what its building added: enough to make it again."""
    usual = {**KNOWN[stage.format], **(FOLLOWS if stage.number > 1 and stage.format != Format.PLAYOFFS else {})}
    return {key: value for key, value in stage.settings.items() if key in usual}


def _order(format: str, before: str | None) -> None:
    if before in BRACKETS:
        raise BadSetting("stages", _("Nothing follows a bracket."))
    if before is not None and format in FIRST:
        raise BadSetting("stages", _("%(format)s can only come first.") % {"format": format})
    if (format == Format.PLAYOFFS) != (before == Format.DIVISIONS):
        raise BadSetting("stages", _("After divisions come their play-offs, and nowhere else."))


def _settings(number: int, usual: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    for key, value in given.items():
        if key not in usual:
            said = {"number": number, "key": key, "allowed": ", ".join(usual)}
            raise BadSetting("stages", _("Stage %(number)s has no setting %(key)s, but: %(allowed)s.") % said)
        kinds = (int, float) if type(usual[key]) is float else (type(usual[key]),)
        if type(value) not in kinds or (key in WITHIN and not WITHIN[key](value)):
            said = {"key": key, "value": value}
            raise BadSetting("stages", _("%(key)s: %(value)s is not possible here.") % said)
    return {**usual, **given}


def _room(places: int, made: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Whether every stage has enough who come into it, with every place taken."""
    entering, tables = places, 0
    for format, said in made:
        if tables and format != Format.PLAYOFFS:
            smallest = entering // tables
            if not 1 <= said["through"] <= smallest:
                raise BadSetting("stages", _("From %(low)d to %(high)d, please.") % {"low": 1, "high": smallest})
            entering = tables * said["through"] + said["best"]
        tables = said.get("groups", said.get("divisions", 1))
        if entering < 2 * tables:
            raise BadSetting("stages", _("Each group needs two entrants or more."))


def unchanged(stages: Sequence[Stage], given: Mapping[str, Any] | None) -> list[Stage]:
    """None of ``stages``, if ``given`` changes nothing of them. Raises BadSetting."""
    flat = {key: value for stage in stages for key, value in stage.settings.items()}
    other = sorted(key for key, value in (given or {}).items() if key in flat and flat[key] != value)
    if other:
        raise BadSetting("settings", _("The stages of this competition are its own: make it anew to change them."))
    return []
