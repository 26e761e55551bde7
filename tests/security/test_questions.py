"""Nonsense after the question mark of an address is refused by its name, where the API's document has a type for it."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from tests.security.test_permissions import ROWS, STREAMS, Asker
from tests.security.town import addresses_of_all, furnish, path_of

NONSENSE = "no such thing"
WORDS = {"by", "category", "cells", "group", "line_up", "piece", "q"}
"""Any word may be asked for by these: a name, or a part of one."""


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


def questions():
    """``(method, path, name)`` of each parameter in the document that is not any word."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    return [
        (method, path, parameter["name"])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query" and parameter["name"] not in WORDS
    ]


def test_nonsense_is_refused_by_its_name(db, town):
    named = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{route}"): name for name, (route, _) in addresses_of_all().items()}
    rows = {(row.name, row.way): row for row in ROWS}
    asker, wrong, count = Asker(town), [], 0
    for method, path, parameter in questions():
        if named[path] in STREAMS:
            continue
        row = rows[named[path], method.upper()]
        role = next(role for role in ("organiser", "player", *sorted(row.let_in)) if role in row.let_in)
        with transaction.atomic():
            place = path_of(town, row.name, row.place)
            sent = {"content_type": "text/plain"} if method == "post" else {}
            answer = getattr(asker.clients[role], method)(place, query_params={parameter: NONSENSE}, **sent)
            transaction.set_rollback(True)
        count += 1
        if answer.status_code != 400 or parameter not in answer.json().get("errors", {}):
            wrong.append(f"{role}: {row} ?{parameter}: {answer.status_code} {answer.content[:160]!r}")
    assert not wrong, "\n".join(wrong)
    assert count > 70
