"""Board tables of a competition of teams: the best on board 1, board 2 ... and on all of them, by the log.

They are computed when somebody asks and cached until the log grows (``past_tables``): no other table depends on them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from league.competitions.derivation.boards import points_of_boards
from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.past_tables import cached
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.derivation.tables import OUT_OF_TABLE
from league.competitions.models import Competition, Fixture, PlainFixture, Round
from league.standings import explain
from league.standings.boards import BoardResult, BoardTable, board_tables

AWARDED_WHOLE: Final = ("walkover", "double_walkover")
"""Decisions of a tie whose boards count for nobody, though some may have been played."""
ALL: Final = 0
"""The number of the table of all boards together."""
Stored = dict[str, Any]
"""A board table as it is cached: ``board``, ``table`` (``Table.as_json``), ``too_few`` and ``teams`` by person."""


def least_matches(competition: Competition) -> int:
    """Return the matches from which a person is ranked: half of the rounds played so far, rounded up, and one at least.

    One query.
    """
    over = Round.objects.filter(stage__competition=competition, status=Round.Status.DONE).count()
    return max(1, -(-over // 2))


def tables_of_boards(competition: Competition, least: int) -> list[Stored]:
    """Return the board tables, that of all boards first. ``least``: the fewest matches of a person who is ranked."""

    def derive_now() -> list[Stored]:
        snapshot = take_snapshot(competition)
        played = list(_played(snapshot, derive(snapshot)))
        results = [result for result, _fixture in played]
        together = board_tables([replace(result, board=ALL) for result in results], least=least)
        teams = _teams(fixture for _result, fixture in played)
        return [_stored(table, teams) for table in (*together, *board_tables(results, least=least))]

    return cached(competition, f"boards:{least}", derive_now)


def _played(snapshot: Snapshot, derived: Derived) -> Iterator[tuple[BoardResult, PlainFixture]]:
    """Yield each board that two people played and that counts, in the order of the rounds."""
    for part in snapshot.stages:
        for round in part.rounds:
            for tie in snapshot.ties[round.id]:
                tie_facts, fixtures = derived.ties[tie.id], snapshot.fixtures[tie.id]
                decision = tie_facts.boards
                if decision is None or tie_facts.decided in (*OUT_OF_TABLE, *AWARDED_WHOLE):
                    continue
                for leg, fixture, home, away in points_of_boards(decision, fixtures):
                    if leg.decided in AWARDED_WHOLE:
                        continue
                    facts = derived.fixtures[fixture.id]
                    ours, theirs = fixture.home_player_id, fixture.away_player_id
                    if facts.status == Fixture.Status.PLAYED and ours is not None and theirs is not None:
                        goals = (facts.home_goals or 0, facts.away_goals or 0)
                        yield BoardResult(fixture.board, str(ours), str(theirs), (home, away), goals), fixture


def _teams(fixtures: Iterator[PlainFixture]) -> dict[str, UUID | None]:
    """Return the entrant for which each person played last."""
    teams: dict[str, UUID | None] = {}
    for fixture in fixtures:
        teams[str(fixture.home_player_id)], teams[str(fixture.away_player_id)] = fixture.home_id, fixture.away_id
    return teams


def _stored(table: BoardTable, teams: dict[str, UUID | None]) -> Stored:
    people = [*table.table.order, *table.too_few]
    return {
        "board": table.board,
        "table": table.table.as_json(),
        "too_few": {person: explain.numbers(tally) for person, tally in table.too_few.items()},
        "teams": {person: teams[person] for person in people},
    }
