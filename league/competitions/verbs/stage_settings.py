"""Stages of a competition before its start: the preset's, or others in their place.

Part of creating and changing a competition (``verbs.create``), under whose lock it writes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Stage
from league.competitions.setup import chains, league_phases, two_legs
from league.competitions.setup.presets import OWN, Preset
from league.competitions.setup.stages import WITHIN, wrong_shape


def of_its_own(row: Competition, preset: Preset) -> bool:
    """Return whether its stages are not those of its preset, or its preset leaves them to the organiser."""
    own = [stage.format for stage in row.stages.order_by("number")]
    return preset.key == OWN or own != [plan.format for plan in preset.stages]


def must_fit(row: Competition, preset: Preset, places: int) -> None:
    """Check that the custom stages are possible with ``places``. Raises BadSetting."""
    stored = [{"format": stage.format, "settings": stage.settings} for stage in row.stages.order_by("number")]
    try:
        chains.checked(preset, places, stored, None)
    except chains.BadStage as refused:
        values = {"number": refused.number, "sentence": refused}
        raise BadSetting("places", _("Stage %(number)d: %(sentence)s") % values) from None


def put_other_stages(row: Competition, preset: Preset, places: int, stages: Sequence[Mapping[str, Any]]) -> None:
    """Replace the stages by ``stages``. Raises BadSetting."""
    if not of_its_own(row, preset):
        raise BadSetting("stages", _("The preset fixes the stages. Change their settings."))
    checked = chains.checked(preset, places, stages, None)
    row.stages.all().delete()
    make_stages(row, checked)


def make_stages(row: Competition, planned: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Create the rows of checked stages: ``(format, all its settings)`` of each."""
    for number, (format, values) in enumerate(planned, start=1):
        Stage.objects.create(competition=row, number=number, format=format, settings=values)


def settings_of_preset(preset: Preset, game: str, places: int, given: Mapping[str, Any] | None) -> list[dict[str, Any]]:
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
    settings_of_stages = [{key: (given or {}).get(key, value) for key, value in settings.items()} for settings in own]
    for settings in settings_of_stages:
        if settings.get("away_goals") and (settings["legs"] == 1 or settings["best_of"]):
            raise BadSetting("away_goals", _("Away goals need two legs."))
        if settings.get("away_goals_in_extra_time") and not settings["away_goals"]:
            raise BadSetting("away_goals_in_extra_time", _("Turn on away goals first."))
        if settings.get("replay") and (settings["legs"] == 2 or settings["best_of"]):
            raise BadSetting("replay", _("A second match is only for one-match ties."))
        if settings.get("third_place") and places < 4:
            raise BadSetting("third_place", _("A third-place match needs four places or more."))
        wrong = wrong_shape(settings, _entrants_coming(settings_of_stages, settings, places))
        if wrong is not None:
            raise BadSetting(*wrong)
        if "pots" in settings and (refused := league_phases.refusal(places, settings)):
            raise BadSetting(*refused)
        if settings.get("groups", 1) * 2 > places:
            raise BadSetting("groups", _("Each group needs two entrants or more."))
        if settings.get("odd") == "house_player" and not settings["house_name"].strip():
            raise BadSetting("house_name", _("Enter a name for the house player."))
        if settings.get("divisions", 1) * 2 > places:
            raise BadSetting("divisions", _("Each division needs two entrants or more."))
    _check_qualifiers(settings_of_stages, places)
    return settings_of_stages


def _entrants_coming(settings_of_stages: list[dict[str, Any]], settings: Mapping[str, Any], places: int) -> int:
    """Count the entrants of the stage of ``settings`` when every place is taken."""
    if settings is settings_of_stages[0] or "through" not in settings:
        return places
    groups = int(next((before["groups"] for before in settings_of_stages if "groups" in before), 1))
    return groups * int(settings["through"]) + int(settings["best"])


def _check_qualifiers(settings_of_stages: list[dict[str, Any]], places: int) -> None:
    """Check that a knockout after tables gets two qualifiers or more, and no more than there are."""
    groups = next((settings["groups"] for settings in settings_of_stages if "groups" in settings), 0)
    groups = groups or int(any("pots" in settings for settings in settings_of_stages))
    for settings in settings_of_stages:
        if not groups or "through" not in settings:
            continue
        smallest = places // groups
        if not 1 <= settings["through"] <= smallest:
            raise BadSetting("through", _("Enter a number from %(low)d to %(high)d.") % {"low": 1, "high": smallest})
        if settings["best"] > groups or (settings["best"] and settings["through"] == smallest):
            raise BadSetting("best", _("The next place has not that many."))
        if groups * settings["through"] + settings["best"] < 2:
            raise BadSetting("through", _("A knockout needs two qualifiers or more."))
