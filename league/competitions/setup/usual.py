"""What a game declares for competitions (``engines.core.about``): its usual settings and options, and what it lacks."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

import engines
from league.competitions.models import Stage
from league.competitions.setup.formats import DEFAULTS, Draws
from league.competitions.setup.presets import Preset
from league.competitions.setup.stages import TABLES
from league.competitions.setup.two_legs import wish_of
from league.sentences import translated

_TWO_LEGS: Final = (
    *(Stage.Format.KNOCKOUT, Stage.Format.PLAYOFFS),
    *(Stage.Format.LEAGUE, Stage.Format.GROUPS, Stage.Format.DIVISIONS),
)
"""Formats of which the game's wish of two legs is the default."""


def usual_settings(preset: Preset, game: str, given: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the default settings of each stage of ``preset`` for ``game``, beside those ``given``."""
    return [{**plan.full, **usual_of(plan.format, game, given or {})} for plan in preset.stages]


def usual_of(format: str, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a stage of ``format`` that begin as ``game`` has them: two legs, and what follows them."""
    if game not in engines.games():
        return {}
    usual = {"draws": engines.about(game).tournament.draws, "extra_time": has_extra_time(game)}
    usual |= _wished(format, game, given)
    return {name: value for name, value in usual.items() if name in DEFAULTS[format]}


def _wished(format: str, game: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the two legs that ``game`` wishes, unless those ``given`` name other matches of a pair in their place."""
    wish = wish_of(game)
    if wish is None or format not in _TWO_LEGS:
        return {}
    if format not in TABLES:
        return {} if given.get("best_of") or given.get("replay") else {"legs": 2}
    if given.get("table_legs", 1 if "times" in given else 2) == 1:
        return {}
    return {"table_legs": 2, "times": 1, "draws": wish.draws}


def settings_for(preset: Preset, places: int) -> dict[str, int]:
    """Return the settings of ``preset`` that follow the number of places where the organiser says nothing more."""
    if "pots" in preset.settings:
        pots = next((count for count in (4, 3, 2) if places % count == 0 and places // count > 2), 2)
        through = preset.settings["through"] * places // preset.places
        return {"pots": pots, "opponents": 2 * pots, "through": through}
    return {"groups": groups_for(places)} if "groups" in preset.stages[0].full else {}


def groups_for(places: int) -> int:
    """Return how many groups ``places`` entrants begin with: a power of two, of three or more each if there are six."""
    groups = 2
    while groups * 2 * 3 <= places and groups < 16:
        groups *= 2
    return groups


def usual_options(game: str) -> dict[str, Any]:
    """Return the options of a new competition of ``game`` that differ from the game's defaults."""
    wish = wish_of(game)
    return {
        **engines.get(game).house_options,
        **engines.about(game).tournament.options,
        **(wish.options if wish else {}),
    }


def as_game_has(game: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``settings`` of a stage: extra time is asked for only "if the game has it"."""
    lacking = {} if has_extra_time(game) or "extra_time" not in settings else {"extra_time": False}
    return {**settings, **lacking}


def has_extra_time(game: str) -> bool:
    return game not in engines.games() or "extra_time" in engines.get(game).winner.choices


def draws_of(game: str) -> list[tuple[str, Any]]:  # lazy strings
    """Return what may follow a level match of ``game``, with its words."""
    return [choice for choice in Draws.choices if choice[0] != Draws.EXTRA_TIME or has_extra_time(game)]


def no_extra_time(game: str) -> str:
    return _("%(game)s has no extra time.") % {"game": translated(engines.about(game).name)}
