"""No dead end: from the home page every link on the site leads somewhere, whoever follows it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

import engines
from league.competitions.verbs import create, entries, rounds, rulings
from tests.cases import built
from tests.league.builders import competition, running
from tests.sizes import size

BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST = 250
OF_A_KIND = size(6, MOST)
"""Addresses of one view with the same questions: more than there are competitions here, so each state is walked."""


class Links(HTMLParser):
    """The links of a page, and the ids that they may point at."""

    def __init__(self):
        super().__init__()
        self.found, self.ids = [], set()

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if said.get("id"):
            self.ids.add(said["id"])
        if tag == "a":
            self.found.append(said.get("href") or "")


@pytest.fixture(autouse=True)
def games_of_the_site(monkeypatch):
    """Other tests of this process may have registered a game of their own, which has no pages."""
    ours = built()
    monkeypatch.setattr(engines, "games", lambda: ours)


@pytest.fixture
def town(cast):
    """A cup with entries, a league with a result, a cup that is over, a draft."""
    opened = competition(cast.organiser, places=8)
    entries.enter(competition=opened, player=cast.anna)
    entries.enter_names(competition=opened, by=cast.organiser, names="Ugo\nVera")
    league = running(cast.organiser, "league", 4)
    fixture = league.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    over = competition(cast.organiser, places=2)
    entries.enter(competition=over, player=cast.anna)
    entries.enter(competition=over, player=cast.bruno)
    rounds.start(competition=over, by=cast.organiser)
    final = over.stages.get().rounds.get().ties.get().fixtures.get()
    rulings.enter_result(fixture=final, score=rulings.Score(1, 0), by=cast.organiser)
    create.create(by=cast.organiser, name="A draft", game="super_goal", preset="cup", places=4)


def kind(path):
    """The view of an address, and the names of the questions in it."""
    asked = urlsplit(path)
    try:
        view = resolve(asked.path).view_name
    except Resolver404:  # a file, or a dead end that is found when it is opened
        view = path
    return view, *sorted(parse_qs(asked.query))


@pytest.mark.parametrize(
    "role",
    ["nobody", *(pytest.param(one, marks=pytest.mark.long) for one in ("stranger", "anna")), "organiser"],
)
def test_no_dead_end(client, cast, town, role):
    if role != "nobody":
        client.force_login(getattr(cast, role), backend=BACKEND)
    to_see, seen, opened = ["/"], set(), Counter()
    while to_see and opened.total() < MOST:
        path = to_see.pop()
        if path in seen or path.startswith(("/accounts/logout/", "/api/")):
            continue
        seen.add(path)
        if opened[kind(path)] == OF_A_KIND:
            continue
        opened[kind(path)] += 1
        page = client.get(path, follow=True)
        assert page.status_code == 200, f"{path}: {page.status_code}"
        if not page.headers["Content-Type"].startswith("text/html"):
            continue
        links = Links()
        links.feed(page.content.decode())
        for href in links.found:
            assert href != "#", f"{path}: a link that leads nowhere"
            target = urlsplit(urljoin(path, href))
            if target.netloc or target.scheme:
                continue
            if target.fragment and target.path == path:
                assert target.fragment in links.ids, f"{path}: #{target.fragment}"
            to_see.append(target.path + (f"?{target.query}" if target.query else ""))
    assert opened.total() > 40
