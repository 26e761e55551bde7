"""Writing the figures of a finished match: whole, from its log, safe to repeat."""

from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from engines.core.seats import SEATS, other
from engines.core.seats import Seat as SeatName
from league.compat.prepared_queries import PreparedQuery
from league.competitions.derivation.derive import Derived
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.models import Competition, Fixture
from league.competitions.setup.team_rules import board_in_squads
from league.competitions.verbs.results import fixture_key
from league.statistics.derivation import figures
from league.statistics.derivation.match_log import rows_of
from league.statistics.derivation.story import story_of
from league.statistics.models import Line, MatchFigures
from league.statistics.verbs import real_tables
from league.statistics.verbs.real_tables import REAL_LINES
from matches.models import Match, Seat
from matches.terms.results import PLAYED, given_up


def record_match(match: Match, competition: Competition | None = None) -> None:
    """Count ``match`` if it was played to a result. Safe to repeat; runs in the caller's transaction."""
    result = match.result or {}
    counts = match.mode == Match.Mode.ORDINARY  # one person on both seats has no record against anybody
    if not counts or match.status != Match.Status.FINISHED or result.get("source", "play") not in PLAYED:
        MatchFigures.objects.filter(match=match).delete()
        Line.objects.filter(match=match).exclude(how__in=REAL_LINES).delete()
        return
    rows = list(rows_of(match))
    fields = {"figures": figures.count(match.game, rows), "story": story_of(match), "version": figures.VERSION}
    # One statement each: update_or_create takes six, of all that a result writes a quarter.
    MatchFigures.objects.bulk_create(
        [MatchFigures(match=match, **fields)],
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=list(fields),
    )
    seats = {seat.side: seat for seat in _SEATS.rows(match.pk)}
    line_ups, board = figures.line_ups(match.game, rows), _board(match, competition)
    lines = {
        side: {
            **_line(match, side, seats[side], seats.get(other(side)), result),
            "line_up": line_ups.get(side, ""),
            "board": board,
        }
        for side in SEATS
        if side in seats and seats[side].user_id is not None
    }
    if lines:
        Line.objects.bulk_create(
            [Line(match=match, side=side, competition=competition, **line) for side, line in lines.items()],
            update_conflicts=True,
            unique_fields=["match", "side"],
            update_fields=["competition", *next(iter(lines.values()))],
        )


_SEATS = PreparedQuery(lambda key: Seat.objects.filter(match=key).order_by())


def recount(limit: int) -> int:
    """Count at most ``limit`` matches again that an older version counted; return how many."""
    stale = MatchFigures.objects.filter(version__lt=figures.VERSION).select_related("match")[:limit]
    stale_matches = list(stale)
    for row in stale_matches:
        rows = list(rows_of(row.match))
        row.figures, row.version = figures.count(row.match.game, rows), figures.VERSION
        row.story = story_of(row.match)
        for side, line_up in figures.line_ups(row.match.game, rows).items():
            Line.objects.filter(match=row.match, side=side).exclude(line_up=line_up).update(line_up=line_up)
    MatchFigures.objects.bulk_update(stale_matches, ["figures", "story", "version"])
    return len(stale_matches)


def count_by_log(snapshot: Snapshot, derived: Derived, among: Collection[UUID] | None) -> None:
    """Count exactly the matches (of these, or all) whose own result counts, and those of real tables.

    A fixture that a withdrawal or the early end of its stage made void keeps its result in the log.
    """
    competition = snapshot.competition
    real = real_tables.reported_results(snapshot, derived) if competition.real_rated else {}
    void = {key for key, fixture in derived.fixtures.items() if fixture.status == Fixture.Status.VOID}
    verdicts = derived.log.verdicts.items()
    played = [verdict.match_id for key, verdict in verdicts if verdict.match_id is not None and key not in void]
    mark_counting(competition, [*played, *real], among)
    if competition.real_rated:
        real_tables.count(competition, real)


def mark_counting(competition: Competition, match_ids: Collection[UUID], among: Collection[UUID] | None = None) -> None:
    """Mark as counting the matches of ``competition`` whose own result is in its log.

    ``among``: only these.
    """
    counting = set(match_ids)
    # Read and compared here: two updates over all ids of a season cost more than this at every result.
    counted = set(_COUNTED.rows(competition.pk) if among is None else _COUNTED_AMONG.rows(competition.pk, [*among]))
    for now in (True, False):
        wrong = [match_id for match_id, counts in counted if counts != now and (match_id in counting) == now]
        if wrong:
            Line.objects.filter(competition=competition, match__in=wrong).update(counts=now)


def _counted(competition: UUID, matches: Sequence[UUID] | None = None) -> Any:  # a query of tuples
    lines = Line.objects.filter(competition=competition).order_by()
    return (lines if matches is None else lines.filter(match__in=matches)).values_list("match_id", "counts")


_COUNTED = PreparedQuery(_counted)
_COUNTED_AMONG = PreparedQuery(_counted)


def _board(match: Match, competition: Competition | None) -> int:
    """Return the number of the board of teams that ``match`` was played on; 0: of none."""
    if competition is None or not competition.of_teams:
        return 0
    fixture = next(iter(_FIXTURE.rows(fixture_key(match.origin))), None)
    return 0 if fixture is None else board_in_squads(competition, fixture)


_FIXTURE = PreparedQuery(lambda key: Fixture.objects.filter(id=key))


def _line(match: Match, side: SeatName, seat: Seat, opposite: Seat | None, result: dict[str, Any]) -> dict[str, Any]:
    """Return what the result of ``match`` says of ``side``, by column."""
    goals_for, goals_against = result["score"][side], result["score"][other(side)]
    assert seat.user_id is not None and match.finished_at is not None
    if given_up(result):
        outcome = Line.Outcome.WON if result["winner"] == side else Line.Outcome.LOST
    elif goals_for == goals_against:
        outcome = Line.Outcome.DRAWN
    else:
        outcome = Line.Outcome.WON if goals_for > goals_against else Line.Outcome.LOST
    return {
        "player_id": seat.user_id,
        "opponent_id": opposite.user_id if opposite else None,
        "game": match.game,
        "goals_for": goals_for,
        "goals_against": goals_against,
        "outcome": outcome,
        "how": result.get("how", ""),
        "played_at": match.finished_at,
    }
