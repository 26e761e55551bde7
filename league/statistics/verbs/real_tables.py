"""Results of real tables in ratings and records, if the competition's organiser chose that they count.

There is no log to count from: a line has the score, and whether a shootout decided it. It belongs to the match that was
opened for the fixture and never played, and follows the competition's log like everything derived: a correction changes
it, a result that no longer counts removes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from engines.core.seats import other
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.holders import holders
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.log.verdicts import first_told
from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.setup.team_rules import board_in_squads
from league.statistics.derivation.book_numbers import REAL, REAL_SHOOTOUT
from league.statistics.models import Line
from matches.models import Match

REAL_LINES: Final = (REAL, REAL_SHOOTOUT)


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """A reported result from the competition's log, and its players."""

    players: Mapping[str, UUID]
    """Seat -> user."""
    goals: Mapping[str, int]
    at: datetime
    shootout: bool
    board: int
    """Of a tie of teams; 0: it is none."""


def reported_results(snapshot: Snapshot, derived: Derived) -> dict[UUID, ReportedResult]:
    """Return reported results of matches not played here, by match id; without those against the house."""
    results: dict[UUID, ReportedResult] = {}
    competition = snapshot.competition
    holder, first = holders(competition), first_told(snapshot.entries)
    for fixture in (fixture for listed in snapshot.fixtures.values() for fixture in listed):
        facts, verdict = derived.fixtures[fixture.id], derived.verdict(fixture)
        if verdict is None or verdict.match_id or facts.status != Fixture.Status.PLAYED or fixture.match_id is None:
            continue
        home, away = facts.home, facts.away
        if home is None or away is None or Entrant.Status.HOUSE in (home.status, away.status):
            continue
        told = first[fixture.id]
        results[fixture.match_id] = ReportedResult(
            players={
                "home": fixture.home_player_id or holder(home, told.position),
                "away": fixture.away_player_id or holder(away, told.position),
            },
            goals={"home": facts.home_goals or 0, "away": facts.away_goals or 0},
            at=told.at,
            shootout=facts.shootout is not None,
            board=board_in_squads(competition, fixture) if competition.of_teams else 0,
        )
    played_here = Match.objects.filter(id__in=list(results), status=Match.Status.FINISHED).values_list("id", flat=True)
    for match_id in list(played_here):
        del results[match_id]
    return results


def count(competition: Competition, results: Mapping[UUID, ReportedResult]) -> None:
    """Count exactly ``results`` (match id -> result) as played at real tables. Safe to repeat."""
    line_by_side = {
        (line.match_id, line.side): line for line in Line.objects.filter(competition=competition, how__in=REAL_LINES)
    }
    sides = {
        (match_id, seat): _fields(competition, result, seat)
        for match_id, result in results.items()
        for seat in result.goals
    }
    stale = [line.pk for key, line in line_by_side.items() if key not in sides]
    if stale:
        Line.objects.filter(pk__in=stale).delete()
    for (match_id, seat), fields in sides.items():
        line = line_by_side.get((match_id, seat))
        if line is None or any(getattr(line, name) != value for name, value in fields.items()):
            Line.objects.update_or_create(match_id=match_id, side=seat, defaults=fields)


def _fields(competition: Competition, result: ReportedResult, seat: str) -> dict[str, Any]:  # the columns
    theirs = other("home" if seat == "home" else "away")
    ours, against = result.goals[seat], result.goals[theirs]
    drawn = Line.Outcome.DRAWN if ours == against else None
    return {
        "player_id": result.players[seat],
        "opponent_id": result.players[theirs],
        "competition_id": competition.pk,
        "game": competition.game,
        "goals_for": ours,
        "goals_against": against,
        "outcome": drawn or (Line.Outcome.WON if ours > against else Line.Outcome.LOST),
        "how": REAL_SHOOTOUT if result.shootout else REAL,
        "played_at": result.at,
        "counts": True,
        "board": result.board,
    }
