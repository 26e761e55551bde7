"""Questions that the ORM puts together once in a process: what pages ask again and again, with nothing new in it but
who asks and what about. To put such a question together costs more than to have it answered.

The words are kept, and the ORM makes its rows of the answer as always. For that it is handed its own compiler again
(``Query.get_compiler``, ``SQLCompiler.as_sql``), names that Django does not promise: ``test_written.py`` tells when a
new release has changed them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import QuerySet

from matches.policy.audience import Mine, mine, supposing

Value: TypeAlias = UUID | str | int
Key: TypeAlias = UUID | str | Sequence[UUID] | Sequence[int] | AbstractBaseUser | AnonymousUser | None
"""What a question is about: ids, words, or the reader, with the audiences that he is of."""
Shape: TypeAlias = tuple[str, int]
"""What kind of key it is, and how many values it has."""
Told = TypeVar("Told")

_FIXED: Final = (str, bool, int, UUID, type(None))
"""What a question may hold beside its keys. A time would be that of the first who asked."""
_LAST: Final = (1 << 128) - 1
_LEAST: Final = -(1 << 31)
"""The last of all ids and the least of all numbers: what stands for a key while a question is put together."""


@dataclass(frozen=True, slots=True)
class _Put:
    """A question as it was put together: its rows for the ORM to make, its words, and which of its parameters are
    keys."""

    rows: QuerySet[Any, Any]
    compiler: Any  # of Django, which has no public name for it
    words: str
    params: tuple[Any, ...]
    keys: tuple[tuple[int, int], ...]
    """A place among the parameters, and which of the values of the keys stands there."""


class Written(Generic[Told]):
    """What ``build(*keys)`` asks, whatever the keys: it is called once for each *shape* of them (a key that is None, a
    list by how many it has, to the next power of two, a reader who is nobody), and may look at nothing else.

    Rows come as ``build`` asks for them: instances with what it selects and prefetches beside them, or values. Raises
    TypeError where the question holds a value that another day or another row would change.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Told]]) -> None:
        self._build = build
        self._known: dict[tuple[Shape, ...], _Put | None] = {}

    def asked(self, *keys: Key) -> list[Told]:
        """The rows for ``keys``. One query, and those of what is prefetched."""
        shape: list[Shape] = []
        values: list[Value] = []
        for key in keys:
            said = _said(key)
            if said is None:
                return list(self._build(*keys))
            shape.append((said[0], len(said[1])))
            values += said[1]
        known = tuple(shape)
        if known not in self._known:
            self._known[known] = self._put(known)
        put = self._known[known]
        return [] if put is None else list(_rows(put, values))

    def _put(self, shapes: tuple[Shape, ...]) -> _Put | None:
        """Put the question together with marks where the values of the keys will stand; None for one that the ORM
        answers without the database."""
        marks: list[Value] = []
        needed: set[Value] = set()
        with supposing({}) as known:
            keys = []
            for kind, count in shapes:
                before = len(marks)
                keys.append(_mark(kind, count, marks, known))
                needed |= set() if kind in ("reader", "staff") else set(marks[before:])
            rows = self._build(*keys)
            compiler = rows.query.get_compiler(using=rows.db)
            try:
                words, params = compiler.as_sql()
            except EmptyResultSet:
                return None
        place = {mark: at for at, mark in enumerate(marks)}
        ours = [(at, each) for at, each in enumerate(params) if isinstance(each, Value) and each in place]
        strange = [each for each in params if not isinstance(each, _FIXED)]
        if strange or needed - {each for _at, each in ours}:
            raise TypeError(f"a question that is written once is about its keys alone, not about {strange or 'nobody'}")
        return _Put(rows, compiler, words, tuple(params), tuple((at, place[each]) for at, each in ours))


def _said(key: Key) -> tuple[str, list[Value]] | None:
    """The kind of ``key`` and its values; None for a reader who is of too many audiences to name them."""
    if isinstance(key, UUID):
        return "id", [key]
    if isinstance(key, str):
        return "word", [key]
    if isinstance(key, AbstractBaseUser):
        reader: Any = key  # of ``settings.AUTH_USER_MODEL``, which has ``is_staff``
        audiences = mine(reader)
        if not isinstance(audiences, list):
            return None
        return ("staff" if reader.is_staff else "reader"), [reader.pk, *_padded(audiences)]
    if key is None or isinstance(key, AnonymousUser):
        return ("nothing" if key is None else "nobody"), []
    return ("numbers" if key and isinstance(key[0], int) else "ids"), [*_padded(key)]


def _padded(ids: Sequence[UUID] | Sequence[int]) -> list[Any]:
    """``ids`` with the last of them repeated up to a power of two, so that there are few shapes."""
    return [*ids, *[ids[-1]] * ((1 << (len(ids) - 1).bit_length()) - len(ids))] if ids else []


def _mark(kind: str, count: int, marks: list[Value], known: dict[Any, Mine]) -> Any:
    """A key of this kind, with marks for its ``count`` values, which are added to ``marks``; a reader's audiences are
    added to ``known``."""
    if kind in ("nothing", "nobody"):
        return None if kind == "nothing" else AnonymousUser()
    if kind == "word":
        marks.append(f"\N{DOTTED CIRCLE}{len(marks)}")
        return marks[-1]
    places = range(len(marks), len(marks) + count)
    ids: list[Any] = [_LEAST + at if kind == "numbers" else UUID(int=_LAST - at) for at in places]
    marks.extend(ids)
    if kind in ("reader", "staff"):
        reader = get_user_model()(pk=ids[0], is_staff=kind == "staff")
        known[reader.pk] = ids[1:]
        return reader
    return ids[0] if kind == "id" else ids


def _rows(put: _Put, values: Sequence[Value]) -> Iterator[Any]:
    """The ORM's own making of rows from the answer, with the words that are there already."""
    params = list(put.params)
    for at, which in put.keys:
        params[at] = values[which]
    compiler = copy(put.compiler)
    compiler.connection = connections[compiler.using]  # this thread's
    compiler.as_sql = lambda *_, **__: (put.words, tuple(params))
    rows = put.rows.all()
    rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
    return iter(rows)
