"""Many rows of one model written by one statement whose text does not grow with them: its values are one JSON text.

Django's own ``bulk_create`` prepares each value of each row and psycopg quotes it again as an element of an array: of a
round of 512 matches that is two thirds of the processor. Its ``bulk_update`` writes a case for each row and column.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from django.db import connection
from django.db.models import Field, Model
from django.db.models.options import Options
from django.utils.functional import Promise

Row = TypeVar("Row", bound=Model)


def new_rows(model: type[Row], several: Iterable[Mapping[str, Any]]) -> list[Row]:
    """Return a new row for each of ``several`` values, which all have the same names, foreign keys as columns.

    The first is made as ever, the others are its copies: to make a match takes five times as long as to copy one. What
    the first has by default, they share.
    """
    rows: list[Row] = []
    for values in several:
        if not rows:
            rows.append(model(**values))
            continue
        row = copy(rows[0])
        row.pk = model._meta.pk.get_default()
        vars(row).update(values)
        rows.append(row)
    return rows


def insert_rows(rows: Sequence[Model]) -> None:
    """Insert new ``rows``, all of one model. Keys that the database makes are set on them, as by ``bulk_create``.

    Columns that are the same in every row (most, for matches of one round) are sent once.
    """
    if not rows:
        return
    meta = rows[0]._meta
    fields = [field for field in meta.concrete_fields if field is not meta.pk or rows[0].pk is not None]
    for row, key in zip(rows, _insert(meta, {field: _values_of(field, rows) for field in fields}), strict=True):
        row.pk = key
        row._state.adding, row._state.db = False, connection.alias


def insert_values(model: type[Model], several: Sequence[Mapping[str, Any]]) -> list[Any]:  # keys
    """Insert a row of ``model`` for each of ``several`` values, as ``new_rows`` takes them, and return their keys.

    No row is made where nobody needs one. Keys are given, or made by the database.
    """
    if not several:
        return []
    meta, first = model._meta, model(**several[0])
    fields = [field for field in meta.concrete_fields if field is not meta.pk or first.pk is not None]
    values = {
        field: [given[field.attname] for given in several]
        if field.attname in several[0]
        else [field.pre_save(first, True)] * len(several)
        for field in fields
    }
    return _insert(meta, values)


def _insert(meta: "Options[Any]", values: Mapping["Field[Any, Any]", Sequence[Any]]) -> list[Any]:  # keys
    """Insert rows of ``values`` by column; return their keys in order."""
    fields, count = list(values), len(next(iter(values.values())))
    varying = [field for field in fields if field is fields[0] or values[field].count(values[field][0]) < count]
    same = [field for field in fields if field not in varying]
    given = [_encode([{_column(field): values[field][at] for field in varying} for at in range(count)])]
    given += [_encode([{_column(field): values[field][0] for field in same}])] if same else []
    sources = [_recordset("varying", varying), *([_recordset("same", same)] if same else [])]
    columns = ", ".join(_quote(_column(field)) for field in [*varying, *same])
    statement = f"INSERT INTO {_quote(meta.db_table)} ({columns}) SELECT {columns} FROM {', '.join(sources)}"
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} RETURNING {_quote(_column(meta.pk))}", given)
        return [key for (key,) in cursor.fetchall()]


def _values_of(field: "Field[Any, Any]", rows: Sequence[Model]) -> list[Any]:
    if type(field).pre_save is Field.pre_save:  # sets nothing: of 60 columns of a match, all but the times
        return list(map(attrgetter(field.attname), rows))
    return [field.pre_save(row, True) for row in rows]


def save_fields(rows: Collection[Model], names: Collection[str]) -> None:
    """Save the columns ``names`` of ``rows``, which are all of one model."""
    if not rows:
        return
    meta = next(iter(rows))._meta
    by_name = {field.name: field for field in meta.concrete_fields}
    fields = [meta.pk, *(by_name[name] for name in names)]
    save_values(meta.model, [{field.attname: field.pre_save(row, False) for field in fields} for row in rows])


def save_values(model: type[Model], several: Sequence[Mapping[str, Any]]) -> None:
    """Save each of ``several`` values to the row of ``model`` whose key is among them, as ``insert_values`` has them.

    Whoever has read the row as plain values needs no instance of the model to write it.
    """
    if not several:
        return
    meta = model._meta
    by_name = {field.attname: field for field in meta.concrete_fields}
    fields = [by_name[name] for name in several[0]]
    given = _encode([{_column(field): values[field.attname] for field in fields} for values in several])
    table, key = _quote(meta.db_table), _quote(_column(meta.pk))
    columns = [_quote(_column(field)) for field in fields if field is not meta.pk]
    changes = ", ".join(f"{column} = changed.{column}" for column in columns)
    source = _recordset("changed", fields)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {changes} FROM {source} WHERE {table}.{key} = changed.{key}", [given])


def _recordset(name: str, fields: Sequence["Field[Any, Any]"]) -> str:
    columns = ", ".join(f"{_quote(_column(field))} {field.rel_db_type(connection)}" for field in fields)
    return f"json_to_recordset(%s::json) AS {name}({columns})"


def _column(field: "Field[Any, Any]") -> str:
    assert field.column is not None, f"{field} has no column"
    return field.column


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)


def _plain(value: object) -> str:
    """Return ``value`` as the text that it is; nothing else has one."""
    if isinstance(value, (str, Promise)):
        return str.__str__(str(value))  # of a subclass, which msgspec does not take
    raise TypeError(f"no column of JSON takes {value!r}")


def _encode(rows: list[dict[str, Any]]) -> str:
    return msgspec.json.encode(rows, enc_hook=_plain).decode()
