"""CPU of every address that a stranger may read, asked of the biggest competitions, with nothing kept.

What costs more than 300 ms must be limited (``docs/settings.md``).
"""

from __future__ import annotations

import time

import pytest

from league.competitions.verbs.rounds import pair_due
from tests.league.big import enter, known_fixtures, play_rounds
from tests.league.builders import running
from tests.security.test_permissions import ROWS, STREAMS
from tests.security.town import addresses_of_all, furnish, parts_of, path_of, place_of

pytestmark = pytest.mark.bench

MOST_MS = 300
TRIES = 2
BIG = [
    ("swiss", 1024, {"settings": {"rounds": 10}}),
    ("cup", 1024, {}),
    ("double", 512, {}),
    ("league", 100, {"settings": {"times": 2}}),
]
OF_COMPETITIONS = {"slug", "competition_id", "fixture_id", "entrant_id"}


@pytest.fixture
def town(db):
    return furnish()


def big_place(town, preset, entrants, more):
    """Build a competition half played, and return the parts of its addresses."""
    cup = running(town.people["organiser"], preset, entrants=entrants, **more)
    pair_due()
    if preset == "swiss":
        play_rounds(cup, 5)
    fixtures = list(known_fixtures(cup))
    enter(cup, fixtures[: len(fixtures) // 2])
    place = town.places["cup"] | {key: value for key, value in place_of(cup).items() if value is not None}
    fixture = next((row for row in known_fixtures(cup) if row.match_id), None)
    return place | ({"fixture_id": fixture.pk, "match_id": fixture.match_id} if fixture else {})


def readable():
    """Return the names of the addresses that nobody in particular may read."""
    return [row for row in ROWS if row.way == "GET" and row.name not in STREAMS and "nobody" in row.let_in]


def cpu_of(client, path):
    """Return the best CPU of a few tries in milliseconds, and the answer's status."""
    best = float("inf")
    for number in range(TRIES):
        used = time.process_time()
        answer = client.get(path, {"nothing": number})
        _body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        best = min(best, (time.process_time() - used) * 1000)
    return best, answer.status_code


def measured(client, town, place, rows):
    costs = []
    for row in rows:
        path = path_of(town, row.name, place or row.place)
        ms, status = cpu_of(client, path)
        costs.append((ms, row.name, status))
    return sorted(costs, reverse=True)


def shown(title, costs):
    print(f"\n{title}: {len(costs)} addresses, over {MOST_MS} ms: {sum(ms > MOST_MS for ms, *_ in costs)}")
    for ms, name, status in costs[:12]:
        print(f"  {ms:7.0f} ms  {status}  {name}")


def test_what_a_stranger_may_read_of_a_town(client, town):
    shown("town", measured(client, town, "", readable()))


@pytest.mark.parametrize(("preset", "entrants", "more"), BIG, ids=[f"{key}-{n}" for key, n, _more in BIG])
def test_what_a_stranger_may_read_of_the_biggest(client, town, preset, entrants, more):
    town.places["big"] = big_place(town, preset, entrants, more)
    rows = [
        row
        for row in readable()
        if row.place == "cup"
        and OF_COMPETITIONS & set(parts_of(addresses_of_all()[row.name][0]))
        and not row.name.startswith(("clubs:", "series:", "games"))
    ]
    shown(f"{preset} of {entrants}", measured(client, town, "big", rows))
