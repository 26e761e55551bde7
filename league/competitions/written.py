"""Questions that the ORM puts together once in a process: what a page asks before anything else, of everybody, with
nothing new in it but who is asked about. To put such a question together costs more than to have it answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

_PLACE: Final = UUID(int=(1 << 128) - 1)
"""Stands for the key while a question is put together; the last of all ids, which no row has."""
_FIXED: Final = (str, bool, int, UUID, type(None))
"""What a question may hold beside the key. A time would be that of the first who asked."""


class Written:
    """The one column of ``build(key)``, whatever the key: ``build`` is called once, and may look at nothing but it.

    Raises TypeError where the question holds a value that another day or another row would change.
    """

    def __init__(self, build: Callable[[UUID], QuerySet[Any, Any]]) -> None:
        self._build = build
        self._written: tuple[str, tuple[Any, ...]] | None = None

    def asked(self, key: UUID) -> list[Any]:
        """The values for ``key``. One query."""
        sql, params = self._written or self._put()
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if each == _PLACE else each for each in params])
            return [value for (value,) in cursor.fetchall()]

    def _put(self) -> tuple[str, tuple[Any, ...]]:
        sql, params = self._build(_PLACE).query.sql_with_params()
        strange = [each for each in params if not isinstance(each, _FIXED)]
        if strange or _PLACE not in params:
            raise TypeError(f"a question that is written once is about its key alone, not about {strange or 'nobody'}")
        self._written = str(sql), params
        return self._written
