"""Copies of the rows of patterns by COPY: new ids, other people, other days.

A row is taken once as a line of COPY and cut at every id, moment and name, wherever it stands (in JSON too). A copy is
that line with others in their places, so a row costs some microseconds and has the shape that the site wrote.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any, Final

import psycopg
from django.db.models import CharField, Model, SlugField
from psycopg import sql

TOKEN: Final = re.compile(
    r"(?P<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"
    r"|(?P<moment>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:\+00(?::00)?|Z))"
    r"|(?P<person>[Zz]q\d{3}q)|(?P<competition>[Zz]z\d{4}z)"
)
FLUSH: Final = 16_000_000
"""Letters of lines of one table that wait for a COPY."""

Token = tuple[str, str]
"""A kind and the old words: ``("id", "0190...")``, ``("number:matches_seat", "17")``, ``("key", "...")``."""


@dataclass(frozen=True)
class Row:
    table: str
    line: str
    """The line of COPY with ``%s`` for each token."""
    values: Callable[[Sequence[str]], Any]
    """Takes the tokens' new values in their order."""


@dataclass
class Rows:
    """The rows of one pattern, and every token in them."""

    rows: list[Row] = field(default_factory=list)
    tokens: dict[Token, int] = field(default_factory=dict)


class Multiplier:
    """Takes patterns apart and writes their copies, oldest first."""

    def __init__(self, link: psycopg.Connection[Any], constant: set[str], people: dict[str, int]) -> None:
        self.link = link
        self.constant = constant
        self.people = people
        """Id of a pattern's person -> the number in the name."""
        self.first: dict[str, int] = {}
        self.stride: dict[str, int] = {}
        self.columns: dict[str, list[str]] = {}
        self.waiting: dict[str, list[str]] = {}
        self.letters: dict[str, int] = {}
        self.written: dict[str, int] = {}

    def take(self, model: type[Model], keys: Iterable[Any], into: Rows) -> None:
        """Cut the rows of ``model`` with these primary keys at their tokens."""
        table, fields = model._meta.db_table, model._meta.concrete_fields
        self.columns[table] = [each.column for each in fields]
        if "int" in model._meta.pk.db_type(_CONNECTION()):  # type: ignore[union-attr]
            self._number(table, model._meta.pk.column)  # type: ignore[union-attr]
        kinds = [_kind(each) for each in fields]
        query = sql.SQL("COPY (SELECT {} FROM {} WHERE {} = ANY({}) ORDER BY 1) TO STDOUT").format(
            sql.SQL(", ").join(map(sql.Identifier, self.columns[table])),
            sql.Identifier(table),
            sql.Identifier(model._meta.pk.column),  # type: ignore[union-attr]
            sql.Literal(list(keys)),
        )
        with self.link.cursor() as cursor, cursor.copy(query) as lines:
            for line in b"".join(map(bytes, lines)).decode().splitlines():
                into.rows.append(_cut(table, line.split("\t"), kinds, into.tokens))

    def _number(self, table: str, key: str) -> None:
        """Remember the numbers of a table: copies take theirs behind them, a stride a copy."""
        if table not in self.first:
            row = self.link.execute(f"SELECT min({key}), max({key}) FROM {table}").fetchone()
            low, high = row if row and row[0] is not None else (1, 1)
            self.first[table], self.stride[table] = low, high - low + 1

    def copy(self, rows: Rows, number: int, age: timedelta, rng: random.Random, people: People) -> None:
        """Write one copy, ``age`` older than the pattern."""
        values = self._values(rows.tokens, number, age, rng, people)
        for row in rows.rows:
            line = row.line % row.values(values)
            self.waiting.setdefault(row.table, []).append(line)
            self.letters[row.table] = self.letters.get(row.table, 0) + len(line)
            if self.letters[row.table] > FLUSH:
                self.flush(row.table)

    def flush(self, table: str) -> None:
        lines = self.waiting.pop(table, [])
        self.letters[table] = 0
        self.written[table] = self.written.get(table, 0) + len(lines)
        columns = sql.SQL(", ").join(map(sql.Identifier, self.columns[table]))
        query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
        with self.link.cursor() as cursor, cursor.copy(query) as out:
            out.write("\n".join(lines) + "\n" if lines else "")

    def finish(self) -> None:
        """Write what waits, and set the sequences behind the numbers that were given."""
        for table in list(self.waiting):
            self.flush(table)
        for table in self.first:
            self.link.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) + 1 FROM {table}))"
            )

    def _values(
        self, tokens: dict[Token, int], number: int, age: timedelta, rng: random.Random, people: People
    ) -> list[str]:
        ms = int(age.total_seconds() * 1000)
        players = people.sample(rng, number)
        fresh: list[str] = []
        for kind, old in tokens:
            if kind == "id":
                if old in self.constant:
                    fresh.append(old)
                elif old in self.people:
                    fresh.append(players(self.people[old])[0])
                else:
                    fresh.append(moved(old, number, ms))
            elif kind == "moment":
                fresh.append(earlier(old, age))
            elif kind == "person":
                name = players(int(old[2:5]))[1]
                fresh.append(name if old[0] == "Z" else name.lower())
            elif kind == "competition":
                fresh.append(f"{'Cup' if old[0] == 'Z' else 'cup'}-{number}")
            elif kind == "key":
                fresh.append(f"{old[: 40 - len(str(number)) - 1]}-{number}")
            else:
                table = kind.removeprefix("number:")
                fresh.append(str(int(old) + number * self.stride[table]))
        return fresh


class People:
    """Accounts of whom few play much and many play little, and typed names, each in one place."""

    def __init__(self, accounts: list[tuple[str, str]], guests: list[tuple[str, str]]) -> None:
        self.accounts, self.guests = accounts, guests

    def sample(self, rng: random.Random, number: int) -> Callable[[int], tuple[str, str]]:
        """Return who has a pattern's place in this copy, by the number of the place."""
        taken: set[int] = set()
        places: dict[int, tuple[str, str]] = {}

        def who(place: int) -> tuple[str, str]:
            if place not in places:
                if place >= 900:
                    places[place] = self.guests[(number * 6 + place) % len(self.guests)]
                else:
                    at = int(len(self.accounts) * rng.random() ** 2.5)
                    while at in taken:
                        at = rng.randrange(len(self.accounts))
                    taken.add(at)
                    places[place] = self.accounts[at]
            return places[place]

        return who


def moved(old: str, number: int, ms: int) -> str:
    """Return an id for a copy: ``ms`` milliseconds earlier, if it begins with its time."""
    digest = hashlib.blake2b(f"{old}{number}".encode(), digest_size=16).hexdigest()
    if old[14] != "7":
        return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-{old[19]}{digest[17:20]}-{digest[20:]}"
    time = f"{int(old[:8] + old[9:13], 16) - ms:012x}"
    return f"{time[:8]}-{time[8:]}-7{digest[:3]}-{old[19]}{digest[3:6]}-{digest[6:18]}"


def earlier(old: str, age: timedelta) -> str:
    """Return the moment ``old`` by ``age`` earlier, written as it was."""
    words = old.replace("Z", "+00:00")
    fresh = datetime.fromisoformat(words) - age
    text = fresh.astimezone(UTC).isoformat(sep=old[10])
    return text.replace("+00:00", "Z") if old.endswith("Z") else text


def _CONNECTION() -> Any:
    from django.db import connection

    return connection


def _kind(column: Any) -> str:
    """Return ``number:<table>`` for a numbered key, ``key`` for unique words, else ""."""
    target = column.target_field if column.is_relation else column
    owner = target.model._meta
    if target.primary_key and "int" in (target.db_type(_CONNECTION()) or ""):
        return f"number:{owner.db_table}"
    unique = column.unique and not column.primary_key and isinstance(column, CharField)
    return "key" if unique and not isinstance(column, SlugField) else ""


def _cut(table: str, cells: list[str], kinds: list[str], tokens: dict[Token, int]) -> Row:
    parts: list[str] = []
    places: list[int] = []

    def place(token: Token) -> str:
        places.append(tokens.setdefault(token, len(tokens)))
        return "%s"

    for cell, kind in zip(cells, kinds, strict=True):
        if kind and cell not in ("", "\\N"):
            parts.append(place((kind, cell)))
            continue
        escaped = cell.replace("%", "%%")
        parts.append(TOKEN.sub(lambda found: place((str(found.lastgroup), found.group())), escaped))
    get = itemgetter(*places) if places else lambda _values: ()
    return Row(table, "\t".join(parts), get if len(places) != 1 else lambda values, at=places[0]: (values[at],))
