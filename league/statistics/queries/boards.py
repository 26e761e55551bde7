"""The leader boards of one competition, from the careers in its book."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engines.core.figures import CERTAIN, Figure
from league.players.words.games import spoken
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
    tab: str | Promise = ""
    """The measure in a word or two."""

    @property
    def rows(self) -> list[Leader]:
        """The first of it."""
        return self.everybody[:SHOWN]

    @property
    def bars(self) -> list[tuple[Leader, int]]:
        """Return the first lines, each with its part of the largest value among them, in per cent."""
        largest = max((abs(row.value) for row in self.rows), default=0) or 1
        return [(row, round(100 * abs(row.value) / largest)) for row in self.rows]


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

_BOARDS: Final[tuple[tuple[str, str | Promise, str | Promise, str | Promise], ...]] = (
    ("goals", _("Goals"), _("Most goals"), _("Goals of all matches that count; a shootout adds none.")),
    (
        "points",
        _("Points per match"),
        _("Most points per match"),
        _("Three for a win, one for a draw, by the score of the match."),
    ),
    ("clean_sheets", _("Clean sheets"), _("Most clean sheets"), _("Matches without a goal against.")),
    ("unbeaten", _("Unbeaten run"), _("Longest unbeaten run"), _("Matches in a row won or drawn.")),
    ("goals_against", _("Goals against"), _("Fewest goals against per match"), ""),
    ("comebacks", _("Comebacks"), _("Most comebacks"), _("Matches won after being behind.")),
    (
        "fortune",
        _("Luck of the shots"),
        _("Luckiest shots"),
        _("Goals beyond the average of fair dice for the same shots."),
    ),
    ("shots_on_target", "", _("Most shots on target"), ""),
    ("possession", "", _("Most of the ball"), _("Share of all decisions with the ball.")),
    ("passing", "", _("Best passing"), _("Share of passes that arrived.")),
    ("tackles_won", "", _("Most tackles won"), ""),
    ("saves", "", _("Most saves"), ""),
    ("coups", "", _("Most star coups"), ""),
)
"""The boards in the order shown: name, its tab (of a figure of the game, that figure's own name), title, how it is
counted where the title does not say it."""


def boards_of(game: str, careers: Mapping[str, Career], names: Mapping[UUID, str]) -> list[Board]:
    """Return the leader boards of the players in ``careers``; a board on which nobody has anything is left out."""
    figures = {row.name: row for row in statistics_of(game).listed}
    boards = [
        Board(name, title, _ranked(name, figures.get(name), careers, names), how, tab or _tab(figures.get(name)))
        for name, tab, title, how in _BOARDS
    ]
    return [board for board in boards if board.everybody]


def board_of_everybody(name: str, rows: list[Leader]) -> Board:
    """Return the board ``name`` of a whole game, whose ``rows`` the database has ranked."""
    words = {board: (tab, title, how) for board, tab, title, how in _BOARDS}
    tab, title, how = words.get(name, (_("Rating"), _("Highest rating"), ""))
    return Board(name, title, rows, how, tab)


def _tab(figure: Figure | None) -> str:
    return spoken(figure.label) if figure else ""


def _ranked(name: str, figure: Figure | None, careers: Mapping[str, Career], names: Mapping[UUID, str]) -> list[Leader]:
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
    return rows
