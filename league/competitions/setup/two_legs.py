"""The wish of a game for two legs (``engines.core.about.TwoLegs``), and the options of its matches."""

from collections.abc import Mapping
from typing import Any

import engines
from engines.core.about import TwoLegs
from league.competitions.models import AnyTie, Stage
from league.competitions.setup import boundaries
from league.competitions.setup.stages import TABLES, legs_of, tie_rules


def wish_of(game: str) -> TwoLegs | None:
    return engines.about(game).two_legs if game in engines.games() else None


def options_of_leg(game: str, options: Mapping[str, Any], stage: Stage, tie: AnyTie, leg: int) -> dict[str, Any]:
    """Return the options of a match of ``tie``: without a return leg, an advantage of one side has no counterweight."""
    wish = wish_of(game)
    if wish is None or _has_return(stage, tie, leg):
        return dict(options)
    defaults = {option.name: option.default for option in engines.get(game).options}
    return {**options, **{name: defaults[name] for name in wish.options}}


def _has_return(stage: Stage, tie: AnyTie, leg: int) -> bool:
    """Return whether the other side is at home in another match of ``tie``, or the tables spread the home matches."""
    if stage.format in TABLES and tie.kind != boundaries.KIND:
        return True
    legs = legs_of(tie_rules(stage, tie))
    return len(legs) % 2 == 0 or leg < len(legs)
