"""Ties of teams: what their boards decide, and where a board has nobody to play it.

A board is one fixture, decided as a tie of one match is (``league.formats.ties``); the tie is decided by all of its
boards (``league.formats.team_ties``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from engines.core.seats import SEATS, Seat
from league.competitions.models import Competition, Fixture
from league.formats import ties as formats
from league.formats.team_ties import Board, Decision, TieRules, decide, missing


class Played(NamedTuple):
    """A board with its result, if it has one."""

    fixture: Fixture
    leg: formats.Leg | None
    void: bool = False


class Outcome(NamedTuple):
    """The decision of a tie by its boards so far, and whether the tie is over: no board is left to be played."""

    decision: Decision
    over: bool


def rules_of(competition: Competition) -> TieRules:
    """Return the rules of a tie of teams: a tie pays the points of the table."""
    win, draw, defeat = competition.points
    return TieRules(match_points=(win, draw, defeat))


def outcome_of(
    competition: Competition, of_board: formats.TieRules, played: Sequence[Played], absent: Seat | None = None
) -> Outcome:
    """Return what the boards ``played`` decide, each under ``of_board``. ``absent``: the team that left the tie."""
    rules, is_open = rules_of(competition), are_open([board.fixture for board in played])
    boards = [_board(rules, of_board, board, is_open) for board in played]
    decision = decide(rules, boards, absent or "")
    return Outcome(decision, bool(absent) or all(board.over for board in boards))


def _board(rules: TieRules, of_board: formats.TieRules, board: Played, is_open: bool) -> Board:
    if board.void:
        return Board(awarded="nobody")
    if board.leg is None:
        absent = absent_from(board.fixture) if is_open else []
        if len(absent) == len(SEATS):
            return Board(awarded="nobody")
        return missing(rules, absent[0]) if absent else Board()
    decision = formats.decide(of_board, [board.leg])
    if not decision.over:
        return Board()
    nobody = decision.decided == "double_walkover"
    return Board(board.leg.score, "nobody" if nobody else decision.winner or "")


def are_open(fixtures: Sequence[Fixture]) -> bool:
    """Return whether the line-ups of the tie of these boards are open."""
    return any(fixture.of_teams for fixture in fixtures)


def absent_from(fixture: Fixture) -> list[Seat]:
    """Return the sides that have nobody for this board of open line-ups."""
    players = {"home": fixture.home_player_id, "away": fixture.away_player_id}
    return [seat for seat in SEATS if players[seat] is None]
