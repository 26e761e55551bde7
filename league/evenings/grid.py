"""A whole matchday entered at once, from a keyboard or a spreadsheet: all of it or, with every bad cell named, none.

Each row becomes the ruling that a single entry would be (``verbs.rulings``), in one transaction with one
recomputation. An empty row is no result, one equal to the current result changes nothing; a different one is a
correction and needs the reason given once for the whole grid. Corrections that would undo matches of later rounds are
refused here: the fixture's own page decides them, which shows the effects first.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.derive import derive
from league.competitions.derivation.effects import names
from league.competitions.derivation.recompute import append, recompute
from league.competitions.derivation.snapshot import take_snapshot
from league.competitions.errors import CompetitionError, RulingRefused, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, ResultEntry, Round
from league.competitions.policy.parties import own_match
from league.competitions.verbs import open_disputes
from league.competitions.verbs.rulings import MOST_GOALS, Score, cards_told, has_result, rules_now, still_missing
from league.players.models import User
from league.typed import whole_number

COLUMNS = ("home", "away", "home_kicks", "away_kicks")
_BOTH = re.compile(r"(\d+)\s*[-–—:]\s*(\d+)")


class BadCells(CompetitionError):
    """Invalid cells: ``(fixture id, column)`` -> a sentence. Nothing was entered.

    ``lacks_reason``: the cells are valid, and want nothing but a reason.
    """

    def __init__(self, cells: Mapping[tuple[str, str], str], *, lacks_reason: bool = False) -> None:
        super().__init__(_("Nothing saved yet. Check the marked cells."))
        self.cells = dict(cells)
        self.lacks_reason = lacks_reason


@dataclass(slots=True)
class Line:
    fixture: Fixture
    score: Score | None = None
    correcting: bool = False
    lacks_reason: bool = False
    bad: dict[str, str] = field(default_factory=dict)


def rows_of(competition: Competition, number: int) -> list[Fixture]:
    """Return the fixtures of round ``number`` with both sides known, by table, then in the order of the round."""
    rows = Fixture.objects.filter(tie__round__stage__competition=competition, tie__round__number=number)
    paired = rows.filter(home__isnull=False, away__isnull=False).order_by("table", "tie__number", "leg", "board")
    return list(paired.select_related("home", "away", "match", "tie__round__stage"))


def enter(
    *, competition: Competition, number: int, by: User, cells: Mapping[str, Mapping[str, str]], reason: str = ""
) -> int:
    """Enter the results of round ``number``; return how many were new or corrected.

    ``cells``: fixture id -> column -> typed text. The same again enters nothing. Raises BadCells (none is entered),
    WrongStep.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
            raise WrongStep(_("The competition is not running."))
        if not Round.objects.filter(stage__competition=row, number=number).exists():
            raise WrongStep(_("Round %(number)d does not exist.") % {"number": number})
        lines = [_parse_cells(fixture, cells.get(str(fixture.id), {})) for fixture in rows_of(row, number)]
        todo = [line for line in lines if line.score is not None and not line.bad]
        for line in todo:
            _check(row, line, by, reason)
        _refuse(lines)
        if todo:
            _write(row, todo, by, reason)
    return len(todo)


def _parse_cells(fixture: Fixture, typed: Mapping[str, str]) -> Line:
    """Parse the cells of one fixture. A result equal to the current one needs no entry."""
    typed_cells = {column: str(typed.get(column, "")).strip() for column in COLUMNS}
    both_scores = _BOTH.fullmatch(typed_cells["home"])
    if both_scores and not typed_cells["away"]:
        typed_cells["home"], typed_cells["away"] = both_scores.groups()
    line = Line(fixture)
    if not any(typed_cells.values()):
        return line
    numbers: dict[str, int | None] = {}
    for column, raw in typed_cells.items():
        goals = whole_number(raw, None)
        numbers[column] = None if goals is None or goals > MOST_GOALS else goals
        if raw and numbers[column] is None:
            line.bad[column] = _("%(typed)s is not a number of goals from 0 to %(most)d.") % {
                "typed": raw[:12],
                "most": MOST_GOALS,
            }
    for column in ("home", "away"):
        if not typed_cells[column]:
            line.bad[column] = _("Enter two numbers for the result.")
    kicks = (numbers["home_kicks"], numbers["away_kicks"])
    if (kicks[0] is None) != (kicks[1] is None) and not line.bad:
        line.bad["home_kicks" if kicks[0] is None else "away_kicks"] = _("Enter two numbers for the shootout.")
    if kicks[0] is not None and kicks[0] == kicks[1]:
        line.bad["away_kicks"] = _("A shootout needs a winner.")
    if line.bad:
        return line
    home, away = numbers["home"], numbers["away"]
    assert home is not None and away is not None
    shootout = None if kicks[0] is None or kicks[1] is None else (kicks[0], kicks[1])
    if shootout and home != away:
        line.bad["home_kicks"] = _("A level match goes to penalties.")
        return line
    score = Score(home, away, shootout)
    decided = fixture.status in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
    stands = decided and (fixture.home_goals, fixture.away_goals) == (home, away)
    if not (stands and fixture.shootout == score.kicks):
        line.score = score
    return line


def _check(row: Competition, line: Line, by: User, reason: str) -> None:
    """Record in ``line`` why ``by`` may not enter it, if so."""
    line.correcting = has_result(line.fixture)
    if line.correcting and not reason.strip():
        line.bad["home"] = _("This match has a result. Give a reason for the correction.")
    if open_disputes.open_dispute(line.fixture) is not None and not reason.strip():
        line.bad["home"] = _("Give a reason for your decision: both sides read it.")
    line.lacks_reason = bool(line.bad)
    try:
        own_match(row, line.fixture, by)
    except RulingRefused as refused:
        line.bad["home"], line.lacks_reason = str(refused), False


def _refuse(lines: Sequence[Line]) -> None:
    bad = {(str(line.fixture.id), column): error for line in lines for column, error in line.bad.items()}
    if bad:
        raise BadCells(bad, lacks_reason=all(line.lacks_reason for line in lines if line.bad))


def _write(row: Competition, todo: Sequence[Line], by: User, reason: str) -> None:
    """Append every row, check that no later match is undone, recompute once. Under the lock."""
    for line in todo:
        assert line.score is not None
        kind = ResultEntry.Kind.CORRECTED if line.correcting else ResultEntry.Kind.REPORTED
        own = own_match(row, line.fixture, by)
        entry: dict[str, Any] = {"kind": kind, "cards": cards_told(line.fixture), **line.score.as_entry()}
        correction = reason.strip()[:300] if line.correcting else ""
        append(row, fixture=line.fixture, actor=by, reason=correction, source="organiser", own=own, **entry)
        open_disputes.close(row, line.fixture, "result", by, reason)
        values = {"fixture": names(line.fixture), **line.score.told}
        message = (
            text("corrected {fixture} to {home}–{away}: {reason}", **values, reason=correction)
            if line.correcting
            else text("entered {fixture} as {home}–{away}", **values)
        )
        journal.record(row, by, "result", message)
    for line in todo:  # with all of them in the log: both legs of a tie may be in one grid
        assert line.score is not None
        if missing := still_missing(line.score, line.fixture, rules_now(line.fixture)):
            line.bad["home_kicks"] = missing
    _refuse(todo)
    orphans = derive(take_snapshot(row)).orphans
    if orphans:
        undone = _("This undoes matches of later rounds. Correct it on the page of the match.")
        raise BadCells({(str(line.fixture.id), "home"): undone for line in todo if line.correcting})
    journal.changed(row)
    recompute(row)
