"""The leader boards of one competition, from the careers in its book."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engines.core.figures import CERTAIN, Figure
from league.statistics.derivation.figures import statistics_of

SHOWN: Final = 5

Career = Mapping[str, Any]
"""A player's career as ``book_numbers.career`` made it."""


@dataclass(frozen=True, slots=True)
class Leader:
    """One line of a leader board."""

    rank: int
    name: str
    player_id: UUID
    value: float
    matches: int
    percent: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A leader board: its measure and its lines, best first."""

    name: str
    title: str | Promise
    everybody: list[Leader]
    how: str | Promise = ""

    @property
    def rows(self) -> list[Leader]:
        """The first of it."""
        return self.everybody[:SHOWN]

    @property
    def first(self) -> Leader:
        """Return the first line."""
        return self.everybody[0]

    @property
    def level(self) -> int:
        """Count the others who share the first place."""
        return sum(row.rank == 1 for row in self.everybody) - 1


def _beyond(career: Career) -> float:
    own_sums = career["sums"]["mine"]
    return float(own_sums.get("rolled_goals", 0) - own_sums.get("chances", 0) / CERTAIN)


_OWN: Final[dict[str, Callable[[Career], float]]] = {
    "goals": lambda career: career["goals_for"],
    "goals_against": lambda career: career["goals_against"] / career["played"],
    "points": lambda career: career["points_a_match"],
    "clean_sheets": lambda career: career["clean_sheets"],
    "unbeaten": lambda career: career["unbeaten"] if career["unbeaten"] > 1 else 0,
    "comebacks": lambda career: career["comebacks"],
    "fortune": _beyond,
}
"""Measures of a career; every other board shows a figure of the game."""

_BOARDS: Final[tuple[tuple[str, str | Promise, str | Promise], ...]] = (
    ("goals", _("Most goals"), _("Goals of all matches that count; a shootout adds none.")),
    ("points", _("Most points per match"), _("Three for a win, one for a draw, by the score of the match.")),
    ("goals_against", _("Fewest goals against per match"), ""),
    ("clean_sheets", _("Most clean sheets"), _("Matches without a goal against.")),
    ("unbeaten", _("Longest unbeaten run"), _("Matches in a row won or drawn.")),
    ("comebacks", _("Most comebacks"), _("Matches won after being behind.")),
    ("fortune", _("Luckiest shots"), _("Goals beyond the average of fair dice for the same shots.")),
    ("shots_on_target", _("Most shots on target"), ""),
    ("possession", _("Most of the ball"), _("Share of all decisions with the ball.")),
    ("passing", _("Best passing"), _("Share of passes that arrived.")),
    ("tackles_won", _("Most tackles won"), ""),
    ("saves", _("Most saves"), ""),
    ("coups", _("Most star coups"), ""),
)
"""The boards in the order shown: name, title, how it is counted where the title does not say it."""


def boards_of(game: str, careers: Mapping[str, Career], names: Mapping[UUID, str]) -> list[Board]:
    """Return the leader boards of the players in ``careers``; a board on which nobody has anything is left out."""
    figures = {row.name: row for row in statistics_of(game).listed}
    boards = [_board(name, title, how, figures.get(name), careers, names) for name, title, how in _BOARDS]
    return [board for board in boards if board.everybody]


def _board(
    name: str,
    title: str | Promise,
    how: str | Promise,
    figure: Figure | None,
    careers: Mapping[str, Career],
    names: Mapping[UUID, str],
) -> Board:
    own, least = _OWN.get(name), name == "goals_against"
    values: list[tuple[float, str, Career]] = []
    for player, career in careers.items():
        if own is not None:
            values.append((own(career), player, career))
        elif figure is not None:
            values.append((figure.value(career["sums"]["mine"], career["sums"]["theirs"]), player, career))
    if not least:
        values = [row for row in values if row[0] > 0]
    values.sort(key=lambda row: (row[0] if least else -row[0], row[2]["played"], row[1]))
    rows: list[Leader] = []
    for place, (value, player, career) in enumerate(values, start=1):
        rank = rows[-1].rank if place > 1 and value == values[place - 2][0] else place
        percent = own is None and figure is not None and figure.percent
        rows.append(Leader(rank, names.get(UUID(player), ""), UUID(player), round(value, 2), career["played"], percent))
    return Board(name, title, rows, how)
