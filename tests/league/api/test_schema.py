"""The OpenAPI document is right, whole and without a warning."""

import io
import json
import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import URLPattern
from openapi_spec_validator import validate

from league.api_urls import urlpatterns


@pytest.fixture(scope="module")
def document():
    out = io.StringIO()
    call_command("spectacular", format="openapi-json", fail_on_warn=True, stdout=out)
    return json.loads(out.getvalue())


def test_it_works(document):
    validate(document)
    assert "/api/v1/competitions/{competition_id}/standings/" in document["paths"]
    assert {"get", "post"} <= set(document["paths"]["/api/v1/matches/{match_id}/moves/"])


def test_every_operation_says_what_a_problem_looks_like(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["responses"]["default"]["content"].keys() == {"application/problem+json"}, (method, path)


def test_every_address_is_in_the_document(document):
    rows = [row for row in urlpatterns if isinstance(row, URLPattern) and row.name not in ("schema", "nowhere")]
    routes = [str(row.pattern) for row in rows]
    shown = {"/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route) for route in routes}
    assert shown and shown <= set(document["paths"])


def test_the_page_about_the_api_names_what_there_is(document):
    hits = set(re.findall(r"^\| `(/api/v1/[^`]+)`", (settings.BASE_DIR / "docs" / "api.md").read_text(), re.MULTILINE))
    assert hits and hits <= set(document["paths"])
    steps = {path for path in document["paths"] if set(document["paths"][path]) == {"post"}}
    assert set(document["paths"]) - hits <= steps


def test_it_is_served(client, db):
    assert client.get("/api/v1/schema/").status_code == 200


def test_a_problem_is_declared_as_it_is_served(document):
    """Also where a view names the status: no answer from 400 on is plain JSON."""
    wrong = [
        (method, path, status)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        for status, response in operation["responses"].items()
        if status >= "400" and set(response.get("content", ())) - {"application/problem+json"}
    ]
    assert not wrong
