"""Board tables as pages and the API show them: people with their names and teams, and why each is placed as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final
from uuid import UUID

from league.competitions.derivation.board_tables import least_matches, tables_of_boards
from league.competitions.models import Competition, Entrant
from league.players.models import User
from league.sentences import translated
from league.standings import explain

MOST: Final = 99
"""The highest minimum of matches that can be asked for."""


@dataclass
class BoardLine:
    """The numbers of one person on one board, or on all."""

    rank: Annotated[int | None, "Null: the person played fewer matches than the minimum."]
    player: UUID
    name: str
    team: Annotated[str, "The team for which the person played last."]
    played: int
    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int
    goal_difference: int
    points: Annotated[float, "Board points."]
    per_match: Annotated[float, "Board points per match, which rank first."]
    why: Annotated[list[str], "Why it stands here, in sentences."] = field(default_factory=list)


@dataclass
class ShownBoard:
    """The table of one board: who is ranked, the best first, and who played too few matches."""

    board: Annotated[int, "Its number from 1; 0: all boards together."]
    rows: list[BoardLine]
    too_few: Annotated[list[BoardLine], "Named and not ranked."]


@dataclass
class Boards:
    """The board tables of a competition of teams, that of all boards first; without a board that nobody played."""

    least: Annotated[int, "The fewest matches of a person who is ranked."]
    boards: list[ShownBoard]

    def of(self, board: int) -> ShownBoard:
        """Return the table of ``board``, an empty one if nobody played there."""
        return next((table for table in self.boards if table.board == board), ShownBoard(board, [], []))


@dataclass
class TeamOnBoards:
    """Points and matches of the people of one team on each board."""

    name: str
    by_board: list[tuple[float, int]]
    """Board points and matches, board 1 first."""

    @property
    def whole(self) -> tuple[float, int]:
        points, played = zip(*self.by_board, strict=True)
        return sum(points), sum(played)


def teams_on_boards(tables: Boards, count: int) -> list[TeamOnBoards]:
    """Sum the people of each team on the ``count`` boards, ranked or not; the team with the most points first."""
    sums: dict[str, list[tuple[float, int]]] = {}
    for board in range(1, count + 1):
        table = tables.of(board)
        for line in (*table.rows, *table.too_few):
            by_board = sums.setdefault(line.team, [(0, 0)] * count)
            points, played = by_board[board - 1]
            by_board[board - 1] = points + line.points, played + line.played
    teams = [TeamOnBoards(name, by_board) for name, by_board in sums.items()]
    return sorted(teams, key=lambda team: (-team.whole[0], team.name.casefold()))


def boards_of(competition: Competition, least: int | None = None) -> Boards:
    """Return the board tables of ``competition``. ``least``: the minimum asked for, else half of the rounds so far.

    Three queries, and those of the log where the tables are not cached.
    """
    least = least_matches(competition) if least is None else least
    stored = tables_of_boards(competition, least)
    people = list(stored[0]["teams"]) if stored else []  # those of all boards
    names = {str(key): name for key, name in User.objects.filter(pk__in=people).values_list("pk", "nickname")}
    teams = dict(Entrant.objects.filter(competition=competition).values_list("pk", "name"))
    return Boards(least, [_shown(table, names, teams) for table in stored])


def _shown(stored: Mapping[str, Any], names: Mapping[str, str], teams: Mapping[UUID, str]) -> ShownBoard:  # JSON
    """Put one cached table into names and words; people whose account is gone have no line."""

    def line(person: str, rank: int | None, numbers: Mapping[str, Any], why: list[str]) -> BoardLine:
        team = teams.get(stored["teams"][person], "")
        share = numbers["points"] / numbers["played"]
        counted = {name: numbers[name] for name in _NUMBERS}
        return BoardLine(rank, UUID(person), names[person], team, **counted, per_match=round(share, 2), why=why)

    rows = [
        line(row["entrant"], row["rank"], row, list(dict.fromkeys(translated(each, names) for each in reasons)))
        for row, reasons in zip(stored["table"]["rows"], explain.reasons(stored["table"]), strict=True)
        if row["entrant"] in names
    ]
    few = [line(person, None, numbers, []) for person, numbers in stored["too_few"].items() if person in names]
    return ShownBoard(stored["board"], rows, sorted(few, key=lambda row: (-row.points, row.name.casefold())))


_NUMBERS: Final = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference", "points")
