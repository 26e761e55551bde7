"""Every page and every address of the API opens at the largest size of every format: before the first result, after it,
half-way and at the end. A long run walks all of them; a short one the formats whose pages once broke, fewer entrants.
"""

from __future__ import annotations

import json

import pytest
from django.urls import get_resolver

from league.api_urls import urlpatterns as api_patterns
from league.competitions.models import Fixture, Group
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.verbs.rounds import pair_due
from tests.league.big import enter, known_fixtures, play_rounds, rounds_of
from tests.league.builders import running
from tests.sizes import LONG, size

KB = 1000
BOUNDS = {"": 250 * KB, "table/": 250 * KB, "fixtures/": 250 * KB, "fixtures/all/": 250 * KB, "bracket/": 300 * KB}
"""Bytes of a page before compression."""
ROW_BYTES = 600
"""Bytes of a stored table, a row."""
BACKEND = "django.contrib.auth.backends.ModelBackend"

LARGEST = {preset.key: (preset.most, {}) for preset in PRESETS.values() if preset.key != OWN}
LARGEST["champions"] = (PRESETS["champions"].most, {})
LARGEST["world_cup"] = (PRESETS["world_cup"].most, {"settings": {"groups": 16}})
LARGEST["divisions"] = (PRESETS["divisions"].most, {})
LARGEST[OWN] = (
    PRESETS[OWN].most,
    {
        "stages": [
            {"format": "groups", "settings": {"groups": 16}},
            {"format": "knockout", "settings": {"through": 16}},
        ]
    },
)
CASES = size({"swiss": (210, {}), "cup": (130, {})}, LARGEST)


@pytest.fixture(params=sorted(CASES))
def cup(request, cast):
    """A running competition with nothing played."""
    entrants, more = CASES[request.param]
    competition = running(cast.organiser, request.param, entrants=entrants, **more)
    while pair_due():
        pass
    return competition


def addresses(patterns, given):
    """The path of every address that asks for nothing but what is ``given``."""
    for pattern in patterns:
        path = str(pattern.pattern)
        for name, value in given.items():
            for kind in ("slug", "uuid", "int", "str"):
                path = path.replace(f"<{kind}:{name}>", str(value))
        if any(str(value) in path for value in given.values()) and "<" not in path:
            yield path


def every_address(cup):
    """The addresses of ``cup`` on the pages and in the API."""
    fixture = Fixture.objects.filter(tie__round__stage__competition=cup, home__isnull=False).first()
    given = {
        "slug": cup.slug,
        "competition_id": cup.pk,
        "number": 1,
        "fixture_id": fixture.pk,
        "entrant_id": fixture.home_id,
    }
    pages = [f"/{path}" for path in addresses(_flat(get_resolver().url_patterns), given)]
    return pages, [f"/api/v1/{path}" for path in addresses(api_patterns, given)]


def _flat(patterns, before=""):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from _flat(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield _Pattern(before + str(pattern.pattern))


class _Pattern:
    def __init__(self, path):
        self.pattern = path


def look(client, cup, everywhere):
    """Open the main pages, or every address, and hold the main ones to their size."""
    root = f"/competitions/{cup.slug}/"
    pages, feeds = every_address(cup) if everywhere else ([], [])
    assert not everywhere or (len(pages) > 40 and len(feeds) > 20)
    for path in dict.fromkeys([*(root + part for part in BOUNDS), *pages, *feeds]):
        answer = client.get(path)
        assert answer.status_code < 500, path
        limit = BOUNDS.get(path.removeprefix(root)) if path.startswith(root) else None
        if limit and answer.status_code == 200:
            assert len(answer.content) <= limit, path
    for group in Group.objects.filter(stage__competition=cup):
        rows = group.table.get("rows", [])
        assert len(json.dumps(group.table)) <= ROW_BYTES * max(len(rows), 1)


@pytest.mark.django_db
def test_everything_opens_at_the_largest_size(cast, client, cup):
    client.force_login(cast.organiser, backend=BACKEND)
    rounds = rounds_of(cup)
    look(client, cup, LONG)
    enter(cup, known_fixtures(cup)[:1])
    look(client, cup, True)
    if LONG:
        play_rounds(cup, rounds // 2)
        look(client, cup, True)
        play_rounds(cup)
        assert cup.status == "finished"
        look(client, cup, True)
