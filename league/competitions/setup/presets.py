"""Presets an organiser starts from, as data: a short description, stages, and starting values.

A preset is a list of stages with their settings (``league.competitions.setup.formats``), the rules of its tables (a key
of ``league.standings.presets``), and starting values for the form. To add one: a row in ``PRESETS``, its two sentences
in the catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition, Stage
from league.competitions.setup.formats import DEFAULTS, Setting, setting
from league.competitions.setup.stages import BRACKETS, MOST_IN_TABLE, TABLES
from league.fields import column

Format = Stage.Format

FORMATS_OF_TEAMS: Final = frozenset(Format) - {Format.SWISS, Format.LEAGUE_PHASE}
"""Formats that teams can play."""

PACES: Final[Mapping[str, Mapping[str, Any]]] = {
    "one_evening": {"round_hours": 1},
    "weekly": {},
    "tables": {"advance": "click", "unplayed": "wait", "round_hours": 24},
}
"""The first values of a competition's columns, by its pace; a column that is not named has its default."""


def pace_values(pace: str) -> dict[str, Any]:
    """Return every setting that a pace decides, as ``pace`` has it."""
    names = {name for values in PACES.values() for name in values}
    return {**{name: column(Competition, name).get_default() for name in names}, **PACES[pace]}


@dataclass(frozen=True, slots=True)
class Plan:
    """A stage of a preset: its format, and the settings that differ from the defaults."""

    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)  # JSON of the stage

    @property
    def full(self) -> dict[str, Any]:
        return {**DEFAULTS[self.format], **self.settings}


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset: its words for the form, its stages, its limits and its starting values."""

    key: str
    name: str | Promise
    summary: str | Promise
    """One or two sentences."""
    stages: tuple[Plan, ...]
    least: int
    """Fewest places."""
    most: int
    """Most places."""
    places: int = 8
    """Starting value of the form."""
    standings: str = ""
    """Rules of its tables (``league.standings.presets``); empty: those below."""
    criteria: tuple[Any, ...] = ()  # JSON of ``league.standings``
    points: tuple[float, float, float] = (3, 1, 0)
    asks: tuple[str, ...] = ()
    """Settings in the form, in order; the others keep their values."""

    begins: Mapping[str, Any] = field(default_factory=dict)
    """Starting values of the competition's own fields that differ from the defaults (``verbs.create.create``)."""

    @property
    def settings(self) -> dict[str, Any]:
        """Return the settings of all stages together, as the form and the API take them."""
        merged: dict[str, Any] = {}
        for plan in self.stages:
            merged |= plan.full
        return merged

    def setting(self, name: str) -> Setting | None:
        """Return the setting ``name`` of the first stage that has it; None if none has."""
        return next((setting(plan.format, name) for plan in self.stages if name in plan.full), None)

    @property
    def has_table(self) -> bool:
        """Return whether any stage has tables, so that their rules are to be chosen."""
        return any(plan.format in TABLES for plan in self.stages)

    @property
    def pairs_swiss(self) -> bool:
        """Return whether the stages have, or may get, Swiss rounds."""
        return self.key == OWN or any(plan.format == Format.SWISS for plan in self.stages)

    @property
    def takes_teams(self) -> bool:
        """Return whether teams may enter in place of single players."""
        return all(plan.format in FORMATS_OF_TEAMS for plan in self.stages)

    @property
    def has_bracket(self) -> bool:
        return any(plan.format in BRACKETS for plan in self.stages)


LEAGUE_CRITERIA: Final[tuple[Any, ...]] = (
    "points",
    "goal_difference",
    "goals_for",
    {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True},
    "wins",
    "lots",
)
"""Points, goal difference, goals, then the matches between those still level, wins, and lots from the draw's seed."""

TEAM_CRITERIA: Final[tuple[Any, ...]] = (
    "points",
    "board_points",
    {"head_to_head": ["points", "board_points"], "reapply_to_remaining": True},
    "osb",
    "goal_difference",
    "lots",
)
"""Where teams play: match points, board points, the ties between those still level, the strength of the opponents."""
TEAM_POINTS: Final = (2, 1, 0)
"""Match points of a tie of teams."""

OWN: Final = "own"
"""The preset for custom stages (``league.competitions.setup.chains``, ``composing``)."""

_TIES: Final = (
    "legs",
    "best_of",
    "replay",
    "extra_time",
    "better_through",
    "away_goals",
    "away_goals_in_extra_time",
    "venue",
)
_FINAL: Final = ("legs", "best_of", "replay", "extra_time", "better_through", "venue", "neutral_final")
"""The settings of a short final after a table."""
DRAWS: Final = ("draws", "shootout_win", "shootout_loss")
"""What follows a level match of a table."""

MEETINGS: Final = ("times", "table_legs", "table_away_goals")
"""The settings of how often, and over how many legs, a pair of a table meets."""

PRESETS: Final[dict[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset(
            key="cup",
            name=_("Saturday cup"),
            summary=_("Lose and you’re out. Eight players, one evening."),
            stages=(Plan(Format.KNOCKOUT),),
            least=2,
            most=1024,
            begins=PACES["one_evening"],
            asks=(*_TIES, "consolation", "third_place", "neutral_final", "redraw", "clubs_apart"),
        ),
        Preset(
            key="league",
            name=_("Home-and-away league"),
            summary=_("Everyone plays everyone, once or home and away; the table decides."),
            stages=(Plan(Format.LEAGUE),),
            least=2,
            most=MOST_IN_TABLE,
            criteria=LEAGUE_CRITERIA,
            asks=(*MEETINGS, "scheveningen", "boundary_playoffs", *DRAWS),
        ),
        Preset(
            key="world_cup",
            name=_("Groups and knockout"),
            summary=_(
                "Like a World Cup: small groups, then a knockout with the best of each (and the best of the "
                "next place, if you like) and a third-place match."
            ),
            stages=(
                Plan(Format.GROUPS, {"groups": 4, "times": 1}),
                Plan(
                    Format.KNOCKOUT,
                    {"through": 2, "best": 0, "third_place": True, "neutral_final": True},
                ),
            ),
            least=4,
            most=128,
            places=16,
            standings="fifa-world-cup/2022",
            asks=(
                *("groups", *MEETINGS, "through", "best", *DRAWS, *_TIES),
                *("third_place", "redraw", "clubs_apart"),
            ),
        ),
        Preset(
            key="champions",
            name=_("Two-legged knockout"),
            summary=_("Like the Champions League: two legs, home and away, and a one-match final on neutral ground."),
            stages=(Plan(Format.KNOCKOUT, {"legs": 2, "neutral_final": True}),),
            least=2,
            most=256,
            places=16,
            asks=(
                *(
                    "legs",
                    "extra_time",
                    "better_through",
                    "away_goals",
                    "away_goals_in_extra_time",
                    "venue",
                    "third_place",
                ),
                *("neutral_final", "redraw", "clubs_apart"),
            ),
        ),
        Preset(
            key="swiss",
            name=_("Swiss evening"),
            summary=_(
                "Everyone plays every round, against someone on similar points, never the same opponent "
                "twice. Nobody is knocked out; come late or leave early."
            ),
            stages=(Plan(Format.SWISS),),
            least=3,
            most=1024,
            places=12,
            standings="fide-swiss/2026",
            points=(1, 0.5, 0),
            begins=PACES["one_evening"],
            asks=("rounds", "system", "accelerated", "bye", "late", *DRAWS),
        ),
        Preset(
            key="evening",
            name=_("Evening at real tables"),
            summary=_(
                "A bar, a laptop, boards on the tables: numbered tables, one clock per round, check-in by "
                "phone, latecomers from the next round, score sheets with a QR code."
            ),
            stages=(Plan(Format.SWISS, {"evening": True, "system": "monrad"}),),
            least=3,
            most=200,
            places=40,
            standings="fide-swiss/2026",
            points=(1, 0.5, 0),
            begins={**PACES["tables"], "seeding": "hand"},
            asks=(
                *("rounds", "minutes", "buzzer", *DRAWS, "odd", "house_name", "late", "silent", "silence"),
                "real_rated",
            ),
        ),
        Preset(
            key="double",
            name=_("Double elimination"),
            summary=_(
                "Two defeats and you are out: after the first you go on in the second bracket. The winners "
                "of both meet in the final; if the unbeaten side loses it, a second final decides."
            ),
            stages=(Plan(Format.DOUBLE),),
            least=2,
            most=512,
            asks=("best_of", "extra_time", "venue", "reset", "clubs_apart"),
        ),
        Preset(
            key="plate",
            name=_("Cup with a plate"),
            summary=_(
                "Knockout with at least two matches for everyone: lose the first and you go on in a second "
                "cup. Or every place is played for."
            ),
            stages=(Plan(Format.KNOCKOUT, {"consolation": "plate", "third_place": True}),),
            least=4,
            most=256,
            asks=(*_TIES, "consolation", "third_place", "neutral_final", "clubs_apart"),
        ),
        Preset(
            key="stepladder",
            name=_("League with a stepladder final"),
            summary=_(
                "Everyone plays everyone, then the best climb: the last two of them meet, the winner meets "
                "the next above, and the first of the table waits in the final."
            ),
            stages=(Plan(Format.LEAGUE, {"times": 1}), Plan(Format.KNOCKOUT, {"through": 4, "shape": "stepladder"})),
            least=4,
            most=MOST_IN_TABLE,
            criteria=LEAGUE_CRITERIA,
            asks=(*MEETINGS, "through", *DRAWS, *_FINAL),
        ),
        Preset(
            key="page",
            name=_("League with a page play-off"),
            summary=_(
                "Everyone plays everyone; then the best four: first against second for a place in the final, "
                "third against fourth to stay in. The loser of the first meets the winner of the other."
            ),
            stages=(Plan(Format.LEAGUE, {"times": 1}), Plan(Format.KNOCKOUT, {"through": 4, "shape": "page"})),
            least=4,
            most=MOST_IN_TABLE,
            criteria=LEAGUE_CRITERIA,
            asks=(*MEETINGS, *DRAWS, *_FINAL),
        ),
        Preset(
            key="split",
            name=_("League that splits"),
            summary=_(
                "Like in Austria or Scotland: everyone plays everyone, then the table splits. The upper half plays "
                "for the title, the lower half for its places; points count on, all or half of them."
            ),
            stages=(
                Plan(Format.LEAGUE, {"times": 2}),
                Plan(
                    Format.GROUPS,
                    {"by_rank": True, "times": 2, "through": 32, "best": 0, "carried": "all", "carried_matches": True},
                ),
            ),
            least=4,
            most=32,
            places=12,
            criteria=LEAGUE_CRITERIA,
            asks=(*MEETINGS, "carried", "carried_matches", *DRAWS),
        ),
        Preset(
            key="league_phase",
            name=_("League phase and knockout"),
            summary=_(
                "Like the Champions League since 2024: one table in which everyone meets two of each pot, "
                "one at home and one away. The first eight go on, the next sixteen play off, and a "
                "two-legged knockout follows."
            ),
            stages=(
                Plan(Format.LEAGUE_PHASE),
                Plan(Format.KNOCKOUT, {"through": 24, "legs": 2, "neutral_final": True, "clubs_apart": True}),
            ),
            least=4,
            most=100,
            places=36,
            standings="uefa-league-phase/2024",
            asks=(
                *("pots", "opponents", "clubs_apart", "club_limit", "through", *DRAWS),
                *("legs", "extra_time", "better_through", "away_goals", "away_goals_in_extra_time", "venue"),
                *("third_place", "neutral_final"),
            ),
        ),
        Preset(
            key="divisions",
            name=_("Two divisions"),
            summary=_(
                "Leagues one above the other, with promotion, relegation and play-offs. At the end one "
                "button creates the next season."
            ),
            stages=(
                Plan(Format.DIVISIONS, {"divisions": 2, "times": 2, "move": 1, "playoff": 1}),
                Plan(Format.PLAYOFFS),
            ),
            least=6,
            most=120,
            places=12,
            criteria=LEAGUE_CRITERIA,
            asks=("divisions", *MEETINGS, "move", "playoff", "boundary_playoffs", *DRAWS),
        ),
        Preset(
            key=OWN,
            name=_("Stages of your own"),
            summary=_(
                "Combine formats one after the other: groups, more groups, a league, a knockout. You choose "
                "how many go on."
            ),
            stages=(Plan(Format.GROUPS, {"groups": 4, "times": 1}), Plan(Format.KNOCKOUT, {"through": 2})),
            least=4,
            most=256,
            places=16,
            criteria=LEAGUE_CRITERIA,
        ),
    )
}


def pace_of(preset: Preset) -> str:
    """Return the pace that ``preset`` begins with."""
    return next(
        (pace for pace, values in PACES.items() if values and values.items() <= preset.begins.items()), "weekly"
    )
