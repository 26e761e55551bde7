"""The columns of a table: their heads and cells, and the order that a reader asks for by one of them.

A table is ranked by its rules alone. ``?by=`` only shows the same rows in another order: ranks stay what they are, and
what belongs to the ranking (cuts, reasons) is left out while it does not stand in that order.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.competitions.derivation.past_tables import tables_at
from league.competitions.models import Competition
from league.competitions.words.fixtures import halves
from league.leagues.rows import ShownTable
from league.players.templatetags.tabellone import guide, signed
from league.sentences import figure
from league.standings.criteria import CRITERIA

WHOLE, SHORT, BEST, BOARDS = "whole", "short", "best", "boards"
"""The kinds of table: a group's on its own page, the first look at it, that of the best of all groups, and that of the
people on one board."""
SWISS, CHANGES, DRAWS, SHOOTOUTS, CARRIED = "swiss", "changes", "draws", "shootouts", "carried"
"""Parts of a whole table that only some have: where draws go to penalties, those won and lost take their place."""
PLAYERS, TEAMS = "players", "teams"
"""Part that every table has: one of players or one of teams."""
FILE: Final = "file"
"""Kind of the columns that only the file of all tables has, so that points add up."""
PER_MATCH: Final = "per_match"
"""What only tables of a season that ended by points per match have, in the file."""


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, and how the cell of each row is drawn."""

    key: str
    """Its name in addresses."""
    field: str
    """The name of its value in a row and in the file of all tables."""
    heading: str | Promise
    long_name: str | Promise
    cell: Callable[[Any], str] | str
    """Writes the value; or names the template in ``competitions/cells`` that draws the whole cell."""
    priority: int = 1
    """It leaves a narrow panel first the higher this is."""
    tables: Collection[str] = (WHOLE,)
    """The tables and parts of them that show it."""
    css: str = ""
    rising: bool = False
    """True where the first order asked for begins with the lowest."""
    sortable: bool = True
    """True where rows can be put in its order."""


def per_match(points: float) -> str:
    """Format points per match: 0.50, or 0,50."""
    return figure(CRITERIA["points_per_game"].written(points))


EVERY: Final = (WHOLE, SHORT, BEST, BOARDS)
LONG: Final = (WHOLE, BOARDS)
RANK: Final = Column("rank", "rank", "#", _("Position"), "rank", 1, EVERY, "pos", rising=True)
NAME: Final = Column("name", "name", _("Player"), "", "name", 1, (PLAYERS,), "t", rising=True)
GOALS_FOR: Final = Column("for", "goals_for", pgettext_lazy("table head", "GF"), _("Goals for"), str, 3, LONG)
COLUMNS: Final = (
    RANK,
    Column(
        "change", "moved", "", pgettext_lazy("table head", "Change"), "change", 1, (CHANGES,), "moved", sortable=False
    ),
    NAME,
    replace(NAME, key="team", heading=_("Team"), tables=(TEAMS,)),
    Column("group", "group", pgettext_lazy("table head", "Gr"), _("Group"), str, 1, (BEST,), sortable=False),
    Column("played", "played", pgettext_lazy("table head", "P"), _("Played"), str, 1, EVERY),
    Column("won", "won", pgettext_lazy("table head", "W"), _("Won"), str, 2, LONG),
    Column("drawn", "drawn", pgettext_lazy("table head", "D"), _("Drawn"), str, 2, (DRAWS, BOARDS)),
    Column(
        "penalties_won",
        "shootouts_won",
        pgettext_lazy("table head", "PW"),
        _("Drawn, and won on penalties"),
        str,
        2,
        (SHOOTOUTS,),
    ),
    Column(
        "penalties_lost",
        "shootouts_lost",
        pgettext_lazy("table head", "PL"),
        _("Drawn, and lost on penalties"),
        str,
        2,
        (SHOOTOUTS,),
    ),
    Column("lost", "lost", pgettext_lazy("table head", "L"), _("Lost"), str, 2, LONG),
    GOALS_FOR,
    replace(GOALS_FOR, priority=2, tables=(BEST,), sortable=False),
    Column("against", "goals_against", pgettext_lazy("table head", "GA"), _("Goals against"), str, 3, LONG),
    Column("difference", "goal_difference", pgettext_lazy("table head", "GD"), _("Goal difference"), signed, 1, EVERY),
    Column(
        "carried",
        "carried",
        pgettext_lazy("table head", "Start"),
        _("Points of the stage before that count here"),
        halves,
        2,
        (CARRIED,),
    ),
    Column("byes", "byes", "", "", str, tables=(FILE,), sortable=False),
    Column("deductions", "deductions", "", "", str, tables=(FILE,), sortable=False),
    Column("boards", "board_points", pgettext_lazy("table head", "BP"), _("Board points"), halves, 1, (TEAMS,)),
    Column(
        "share",
        "share",
        pgettext_lazy("table head", "P/M"),
        _("Points per match"),
        per_match,
        1,
        (BOARDS,),
    ),
    Column("points", "points", pgettext_lazy("table head", "Pts"), _("Points"), "points", 1, EVERY, "pts"),
    Column("rate", "per_match", "", "", str, tables=(PER_MATCH,), sortable=False),
    Column(
        "cut1",
        "buchholz_cut_1",
        pgettext_lazy("table head", "BC1"),
        _("Buchholz cut 1: the scores of all opponents but the lowest"),
        halves,
        2,
        (SWISS,),
    ),
    Column(
        "buchholz",
        "buchholz",
        pgettext_lazy("table head", "BH"),
        _("Buchholz: the scores of all opponents"),
        halves,
        2,
        (SWISS,),
    ),
    Column(
        "berger",
        "sonneborn_berger",
        pgettext_lazy("table head", "SB"),
        _("Sonneborn-Berger: the scores of those beaten, and half of those drawn with"),
        halves,
        3,
        (SWISS,),
    ),
    Column(
        "form", "form", pgettext_lazy("table head", "Form →"), _("Form, newest on the right"), guide, sortable=False
    ),
)


def fields_of_file(tables: Collection[ShownTable]) -> list[str]:
    """Return the fields of the file of ``tables``, as its head line names them."""
    parts = {WHOLE, FILE, DRAWS}
    parts |= {SHOOTOUTS} if any(table.shootouts for table in tables) else set()
    parts |= {CARRIED} if any(row["carried"] for table in tables for row in table.rows) else set()
    parts |= {TEAMS if any("board_points" in row for table in tables for row in table.rows) else PLAYERS}
    parts |= {SWISS} if any(table.swiss for table in tables) else set()
    parts |= {PER_MATCH} if any("per_match" in row for table in tables for row in table.rows) else set()
    columns = [column for column in COLUMNS if not parts.isdisjoint(column.tables)]
    return [column.field for column in columns if column.sortable or WHOLE not in column.tables]


@dataclass(frozen=True)
class Order:
    """The order asked for: a column, and whether it runs the other way than it first does."""

    column: Column = RANK
    turned: bool = False
    rest: str = ""
    """The rest of the query string, ready to stand before ``by``."""

    @property
    def ranked(self) -> bool:
        """Tell whether the rows are in the order of their ranks."""
        return self.column is RANK and not self.turned

    @property
    def by_value(self) -> str:
        """Return the value of ``by``; empty for the rank."""
        return "" if self.ranked else f"{'-' if self.turned else ''}{self.column.key}"

    @property
    def rising(self) -> bool:
        """Tell whether the lowest comes first."""
        return self.column.rising != self.turned


@dataclass(frozen=True)
class Head:
    """A column as one table shows it."""

    column: Column
    attributes: SafeString
    """HTML attributes that its head and its cells share."""
    href: str = ""
    """Asks for this order; empty where nothing can be asked."""
    sort: str = ""
    """``ascending``, ``descending`` or nothing, for ``aria-sort``."""


def order_of(query: QueryDict) -> Order:
    """Return the order that ``?by=`` asks for: a key, with ``-`` before it the other way; else the rank."""
    name = query.get("by", "")
    kept_query = query.copy()
    kept_query.pop("by", None)
    kept_query.pop("page", None)  # another order begins at its beginning
    column = next(
        (candidate for candidate in COLUMNS if candidate.sortable and candidate.key == name.removeprefix("-")), None
    )
    return Order(column or RANK, column is not None and name.startswith("-"), kept_query.urlencode())


def heads(order: Order | None, tables: Collection[str]) -> list[Head]:
    """Return the columns of a table of those kinds and parts, their heads links where there is an ``order``."""
    columns = [column for column in COLUMNS if not set(column.tables).isdisjoint(tables)]
    return [_head(column, order, column is columns[-1]) for column in columns]


def _head(column: Column, order: Order | None, last: bool) -> Head:
    """Return one column; the head of the order in use turns it."""
    css = f"{column.css} last".strip() if last else column.css
    priority = str(column.priority) if column.priority > 1 else ""
    pairs = (("class", css), ("data-p", priority))
    attributes = format_html_join("", ' {}="{}"', [(name, value) for name, value in pairs if value])
    if order is None or not column.sortable:
        return Head(column, attributes)
    now = order.column is column
    by = f"{'-' if now and not order.turned else ''}{column.key}"
    sort = ("ascending" if order.rising else "descending") if now and not order.ranked else ""
    return Head(column, attributes, "?" + "&".join(part for part in (order.rest, f"by={by}") if part), sort)


def put_in_order(tables: list[ShownTable], order: Order) -> None:
    """Show the rows of each table in ``order``."""
    for table in tables:
        put_rows_in_order(table.rows, order)


def put_rows_in_order(rows: list[dict[str, Any]], order: Order) -> None:  # rows of a template
    """Show ``rows`` in ``order``; level ones as they rank."""
    if order.ranked:
        return
    rows.sort(key=lambda row: row["rank"])
    rows.sort(key=lambda row: _sort_value(row.get(order.column.field, 0)), reverse=not order.rising)
    for row in rows:
        row["cut"], row["why"] = False, []


def _sort_value(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value


def mark_changes(competition: Competition, tables: list[ShownTable], before: int) -> None:
    """Say in each row how many places it has ``moved`` since round ``before``: up is above 0.

    The ranks of then are computed from the log and kept as long as the log does not grow. Each table has its own: who
    plays on in a later stage stands in several. A table that had not begun then had no ranks.
    """
    ranks_before = {
        group: {row["entrant"]: row["rank"] for row in stored["rows"]}
        for group, stored in tables_at(competition, before)
        if any(row["played"] or row["points"] for row in stored["rows"])
    }
    for table in tables:
        rank_before = ranks_before.get(table.group.pk, {})
        for row in table.rows:
            row["moved"] = rank_before.get(row["entrant"], row["rank"]) - row["rank"]
            row["steps"] = abs(row["moved"])
