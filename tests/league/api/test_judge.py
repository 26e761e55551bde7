"""The API and its document, read by a program of others: Schemathesis asks what the document says may be asked."""

from __future__ import annotations

import io
import json
import os
import subprocess
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from deploy import environment
from tests.security.town import Town, furnish
from tests.server import Web, surroundings
from tests.sizes import DAY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

EXAMPLES = 12
"""Requests of each operation."""
ENDLESS = ("bot_events",)
"""Operations that are answered for as long as somebody listens."""
MEANT = ("positive_data_acceptance", "negative_data_rejection")
"""Checks that find no fault of ours: a shape cannot say that a name is taken or a date past, that texts are cleaned
before they are measured, or that an empty value asks nothing. ``tests/security`` has walks of what is refused."""


def document(town: Town) -> dict[str, Any]:
    """The API's document, where an id is one of those that the town has."""
    out = io.StringIO()
    call_command("spectacular", format="openapi-json", stdout=out)
    told = json.loads(out.getvalue())
    for operations in told["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                here = sorted(
                    {str(place[parameter["name"]]) for place in town.places.values() if place.get(parameter["name"])}
                )
                if parameter["in"] == "path" and here:
                    parameter["schema"] = {"enum": here}
    return told


def test_no_answer_differs_from_the_document(tmp_path, settings):
    python = environment.ensure("judges", environment.home() / "var" / "judges")
    town = furnish()
    browser = Client()
    browser.force_login(town.people["organiser"], backend="django.contrib.auth.backends.ModelBackend")
    browser.get("/accounts/login/")
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in browser.cookies.items())
    (tmp_path / "api.json").write_text(json.dumps(document(town)))
    web = Web(around=surroundings("web", RATE_LIMITS="0"), log=tmp_path / "web.log")
    web.start()
    try:
        judged = subprocess.run(
            [
                *(python.with_name("schemathesis"), "run", tmp_path / "api.json", "--url", web.url),
                *("-H", f"Cookie: {cookies}", "-H", f"Referer: {web.url}/", "--no-color"),
                *("-H", f"X-CSRFToken: {browser.cookies[settings.CSRF_COOKIE_NAME].value}"),
                *("--phases", "fuzzing", "--max-examples", str(EXAMPLES), "--continue-on-failure", "--warnings", "off"),
                *("--exclude-checks", ",".join(MEANT), "--generation-database", "none", "--seed", str(DAY)),
                *(word for name in ENDLESS for word in ("--exclude-operation-id", name)),
            ],
            cwd=tmp_path,
            env=os.environ,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        web.stop()
    assert judged.returncode == 0, judged.stdout[-20_000:] + judged.stderr
