"""Two legs by default for games that wish it (``engines.core.about.TwoLegs``), and the options of their matches."""

from collections.abc import Mapping
from typing import Any, Final

import engines
from engines.core.about import TwoLegs
from league.competitions.models import Stage, Tie
from league.competitions.setup import boundaries
from league.competitions.setup.presets import Preset
from league.competitions.setup.stages import TABLES, legs_of, tie_rules

_SETTING: Final[Mapping[str, str]] = {
    Stage.Format.KNOCKOUT: "legs",
    Stage.Format.PLAYOFFS: "legs",
    Stage.Format.LEAGUE: "times",
}
"""Formats of which the game's wish is the default, and the setting that grants it."""


def wish_of(game: str) -> TwoLegs | None:
    return engines.about(game).two_legs if game in engines.games() else None


def usual_settings(preset: Preset, game: str, options: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the default settings of each stage of ``preset`` for ``game``.

    A best of n or a replay among the settings ``options`` takes the place of two legs.
    """
    stages = [plan.full for plan in preset.stages]
    if wish_of(game) is None:
        return stages
    otherwise = {"legs"} if options and (options.get("best_of") or options.get("replay")) else set()
    for plan, settings in zip(preset.stages, stages, strict=True):
        name = _SETTING.get(plan.format)
        if name is not None and name not in otherwise:
            settings[name] = 2
    return stages


def usual_options(game: str) -> dict[str, Any]:
    """Return the options of a new competition of ``game`` that differ from the game's defaults."""
    wish = wish_of(game)
    return {**engines.get(game).house_options, **(wish.options if wish else {})}


def options_of_leg(game: str, options: Mapping[str, Any], stage: Stage, tie: Tie, leg: int) -> dict[str, Any]:
    """Return the options of a match of ``tie``: without a return leg, an advantage of one side has no counterweight."""
    wish = wish_of(game)
    if wish is None or _has_return(stage, tie, leg):
        return dict(options)
    defaults = {option.name: option.default for option in engines.get(game).options}
    return {**options, **{name: defaults[name] for name in wish.options}}


def _has_return(stage: Stage, tie: Tie, leg: int) -> bool:
    """Return whether the other side is at home in another match of ``tie``, or the tables spread the home matches."""
    if stage.format in TABLES and tie.kind != boundaries.KIND:
        return True
    legs = legs_of(tie_rules(stage, tie))
    return len(legs) % 2 == 0 or leg < len(legs)
