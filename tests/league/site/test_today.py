"""The calendar of a day: planned, live and played matches, each once, on the reader's day, by competition."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competitions.models import Competition, Fixture
from league.paging import Place
from league.site.pages import today
from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match
from tests.cast import Cast
from tests.league.builders import running

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)
DAY = "2026-05-10"


def fixtures_of(cup):
    return list(Fixture.objects.filter(tie__round__stage__competition=cup).order_by("tie__round__number", "pk"))


def planned(fixture, at):
    Fixture.objects.filter(pk=fixture.pk).update(kick_off_at=at)


def furnished():
    cast = Cast.make()
    season = running(cast.organiser, preset="league", entrants=4)
    Fixture.objects.update(kick_off_at=None)
    Match.objects.update(started_at=None)
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


def page(client, day=DAY, **more):
    answer = client.get("/today/", {"day": day, **more})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_match_stands_once_on_the_day_it_is_planned_live_or_played(client, league):
    one, two, three, *_rest = fixtures_of(league)
    planned(one, NOON)
    planned(two, NOON - timedelta(days=9))
    matches = []
    for fixture, status in ((two, "live"), (three, "finished")):
        home, away = Sitter(name="a"), Sitter(name="b")
        match = open_match(Opening(game=league.game, home=home, away=away, origin=f"fixture:{fixture.pk}"))
        values = {"result": {"winner": None}, "finished_at": NOON} if status == "finished" else {}
        Match.objects.filter(pk=match.pk).update(status=status, started_at=NOON, snapshot={"score": {}}, **values)
        Fixture.objects.filter(pk=fixture.pk).update(match=match)
        matches.append(match)
    text = page(client)
    assert text.count('<li class="fixture') == 3 and text.count(league.name) >= 1
    assert page(client, "2026-05-01").count('<li class="fixture') == 0, "a match that has begun is of its own day"
    assert page(client, "2026-05-11").count('<li class="fixture') == 0


def test_the_day_is_the_readers(client, league):
    planned(fixtures_of(league)[0], datetime(2026, 5, 10, 23, 30, tzinfo=UTC))
    client.cookies["zone"] = "Europe/Rome"
    assert page(client, DAY).count('<li class="fixture') == 0
    assert page(client, "2026-05-11").count('<li class="fixture') == 1


def test_it_filters_by_game_and_hides_what_is_not_listed(client, league):
    planned(fixtures_of(league)[0], NOON)
    assert page(client, game=league.game).count('<li class="fixture') == 1
    assert page(client, game="dom_jim").count('<li class="fixture') == 0
    Competition.objects.update(visibility="link")
    assert page(client).count('<li class="fixture') == 0


@pytest.mark.parametrize("day", ["", "tomorrow", "0001-01-01", "9999-12-31", "2026-13-40"])
def test_another_day_than_one_shows_today(client, db, day):
    assert "Today</h1>" in " ".join(page(client, day).split()).replace("Today </h1>", "Today</h1>")


def test_friendlies_of_the_day_are_there(client, cast):
    match = open_match(Opening(game="fuba", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    Match.objects.filter(pk=match.pk).update(
        status="finished", snapshot={}, result={"winner": None, "score": {"home": 1, "away": 1}}, finished_at=NOON
    )
    assert "Friendlies" in page(client) and "Friendlies" not in page(client, game="dom_jim")
    assert "Friendlies" not in page(client, (timezone.localdate() + timedelta(days=40)).isoformat())


def test_its_queries_do_not_grow(client, league, cast):
    counts = []
    for _more in range(3):
        for fixture in fixtures_of(running(cast.organiser, preset="league", entrants=4)):
            planned(fixture, NOON)
        with CaptureQueriesContext(connection) as asked:
            page(client)
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts


def test_the_day_is_in_the_heading_and_each_match_has_its_hour(client, league):
    one, *_rest = fixtures_of(league)
    planned(one, NOON)
    Fixture.objects.filter(pk=one.pk).update(status="played")
    row = page(client).split('class="fixtures"')[1]
    assert "14:00" in row and "10 May" not in row, "noon in Greenwich, where the site keeps Rome's time"


def shown(text):
    """The fixtures of a page in their order, by the addresses of their rows."""
    return re.findall(r'class="go" href="([^"]+)"', text)


def link(text, rel):
    hit = re.search(rf'href="([^"]+)" rel="{rel}"', text)
    return hit and hit[1].replace("&amp;", "&")


@pytest.mark.parametrize("minutes", [0, 1])
def test_a_long_day_is_walked_there_and_back(client, cast, league, monkeypatch, minutes):
    """Page after page, every match once, also where all of them begin in the same minute."""
    monkeypatch.setattr(today, "SHOWN", 4)
    rows = [*fixtures_of(league), *fixtures_of(running(cast.organiser, preset="league", entrants=4))]
    for number, fixture in enumerate(rows):
        planned(fixture, NOON + timedelta(minutes=minutes * number))
    begun = Match.objects.filter(fixture__in=rows).first()
    Match.objects.filter(pk=begun.pk).update(status="live", started_at=NOON + timedelta(minutes=5), snapshot={})
    text, pages = page(client), []
    while True:
        pages.append(shown(text))
        later = link(text, "next")
        if later is None:
            break
        text = client.get(f"/today/{later}").content.decode()
    assert {len(each) for each in pages} == {4} and len(pages) == len(rows) / 4 > 2
    assert len({row for each in pages for row in each}) == len(rows)
    back = [shown(text)]
    while (earlier := link(text, "prev")) is not None:
        text = client.get(f"/today/{earlier}").content.decode()
        back.append(shown(text))
    assert [sorted(each) for each in reversed(back)] == [sorted(each) for each in pages]


def test_a_walkover_stands_once(client, league):
    """A match that was awarded before it began: not at its kick-off and at its end."""
    one, *_rest = fixtures_of(league)
    planned(one, NOON)
    Match.objects.filter(fixture=one).update(status="finished", result={"winner": "home"}, finished_at=NOON)
    Fixture.objects.filter(pk=one.pk).update(status="walkover")
    assert page(client).count('<li class="fixture') == 1
    Fixture.objects.filter(pk=one.pk).update(match=None)
    one.refresh_from_db()
    assert one.ended_at is None and page(client).count('<li class="fixture') == 1, "played again: at its kick-off"


def test_a_result_entered_for_a_voided_match_is_there(client, league):
    """Its match began, did not end and is no more in play: the fixture is of the day of its kick-off."""
    fixture = fixtures_of(league)[0]
    match = open_match(
        Opening(game=league.game, home=Sitter(name="a"), away=Sitter(name="b"), origin=f"fixture:{fixture.pk}")
    )
    Match.objects.filter(pk=match.pk).update(status="void", started_at=NOON, snapshot=None, result={"winner": None})
    entered = {"status": "played", "home_goals": 3, "away_goals": 0, "kick_off_at": NOON, "match": match}
    Fixture.objects.filter(pk=fixture.pk).update(**entered)
    assert page(client).count('<li class="fixture') == 1


def test_a_fixture_knows_its_competition_and_the_end_of_its_match(cast, league):
    one = fixtures_of(league)[0]
    assert {row.competition_id for row in fixtures_of(league)} == {league.pk}
    fixture = Fixture.objects.create(tie=one.tie, leg=9)
    fixture.refresh_from_db()
    assert fixture.competition_id == league.pk, "also a row that the release before writes"
    Match.objects.filter(fixture=one).update(status="finished", result={"winner": None}, finished_at=NOON)
    Fixture.objects.filter(pk=one.pk).update(status="played")
    one.refresh_from_db()
    assert one.ended_at == NOON


@pytest.mark.parametrize("given", ["", "now", "2026-05-10", "2026-05-10T12:00:00_x", "_", "9" * 400])
def test_a_place_that_nobody_gave_begins_at_the_front(client, league, given):
    planned(fixtures_of(league)[0], NOON)
    assert Place.read(given) is None
    assert page(client, after=given).count('<li class="fixture') == 1 == page(client, before=given).count("<li class")


def test_an_address_names_its_place():
    place = Place(NOON.replace(microsecond=123), UUID(int=7))
    assert Place.read(str(place)) == place
