"""Who may see and do what: every address of the pages, by role. An address that is not in the table fails.

``200`` a page, ``302`` elsewhere (for nobody: to the sign-in page), ``404`` no such page for you, ``405`` not so.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.competitions.verbs import entries, rounds
from tests.league.builders import competition

BACKEND = "django.contrib.auth.backends.ModelBackend"
ROLES = ("nobody", "stranger", "player", "organiser")
EVERYBODY = (200, 200, 200, 200)
SIGNED_IN = (302, 200, 200, 200)
ORGANISER = (302, 404, 404, 200)
POST_ONLY = (405, 405, 405, 405)

TABLE: dict[str, tuple[int, int, int, int]] = {
    "home": EVERYBODY,
    "games": EVERYBODY,
    "game": EVERYBODY,
    "prefer": POST_ONLY,
    "players:guest": (200, 302, 302, 302),
    "players:settings": SIGNED_IN,
    "players:profile": EVERYBODY,
    "players:enter": EVERYBODY,
    "players:search": EVERYBODY,
    "statistics:player": EVERYBODY,
    "statistics:match": EVERYBODY,
    "competitions:list": EVERYBODY,
    "competitions:new": EVERYBODY,
    "competitions:preview": EVERYBODY,
    "competitions:mine": SIGNED_IN,
    "competitions:overview": EVERYBODY,
    "competitions:bracket": EVERYBODY,
    "competitions:table": (302, 302, 302, 302),
    "competitions:fixtures": EVERYBODY,
    "competitions:statistics": EVERYBODY,
    "competitions:entrants": EVERYBODY,
    "competitions:enter": (302, 302, 302, 302),
    "competitions:links": ORGANISER,
    "competitions:reset": ORGANISER,
    "competitions:rules": EVERYBODY,
    "competitions:audit": EVERYBODY,
    "competitions:draw": EVERYBODY,
    "competitions:console": ORGANISER,
    "competitions:settings": ORGANISER,
    "competitions:press": POST_ONLY,
    "competitions:ruling": ORGANISER,
}
OTHERS = ("matches:", "account_", "api:", "schema", "livez", "readyz", "lan", "v1:")
"""Addresses of other rooms, which their own tests walk."""


@pytest.fixture
def world(cast):
    """A running cup with a player, an account and a name without account."""
    cup = competition(cast.organiser, places=4)
    entries.enter(competition=cup, player=cast.anna)
    entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nVera\nZeno")
    rounds.start(competition=cup, by=cast.organiser)
    mine = cup.entrants.get(player=cast.anna)
    named = cup.entrants.exclude(personal_key="").first()
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    return {
        "slug": cup.slug,
        "player_id": cast.anna.pk,
        "entrant_id": mine.pk,
        "fixture_id": fixture.pk,
        "match_id": fixture.match_id,
        "key": named.personal_key,
    }


def names(patterns=None, prefix=""):
    """Every named address of the site."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from names(pattern.url_patterns, prefix + space)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield prefix + pattern.name


def address(name, world):
    if name == "game":
        return reverse(name, args=["super_goal"])
    needed = {
        "players:profile": ["player_id"],
        "statistics:player": ["player_id"],
        "statistics:match": ["match_id"],
        "players:enter": ["key"],
        "competitions:reset": ["slug", "entrant_id"],
        "competitions:ruling": ["slug", "fixture_id"],
    }
    plain = ("list", "new", "preview", "mine")
    slugged = name.startswith("competitions:") and name.split(":")[1] not in plain
    keys = needed.get(name, ["slug"] if slugged else [])
    return reverse(name, kwargs={key: world[key] for key in keys})


def test_every_address_is_in_the_table():
    ours = {name for name in names() if not name.startswith(OTHERS)}
    assert ours - set(TABLE) == set(), "say in the table who may open it"
    assert set(TABLE) - ours == set()


@pytest.mark.parametrize("role", ROLES)
def test_who_may_open_what(client, cast, world, role):
    people = {"stranger": cast.stranger, "player": cast.anna, "organiser": cast.organiser}
    if role in people:
        client.force_login(people[role], backend=BACKEND)
    got = {name: client.get(address(name, world)).status_code for name in TABLE}
    assert got == {name: codes[ROLES.index(role)] for name, codes in TABLE.items()}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["competitions:press", "competitions:ruling", "competitions:reset"])
def test_who_may_do_what(client, cast, world, role, name):
    people = {"stranger": cast.stranger, "player": cast.anna, "organiser": cast.organiser}
    if role in people:
        client.force_login(people[role], backend=BACKEND)
    words = {"do": "walkover" if name.endswith("ruling") else "open_round", "winner": "home", "number": "1"}
    code = client.post(address(name, world), words).status_code
    allowed = 200 if name.endswith("reset") else 302
    assert code == (allowed if role == "organiser" else 302 if role == "nobody" else 404)


def test_nothing_changes_without_the_token(cast, world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.organiser, backend=BACKEND)
    for name in ("competitions:press", "competitions:ruling", "competitions:enter", "prefer", "players:settings"):
        assert client.post(address(name, world), {"do": "open_round"}).status_code == 403, name
