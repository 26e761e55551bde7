"""Settings of a competition that has not begun: what each may be, and the rules between them.

Every door comes through here: ``verbs.create`` for pages and the API, ``verbs.importing`` for documents.
"""

import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Member
from league.competitions.setup import chains, league_phases
from league.competitions.setup.presets import OWN, PRESETS, Preset
from league.competitions.setup.stages import evening_of, settings_of, wrong_shape
from league.errors import not_among, out_of_bounds
from league.standings.presets import OFFERED, of_swiss
from matches.letters import clean
from matches.models import Match
from matches.terms import time_controls

SHEET: Final = 0
"""Seconds per decision: as many as the game's own sheet says."""
NAME_REFUSAL: Final = gettext_lazy("A competition's name has 3 to 80 characters.")
Check = Callable[[Competition, Preset, Any], Any]
"""Takes the competition, its preset and a raw value; returns the value to store, or raises BadSetting."""


def _number(field: str, low: int, high: int, *also: int | None) -> Check:
    return lambda row, preset, value: value if value in also else between(field, value, low, high)


def _among(field: str, allowed: Collection[str]) -> Check:
    def checked(row: Competition, preset: Preset, value: Any) -> Any:
        if value not in allowed:
            raise BadSetting(field, not_among(allowed))
        return value

    return checked


def _free(row: Competition, preset: Preset, value: Any) -> Any:
    return value


def _options(row: Competition, preset: Preset, given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return all options: those of ``row``, or the game's, with ``given`` over them."""
    try:
        return resolve_options(engines.get(row.game).options, {**row.options, **(given or {})})
    except EngineError as error:
        raise BadSetting("options", str(error)) from None


def _visibility(row: Competition, preset: Preset, value: Any) -> Any:
    if value not in Competition.Visibility.values:
        raise BadSetting("visibility", _("Choose who can see it: everyone, anyone with the address, or the members."))
    return value


CHECKS: Final[Mapping[str, Check]] = {
    "name": lambda row, preset, value: clean_name(value, str(NAME_REFUSAL)),
    "places": lambda row, preset, value: between("places", value, max(preset.least, entered(row)), preset.most),
    "side_size": lambda row, preset, value: between(
        "side_size", value, _largest_side(row), engines.get(row.game).sharers
    ),
    "options": _options,
    "description": lambda row, preset, value: value.strip(),
    "standings": lambda row, preset, value: _standings(preset, value),
    "advance": _among("advance", Competition.Advance.values),
    "seeding": _among("seeding", Competition.Seeding.values),
    "unplayed": _among("unplayed", Competition.Unplayed.values),
    "withdrawals": _among("withdrawals", Competition.Withdrawals.values),
    "chat": _among("chat", Match.Chat.values),
    "chat_spectators": _among("chat_spectators", Competition.Stands.values),
    "visibility": _visibility,
    "round_hours": _number("round_hours", 1, 24 * 90),
    "no_show_minutes": _number("no_show_minutes", 0, 24 * 60),
    "report_hours": _number("report_hours", 0, 24 * 14),
    "dispute_hours": _number("dispute_hours", 1, 24 * 14),
    "move_seconds": _number("move_seconds", 5, 14 * 86400, None, SHEET),
    "budget_seconds": _number("budget_seconds", 60, 60 * 86400, None),
    "starts_at": _free,
    "bot_seconds": _free,
    "bots_allowed": _free,
    "open_to_robots": _free,
    "by_invitation": _free,
    "real_rated": _free,
}
"""Every setting that is a column of the competition."""


def checked(row: Competition, field: str, value: Any) -> Any:
    """Return what setting ``field`` of ``row`` is to hold. Raises BadSetting, also for a name that is no setting."""
    if field not in CHECKS:
        raise BadSetting(field, _("%(field)s cannot be changed.") % {"field": field})
    return CHECKS[field](row, PRESETS[row.preset], value)


def between(field: str, value: Any, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number within the bounds. Raises BadSetting."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(field, out_of_bounds(low, high))
    return value


def clean_name(raw: str, refusal: str) -> str:
    """Return a name of 3 to 80 visible characters. Raises BadSetting, for another length with ``refusal``."""
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not 3 <= len(name) <= 80:
        raise BadSetting("name", refusal)
    if clean(raw) != raw or any(unicodedata.category(sign) in ("Cc", "Co", "Cs") for sign in name):
        raise BadSetting("name", _("A name cannot have control or invisible characters. Type it again without them."))
    return name


def entered(row: Competition) -> int:
    return row.entrants.filter(status="entered").count()


def _largest_side(row: Competition) -> int:
    """Return the size of the largest side entered."""
    return 1 + max([member.number for member in Member.objects.filter(competition=row)], default=0)


def _standings(preset: Preset, standings: str) -> str:
    """Return the key of the rules of the tables: ``standings``, else the preset's own."""
    key = standings or preset.standings
    if key and key not in OFFERED:
        raise BadSetting("standings", not_among(OFFERED))
    if standings and not preset.has_table:
        raise BadSetting("standings", _("A knockout has no table and needs no rules for one."))
    if standings and of_swiss(standings) and not preset.pairs_swiss:
        raise BadSetting("standings", _("These rules are for Swiss rounds; here everyone in a group plays everyone."))
    return key if preset.has_table else ""


# ── between settings ──
def of_its_own(row: Competition) -> bool:
    """Return whether its stages are not those of its preset, or its preset leaves them to the organiser."""
    own = [stage.format for stage in row.stages.order_by("number")]
    return row.preset == OWN or own != [plan.format for plan in PRESETS[row.preset].stages]


def _schedule_needs_a_day(row: Competition) -> None:
    if row.advance == Competition.Advance.SCHEDULE and row.starts_at is None and not row.wishes:
        raise BadSetting("starts_at", _("Choose when the first round opens, or let rounds open by themselves."))


def _clock_fits_the_round(row: Competition) -> None:
    try:
        time_controls.check_fits(row.move_seconds, row.budget_seconds, row.round_hours * 3600)
    except time_controls.BadControl as refused:
        raise BadSetting("round_hours", str(refused)) from refused


def _time_to_answer(row: Competition) -> None:
    """Check that rounds open by a click if silence at a check-in means a rest."""
    evening = evening_of(row.stages.all())
    if evening and evening["silent"] == "rest" and row.advance != Competition.Advance.CLICK:
        raise BadSetting("silent", _("Players without an answer can only sit out if you open the next round yourself."))


def _stages_fit(row: Competition) -> None:
    stages = list(row.stages.order_by("number"))
    if not of_its_own(row):
        preset_stages_fit(row.places, [settings_of(stage) for stage in stages])
        return
    stored = [{"format": stage.format, "settings": stage.settings} for stage in stages]
    try:
        chains.checked(PRESETS[row.preset], row.places, stored, None)
    except chains.BadStage as refused:
        values = {"number": refused.number, "sentence": refused}
        raise BadSetting("places", _("Stage %(number)d: %(sentence)s") % values) from None


RULES: Final[Mapping[Callable[[Competition], None], Collection[str]]] = {
    _schedule_needs_a_day: ("advance", "starts_at", "wishes"),
    _clock_fits_the_round: ("move_seconds", "budget_seconds", "round_hours"),
    _time_to_answer: ("advance", "settings", "stages"),
    _stages_fit: ("places", "settings", "stages"),
}
"""The rules between settings, and the settings that each is about. ``settings`` and ``stages`` are those of stages."""


def fits_together(row: Competition, changed: Collection[str] | None = None) -> None:
    """Check the rules about what has ``changed`` (None: all), with the stages of ``row`` made. Raises BadSetting."""
    for rule, about in RULES.items():
        if changed is None or set(about) & set(changed):
            rule(row)


def preset_stages_fit(places: int, settings_of_stages: list[dict[str, Any]]) -> None:
    """Check the settings of a preset's stages against each other and ``places``. Raises BadSetting."""
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
            raise BadSetting("through", out_of_bounds(1, smallest))
        if settings["best"] > groups or (settings["best"] and settings["through"] == smallest):
            raise BadSetting("best", _("The next place has not that many."))
        if groups * settings["through"] + settings["best"] < 2:
            raise BadSetting("through", _("A knockout needs two qualifiers or more."))
