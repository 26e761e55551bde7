"""The API and the competition's document stay compatible: no field, type, bound or value is removed or narrowed."""

import json
from copy import deepcopy

import pytest

from tests.league.api import promises


@pytest.fixture(scope="module")
def promised():
    return json.loads(promises.FILE.read_text())


def test_what_was_promised_is_kept(promised):
    assert promises.broken(promised, promises.of_today()) == []


BREAKS = {
    "a field of a body": lambda now: now["schemas"]["CompetitionIn"]["properties"].pop("unplayed"),
    "a field of an answer": lambda now: now["schemas"]["CompetitionOut"]["properties"].pop("name"),
    "a bound": lambda now: now["schemas"]["CompetitionIn"]["properties"]["round_hours"].update(maximum=100),
    "a type": lambda now: now["schemas"]["CompetitionIn"]["properties"]["round_hours"].update(type="string"),
    "a value": lambda now: now["schemas"]["Advance"]["enum"].remove("click"),
    "null": lambda now: now["schemas"]["CompetitionIn"]["properties"]["starts_at"].pop("nullable"),
    "what may be left out": lambda now: now["schemas"]["CompetitionIn"]["required"].append("chat"),
    "what is always there": lambda now: now["schemas"]["CompetitionOut"]["required"].remove("slug"),
    "an operation": lambda now: now["paths"]["/api/v1/competitions/"].pop("post"),
    "a parameter": lambda now: now["paths"]["/api/v1/competitions/"]["get"]["parameters"].clear(),
    "an answer without a bound": lambda now: now["schemas"]["CompetitionOut"]["properties"]["places"].pop("maximum"),
    "a field of the document": lambda now: setting(now, "unplayed", gone=True),
    "a bound of the document": lambda now: setting(now, "round_hours", minimum=2),
    "a value of the document": lambda now: setting(now, "chat", enum=["all"]),
    "null in the document": lambda now: setting(now, "starts_at", type="string"),
}


def setting(now, name, gone=False, **changes):
    settings = now["document"]["properties"]["competition"]["properties"]
    settings[name].update(changes)
    if gone:
        del settings[name]


@pytest.mark.parametrize("what", BREAKS)
def test_what_is_taken_away_is_named(promised, what):
    now = deepcopy(promised)
    BREAKS[what](now)
    assert promises.broken(promised, now)


def test_what_is_added_breaks_nothing(promised):
    now = deepcopy(promised)
    now["schemas"]["CompetitionIn"]["properties"]["mascot"] = {"type": "string"}
    now["schemas"]["CompetitionIn"]["properties"]["round_hours"]["maximum"] += 1
    now["schemas"]["CompetitionOut"]["properties"]["places"]["maximum"] -= 1
    now["schemas"]["Advance"]["enum"].append("lots")
    now["document"]["properties"]["competition"]["required"].remove("season")
    assert promises.broken(promised, now) == []
