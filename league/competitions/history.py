"""Tables as they were: computed again from the same structure and log, by the same code."""

from __future__ import annotations

from typing import Any

from league.competitions.book import open_book
from league.competitions.derive import derive
from league.competitions.models import Competition, Group, Stage
from league.competitions.tables import next_placed, stored_table, table_of, venue_table
from league.standings.figures import Venue
from league.standings.table import Row


def table_after(competition: Competition, group: Group, matchday: int) -> dict[str, Any]:  # JSON
    """``Group.table`` as it was after round ``matchday``."""
    book = open_book(competition)
    return stored_table(book, derive(book), group, matchday)


def tables_at(competition: Competition, number: int) -> list[tuple[Group, dict[str, Any]]]:  # JSON
    """Every table as it was after round ``number``, in order."""
    book = open_book(competition)
    derived = derive(book)
    return [(group, stored_table(book, derived, group, number)) for group in book.groups]


def tables_of_venue(
    competition: Competition, venue: Venue, number: int | None = None
) -> list[tuple[Group, dict[str, Any]]]:  # JSON
    """Every table of the matches at ``venue`` alone, now or as it was after round ``number``, in order."""
    book = open_book(competition)
    derived = derive(book)
    return [(group, venue_table(book, derived, group, number, venue)) for group in book.groups]


def next_placed_now(competition: Competition, following: Stage) -> list[tuple[str, Row]]:
    """``(group, row)`` of those who stand just below who goes through to ``following``, the best first."""
    book = open_book(competition)
    derived = derive(book)
    at = next(at for at, part in enumerate(book.stages) if part.stage.pk == following.pk)
    before = next(part for part in reversed(book.stages[:at]) if part.groups)
    rows = {row.entrant: row for group in before.groups for row in table_of(book, derived, group).rows}
    placed = next_placed(book, derived, before, following.settings["through"] + 1)
    return [(group, rows[str(entrant)]) for group, entrant in placed]
