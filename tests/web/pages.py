"""The HTML of every page of the permission table and of the demo, for tests that read it as others do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponseBase
from django.test import Client, override_settings
from django.urls import reverse

from league.competitions.models import Competition
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.verbs.rounds import pair_due
from league.players.models import User
from tests.browser import sitemap
from tests.league.big import play_rounds, rounds_of
from tests.league.builders import running
from tests.security.test_permissions import APART, ASKED, BACKEND, Asker, Row
from tests.security.town import Town, addresses_of_all, furnish, parts_of, path_of
from tests.sizes import size

READERS = size(("nobody", "organiser"), ("nobody", "player", "organiser", "moderator", "staff"))
ELSEWHERE = size((), ("nobody", "organiser"))
"""Who asks for a page at every other place too where there is one."""
FORMATS: dict[str, dict[str, Any]] = {preset.key: {} for preset in PRESETS.values() if preset.key != OWN} | {
    "cup": {"settings": {"third_place": True}},
    "world_cup": {"settings": {"groups": 4}},
}
"""Competitions of which each page is drawn, half-way and at the end: a preset -> what is asked beside it."""
SHOWN_FORMATS = size(("cup", "double"), tuple(FORMATS))
HIDDEN_PAGES = {"ORGANISER_RESETS": True, "LEGAL_NOTICE": "In words", "TERMS": "In words", "CONTACT": "In words"}
"""Settings that open pages which a plain installation does not have."""
EACH_TIME_ANOTHER = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|data-csrf="\w+"|clipPath id="\w+"|url\(#\w+\)')

Asked = tuple[str, HttpResponseBase]


def html_pages() -> dict[str, str]:
    """Return each page once, by a name that says who asked for it, and where.

    Needs a database in which rows are committed: the demo plays its matches on connections of its own.
    """
    town, shown = furnish(), sitemap.furnish()
    found: dict[str, str] = {}
    bare_pages: set[str] = set()
    with override_settings(**HIDDEN_PAGES):
        for name, answer in [*_of_the_table(town), *_of_the_demo(shown), *_of_the_formats(town), *_of_errors()]:
            html = answer.content.decode() if answer.get("Content-Type", "").startswith("text/html") else ""
            bare = EACH_TIME_ANOTHER.sub("", html)
            if html and bare not in bare_pages:
                bare_pages.add(bare)
                found[name] = html
    return found


def _of_the_table(town: Town) -> Iterator[Asked]:
    """Ask for each row of the permission table; a form is sent too, empty, which draws what it complains of."""
    asker = Asker(town)
    for row in ASKED:
        if row.name.startswith("api:") or row.name in APART:
            continue
        for place in _places(town, row):
            path = path_of(town, row.name, place)
            for role in READERS if place == row.place else ELSEWHERE:
                if role in row.let_in:
                    answer, _wrote = asker.ask(role, row.way, path, row.body)
                    yield f"{row} at {place} by {role}", answer


def _places(town: Town, row: Row) -> list[str]:
    """Return the places that have such a page, the row's own first; what is sent belongs to that alone."""
    if row.way != "GET" or row.body or not ELSEWHERE:
        return [row.place]
    parts = parts_of(addresses_of_all()[row.name][0])
    known = [place for place, values in town.places.items() if all(values.get(part) is not None for part in parts)]
    return list(dict.fromkeys([row.place, *known]))


def _of_the_demo(shown: list[sitemap.Shown]) -> Iterator[Asked]:
    for page in shown:
        client = Client()
        if page.user is not None:
            client.force_login(page.user, backend=BACKEND)
        yield f"{page.path} of the demo by {page.user or 'nobody'}", client.get(page.path)


def _of_the_formats(town: Town) -> Iterator[Asked]:
    organiser = town.people["organiser"]
    assert organiser
    for preset in SHOWN_FORMATS:
        entrants = PRESETS[preset].places
        competition = running(organiser, preset, entrants, **FORMATS[preset])
        while pair_due():
            pass
        for until in (rounds_of(competition) // 2, 10_000):
            play_rounds(competition, until)
            yield from _of_a_competition(competition, organiser)


def _of_a_competition(competition: Competition, organiser: User) -> Iterator[Asked]:
    """Ask for all that its name alone names, as nobody and as its organiser."""
    slug = {"slug": competition.slug}
    names = {row.name for row in ASKED if row.way == "GET" and row.name.startswith(("competitions:", "overlay"))}
    for name in sorted(names):
        if parts_of(addresses_of_all()[name][0]) != ["slug"]:
            continue
        for person in (None, organiser):
            client = Client()
            if person is not None:
                client.force_login(person, backend=BACKEND)
            yield f"{reverse(name, kwargs=slug)} by {person or 'nobody'}", client.get(reverse(name, kwargs=slug))


def _of_errors() -> Iterator[Asked]:
    yield "404", Client().get("/no/such/page/")
    yield "403", Client(enforce_csrf_checks=True).post("/prefer/", {"theme": "dark"})
