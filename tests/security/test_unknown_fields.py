"""Every write of the API is asked with a field that it does not take: it names the field, and nothing is written."""

from __future__ import annotations

import json

import pytest
from django.db import connection, transaction
from django.test import Client

from tests.security.test_permissions import ROWS, STREAMS, Asker
from tests.security.town import addresses_of_all, furnish, path_of

UNKNOWN = "no_such_field"
WRITES = [
    row
    for row in ROWS
    if row.way in ("POST", "PUT", "PATCH") and row.name.startswith("api:") and row.name not in STREAMS and row.let_in
]
WHOLE = {"api:import", "api:import_report"}
"""Take a document or a file, whose own check names what it does not know."""


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


def test_an_unknown_field_is_named(db, town):
    asker, wrong = Asker(town), []
    for row in WRITES:
        role = sorted(row.let_in)[-1] if "organiser" not in row.let_in else "organiser"
        path = path_of(town, row.name, row.place)
        kind = "text/plain" if row.name == "api:import_report" else "application/json"
        sent = {"data": json.dumps({UNKNOWN: 1}), "content_type": kind}
        client: Client = asker.clients[role]
        with transaction.atomic(), connection.execute_wrapper(_no_write(row.name)):
            answer = getattr(client, row.way.lower())(path, **sent)
            transaction.set_rollback(True)
        named = answer.status_code == 400 and answer["Content-Type"] == "application/problem+json"
        if not named or (row.name not in WHOLE and UNKNOWN not in answer.json().get("errors", {})):
            wrong.append(f"{row}: {answer.status_code} {answer.content[:120]!r}")
    assert not wrong, "\n".join(wrong)
    assert len(WRITES) > 90


def _no_write(name):
    def watch(execute, sql, params, many, context):
        session = "session" in sql
        assert session or not sql.startswith(("INSERT", "UPDATE", "DELETE")), f"{name} wrote: {sql[:80]}"
        return execute(sql, params, many, context)

    return watch


def test_every_write_is_in_the_walk():
    """The walk reads the table of permissions, which lists every address and method."""
    views = {name: getattr(pattern.callback, "cls", None) for name, (_path, pattern) in addresses_of_all().items()}
    asked = {(row.name, row.way) for row in WRITES} | {(row.name, row.way) for row in ROWS if not row.let_in}
    missing = [
        (name, way)
        for name, view in views.items()
        if name.startswith("api:") and view is not None and name not in STREAMS
        for way in ("POST", "PUT", "PATCH")
        if hasattr(view, way.lower()) and (name, way) not in asked
    ]
    assert not missing
