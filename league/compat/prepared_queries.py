"""Queries that the ORM compiles once in a process, for pages that ask the same again and again with other keys.

To compile a query costs more than to have it answered: 2 to 9 ms of the processor beside 1. Without this module a page
of a league of 20 takes 1.5 to 2.2 times the processor (overview 24 ms with it, 52 without; decision 13). The statement
is kept, and the ORM makes its rows of the answer as always; for that it is handed its own compiler again
(``Query.get_compiler``, ``SQLCompiler.as_sql``), names that Django does not promise. Parameters are found by values
that no row has, since an integer field hands on a plain ``int`` whatever it is given. Tried with Django 5.2.19;
``tests/league/test_prepared_queries.py`` tells when it changes.

A list is one parameter, ``= ANY (%s::uuid[])`` where Django writes ``IN (%s, %s, …)``: one statement for lists of any
length, whose plan PostgreSQL keeps, and psycopg reads a statement of over fifty parameters anew each time (7 ms for
140). What is the same for everybody stands in the statement: a plan that is kept finds no partial index by parameters.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet
from psycopg import sql

from matches.policy.audience import Mine, own_audiences, supposing

Value: TypeAlias = UUID | str | int | datetime
Key: TypeAlias = UUID | str | datetime | Sequence[UUID] | Sequence[int] | AbstractBaseUser | AnonymousUser | None
"""The subject of a query: ids, words, moments, or the reader, with the reader's audiences."""
Shape: TypeAlias = tuple[str, int]
"""The kind of a key, and how many parameters it has: an empty list has none."""
Row = TypeVar("Row")

_FIXED: Final = (str, bool, int, UUID, type(None))
"""Values that a query may hold beside its keys. Another moment would be that of the first who asked."""
READERS: Final = ("reader", "staff")
LISTS: Final = ("ids", "numbers", *READERS)
"""Kinds of keys with a list; a reader's are the audiences, after the reader's own id."""
_LAST: Final = (1 << 128) - 1
_LEAST: Final = -(1 << 31)
_FIRST: Final = datetime(1, 1, 1, tzinfo=UTC)
"""The last of all ids, the least of all numbers, the first of all moments: they stand for keys while a query is
compiled."""


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A compiled query: its rows for the ORM to make, its statement, and its parameters, which are values of keys."""

    rows: QuerySet[Any, Any]
    compiler: Any  # Django has no public name for its type
    statement: str
    params: tuple[int, ...]
    """Which of the values of the keys stands in each place."""


class PreparedQuery(Generic[Row]):
    """The query ``build(*keys)``, compiled once for each *shape* of the keys: a key that is None, an empty list, a
    reader who is nobody. ``build`` may look at nothing but its keys, and ask of a list only what is in it.

    Rows come as ``build`` asks for them: instances with what it selects and prefetches beside them, or values. Raises
    TypeError where the query holds a value that another day or another row would change.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._known: dict[tuple[Shape, ...], _Prepared | None] = {}

    def rows(self, *keys: Key) -> list[Row]:
        """Return the rows for ``keys``. One query, and those of what is prefetched."""
        shape: list[Shape] = []
        values: list[Value] = []
        for key in keys:
            kind_and_values = _values_of(key)
            if kind_and_values is None:
                return list(self._build(*keys))
            kind, of_key = kind_and_values
            shape.append((kind, len(of_key)))
            values += of_key
        shapes = tuple(shape)
        if shapes not in self._known:
            self._known[shapes] = self._prepare(shapes)
        prepared = self._known[shapes]
        return [] if prepared is None else list(_rows(prepared, values))

    def _prepare(self, shapes: tuple[Shape, ...]) -> _Prepared | None:
        """Compile the query with marks where the values of the keys will stand; None for one that the ORM answers
        without the database."""
        marks: list[Value] = []
        needed: set[Value] = set()
        lists: set[Value] = set()
        with supposing({}) as supposed:
            keys = []
            for kind, count in shapes:
                before = len(marks)
                keys.append(_mark(kind, count, marks, supposed))
                needed |= set() if kind in READERS else set(marks[before:])
                lists |= set(marks[before + (kind in READERS) :]) if kind in LISTS else set()
            rows = self._build(*keys)
            compiler = rows.query.get_compiler(using=rows.db)
            try:
                statement, params = compiler.as_sql()
            except EmptyResultSet:
                return None
        place = {mark: at for at, mark in enumerate(marks)}
        ours = [(at, each) for at, each in enumerate(params) if isinstance(each, Value) and each in place]
        own = {at for at, _each in ours}
        strange = [each for at, each in enumerate(params) if at not in own and not isinstance(each, _FIXED)]
        if strange or needed - {each for _at, each in ours}:
            raise TypeError(f"a prepared query is about its keys alone, not about {strange or 'nobody'}")
        statement = _by_arrays(statement, {at: each for at, each in ours if each in lists})
        statement = _with_literals(statement, {at: each for at, each in enumerate(params) if at not in own})
        return _Prepared(rows, compiler, statement, tuple(place[each] for _at, each in ours))


def _by_arrays(statement: str, lists: Mapping[int, Value]) -> str:
    """Ask of an array for the ``IN (%s)`` of the marks of lists, by their places. Raises TypeError."""
    parts = statement.split("%s")
    for at, mark in lists.items():
        if not (parts[at].endswith(" IN (") and parts[at + 1].startswith(")")):
            raise TypeError("a prepared query asks what is in a list, and nothing else of it")
        parts[at] = f"{parts[at].removesuffix('IN (')}= ANY ("
        parts[at + 1] = ("::uuid[]" if isinstance(mark, UUID) else "::bigint[]") + parts[at + 1]
    return "%s".join(parts)


def _with_literals(statement: str, fixed: Mapping[int, Any]) -> str:
    """Write the values that are the same for everybody, by their places, into the ``statement``."""
    first, *parts = statement.split("%s")
    written = (_literal(fixed[at]) if at in fixed else "%s" for at in range(len(parts)))
    return first + "".join(value + part for value, part in zip(written, parts, strict=True))


def _literal(value: Any) -> str:  # one of ``_FIXED``, or of a subclass
    plain = next((kind(value) for kind in (bool, int, str) if isinstance(value, kind)), value)  # enumerations too
    return sql.Literal(plain).as_string().replace("%", "%%")


def _values_of(key: Key) -> tuple[str, list[Value]] | None:
    """Return the kind of ``key`` and its parameters; None for a reader who is of too many audiences to name them."""
    if isinstance(key, UUID):
        return "id", [key]
    if isinstance(key, str):
        return "word", [key]
    if isinstance(key, datetime):
        return "moment", [key]
    if isinstance(key, AbstractBaseUser):
        reader: Any = key  # of ``settings.AUTH_USER_MODEL``, which has ``runs_site``
        audiences = own_audiences(reader)
        if not isinstance(audiences, list):
            return None
        return ("staff" if reader.runs_site else "reader"), [reader.pk, *_arrays(audiences)]
    if key is None or isinstance(key, AnonymousUser):
        return ("nothing" if key is None else "nobody"), []
    return ("numbers" if key and isinstance(key[0], int) else "ids"), _arrays(key)


def _arrays(ids: Sequence[UUID] | Sequence[int]) -> list[Value]:
    """Return ``ids`` as one array as PostgreSQL writes it, or nothing: psycopg takes 2 µs to quote each."""
    return [f"{{{','.join(map(str, ids))}}}"] if ids else []


def _mark(kind: str, count: int, marks: list[Value], supposed: dict[Any, Mine]) -> Any:
    """Make a key of this kind with ``count`` marks, which are added to ``marks``: a list of one value stands for all. A
    reader's audiences are added to ``supposed``."""
    if kind in ("nothing", "nobody"):
        return None if kind == "nothing" else AnonymousUser()
    if kind == "word":
        marks.append(f"\N{DOTTED CIRCLE}{len(marks)}")
        return marks[-1]
    if kind == "moment":
        marks.append(_FIRST + timedelta(microseconds=len(marks)))
        return marks[-1]
    places = range(len(marks), len(marks) + count)
    ids: list[Any] = [_LEAST + at if kind == "numbers" else UUID(int=_LAST - at) for at in places]
    marks.extend(ids)
    if kind in READERS:
        reader = get_user_model()(pk=ids[0])
        reader.runs_site = kind == "staff"  # its rights, without asking the database for them
        supposed[reader.pk] = ids[1:]
        return reader
    return ids[0] if kind == "id" else ids


def _rows(prepared: _Prepared, values: Sequence[Value]) -> Iterator[Any]:
    """Let the ORM make its rows of the answer to the statement that is compiled already."""
    params = tuple(values[number] for number in prepared.params)
    compiler = copy(prepared.compiler)
    rows = prepared.rows.all()
    compiler.using = rows.db  # as the router says for this reader, not for the first one
    compiler.connection = connections[compiler.using]  # this thread's
    compiler.as_sql = lambda *_, **__: (prepared.statement, params)
    rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
    return iter(rows)
