"""The dump from which an empty database gets its tables is that of today's migrations."""

from __future__ import annotations

import pytest
from django.db import connection

from deploy import schema

AGAIN = "the migrations changed: run python -m deploy.schema and commit deploy/schema.sql"


def test_the_dump_is_of_these_migrations():
    assert schema.DUMP.read_text().partition("\n")[0] == f"-- {schema.mark()}", AGAIN


def test_a_database_with_tables_is_left_alone(db):
    assert not schema.load()


@pytest.mark.django_db(transaction=True)
def test_the_dump_of_other_migrations_is_left_alone(monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)
    monkeypatch.setattr(schema, "mark", lambda: "0123456789abcdef")
    assert not schema.load()


@pytest.mark.long
def test_migrations_make_the_same_dump_again(monkeypatch, tmp_path):
    before = schema.DUMP.read_text()
    monkeypatch.setattr(schema, "DUMP", tmp_path / "again.sql")
    schema.write()
    assert schema.DUMP.read_text() == before, AGAIN
