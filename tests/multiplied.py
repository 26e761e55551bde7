"""Copies of rows within the database, for tests of what a query reads when the site is large."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.models import ForeignKey, QuerySet, UUIDField

from league.competitions.models import Competition, Entrant, Fixture, ResultEntry, Round, Stage, Tie
from tests import planned

BY_INDEX = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
APART = 100_000
"""Numbered ids of a copy are higher than those of the copy before by this."""


def multiply(times: int, *rows: QuerySet[Any], **changes: str) -> None:
    """Copy ``rows`` (of one model each, parents first) ``times`` times with ids of their own, and ANALYZE.

    A copy leads to the copies of what is copied with it. ``changes``: for a column of any model, its value in SQL,
    where ``one`` is the row and ``n`` the number of the copy.
    """
    models = {each.model for each in rows}
    with connection.cursor() as cursor:
        for each in rows:
            table, key = each.model._meta.db_table, each.model._meta.pk.column
            new = {}
            for column in each.model._meta.concrete_fields:
                inside = isinstance(column, ForeignKey) and column.related_model in models
                if column.column in changes:
                    new[column.column] = changes[column.column]
                elif column.primary_key or inside:
                    target = column.target_field if inside else column
                    new[column.column] = _key_of_copy(column.column, isinstance(target, UUIDField))
            pairs = ", ".join(f"'{name}', {value}" for name, value in new.items())
            cursor.execute(
                f"INSERT INTO {table} SELECT made.* FROM {table} one, generate_series(1, {times}) n, "
                f"LATERAL jsonb_populate_record(one, jsonb_build_object({pairs})) made WHERE one.{key} = ANY(%s)",
                [list(each.order_by().values_list("pk", flat=True))],
            )
    planned.analyze()


def _key_of_copy(column: str, by_uuid: bool) -> str:
    return f"md5(one.{column}::text || n)::uuid" if by_uuid else f"one.{column} + n * {APART}"


def multiply_cup(times: int, cup: Competition) -> None:
    """Copy a whole cup of typed names ``times`` times, with its fixtures and results."""
    rows = (
        Competition.objects.filter(pk=cup.pk),
        Entrant.objects.filter(competition=cup),
        Stage.objects.filter(competition=cup),
        Round.objects.filter(stage__competition=cup),
        Tie.objects.filter(round__stage__competition=cup),
        Fixture.objects.filter(tie__round__stage__competition=cup),
        ResultEntry.objects.filter(competition=cup, fixture__isnull=False),
    )
    multiply(times, *rows, slug="one.slug || n", match_id="null", personal_key="''", side_key="''")


def as_if_larger() -> None:
    """Let the planner choose, for this transaction, as where a table costs too much to be read from end to end."""
    with connection.cursor() as cursor:
        for name in BY_INDEX:
            cursor.execute(f"SET LOCAL {name} = off")
