"""Tie-break criteria as data: their names, their directions, and the reading of a list of them.

A list of criteria is JSON: names from ``CRITERIA``, in order, and for head-to-head an object ``{"head_to_head":
["points", "goal_difference", ...], "reapply_to_remaining": true, "once_each_pair_met": 2}``. The mini-table contains
all that are still level; its own criteria are applied in one pass; with ``reapply_to_remaining`` the whole block is
applied again to each smaller set still level, and only then comes the next criterion. ``once_each_pair_met`` (0: at
once) skips the block until every pair of the set has met that often. To add a criterion: a line here, its figure in
``figures`` or ``swiss``, its Italian in the catalogue.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engines.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a row: its name in a sentence, its direction, and its format."""

    label: Text
    lower_is_better: bool = False
    signed: bool = False
    decimals: int = 0
    """Fixed number of decimals; 0: as few as needed."""

    def written(self, value: float) -> int | str:
        """Format ``value`` for people: +3, −1, 2½, 1.43."""
        if self.decimals:
            return f"{value:.{self.decimals}f}"
        whole, half = divmod(abs(value), 1)
        digits = f"{int(whole)}" if not half else (f"{int(whole) or ''}½" if half == 0.5 else f"{abs(value):.2f}")
        sign = "−" if value < 0 else "+" if self.signed and value > 0 else ""
        return int(value) if not half and not sign else sign + digits


LOTS: Final = "lots"
DIRECT_ENCOUNTER: Final = "direct_encounter"
"""Matches between those still level, counted as in Swiss tournaments (``encounters``)."""
MANUAL: Final = "manual"
"""A value that the organiser sets by hand, with a reason, in the log of results."""

CRITERIA: Final[dict[str, Figure]] = {
    "points": Figure(text("points")),
    "points_per_game": Figure(text("points per match"), decimals=2),
    "weighted_points_per_game": Figure(text("points per match, home and away alike"), decimals=2),
    "goal_difference": Figure(text("goal difference"), signed=True),
    "goals_for": Figure(text("goals scored")),
    "goals_against": Figure(text("goals conceded"), lower_is_better=True),
    "away_goals_for": Figure(text("away goals scored")),
    "away_goal_difference": Figure(text("away goal difference"), signed=True),
    "wins": Figure(text("wins")),
    "away_wins": Figure(text("away wins")),
    "losses": Figure(text("defeats"), lower_is_better=True),
    "played": Figure(text("matches played"), lower_is_better=True),
    "opponents_points": Figure(text("points of the opponents")),
    "opponents_goal_difference": Figure(text("goal difference of the opponents"), signed=True),
    "opponents_goals_for": Figure(text("goals scored by the opponents")),
    "disciplinary": Figure(text("disciplinary points"), lower_is_better=True),
    "coefficient": Figure(text("coefficient")),
    "qualifying_rank": Figure(text("rank in the qualifiers"), lower_is_better=True),
    "ranking": Figure(text("place in the ranking"), lower_is_better=True),
    "seed": Figure(text("seed"), lower_is_better=True),
    "rating": Figure(text("rating")),
    "buchholz": Figure(text("Buchholz")),
    "buchholz_cut_1": Figure(text("Buchholz cut 1")),
    "buchholz_cut_2": Figure(text("Buchholz cut 2")),
    "median_buchholz": Figure(text("median Buchholz")),
    "fore_buchholz": Figure(text("Fore Buchholz")),
    "sonneborn_berger": Figure(text("Sonneborn-Berger")),
    "koya": Figure(text("Koya score")),
    "progressive": Figure(text("progressive score")),
    DIRECT_ENCOUNTER: Figure(text("direct encounter")),
    "rounds_won": Figure(text("rounds won, byes and walkovers among them")),
    "away_played": Figure(text("matches played away")),
    "away_games_won": Figure(text("matches won away")),
    "average_rating_of_opponents": Figure(text("average rating of the opponents")),
    "performance_rating": Figure(text("performance rating")),
    "perfect_performance": Figure(text("perfect performance rating")),
    MANUAL: Figure(text("the organiser’s value")),
    LOTS: Figure(text("drawing of lots"), lower_is_better=True),
}

MINI: Final = frozenset(
    {"points", "goal_difference", "goals_for", "goals_against", "away_goals_for", "away_goal_difference", "wins",
     "away_wins", "losses"}
)  # fmt: skip
"""Criteria that can order a mini-table."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Order by one figure of the whole table."""

    name: str


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Order by the table of the matches between those still level."""

    names: tuple[str, ...]
    reapply: bool = False
    met: int = 0


Criterion: TypeAlias = Plain | HeadToHead


def parse(criteria: Sequence[str | Mapping[str, Any]]) -> tuple[Criterion, ...]:  # JSON objects
    """Parse the list into objects. Raises ValueError with a sentence for an unknown name or key."""
    return tuple(_plain(entry) if isinstance(entry, str) else _head_to_head(entry) for entry in criteria)


def _plain(name: str) -> Plain:
    if name not in CRITERIA:
        raise ValueError(f"unknown criterion {name!r}: one of {', '.join(CRITERIA)} or a head_to_head object")
    return Plain(name)


def _head_to_head(entry: Mapping[str, Any]) -> HeadToHead:  # JSON
    unknown = set(entry) - {"head_to_head", "reapply_to_remaining", "once_each_pair_met"}
    if unknown or "head_to_head" not in entry:
        raise ValueError(f"a head_to_head object has no key {', '.join(sorted(unknown)) or 'but head_to_head'}")
    names = tuple(entry["head_to_head"])
    wrong = [name for name in names if name not in MINI]
    if wrong or not names:
        raise ValueError(f"a mini-table cannot be ordered by {', '.join(wrong) or 'nothing'}")
    return HeadToHead(names, bool(entry.get("reapply_to_remaining")), int(entry.get("once_each_pair_met", 0)))
