"""Ties of teams: what their boards decide, and where a board has nobody to play it.

A board is one fixture, decided as a tie of one match is (``league.formats.ties``); the tie is decided by all of its
boards (``league.formats.team_ties``). In a bracket one side goes through: by ``cup_by``, if need be by one more board.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engines.core.seats import SEATS, Seat
from league.competitions.models import Competition, Fixture
from league.competitions.setup import team_rules
from league.formats import ties as formats
from league.formats.team_ties import (
    STEPS,
    TIE_KEYS,
    Absent,
    Board,
    Decision,
    Leg,
    TieRules,
    decide,
    decide_cup,
    missing,
)


class Played(NamedTuple):
    """A board with its result, if it has one."""

    fixture: Fixture
    rules: formats.TieRules
    leg: formats.Leg | None = None
    void: bool = False
    awarded: bool = False
    """True for a board that nobody played, which has no score of its own."""
    ended: int = 0
    """The position in the log at which it ended."""


def outcome_of(
    competition: Competition, played: Sequence[Played], absent: Seat | None = None, lots: Seat | None = None
) -> Decision:
    """Return what the boards ``played`` decide.

    ``absent``: the team that left the tie. ``lots``: in a bracket, the side that lots would choose; None in a table.
    """
    rules, is_open = team_rules.of(competition), are_open([board.fixture for board in played])
    boards = [_board(rules, board, is_open) for board in played]
    if lots is None:
        return decide(rules, boards, absent or "")
    own, extra = boards[: competition.boards], boards[competition.boards :]
    nobody_came: Absent = "both" if all(board.awarded == "nobody" for board in own) else ""
    legs = [Leg(tuple(own), absent=absent or nobody_came)]
    return decide_cup(_rules_of_cup(rules, extra), legs, extra=extra, lots=lots)


def _rules_of_cup(rules: TieRules, extra: Sequence[Board]) -> TieRules:
    """Return the rules by which a tie of a bracket is certain as soon as what decides it first is.

    Lots decide after an extra board to which nobody came.
    """
    by = rules.cup_by
    if any(board.over and board.winner == "nobody" for board in extra):
        by = (*(key for key in by if key not in (*team_rules.MORE_BOARDS, "lots")), "lots")
    if by[0] in STEPS:
        return replace(rules, cup_by=by, play_on=True)
    figures = tuple(key for key in by if key in TIE_KEYS)
    return replace(rules, cup_by=by, tie_by=figures if by[0] in TIE_KEYS else rules.tie_by)


def _board(rules: TieRules, board: Played, is_open: bool) -> Board:
    if board.void:
        return Board(awarded="nobody")
    if board.leg is None:
        absent = absent_from(board.fixture) if is_open else []
        if len(absent) == len(SEATS):
            return Board(awarded="nobody")
        return missing(rules, absent[0]) if absent else Board()
    decision = formats.decide(board.rules, [board.leg])
    if not decision.over:
        return Board()
    nobody = decision.decided == "double_walkover"
    score = None if board.awarded else board.leg.score
    return Board(score, "nobody" if nobody else decision.winner or "", board.ended)


def are_open(fixtures: Sequence[Fixture]) -> bool:
    """Return whether the line-ups of the tie of these boards are open."""
    return any(fixture.of_teams for fixture in fixtures)


def absent_from(fixture: Fixture) -> list[Seat]:
    """Return the sides that have nobody for this board of open line-ups."""
    players = {"home": fixture.home_player_id, "away": fixture.away_player_id}
    return [seat for seat in SEATS if players[seat] is None]
