"""Numbers of the real tables of one round: set by the organiser, shown on lists, walls, score sheets and fixtures."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import CompetitionError, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture
from league.evenings.grid import rows_of
from league.players.models import User
from league.typed import whole_number

MOST = 999


class BadTables(CompetitionError):
    """Invalid numbers: fixture id -> a sentence. Nothing was saved."""

    def __init__(self, cells: Mapping[str, str]) -> None:
        super().__init__(_("Nothing saved yet. Check the marked cells."))
        self.cells = dict(cells)


def numbered(fixtures: Iterable[Fixture]) -> list[tuple[int | None, Fixture]]:
    """Return ``fixtures`` with the table of each: its place in the order where none of them has a number."""
    rows = list(fixtures)
    if any(row.table for row in rows):
        return [(row.table, row) for row in rows]
    return list(enumerate(rows, start=1))


def set_tables(*, competition: Competition, number: int, by: User, tables: Mapping[str, str]) -> int:
    """Set the tables of round ``number``; return how many changed.

    ``tables``: fixture id -> typed number; empty: no table. Raises BadTables (none is set), WrongStep.
    """
    with locked(competition.id) as row:
        if row.hall_id is not None:
            raise WrongStep(_("The queue calls matches to their tables. Change the tables there."))
        fixtures = rows_of(row, number)
        if not fixtures:
            raise WrongStep(_("The sides of this round are not known yet."))
        numbers = _parse_numbers(fixtures, tables)
        moved = [fixture for fixture in fixtures if fixture.table != numbers[str(fixture.id)]]
        for fixture in moved:
            fixture.table = numbers[str(fixture.id)]
        if moved:
            Fixture.objects.bulk_update(moved, ["table"])
            journal.note(row, by, "tables", text("changed the table numbers of round {number}", number=number))
    return len(moved)


def number_in_order(*, competition: Competition, number: int, by: User, first: str) -> int:
    """Number the tables of round ``number`` one after the other from ``first``; return how many changed.

    Raises WrongStep.
    """
    fixtures = rows_of(competition, number)
    begin = whole_number(first, 0)
    if not 1 <= begin <= MOST - len(fixtures) + 1:
        most = {"most": MOST - len(fixtures) + 1}
        raise WrongStep(_("Enter the first table, a number from 1 to %(most)d.") % most)
    tables = {str(fixture.id): str(at) for at, fixture in enumerate(fixtures, start=begin)}
    return set_tables(competition=competition, number=number, by=by, tables=tables)


def _parse_numbers(fixtures: list[Fixture], tables: Mapping[str, str]) -> dict[str, int | None]:
    numbers: dict[str, int | None] = {}
    bad: dict[str, str] = {}
    for fixture in fixtures:
        raw = tables.get(str(fixture.id), "").strip()
        numbers[str(fixture.id)] = whole_number(raw, None)
        if raw and not 1 <= (numbers[str(fixture.id)] or 0) <= MOST:
            bad[str(fixture.id)] = _("Enter a table from 1 to %(most)d, or leave it empty.") % {"most": MOST}
    twice = {table for table, times in Counter(numbers.values()).items() if table is not None and times > 1}
    for fixture in fixtures:
        if numbers[str(fixture.id)] in twice:
            bad.setdefault(str(fixture.id), _("Another match has this table."))
    if bad:
        raise BadTables(bad)
    return numbers
