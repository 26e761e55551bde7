"""Figures of each team of a competition, of its ties and of its boards, by the log.

They are computed when somebody asks and cached until the log grows (``past_tables``), as board tables are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias
from uuid import UUID

from league.competitions.derivation.boards import points_of_boards
from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived, FixtureFacts
from league.competitions.derivation.past_tables import cached
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.derivation.tables import team_result
from league.competitions.models import Competition, Fixture, PlainTie
from league.standings.figures import LETTERS, Awarded
from league.standings.teams import TeamLeague, TeamResult

OVER: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
Outcome: TypeAlias = tuple[str, str]
"""``W``, ``D`` or ``L`` for home and for away."""


@dataclass(slots=True)
class TeamBoard:
    """The boards of one number that a team has played or was awarded, in ties that are over."""

    board: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Annotated[float, "Board points."] = 0


@dataclass(slots=True)
class TeamFigures:
    """The ties of a team that are over, of all stages together, and its boards in them."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    board_points: float = 0
    board_points_against: float = 0
    goals_for: int = 0
    goals_against: int = 0
    boards: Annotated[list[TeamBoard], "Board 1 first."] = field(default_factory=list)


def figures_of_teams(competition: Competition) -> dict[UUID, TeamFigures]:
    """Return the figures of each team of ``competition``, by entrant. No query where they are cached."""

    def derive_now() -> dict[UUID, TeamFigures]:
        snapshot = take_snapshot(competition)
        return _figures(snapshot, derive(snapshot))

    return cached(competition, "teams", derive_now)


def _figures(snapshot: Snapshot, derived: Derived) -> dict[UUID, TeamFigures]:
    ties, numbers = list(_ties(snapshot, derived)), range(1, snapshot.competition.boards + 1)
    league = TeamLeague(map(str, snapshot.entrants), [result for result, _tie in ties])
    figures: dict[str, TeamFigures] = {}
    for team, tally in league.tallies.items():
        counted = (tally.played, tally.won, tally.drawn, tally.lost, tally.board_points)
        goals = {"goals_for": tally.goals_for, "goals_against": tally.goals_against}
        figures[team] = TeamFigures(*counted, **goals, boards=[TeamBoard(number) for number in numbers])
    for result, tie in ties:
        for side, team in enumerate((result.home, result.away)):
            figures[team].board_points_against += result.counts.board_points[1 - side]
        boards = derived.ties[tie.id].boards
        assert boards is not None, "it has a result"
        for _leg, fixture, *points in points_of_boards(boards, snapshot.fixtures[tie.id]):
            facts = derived.fixtures[fixture.id]
            if facts.status in OVER and facts.home is not None and facts.away is not None:
                letters = _outcome(facts, *points)
                for entrant, letter, won in zip((facts.home, facts.away), letters, points, strict=True):
                    board = figures[str(entrant.id)].boards[fixture.board - 1]
                    board.played += 1
                    board.won += letter == "W"
                    board.drawn += letter == "D"
                    board.lost += letter == "L"
                    board.points += won
    return {UUID(team): row for team, row in figures.items()}


def _ties(snapshot: Snapshot, derived: Derived) -> Iterator[tuple[TeamResult, PlainTie]]:
    """Yield each tie that counts with its result."""
    for part in snapshot.stages:
        for round in part.rounds:
            for tie in snapshot.ties[round.id]:
                result = team_result(derived.ties[tie.id], round.number)
                if result is not None:
                    yield result, tie


def _outcome(facts: FixtureFacts, home: float, away: float) -> Outcome:
    winner: Awarded = "home" if home > away else "away" if away > home else ""
    if winner == "" and facts.status == Fixture.Status.WALKOVER:
        winner = "nobody"
    return LETTERS[winner]
