"""Settings of the stages that a preset has: put over the usual ones, and checked against each other and the places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Stage
from league.competitions.setup import league_phases
from league.competitions.setup.presets import Preset
from league.competitions.setup.stages import settings_of, splits, wrong_carrying, wrong_shape, wrong_ties
from league.competitions.setup.usual import as_game_has, usual_settings
from league.errors import out_of_bounds


def planned_stages(plans: Iterable[tuple[str, dict[str, Any]]]) -> list[Stage]:
    """Return the stages of ``(format, all its settings)``, in order and not saved."""
    return [
        Stage(number=number, format=format, settings=settings)
        for number, (format, settings) in enumerate(plans, start=1)
    ]


def stages_of_preset(preset: Preset, game: str) -> list[Stage]:
    """Return the stages of ``preset`` with the settings that are usual for ``game``, not saved."""
    usual = usual_settings(preset, game)
    return planned_stages(zip([plan.format for plan in preset.stages], usual, strict=True))


def put_settings(stages: Sequence[Stage], preset: Preset, game: str, given: Mapping[str, Any]) -> None:
    """Put ``given`` over the settings of ``stages``; a best of n or a replay takes the place of two legs.

    Raises BadSetting naming the setting.
    """
    _check_each(preset, given)
    usual = usual_settings(preset, game, given)
    anew = {"legs"} if given.get("best_of") or given.get("replay") else set()
    for stage, settings in zip(stages, usual, strict=True):
        before = settings_of(stage) if stage.pk else {}
        stored = {key: value for key, value in before.items() if key not in anew}
        own = {key: value for key, value in given.items() if key in settings}
        stage.settings = as_game_has(game, {**settings, **stored, **own})


def _check_each(preset: Preset, given: Mapping[str, Any]) -> None:
    for key, value in given.items():
        setting = preset.setting(key)
        if setting is None:
            raise BadSetting("settings", _("%(preset)s has no setting %(key)s.") % {"preset": preset.key, "key": key})
        if sentence := setting.refusal(value):
            raise BadSetting(key, sentence)


def preset_stages_fit(places: int, settings_of_stages: list[dict[str, Any]]) -> None:
    """Check the settings of a preset's stages against each other and ``places``. Raises BadSetting."""
    for at, settings in enumerate(settings_of_stages):
        if wrong := wrong_ties(settings) or wrong_carrying(settings):
            raise BadSetting(*wrong)
        if settings.get("third_place") and places < 4:
            raise BadSetting("third_place", _("A third-place match needs four places or more."))
        coming = _entrants_coming(settings_of_stages, at, places)
        wrong = wrong_shape(settings, coming)
        if wrong is not None:
            raise BadSetting(*wrong)
        if "pots" in settings and (refused := league_phases.refusal(places, settings)):
            raise BadSetting(*refused)
        if settings.get("groups", 1) * 2 > coming:
            field = "groups" if coming == places else "through"
            raise BadSetting(field, _("Each group needs two entrants or more."))
        if settings.get("odd") == "house_player" and not settings["house_name"].strip():
            raise BadSetting("house_name", _("Enter a name for the house player."))
        if settings.get("divisions", 1) * 2 > places:
            raise BadSetting("divisions", _("Each division needs two entrants or more."))
    _check_qualifiers(settings_of_stages, places)


def _entrants_coming(settings_of_stages: list[dict[str, Any]], at: int, places: int) -> int:
    """Count the entrants of the stage ``at`` when every place is taken."""
    settings = settings_of_stages[at]
    if at == 0 or "through" not in settings:
        return places
    tables = _tables_before(settings_of_stages, at)
    return min(tables * int(settings["through"]) + int(settings["best"]), places)


def _tables_before(settings_of_stages: Sequence[Mapping[str, Any]], at: int) -> int:
    """Count the tables of the stages before the one ``at``."""
    return int(next((before["groups"] for before in settings_of_stages[:at] if "groups" in before), 1))


def _check_qualifiers(settings_of_stages: list[dict[str, Any]], places: int) -> None:
    """Check that a stage after tables gets two qualifiers or more, and no more than there are."""
    for at, settings in enumerate(settings_of_stages):
        if at == 0 or "through" not in settings or splits(settings):
            continue
        groups = _tables_before(settings_of_stages, at)
        smallest = places // groups
        if not 1 <= settings["through"] <= smallest:
            raise BadSetting("through", out_of_bounds(1, smallest))
        if settings["best"] > groups or (settings["best"] and settings["through"] == smallest):
            raise BadSetting("best", _("The next place has not that many."))
        if groups * settings["through"] + settings["best"] < 2:
            raise BadSetting("through", _("A knockout needs two qualifiers or more."))
