"""Bytes of a first view on the wire: page, styles, scripts and drawings, compressed as they are served."""

from __future__ import annotations

import gzip
import re
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from league.clubs.models import Membership
from league.clubs.verbs import clubs
from league.competitions.models import Competition, Fixture
from league.series import verbs as series_verbs
from matches.verbs.casual import play_friend
from tests.cases import built
from tests.league.builders import running
from tests.league.tables import play_out

PLAIN, WITH_BOARD = 60_000, 105_000
IMPORT = re.compile(rb"""(?:import|from)\s*\(?["'](\./[^"']+|\.\./[^"']+)["']""")
ASKED_FOR = ("copy.js", "anew.js", "ago.js", "line_ups.js", "sounds.js")
"""Parts that a script fetches when its button is pressed or its list is needed, or once the page is there."""
EITHER = {"tree.js": "rounds.js"}
"""Parts of a wide window and their twins in a narrow one: neither fetches both, and the heavier one is weighed."""
LINKED = re.compile(rb"""url\(["']?([^)"']+)["']?\)""")
GZIP = {"Accept-Encoding": "gzip, br"}


class Parts(HTMLParser):
    """Collect the parts that a page makes a browser fetch, those that block, and those without reserved room."""

    def __init__(self):
        super().__init__()
        self.files, self.blocking, self.without_size = [], [], []

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "script" and said.get("src"):
            self.files.append(said["src"])
            if said.get("type") != "module" and not {"defer", "async"} & set(said):
                self.blocking.append(said["src"])
        if tag == "link" and said.get("rel") in ("stylesheet", "icon", "preload", "modulepreload"):
            self.files.append(said["href"])
        if tag in ("img", "iframe", "video"):
            self.files.append(said.get("src", ""))
            if not {"width", "height"} <= set(said):
                self.without_size.append(said)


@pytest.fixture
def site(client, cast):
    """A league in its middle, a cup of 32, a match with a board."""
    league = running(cast.organiser, "league", 8)
    play_out(league, until=12)
    cup = running(cast.organiser, "cup", 32)
    boards = [play_friend(user=cast.anna, game=slug) for slug in built()]
    over = running(cast.organiser, "cup", 4)
    play_out(over)
    club = clubs.create(by=cast.organiser, name="Bar Centrale")
    Competition.objects.filter(pk__in=[league.pk, over.pk]).update(club=club)
    Membership.objects.bulk_create(
        Membership(club=club, user=row.player) for row in cup.entrants.select_related("player")
    )
    series = series_verbs.create(by=cast.organiser, name="Grand prix", points=[3, 2, 1], competitions=[over])
    return {"league": league, "cup": cup, "boards": boards, "club": club, "series": series}


@cache
def file(name):
    """The bytes of a file as it is sent, and the addresses of what it makes a browser fetch: files are the same for all
    pages of a run."""
    response = Client().get(name, headers=GZIP)
    assert response.status_code == 200, name
    plain = Client().get(name).content
    hits = IMPORT.findall(plain) if name.endswith(".js") else LINKED.findall(plain) if name.endswith(".css") else []
    return len(response.content), [urljoin(name, each.decode()) for each in hits if not each.startswith(b"data:")]


def weight(client, path):
    """Bytes of ``path`` and of all that it needs, and what its parts say."""
    page = client.get(path, headers=GZIP)
    assert page.status_code == 200 and page["Content-Encoding"] == "gzip", path
    parts = Parts()
    parts.feed(gzip.decompress(page.content).decode())
    sizes, waiting = {}, [urljoin(path, name) for name in parts.files]
    while waiting:
        name = urlsplit(waiting.pop()).path
        if name in sizes or not name.startswith("/static/") or name.endswith(ASKED_FOR):
            continue
        sizes[name], fetched = file(name)
        waiting += fetched
    whole = len(page.content) + sum(sizes.values())
    for one, other in EITHER.items():
        pair = [size for name, size in sizes.items() if name.endswith((f"/{one}", f"/{other}"))]
        whole -= min(pair) if len(pair) > 1 else 0
    return whole, parts


def test_first_view_is_light(client, site):
    league, cup = f"/competitions/{site['league'].slug}/", f"/competitions/{site['cup'].slug}/"
    player = site["league"].entrants.first().player_id
    paths = ["/games/", "/competitions/", "/leaders/", "/search/?q=an", "/accounts/login/", f"/players/{player}/"]
    paths += [f"{league}{part}" for part in ("", "table/", "fixtures/", "statistics/", "entrants/", "rules/", "audit/")]
    paths += [f"{cup}{part}" for part in ("", "bracket/", "fixtures/", "entrants/", "draw/")]
    paths += [f"/wall/{site['cup'].slug}/", "/series/", "/clubs/", "/bots/", "/play/super_goal/", f"{league}records/"]
    paths += [f"/players/{player}/{part}/" for part in ("statistics", "opponents")]
    paths += [f"/games/super_goal/{part}/" for part in ("statistics", "records")]
    fixture = Fixture.objects.filter(tie__round__stage__competition=site["league"], status="played").first()
    club, series = f"/clubs/{site['club'].slug}/", f"/series/{site['series'].slug}/"
    paths += [f"{league}fixtures/{fixture.pk}/", club, f"{club}honours/", f"{club}statistics/", series]
    weighed = {path: weight(client, path) for path in paths}
    client.force_login(site["league"].owner, backend="django.contrib.auth.backends.ModelBackend")
    own = [
        "/settings/",
        "/settings/notifications/",
        "/notifications/",
        "/my/fixtures/",
        "/competitions/new/?preset=cup",
    ]
    own += [f"{club}members/", f"{series}desk/"]
    own += [f"{league}{part}" for part in ("console/", "console/plan/", "console/results/", "entrants/", "fixtures/")]
    weighed |= {f"{path} signed in": weight(client, path) for path in own}
    assert {path: bytes_ for path, (bytes_, _parts) in weighed.items() if bytes_ > PLAIN} == {}
    for path, (_bytes, parts) in weighed.items():
        assert parts.blocking == [] and parts.without_size == [], path


def test_first_view_with_a_board_is_light(client, cast, site):
    paths = ["/", "/matches/", *(f"/games/{slug}/" for slug in built())]
    paths += [f"/matches/{match.pk}/{part}" for match in site["boards"] for part in ("", "report/")]
    weighed = {path: weight(client, path) for path in paths}
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    weighed |= {f"{path} seated": weight(client, path) for path in paths if path.startswith("/matches/")}
    assert {path: bytes_ for path, (bytes_, _parts) in weighed.items() if bytes_ > WITH_BOARD} == {}
    for path, (_bytes, parts) in weighed.items():
        assert parts.blocking == [] and parts.without_size == [], path
    print({path: bytes_ for path, (bytes_, _parts) in weighed.items()})


def test_a_stream_is_never_compressed(client, db):
    answer = client.get("/feed/?topic=lobby", headers=GZIP)
    assert answer.streaming and "Content-Encoding" not in answer
    answer.close()
