"""Many rows of one model written by one statement whose text does not grow with them: its values are one JSON text.

Django's own ``bulk_create`` prepares each value of each row and psycopg quotes it again as an element of an array: of a
round of 512 matches that is two thirds of the processor. Its ``bulk_update`` writes a case for each row and column.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Field, Model
from django.db.models.options import Options
from django.utils.functional import Promise


def insert_values(model: type[Model], several: Sequence[Mapping[str, Any]]) -> list[Any]:  # keys
    """Insert a row of ``model`` for each of ``several`` values, which all have the same names, foreign keys as columns.

    Return their keys, which are given, or made by their default or the database. Columns that are the same in every row
    (most, for matches of one round) are sent once; what is not given is that of a first row.
    """
    if not several:
        return []
    meta, first = model._meta, model(**several[0])
    values: dict[Field[Any, Any], Sequence[Any]] = {}
    for field in meta.concrete_fields:
        if field.attname in several[0]:
            values[field] = [given[field.attname] for given in several]
        elif field is not meta.pk:
            values[field] = [field.pre_save(first, True)] * len(several)
        elif first.pk is not None:
            values[field] = [field.get_default() for _given in several]
    return _insert(meta, values)


def _insert(meta: "Options[Any]", values: Mapping["Field[Any, Any]", Sequence[Any]]) -> list[Any]:  # keys
    """Insert rows of ``values`` by column; return their keys in order."""
    fields, count = list(values), len(next(iter(values.values())))
    varying = [field for field in fields if field is fields[0] or values[field].count(values[field][0]) < count]
    same = [field for field in fields if field not in varying]
    names, rows = list(map(_column, varying)), zip(*(values[field] for field in varying), strict=True)
    given = [_encode([dict(zip(names, row, strict=True)) for row in rows])]
    given += [_encode([{_column(field): values[field][0] for field in same}])] if same else []
    sources = [_recordset("varying", varying), *([_recordset("same", same)] if same else [])]
    columns = ", ".join(_quote(_column(field)) for field in [*varying, *same])
    statement = f"INSERT INTO {_quote(meta.db_table)} ({columns}) SELECT {columns} FROM {', '.join(sources)}"
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} RETURNING {_quote(_column(meta.pk))}", given)
        return [key for (key,) in cursor.fetchall()]


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
