"""The figures that are shown: their order, their words, and those that are a share of two others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def average(value: float) -> str:
    """A number to one decimal in the reader's language, rounded: Django's own formatting cuts 2.97 down to 2.9."""
    return number_format(Decimal(repr(value)).quantize(Decimal("0.1"), ROUND_HALF_UP), 1)


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
    Shown("conversion", _("Shots that were goals"), part="shots_scored", whole="shots"),
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

_GOALS: Final = Shown("goals", _("Goals"))
_OF_DECISIONS: Final = Shown("possession", _("Possession"), of_both="attacks")
_OF_TURNS: Final = Shown("possession", _("Possession"), of_both="turns")
_SHOTS: Final = Shown("shots", _("Shots"))
_CONVERSION: Final = Shown("conversion", _("Shots that were goals"), part="shots_scored", whole="shots")
_PASSES: Final = Shown("passes", _("Passes"))
_PASSING: Final = Shown("passing", _("Passes completed"), part="passes_completed", whole="passes")
_TACKLES: Final = Shown("tackles_won", _("Tackles won"))
_CORNERS: Final = Shown("corners", _("Corners"))
_GOAL_KICKS: Final = Shown("goal_kicks", _("Goal kicks"))
_THROW_INS: Final = Shown("throw_ins", _("Throw-ins"))
_FREE_KICKS: Final = Shown("free_kicks", _("Free kicks"))
_OFFSIDES: Final = Shown("offsides", _("Offsides"))
_PENALTIES: Final = (
    Shown("penalties", _("Penalties")),
    Shown("penalties_scored", _("Penalties scored")),
    Shown("saves", _("Penalties saved")),
)
_FOULS: Final = Shown("fouls", _("Fouls"))
_CARDS: Final = (Shown("yellows", _("Yellow cards")), Shown("reds", _("Sendings-off")))
_OWN_GOALS: Final = Shown("own_goals", _("Own goals"))
_DECISIONS: Final = Shown("decisions", _("Decisions"))

_DOM_JIM: Final = (
    _GOALS,
    _OF_DECISIONS,
    _SHOTS,
    Shown("flags", _("Flags")),
    Shown("small_area", _("Balls into the small area")),
    _PASSES,
    _PASSING,
    Shown("triangulations", _("Triangulations")),
    Shown("long_throws", _("Long throws")),
    Shown("long_throwing", _("Long throws completed"), part="long_throws_completed", whole="long_throws"),
    Shown("tackles_won", _("Interceptions")),
    _CORNERS,
    _GOAL_KICKS,
    _THROW_INS,
    _OFFSIDES,
    *_PENALTIES,
    *_CARDS,
    Shown("turns_lost", _("Turns lost")),
    Shown("referee_returns", _("Sent back by a referee in a flag race")),
    _DECISIONS,
)
"""Without conversion: a shot in play always scores (DJ-14.10)."""

_FUBA: Final = (
    _GOALS,
    _OF_TURNS,
    _SHOTS,
    Shown("shots_on_target", _("Shots on target")),
    _CONVERSION,
    _PASSES,
    _PASSING,
    Shown("control_kept", _("Control kept"), part="checks_kept", whole="checks"),
    _CORNERS,
    _GOAL_KICKS,
    _FREE_KICKS,
    *_PENALTIES,
    _FOULS,
    *_CARDS,
    Shown("special_events", _("Special events")),
    _DECISIONS,
)

_SIX_A_SIDE: Final = (
    _GOALS,
    _OF_DECISIONS,
    _SHOTS,
    _PASSES,
    Shown("long_balls", _("Long balls")),
    Shown("kicks_into_space", _("Kicks into space")),
    Shown("pickups", _("Loose balls won")),
    Shown("tackles_won", _("Steals")),
    Shown("diagonal_tackles", _("Diagonal steals")),
    Shown("sprints", _("Sprints")),
    *_PENALTIES,
    _FOULS,
    *_CARDS,
    Shown("substitutions", _("Substitutions")),
    Shown("passive_play", _("Turns lost by passive play")),
    Shown("coaching", _("Coaching offences")),
    _OWN_GOALS,
    _DECISIONS,
)
"""Without conversion and completed passes: in open play every shot is a goal (section 15), and every pass arrives."""

_SOCCER_TACTICS: Final = (
    _GOALS,
    _OF_TURNS,
    _SHOTS,
    _CONVERSION,
    Shown("long_shots", _("Shots from long distance")),
    Shown("shots_corner", _("Shots turned into a corner")),
    Shown("shots_goal_kick", _("Shots off target")),
    _PASSES,
    _PASSING,
    Shown("balls_lost", _("Balls lost")),
    Shown("captures", _("Loose balls won")),
    _TACKLES,
    Shown("dribbles", _("Dribbles")),
    Shown("cells_run", _("Cells run")),
    _CORNERS,
    _GOAL_KICKS,
    _FREE_KICKS,
    _OFFSIDES,
    *_PENALTIES,
    _FOULS,
    *_CARDS,
    _DECISIONS,
)

_COMMON: Final = (
    _GOALS, _OF_DECISIONS, _SHOTS, _CONVERSION, _PASSES, _PASSING, _TACKLES, _CORNERS, _OFFSIDES, *_PENALTIES, _FOULS,
    *_CARDS, _OWN_GOALS, _DECISIONS,
)  # fmt: skip
"""Of a game that nobody has listed here."""

_SHOWN: Final[dict[str, tuple[Shown, ...]]] = {
    "super_goal": _SUPER_GOAL,
    "dom_jim": _DOM_JIM,
    "fuba": _FUBA,
    "six_a_side": _SIX_A_SIDE,
    "soccer_tactics": _SOCCER_TACTICS,
}


def shown(game: str) -> tuple[Shown, ...]:
    """The figures of ``game``, in the order in which they are shown."""
    return _SHOWN.get(game, _COMMON)


def always(name: str) -> bool:
    """Whether a row is shown even if both sides have nought: only where the game has the figure at all (``shown``)."""
    return name in ("goals", "possession", "shots", "shots_on_target", "passing", "corners", "fouls")


@dataclass(frozen=True, slots=True)
class Deed:
    """A number of a piece as it is shown: what stands over its column, and what that means."""

    name: str
    short: str | Promise
    label: str | Promise


DEEDS: Final = (
    Deed("goals", pgettext_lazy("deeds", "G"), _("Goals")),
    Deed("shots", pgettext_lazy("deeds", "S"), _("Shots")),
    Deed("passes", pgettext_lazy("deeds", "P"), _("Passes")),
    Deed("won", pgettext_lazy("deeds", "DW"), _("Duels won")),
    Deed("lost", pgettext_lazy("deeds", "DL"), _("Duels lost")),
    Deed("run", pgettext_lazy("deeds", "Run"), _("Cells run")),
)
"""What pieces do (``figures.pieces``), in the order in which it is shown. A duel is a tackle, an interception or a
steal, as the game calls it; ``run`` is known in Soccer Tactics alone (section 16)."""
