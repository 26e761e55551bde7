"""Previews of links in a chat: Open Graph tags on every public page, cards drawn by us, a round as ready text."""

from __future__ import annotations

import io
import re
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from PIL import Image

from league.competitions import demo
from league.competitions.models import Competition
from league.competitions.verbs import rulings, visibility
from league.delivery.drawing import Card, Duel, Row, draw, polygons
from league.players.drawing.crests import PATTERNS, SHAPES
from league.series import verbs as series_verbs
from matches.pages import visitors
from matches.replay.playback import film
from matches.verbs.opening import Opening, Sitter, open_match
from tests.league.builders import running
from tests.league.tables import play_out

TAG = re.compile(r'<meta property="(og:[\w:]+)" content="([^"]*)">')
DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


@pytest.fixture
def league(cast, monkeypatch):
    monkeypatch.setattr(visitors.time, "time", lambda: 1_000_000.0)
    season = running(cast.organiser, "league", 6)
    play_out(season, until=4)
    return season


def card_of(page):
    """The tags of a page, and the path of its card."""
    tags = dict(TAG.findall(page.content.decode()))
    return tags, tags.get("og:image", "").removeprefix("http://testserver")


def size_of(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Image.open(io.BytesIO(answer.content)).size


def public_pages(league):
    root = f"/competitions/{league.slug}/"
    fixture = league.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    return {
        root: league.name,
        f"{root}table/": "Table",
        f"{root}fixtures/?round=1": "Matchday 1",
        f"{root}fixtures/{fixture.pk}/": str(fixture.home),
        f"{root}entrants/": league.name,
        f"/players/{league.entrants.first().player_id}/": league.entrants.first().name,
        f"/matches/{fixture.match_id}/": str(fixture.home),
    }


def test_it_works(client, league):
    seen = set()
    for path, said in public_pages(league).items():
        page = client.get(path)
        tags, card = card_of(page)
        assert said in tags["og:title"] and tags["og:description"], path
        assert DESCRIPTION.findall(page.content.decode()) == [tags["og:description"]], path
        assert tags["og:url"] == f"http://testserver{path}" and tags["og:locale"] == "en_GB"
        assert size_of(client.get(card)) == (1200, 630) == (int(tags["og:image:width"]), int(tags["og:image:height"]))
        seen.add(card.split("?")[0])
    assert len(seen) == 6  # the entrants have the competition's


def test_robots_may_fetch_the_page_and_its_card(client, league):
    """X shows no picture that robots.txt closes, and structured data may name none."""
    robots = RobotFileParser()
    robots.parse(client.get("/robots.txt").content.decode().splitlines())
    for path in public_pages(league):
        tags, _card = card_of(client.get(path))
        assert robots.can_fetch("Twitterbot", tags["og:url"]) and robots.can_fetch("Twitterbot", tags["og:image"]), path
    assert not robots.can_fetch("Twitterbot", "http://testserver/enter/")


HUNG_ON = "fbclid=abc&utm_source=x"


def one_address(page):
    """The address that a page says it has, twice."""
    html = page.content.decode()
    (link,) = re.findall(r'<link rel="canonical" href="([^"]*)">', html)
    (card,) = re.findall(r'<meta property="og:url" content="([^"]*)">', html)
    assert link == card
    return link.removeprefix("http://testserver")


def test_a_page_has_one_address_whatever_is_hung_on_a_link(client, league):
    root = f"/competitions/{league.slug}/"
    for path in public_pages(league):
        mark = "&" if "?" in path else "?"
        assert one_address(client.get(f"{path}{mark}{HUNG_ON}")) == path
    assert one_address(client.get(f"{root}fixtures/?{HUNG_ON}&round=2")) == f"{root}fixtures/?round=2"
    assert one_address(client.get(f"{root}table/?page=1&after=1&{HUNG_ON}")) == f"{root}table/?after=1"
    printed = client.get(f"{root}table/?{HUNG_ON}").content.decode()
    assert "fbclid" not in re.search(r'<div class="printfoot.*?</div>', printed, re.DOTALL)[0]
    assert 'rel="canonical"' not in client.get("/no/such/page/").content.decode()


def test_a_card_is_tagged_and_follows_the_log(client, cast, league):
    page = f"/competitions/{league.slug}/fixtures/?round=1"
    _tags, card = card_of(client.get(page))
    first = client.get(card)
    assert len(first.content) < 60_000
    assert client.get(card, headers={"If-None-Match": first["ETag"]}).status_code == 304
    fixture = league.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(7, 5), by=cast.organiser, reason="typed wrong")
    _tags, later = card_of(client.get(page))
    assert later != card and client.get(later).content != first.content


def test_a_series_has_a_card_that_follows_its_events(client, cast, league):
    series = series_verbs.create(by=cast.organiser, name="Winter", points=[3, 2, 1], competitions=[league])
    page = f"/series/{series.slug}/"
    tags, before = card_of(client.get(page))
    first = client.get(before)
    assert tags["og:title"].startswith("Winter") and size_of(first) == (1200, 630)
    play_out(league)
    _tags, after = card_of(client.get(page))
    assert after != before and client.get(after).content != first.content
    overview = client.get(f"/competitions/{league.slug}/").content.decode()
    assert f'href="{page}"' in overview and "Counts for" in overview
    series_verbs.change(series=series, by=cast.organiser, listed=False)
    assert f'href="{page}"' not in client.get(f"/competitions/{league.slug}/").content.decode()
    visibility.show_to(competition=league, by=cast.organiser, visibility="members")
    assert client.get(after).status_code == 404


def test_a_draft_has_no_card(client, cast, league):
    Competition.objects.update(status="draft")
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    tags, card = card_of(client.get(f"/competitions/{league.slug}/"))
    assert tags["og:title"] == "Tabellone" and not card
    for part in (".png", "/table.png", "/rounds/1.png"):
        assert client.get(f"/cards/competitions/{league.slug}{part}").status_code == 404


def test_names_cannot_break_out_of_the_tags(client, league):
    Competition.objects.update(name='"><script>alert(1)</script>')
    page = client.get(f"/competitions/{league.slug}/").content.decode()
    assert "<script>alert" not in page and "&quot;&gt;&lt;script" in page


def test_a_round_is_ready_text_with_links(client, settings, league):
    settings.PUBLIC_URL = "https://cup.example.org/"
    open_round = next(row for row in league.stages.get().rounds.order_by("number") if row.status == "open")
    answer = client.get(f"/competitions/{league.slug}/rounds/{open_round.number}.txt")
    assert answer["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert lines[0] == f"{league.name} · Matchday {open_round.number}"
    fixtures = [fixture for tie in open_round.ties.all() for fixture in tie.fixtures.all()]
    for fixture in fixtures:
        line = next(line for line in lines if str(fixture.home) in line)
        if fixture.home_goals is None:
            assert line.endswith(f"https://cup.example.org/fixtures/{fixture.pk}/")
        else:
            assert line == f"{fixture.home} {fixture.home_goals}–{fixture.away_goals} {fixture.away}"
    assert lines[-1].startswith("https://cup.example.org/competitions/")
    page = client.get(f"/competitions/{league.slug}/fixtures/?round={open_round.number}").content.decode()
    assert 'data-copy="' + lines[0] in page and "/rounds/" in page
    assert client.get(f"/competitions/{league.slug}/rounds/99.txt").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_goal_is_shared_as_its_own_replay_link_with_its_card():
    match = open_match(
        Opening(game="super_goal", home=Sitter(bot="greedy", name="Ada"), away=Sitter(bot="greedy", name="Bice"))
    )
    demo.play([match.id])
    match.refresh_from_db()
    goals = [step["v"] for step in film(match)["steps"] if any(line["kind"] == "goal" for line in step["lines"])]
    client = Client()
    plain = client.get(f"/matches/{match.pk}/report/")
    _tags, whole = card_of(plain)
    for v in [*goals[:1], 3]:
        tags, card = card_of(client.get(f"/matches/{match.pk}/report/?v={v}"))
        assert tags["og:url"].endswith(f"/report/?v={v}") and card == f"/cards/matches/{match.pk}.png?v={v}"
        assert size_of(client.get(card)) == (1200, 630) and client.get(card).content != client.get(whole).content
    for v in goals[:1]:
        link = f"/matches/{match.pk}/report/?goal={v}"
        tags, card = card_of(client.get(link))
        assert "Goal!" in tags["og:title"] and card == f"/cards/matches/{match.pk}.png?v={v}"
        assert f'href="?goal={v}"' in client.get(f"/matches/{match.pk}/report/").content.decode()
        old = client.get(f"/matches/{match.pk}/replay/?goal={v}")
        assert (old.status_code, old.headers["Location"]) == (301, link), "a link that was shared before leads there"
    assert client.get(f"/cards/matches/{match.pk}.png?v=99999").status_code == 404
    assert client.get(f"/cards/matches/{match.pk}.png?v=x").status_code == 200


def test_a_card_takes_any_name():
    long = "Přemysl-Øyvind Ščukin von und zu Ñandú " * 3
    for card in (
        Card(long, long, long, Duel(long, "", "10–10")),
        Card("", "", rows=[Row("1", long, "x" * 80)] * 30),
        Card("", "", crest="😀"),
    ):
        assert Image.open(io.BytesIO(draw(card))).size == (1200, 630)


@pytest.mark.parametrize("path", [*SHAPES[:1], *SHAPES[2:], *(path for marks in PATTERNS for path in marks)])
def test_the_crests_of_the_pages_are_drawn_from_their_own_paths(path):
    for corners in polygons(path):
        assert len(corners) >= 3 and all(-13 <= x <= 61 and -13 <= y <= 61 for x, y in corners)
