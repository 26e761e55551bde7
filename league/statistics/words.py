"""The figures that are shown: their order, their words, and those that are a share of two others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Shown:
    """One figure as it is shown. ``part`` and ``whole`` set: a percentage of two counts instead of a count.

    ``of_both``: the share of this side in what both sides have (possession).
    """

    name: str
    label: str | Promise
    part: str = ""
    whole: str = ""
    of_both: str = ""

    @property
    def percent(self) -> bool:
        """Whether the value is a percentage."""
        return bool(self.part or self.of_both)

    def value(self, mine: Mapping[str, int], theirs: Mapping[str, int]) -> int:
        """The number for one side, whole (percentages rounded)."""
        if self.of_both:
            part, whole = mine.get(self.of_both, 0), mine.get(self.of_both, 0) + theirs.get(self.of_both, 0)
        elif self.part:
            part, whole = mine.get(self.part, 0), mine.get(self.whole, 0)
        else:
            return mine.get(self.name, 0)
        return round(100 * part / whole) if whole else 0


_SUPER_GOAL: Final = (
    Shown("goals", _("Goals")),
    Shown("possession", _("Possession"), of_both="attacks"),
    Shown("shots", _("Shots")),
    Shown("shots_on_target", _("Shots on target")),
    Shown("shots_inside", _("Shots from inside the area")),
    Shown("shots_outside", _("Shots from outside the area")),
    Shown("conversion", _("Goals per shot"), part="goals", whole="shots"),
    Shown("passes", _("Passes")),
    Shown("passing", _("Passes completed"), part="passes_completed", whole="passes"),
    Shown("control", _("Control die: completed"), part="completed_control", whole="tried_control"),
    Shown("pass", _("Pass die: completed"), part="completed_pass", whole="tried_pass"),
    Shown("long_ball", _("Long-ball die: completed"), part="completed_long_ball", whole="tried_long_ball"),
    Shown("tackles_won", _("Tackles won")),
    Shown("clearances", _("Clearances")),
    Shown("saves", _("Saves")),
    Shown("corners", _("Corners")),
    Shown("goal_kicks", _("Goal kicks")),
    Shown("throw_ins", _("Throw-ins")),
    Shown("free_kicks", _("Free kicks")),
    Shown("fouls", _("Fouls")),
    Shown("reds", _("Sendings-off")),
    Shown("penalties", _("Penalties")),
    Shown("penalties_scored", _("Penalties scored")),
    Shown("var_confirmed", _("VAR: confirmed")),
    Shown("var_refused", _("VAR: refused")),
    Shown("coups", _("Star coups")),
    Shown("own_goals", _("Own goals")),
    Shown("turnovers", _("Balls lost")),
)

_COMMON: Final = (
    Shown("goals", _("Goals")),
    Shown("possession", _("Possession"), of_both="attacks"),
    Shown("shots", _("Shots")),
    Shown("conversion", _("Goals per shot"), part="goals", whole="shots"),
    Shown("passes", _("Passes")),
    Shown("passing", _("Passes completed"), part="passes_completed", whole="passes"),
    Shown("tackles_won", _("Tackles won")),
    Shown("corners", _("Corners")),
    Shown("offsides", _("Offsides")),
    Shown("penalties", _("Penalties")),
    Shown("penalties_scored", _("Penalties scored")),
    Shown("saves", _("Saves")),
    Shown("fouls", _("Fouls")),
    Shown("yellows", _("Yellow cards")),
    Shown("reds", _("Sendings-off")),
    Shown("own_goals", _("Own goals")),
    Shown("decisions", _("Decisions")),
)

_SHOWN: Final[dict[str, tuple[Shown, ...]]] = {"super_goal": _SUPER_GOAL}


def shown(game: str) -> tuple[Shown, ...]:
    """The figures of ``game``, in the order in which they are shown."""
    return _SHOWN.get(game, _COMMON)


def always(name: str) -> bool:
    """Whether a row is shown even if both sides have nought."""
    return name in ("goals", "possession", "shots", "shots_on_target", "passing", "corners", "fouls")
