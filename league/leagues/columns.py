"""The columns of a table: their heads, and the order that a reader asks for by one of them.

A table is ranked by its rules alone. ``?by=`` only shows the same rows in another order: ranks stay what they are, and
what belongs to the ranking (cuts, reasons) is left out while it does not stand in that order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from league.competitions.derivation.past_tables import tables_at
from league.competitions.models import Competition
from league.leagues.rows import ShownTable


@dataclass(frozen=True)
class Column:
    """A column: ``key`` in addresses, its head and what the head means."""

    key: str
    head: str | Promise
    title: str | Promise
    value: Callable[[dict[str, Any]], Any]
    priority: int = 1
    """It leaves a narrow panel first the higher this is."""
    rising: bool = False
    """Whether the first order asked for is from the lowest."""


def _of(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row[name]


def _sum(number: int) -> Callable[[dict[str, Any]], Any]:
    return lambda row: row["sums"][number] if row["sums"] else 0


PLAYED = Column("played", pgettext_lazy("table head", "P"), gettext_lazy("Played"), _of("played"))
MIDDLE = (
    Column("won", pgettext_lazy("table head", "W"), gettext_lazy("Won"), _of("won"), 2),
    Column("drawn", pgettext_lazy("table head", "D"), gettext_lazy("Drawn"), _of("drawn"), 2),
    Column("lost", pgettext_lazy("table head", "L"), gettext_lazy("Lost"), _of("lost"), 2),
    Column("for", pgettext_lazy("table head", "GF"), gettext_lazy("Goals for"), _of("goals_for"), 3),
    Column("against", pgettext_lazy("table head", "GA"), gettext_lazy("Goals against"), _of("goals_against"), 3),
)
END = (
    Column("difference", pgettext_lazy("table head", "GD"), gettext_lazy("Goal difference"), _of("goal_difference")),
    Column("points", pgettext_lazy("table head", "Pts"), gettext_lazy("Points"), _of("points")),
)
SWISS = (
    Column(
        "cut1",
        pgettext_lazy("table head", "BC1"),
        gettext_lazy("Buchholz cut 1: the scores of all opponents but the lowest"),
        _sum(0),
        2,
    ),
    Column(
        "buchholz",
        pgettext_lazy("table head", "BH"),
        gettext_lazy("Buchholz: the scores of all opponents"),
        _sum(1),
        2,
    ),
    Column(
        "berger",
        pgettext_lazy("table head", "SB"),
        gettext_lazy("Sonneborn-Berger: the scores of those beaten, and half of those drawn with"),
        _sum(2),
        3,
    ),
)
RANK = Column("rank", "#", gettext_lazy("Position"), _of("rank"), rising=True)
NAME = Column("name", gettext_lazy("Player"), "", lambda row: row["name"].casefold(), rising=True)
EVERY: Final = {column.key: column for column in (RANK, NAME, PLAYED, *MIDDLE, *END, *SWISS)}


@dataclass(frozen=True)
class Order:
    """The order asked for: a column, and whether it runs the other way than it first does."""

    column: Column = RANK
    turned: bool = False
    rest: str = ""
    """What else the address says, ready to stand before ``by``."""

    @property
    def ranked(self) -> bool:
        """Whether the rows stand as they rank."""
        return self.column is RANK and not self.turned

    @property
    def asked(self) -> str:
        """What ``by`` says for it; empty for the rank."""
        return "" if self.ranked else f"{'-' if self.turned else ''}{self.column.key}"

    @property
    def rising(self) -> bool:
        """Whether the lowest comes first."""
        return self.column.rising != self.turned


@dataclass(frozen=True)
class Head:
    """A column's head as it is shown."""

    column: Column
    href: str = ""
    """Asks for this order; empty where nothing can be asked."""
    sort: str = ""
    """``ascending``, ``descending`` or nothing, for ``aria-sort``."""
    last: bool = False


def order_of(asked: QueryDict) -> Order:
    """The order that ``?by=`` asks for: a key, with ``-`` before it the other way; else the rank."""
    wanted = asked.get("by", "")
    rest = asked.copy()
    rest.pop("by", None)
    rest.pop("page", None)  # another order begins at its beginning
    column = EVERY.get(wanted.removeprefix("-"), RANK)
    known = wanted.removeprefix("-") in EVERY
    return Order(column, known and wanted.startswith("-"), rest.urlencode())


def heads(order: Order | None, short: bool, swiss: bool) -> list[Head]:
    """The heads of a table after position and name, links where there is an ``order``."""
    columns = [PLAYED, *([] if short else MIDDLE), *END, *(SWISS if swiss and not short else ())]
    return [head(column, order, short and column is columns[-1]) for column in columns]


def head(column: Column, order: Order | None, last: bool = False) -> Head:
    """One head; that of the order in use turns it."""
    if order is None:
        return Head(column, last=last)
    now = order.column is column
    by = f"{'-' if now and not order.turned else ''}{column.key}"
    sort = ("ascending" if order.rising else "descending") if now and not order.ranked else ""
    return Head(column, "?" + "&".join(part for part in (order.rest, f"by={by}") if part), sort, last)


def put_in_order(tables: list[ShownTable], order: Order) -> None:
    """Show the rows in ``order``; level ones as they rank."""
    if order.ranked:
        return
    for made in tables:
        made.rows.sort(key=lambda row: row["rank"])
        made.rows.sort(key=order.column.value, reverse=not order.rising)
        for row in made.rows:
            row["cut"], row["why"] = False, []


def mark_changes(competition: Competition, tables: list[ShownTable], before: int) -> None:
    """Say in each row how many places it has ``moved`` since round ``before``: up is above 0.

    The ranks of then are computed from the log and kept as long as the log does not grow.
    """
    then = {row["entrant"]: row["rank"] for _group, stored in tables_at(competition, before) for row in stored["rows"]}
    for made in tables:
        for row in made.rows:
            row["moved"] = then.get(row["entrant"], row["rank"]) - row["rank"]
            row["steps"] = abs(row["moved"])
