"""A league's table from its verdicts: what counts, for whom, and the lots where nothing else separates."""

from __future__ import annotations

from typing import Any, Literal

from league.competitions.book import Book, open_book
from league.competitions.derive import GAVE_UP, Derived, derive
from league.competitions.models import Competition, Draw, Fixture, Group
from league.formats import draw as draws
from league.standings.figures import Adjustment, Result
from league.standings.table import Table, table


def make_table(book: Book, derived: Derived, group: Group, matchday: int | None = None) -> Table:
    """The table of ``group``, or as it was after ``matchday``.

    Lots are drawn only when nothing is left to play: from the seed of the competition's draw, so that anyone can draw
    them again.
    """
    entrants = [
        str(entrant.id) for _seed, entrant in sorted(book.by_seed.items()) if _counts(book, derived, entrant.id)
    ]
    results = league_results(book, derived, group, matchday)
    rules = {"points": book.competition.points, "criteria": book.competition.criteria}
    ledger = [
        Adjustment(str(entry.entrant_id), -(entry.points or 0), entry.reason, entry.at.date().isoformat())
        for entry in derived.log.deductions
        if str(entry.entrant_id) in entrants
    ]
    made = table(entrants, results, rules, adjustments=ledger)
    if made.needs_lots and derived.over and matchday is None:
        seed = _seed(book.competition)
        lots = [entrant for level in made.needs_lots for entrant in draws.lots(seed, level)] if seed else []
        made = table(entrants, results, rules, adjustments=ledger, lots=lots)
    return made


def table_after(competition: Competition, group: Group, matchday: int) -> dict[str, Any]:
    """``Group.table`` as it was after ``matchday``, from the same code and the same log."""
    book = open_book(competition)
    return make_table(book, derive(book), group, matchday).as_json()


def _counts(book: Book, derived: Derived, entrant_id: Any) -> bool:  # a UUID
    """Whoever withdrew with everything void is no longer in the table."""
    void = book.competition.withdrawals == Competition.Withdrawals.VOID
    return not (void and entrant_id in derived.log.withdrawn)


def _seed(competition: Competition) -> str:
    held = Draw.objects.filter(competition=competition, revealed_at__isnull=False).order_by("-number").first()
    return held.seed if held else ""


def league_results(book: Book, derived: Derived, group: Group, matchday: int | None = None) -> list[Result]:
    """Every match of ``group`` that counts, in the order of the matchdays."""
    results = []
    for round in book.rounds:
        if matchday is not None and round.number > matchday:
            break
        for tie in book.ties[round.id]:
            if tie.group_id != group.id:
                continue
            for fixture in book.fixtures[tie.id]:
                result = _result(derived, fixture, round.number)
                if result is not None:
                    results.append(result)
    return results


def _result(derived: Derived, fixture: Fixture, matchday: int) -> Result | None:
    known = derived.fixtures[fixture.id]
    if known.home is None or known.away is None:
        return None
    if known.status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER):
        return None
    return Result(
        home=str(known.home.id),
        away=str(known.away.id),
        home_goals=known.home_goals or 0,
        away_goals=known.away_goals or 0,
        matchday=matchday,
        awarded=_awarded(derived, fixture),
    )


def _awarded(derived: Derived, fixture: Fixture) -> Literal["", "home", "away", "nobody"]:
    """Who has the points whatever the score is: after a walkover, a resignation, a withdrawal."""
    known = derived.fixtures[fixture.id]
    verdict = derived.verdict(fixture)
    if verdict is None:
        winner = derived.ties[fixture.tie_id].winner
        return "nobody" if winner is None else "home" if winner is known.home else "away"
    if verdict.walkover:
        return verdict.winner or "nobody"
    if verdict.entry.how in GAVE_UP and verdict.winner:
        return verdict.winner
    return ""
