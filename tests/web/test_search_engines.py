"""Search engines and other sites: structured data, sitemap, robots.txt, oEmbed; only of what everybody may see."""

import json
import re
from datetime import timedelta
from html import unescape
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Competition, Fixture
from league.competitions.verbs import create
from league.competitions.verbs import visibility as sight
from league.delivery import cards, sitemaps
from matches.models import Match
from tests.cast import Cast
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures, play_out

HERE = "http://testserver"


def furnished():
    cast = Cast.make()
    season = running(cast.organiser, "league", 4)
    play_out(season, until=6)
    return cast, season


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def league(copied):
    return copied[1]


def event(client, path):
    """The structured data of a page; None without any."""
    page = client.get(path).content.decode()
    blocks = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.S)
    assert len(blocks) <= 1
    return json.loads(blocks[0]) if blocks else None


def sitemap(client, section):
    answer = client.get(f"/sitemap-{section}.xml")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/xml"
    return re.findall(r"<loc>http://testserver(.*?)</loc>", answer.content.decode())


def test_a_competition_is_an_event(client, league):
    told = event(client, f"/competitions/{league.slug}/")
    assert (told["@type"], told["name"], told["url"]) == (
        "SportsEvent",
        league.name,
        f"{HERE}/competitions/{league.slug}/",
    )
    assert told["sport"] == "Super Goal!" and told["startDate"] and told["location"]["@type"] == "VirtualLocation"
    assert told["image"].startswith(f"{HERE}/cards/competitions/") and told["organizer"]["name"] == "organiser"
    assert event(client, f"/competitions/{league.slug}/table/") is None, "once, on the page that everything links to"


def test_what_a_cancelled_competition_had_ahead_is_cancelled(client, cast, league):
    played, ahead = (Fixture.objects.filter(status=status).first() for status in ("played", "open"))
    pages = {fixture.status: f"/competitions/{league.slug}/fixtures/{fixture.pk}/" for fixture in (played, ahead)}
    assert {event(client, page)["eventStatus"] for page in pages.values()} == {"https://schema.org/EventScheduled"}
    create.cancel(competition=league, by=cast.organiser, reason="flood")
    league.refresh_from_db()
    assert event(client, f"/competitions/{league.slug}/")["eventStatus"] == "https://schema.org/EventCancelled"
    assert event(client, pages["open"])["eventStatus"] == "https://schema.org/EventCancelled"
    assert event(client, pages["played"])["eventStatus"] == "https://schema.org/EventScheduled"
    assert cards.of_competition(league).line.endswith("Cancelled")
    ahead.refresh_from_db()
    assert cards.of_fixture(league, ahead).line.startswith("Cancelled")
    assert "Cancelled" not in cards.of_fixture(league, played).line
    framed = client.get(f"/embed/{league.slug}/fixtures/").text
    assert "Cancelled" in framed and str(played.pk) in framed and str(ahead.pk) not in framed
    assert "Cancelled" in client.get(f"/embed/{league.slug}/table/").text


def test_a_fixture_and_a_match_are_events_of_their_competition(client, league):
    fixture = Fixture.objects.filter(status="played").select_related("home", "away", "match").first()
    told = event(client, f"/competitions/{league.slug}/fixtures/{fixture.pk}/")
    assert told["homeTeam"]["name"] == fixture.home.name and told["superEvent"]["name"] == league.name
    Match.objects.filter(pk=fixture.match_id).update(started_at=fixture.match.finished_at - timedelta(minutes=20))
    told = event(client, f"/matches/{fixture.match_id}/report/")
    assert told["awayTeam"]["name"] == fixture.away.name and told["startDate"] <= told["endDate"]
    assert told["superEvent"]["name"] == league.name


def test_a_name_cannot_leave_the_block(client, cast):
    cup = competition(cast.organiser)
    Competition.objects.filter(pk=cup.pk).update(name="</script><script>alert(1)</script> & co")
    page = client.get(f"/competitions/{cup.slug}/").content.decode()
    assert "<script>alert" not in page
    assert event(client, f"/competitions/{cup.slug}/")["name"] == "</script><script>alert(1)</script> & co"


@pytest.mark.parametrize("visibility", ["link", "members"])
def test_what_is_not_public_is_for_no_robot(client, cast, league, visibility):
    path, match = f"/competitions/{league.slug}/", Fixture.objects.filter(status="played").first().match_id
    assert path in sitemap(client, "competitions") and f"/matches/{match}/report/" in sitemap(client, "reports")
    sight.show_to(competition=league, by=cast.organiser, visibility=visibility)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    for who in ("organiser", "nobody"):
        assert path not in sitemap(client, "competitions"), who
        assert f"/matches/{match}/report/" not in sitemap(client, "reports"), who
        answer = client.get(path)
        if answer.status_code == 200:
            assert event(client, path) is None and '<meta name="robots" content="noindex">' in answer.content.decode()
        client.logout()
    response = client.get(f"/oembed/?url={quote(HERE + path)}")
    assert response.status_code == (200 if visibility == "link" else 404), "by its address who has it sees it"


def test_the_sitemap_is_paged_and_leads_to_pages(client, cast, league):
    index = client.get("/sitemap.xml").content.decode()
    assert all(f"{HERE}/sitemap-{section}.xml" in index for section in sitemaps.SITEMAPS)
    draft = create.create(by=cast.organiser, name="Draft", game="super_goal", preset="cup", places=4)
    assert sitemap(client, "competitions") == [f"/competitions/{league.slug}/"]
    assert f"/competitions/{draft.slug}/" not in sitemap(client, "competitions")
    played = Match.objects.finished().count()
    reports = sitemap(client, "reports")
    assert len(reports) == played > 3
    for path in [*sitemap(client, "site"), reports[0]]:
        assert client.get(path).status_code == 200, path


def test_reports_are_paged_by_weeks_and_never_counted(client, league):
    first, *others = Match.objects.finished().order_by("finished_at")
    last = others[-1]
    end = first.finished_at + timedelta(days=15)
    Match.objects.filter(pk=last.pk).update(finished_at=end)
    with CaptureQueriesContext(connection) as queries:
        index = client.get("/sitemap.xml").content.decode()
    assert [part for part in ("reports.xml<", "p=2<", "p=3<", "p=4<") if part in index] == [
        "reports.xml<",
        "p=2<",
        "p=3<",
    ]
    assert not any("COUNT" in row["sql"] and "matches_match" in row["sql"] for row in queries)
    paths = [f"/matches/{match.pk}/report/" for match in (first, *others)]
    assert sitemap(client, "reports") == paths[:-1]
    found = {page: client.get("/sitemap-reports.xml", {"p": page}) for page in ("2", "3", "4", "x")}
    assert [answer.status_code for answer in found.values()] == [200, 200, 404, 404]
    assert paths[-1] in found["3"].content.decode() and "<loc>" not in found["2"].content.decode()


def test_a_live_match_is_in_no_sitemap(client, cast):
    before = sitemap(client, "reports")
    assert open_fixtures(running(cast.organiser, "league", 4)) and sitemap(client, "reports") == before


def test_robots_are_told_what_is_not_for_them(client, db):
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /enter/" in text and "Disallow: /competitions/*/console/" in text
    assert re.search(r"^Sitemap: http\S+/sitemap\.xml$", text, re.M) and "Disallow: /\n" not in text


def discovered(client, path):
    page = client.get(path).content.decode()
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="(.*?)"', page)
    return unescape(link[1]).removeprefix(HERE) if link else ""


def test_a_page_of_a_competition_is_framed_by_others(client, league):
    for page, part in (("", "table"), ("table/", "table"), ("fixtures/", "fixtures")):
        answer = client.get(discovered(client, f"/competitions/{league.slug}/{page}"))
        data = answer.json()
        assert (data["version"], data["type"], data["title"]) == ("1.0", "rich", league.name)
        frame = re.search(r'src="(.*?)"', data["html"])[1]
        assert frame.endswith(f"/embed/{league.slug}/{part}/") and f'height="{data["height"]}"' in data["html"]
        assert answer["Access-Control-Allow-Origin"] == "*"
    narrow = client.get(f"{discovered(client, f'/competitions/{league.slug}/')}&maxwidth=320&maxheight=300").json()
    assert (narrow["width"], narrow["height"]) == (320, 300)


def test_a_match_is_its_picture_with_a_link(client, league):
    match = Fixture.objects.filter(status="played").first().match
    data = client.get(discovered(client, f"/matches/{match.pk}/report/")).json()
    assert f"/matches/{match.pk}/" in data["html"] and f"/cards/matches/{match.pk}.png" in data["html"]
    assert data["thumbnail_url"].endswith(f"/cards/matches/{match.pk}.png")


@pytest.mark.parametrize(("widest", "highest"), [(600, 200), (120, 600), (150, 90), (1200, 630)])
def test_nothing_is_larger_than_the_other_site_asks(client, league, widest, highest):
    match = Fixture.objects.filter(status="played").first().match
    for page in (f"/competitions/{league.slug}/", f"/matches/{match.pk}/report/"):
        address = f"{discovered(client, page)}&maxwidth={widest}&maxheight={highest}"
        data = client.get(address).json()
        assert 0 < data["width"] <= widest and 0 < data["height"] <= highest
        assert f'width="{data["width"]}" height="{data["height"]}"' in data["html"]
        assert ("thumbnail_url" in data) == ("thumbnail_width" in data) == ((widest, highest) == (1200, 630))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://elsewhere.example/competitions/x/",
        f"{HERE}/competitions/none/",
        f"{HERE}/settings/",
        "no address",
        "http://[",
    ],
)
def test_nothing_else_is_framed(client, db, address):
    assert client.get("/oembed/", {"url": address}).status_code == 404


def test_only_json_is_answered(client, league):
    answer = client.get("/oembed/", {"url": f"{HERE}/competitions/{league.slug}/", "format": "xml"})
    assert answer.status_code == 501 and "format=json" in answer.content.decode()


def test_competitions_are_paged_by_time_and_never_counted(client, cast):
    old, new = (running(cast.organiser, "league", 4) for _ in range(2))
    Competition.objects.filter(pk=old.pk).update(created_at=new.created_at - timedelta(days=250))
    with CaptureQueriesContext(connection) as queries:
        index = client.get("/sitemap.xml").content.decode()
    assert [part for part in ("p=2<", "p=3<", "p=4<") if f"competitions.xml?{part}" in index] == ["p=2<", "p=3<"]
    assert not any("COUNT" in row["sql"] and "competitions_competition" in row["sql"] for row in queries)
    assert sitemap(client, "competitions") == [f"/competitions/{old.slug}/"]
    third = client.get("/sitemap-competitions.xml", {"p": "3"}).content.decode()
    assert f"/competitions/{new.slug}/" in third and old.slug not in third


def test_the_last_change_of_competitions_is_told_once_all_are_over(client, cast):
    row = running(cast.organiser, "league", 4)
    assert sitemaps.Competitions().get_latest_lastmod() is None
    Competition.objects.update(status="finished", finished_at=row.created_at)
    assert sitemaps.Competitions().get_latest_lastmod() == row.created_at
