"""Ties of teams: what their boards decide, and where a board has nobody to play it.

A board is one fixture, decided as a tie of one match is (``league.formats.ties``); the tie is decided by all of its
boards (``league.formats.team_ties``). In a bracket one side goes through, after one leg or several: by ``cup_by``, if
need be by one more board.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from engines.core.seats import SEATS, Seat
from league.competitions.derivation.facts import TieFacts
from league.competitions.models import AnyFixture, Competition, PlainFixture
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

    fixture: PlainFixture
    rules: formats.TieRules
    leg: formats.Leg | None = None
    void: bool = False
    awarded: bool = False
    """True for a board that nobody played, which has no score of its own."""
    ended: int = 0
    """The position in the log at which it ended."""


@dataclass(frozen=True, slots=True)
class Cup:
    """Facts of a tie of a bracket beside its boards."""

    lots: Seat
    """The side that lots would choose."""
    best_of: bool
    missed: Mapping[int, Absent]
    """Leg -> who did not come to it, by its own seats."""


def outcome_of(competition: Competition, played: Sequence[Played], cup: Cup | None = None) -> Decision:
    """Return what the boards ``played`` decide. ``cup``: None in a table."""
    rules = team_rules.of(competition)
    legs = [_of_leg(rules, list(boards)) for _number, boards in groupby(played, key=lambda board: board.fixture.leg)]
    if cup is None:
        return decide(rules, legs[0])
    last, size = len(legs), competition.boards
    extra = [board if last % 2 else board.turned for board in legs[-1][size:]]
    own = [boards[:size] for boards in legs]
    if all(board.awarded == "nobody" for boards in own for board in boards):
        return decide(rules, own[0], "both")
    begun = max((board.fixture.leg for board in played if _has_begun(board)), default=0)
    begun = max(begun, *cup.missed) if cup.missed else begun
    of_cup = [
        Leg(tuple(boards), "home" if leg % 2 else "away", cup.missed.get(leg, ""))
        for leg, boards in enumerate(own[:begun], start=1)
    ]
    rules = _rules_of_cup(rules, extra)
    return decide_cup(rules, of_cup, planned=last, best_of=cup.best_of, extra=extra, lots=cup.lots)


def walkover_of(competition: Competition, boards: int, absent: Seat) -> Decision:
    """Return the outcome of a tie of ``boards`` that a team left."""
    return decide(team_rules.of(competition), [Board()] * boards, absent)


def _has_begun(board: Played) -> bool:
    return board.leg is not None or board.void or board.fixture.of_teams


def _of_leg(rules: TieRules, played: Sequence[Played]) -> list[Board]:
    is_open = are_open([board.fixture for board in played])
    return [_board(rules, board, is_open) for board in played]


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


def points_of_boards(
    decision: Decision, fixtures: Sequence[PlainFixture]
) -> Iterator[tuple[Decision, PlainFixture, float, float]]:
    """Yield the boards of a tie with their leg and the points of their own seats.

    A board that decided a level tie paid no points.
    """
    for number, leg in enumerate(decision.legs or [decision], start=1):
        boards = [fixture for fixture in fixtures if fixture.leg == number]
        for fixture, home, away in zip(boards, *leg.counts.by_board, strict=False):
            yield (leg, fixture, home, away) if number % 2 else (leg, fixture, away, home)


def are_open(fixtures: Sequence[AnyFixture]) -> bool:
    """Return whether the line-ups of the leg, or of any leg of the tie, of these boards are open."""
    return any(fixture.of_teams for fixture in fixtures)


def absent_from(fixture: PlainFixture) -> list[Seat]:
    """Return the sides that have nobody for this board of open line-ups."""
    players = {"home": fixture.home_player_id, "away": fixture.away_player_id}
    return [seat for seat in SEATS if players[seat] is None]


def is_settled(competition: Competition, facts: TieFacts, fixture: PlainFixture) -> bool:
    """Return whether the board ``fixture`` is needed no more: its tie is decided, or its leg is over without it."""
    if facts.decided or facts.boards is None:
        return bool(facts.decided)
    return fixture.leg <= facts.boards.legs_over and not team_rules.is_extra(competition, fixture)
