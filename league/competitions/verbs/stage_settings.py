"""Stages of a competition before its start: the preset's, or others in their place.

Part of creating and changing a competition (``verbs.create``), under whose lock it writes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Stage
from league.competitions.setup import chains, two_legs
from league.competitions.setup.presets import Preset
from league.competitions.setup.settings import of_its_own
from league.competitions.setup.stages import WITHIN


def put_other_stages(row: Competition, preset: Preset, places: int, stages: Sequence[Mapping[str, Any]]) -> None:
    """Replace the stages by ``stages``. Raises BadSetting."""
    if not of_its_own(row):
        raise BadSetting("stages", _("The preset fixes the stages. Change their settings."))
    checked = chains.checked(preset, places, stages, None)
    row.stages.all().delete()
    make_stages(row, checked)


def make_stages(row: Competition, planned: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Create the rows of checked stages: ``(format, all its settings)`` of each."""
    for number, (format, values) in enumerate(planned, start=1):
        Stage.objects.create(competition=row, number=number, format=format, settings=values)


def change_stages(row: Competition, preset: Preset, given: Mapping[str, Any] | None) -> None:
    """Put ``given`` settings over those of the stages; a best of n or a replay takes the place of two legs.

    Raises BadSetting.
    """
    stages = list(row.stages.order_by("number"))
    if of_its_own(row):
        chains.unchanged(stages, given)
        return
    usual = settings_of_preset(preset, row.game, given)
    anew = {"legs"} if given and (given.get("best_of") or given.get("replay")) else set()
    for stage, settings in zip(stages, usual, strict=True):
        stored = {key: value for key, value in stage.settings.items() if key not in {*(given or {}), *anew}}
        stage.settings = {**settings, **stored}
        stage.save(update_fields=["settings"])


def settings_of_preset(preset: Preset, game: str, given: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return each stage's settings, ``given`` over those usual for ``game``. Raises BadSetting naming the field."""
    usual = preset.settings
    for key, value in (given or {}).items():
        if key not in usual:
            raise BadSetting("settings", _("%(preset)s has no setting %(key)s.") % {"preset": preset.key, "key": key})
        kinds = (int, float) if type(usual[key]) is float else (type(usual[key]),)
        if type(value) not in kinds:
            raise BadSetting(key, _("%(key)s has a value of the wrong kind.") % {"key": key})
        if key in ("legs", "times") and value not in (1, 2):
            raise BadSetting(key, _("Choose one match or two, not %(value)s.") % {"value": value})
        if key in WITHIN and not WITHIN[key](value):
            raise BadSetting(key, _("%(value)s is not possible here.") % {"value": value})
    own = two_legs.usual_settings(preset, game, given)
    return [{key: (given or {}).get(key, value) for key, value in settings.items()} for settings in own]
