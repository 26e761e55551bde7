"""The table that a competition's overview shows."""

from typing import Any

from league.competitions.models import Entrant
from league.competitions.pages.registries import Overview, overview_parts
from league.leagues.rows import ShownTable, tables_of


@overview_parts.add
def first_table(page: Overview) -> dict[str, Any]:
    """Return the table to show first, as ``tables``: none or one."""
    tables = tables_of(page.competition, page.frame.stages, page.entrants, page.user, page.frame.live)
    return {"tables": _first_look(tables, page.entry)}


def _first_look(tables: list[ShownTable], entry: Entrant | None) -> list[ShownTable]:
    """Return the table that the reader is in, else the first."""
    own = [table for table in tables if entry and any(row["entrant"] == str(entry.pk) for row in table.rows)]
    return [table for table in (own or tables)[:1] if table.rows]
