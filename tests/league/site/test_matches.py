"""Matches: what is played now, on boards that move; a day's matches, each once, on the reader's day, by competition."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.verbs.create import cancel
from league.following.verbs import follow
from league.paging import Place
from league.site.pages import matches
from matches.ids import uuid7
from matches.models import Match, MatchEvent
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
    answer = client.get("/matches/", {"day": day, **more})
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
    assert re.search(r'aria-current="date">\s*Today', page(client, day))


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


def test_each_match_has_its_hour_until_it_is_over(client, league):
    one, *_rest = fixtures_of(league)
    planned(one, NOON)
    assert "14:00" in rows_of(client), "noon in Greenwich, where the site keeps Rome's time"
    Fixture.objects.filter(pk=one.pk).update(status="played")
    assert "14:00" not in rows_of(client) and ">FT</abbr>" in rows_of(client)


def rows_of(client, **query):
    """The first list of a page."""
    return page(client, **query).split('class="fixtures"')[1]


def shown(text):
    """The fixtures of a page in their order, by the addresses of their rows."""
    return re.findall(r'class="go" href="([^"]+)"', text)


def link(text, rel):
    hit = re.search(rf'href="([^"]+)" rel="{rel}"', text)
    return hit and hit[1].replace("&amp;", "&")


@pytest.mark.parametrize("minutes", [0, 1])
def test_a_long_day_is_walked_there_and_back(client, cast, league, monkeypatch, minutes):
    """Page after page, every match once, also where all of them begin in the same minute; a live one before all."""
    monkeypatch.setattr(matches, "SHOWN", 4)
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
        text = client.get(f"/matches/{later}").content.decode()
    assert shown(page(client))[0] == f"/matches/{begun.pk}/"
    assert [len(each) for each in pages] == [5, 4, 4, 4, 4, 3]
    assert len({row for each in pages for row in each}) == len(rows)
    back = [shown(text)]
    while (earlier := link(text, "prev")) is not None:
        text = client.get(f"/matches/{earlier}").content.decode()
        back.append(shown(text))
    assert [sorted(each) for each in reversed(back)] == [sorted(each) for each in pages]


def test_what_was_ahead_in_a_cancelled_competition_is_gone(client, cast, league):
    over, ahead, *_others = fixtures_of(league)
    planned(over, NOON)
    planned(ahead, NOON)
    Fixture.objects.filter(pk=over.pk).update(status="played", home_goals=1, away_goals=0)
    assert len(shown(page(client))) == 2
    cancel(competition=league, by=cast.organiser, reason="flood")
    assert shown(page(client)) == [f"/matches/{over.match_id}/"]


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


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/today/", "/matches/"),
        ("/today/?day=2026-05-10&game=fuba", "/matches/?day=2026-05-10&game=fuba"),
        ("/live/", "/matches/?show=live"),
        ("/following/", "/matches/?show=followed"),
        ("/tv/", "/matches/"),
        ("/tv/fuba/?after=1", "/matches/?game=fuba"),
    ],
)
def test_old_addresses_lead_to_it_for_good(client, db, old, new):
    answer = client.get(old)
    assert (answer.status_code, answer["Location"]) == (301, new)


def live(home, away, *, idle=timedelta(), minutes=1, **values):
    """A match of FUBA that has run for so many minutes, with its last move so long ago."""
    sides = [who if isinstance(who, Sitter) else Sitter(user=who) for who in (home, away)]
    match = open_match(Opening(game="fuba", home=sides[0], away=sides[1]))
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        status="live", version=1, snapshot={}, started_at=now - timedelta(minutes=minutes), **values
    )
    MatchEvent.objects.create(match=match, seq=1, client_id=uuid7(), move={}, at=now - idle)
    return match


def boards(client, **query):
    """The matches whose boards stand on the page, the big one first."""
    answer = client.get("/matches/", query)
    best = answer.context["best"]
    return [card["match"] for card in ([best] if best else []) + answer.context["beside"]]


@pytest.fixture
def bots():
    return [Sitter(bot="random", name=name) for name in ("Terzino", "Rimpallo")]


def test_the_big_board_is_of_the_liveliest_match(client, cast, bots):
    of_bots = live(*bots, minutes=30)
    of_people = live(cast.anna, cast.bruno)
    longer = live(cast.anna, cast.referee, minutes=20)
    of_a_cup = live(*bots, origin="fixture:1")
    thinking = live(cast.anna, cast.bruno, origin="fixture:2", minutes=40, idle=timedelta(minutes=2))
    assert boards(client) == [of_a_cup, longer, of_people, of_bots, thinking]
    live(cast.anna, cast.bruno, minutes=50)
    assert len(boards(client)) == 5 and len(boards(client, show="live")) == 6
    assert not boards(client, game="dom_jim") and not boards(client, day=DAY)


@pytest.mark.parametrize(
    "values",
    [{"listed": False}, {"mode": "practice"}, {"move_seconds": 86400}, {"status": "paused"}],
)
def test_what_is_no_match_to_watch_has_no_board(client, cast, values):
    live(cast.anna, cast.bruno)
    assert boards(client)
    Match.objects.update(**values)
    assert not boards(client)


def test_a_match_that_was_left_has_no_board_anywhere(client, cast):
    """A guest's 0-0 with nobody at the table stood there for as long as it stayed open."""
    left = live(cast.anna, cast.bruno, minutes=77, idle=timedelta(minutes=6))
    for path in ("/", "/matches/", "/matches/?show=live", "/matches/?screen=1"):
        assert f"/matches/{left.pk}/" not in client.get(path).text, path
    MatchEvent.objects.update(at=timezone.now())
    for path in ("/", "/matches/", "/matches/?show=live", "/matches/?screen=1"):
        assert f"/matches/{left.pk}/" in client.get(path).text, path


def test_live_counts_what_moves_and_has_every_fixture_in_play(client, cast, league):
    live(cast.anna, cast.bruno)
    fixture = fixtures_of(league)[0]
    old = open_match(
        Opening(game=league.game, home=Sitter(name="a"), away=Sitter(name="b"), origin=f"fixture:{fixture.pk}")
    )
    begun = timezone.now() - timedelta(days=3)
    Match.objects.filter(pk=old.pk).update(status="live", snapshot={}, started_at=begun)
    Fixture.objects.filter(pk=fixture.pk).update(match=old)
    text = client.get("/matches/", {"show": "live"}).text
    assert "<b>(1)</b>" in text and f"/matches/{old.pk}/" in text
    assert f"/matches/{old.pk}/" not in client.get("/matches/").text, "it began on another day"


def test_it_is_narrowed_to_what_is_followed_and_to_ones_own(client, cast, league):
    one, two, *_rest = fixtures_of(league)
    for fixture in (one, two):
        planned(fixture, timezone.now())
    own = live(cast.anna, cast.bruno)
    other = live(cast.referee, cast.organiser)
    for show in ("followed", "mine"):
        away = client.get("/matches/", {"show": show})
        assert away.status_code == 302 and away["Location"].startswith("/accounts/login/?next=/matches/")
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert boards(client, show="mine") == [own] and set(boards(client)) == {own, other}
    assert not boards(client, show="followed")
    Entrant.objects.filter(pk=one.home_id).update(player=cast.anna)
    found = page(client, "", show="mine")
    assert found.count('<li class="fixture') == sum(one.home_id in (row.home_id, row.away_id) for row in (one, two))
    follow(user=cast.anna, player=cast.referee)
    assert boards(client, show="followed") == [other]
    assert league.name not in page(client, "", show="followed")
    follow(user=cast.anna, competition=league)
    assert [group.competition for group in client.get("/matches/?show=followed").context["groups"]] == [league]


def test_friendlies_are_one_line_of_people_and_of_bots(client, cast, bots):
    over = {"status": "finished", "snapshot": {}, "result": {"winner": None, "score": {"home": 1, "away": 1}}}
    for sides in (bots, bots, (Sitter(user=cast.anna), bots[0])):
        match = open_match(Opening(game="fuba", home=sides[0], away=sides[1]))
        Match.objects.filter(pk=match.pk).update(finished_at=NOON, **over)
    folded = page(client).partition("<details")[2].partition("</details>")[0]
    assert "1 with people, 2 of bots" in " ".join(folded.split()) and folded.count('<li class="fixture') == 3


def test_a_screen_has_the_boards_alone_and_waits_for_one(client, cast, league):
    planned(fixtures_of(league)[0], timezone.now())
    waiting = client.get("/matches/?screen=1").text
    assert 'role="status"' in waiting and league.name in waiting, "until then the day"
    live(cast.anna, cast.bruno)
    shown = client.get("/matches/?screen=1").text
    assert 'class="bestlive"' in shown and league.name not in shown and 'class="filters"' not in shown


def test_it_asks_the_database_as_often_however_much_is_live(client, cast):
    counts = []
    for number in range(3):
        for _more in range(1 if counts else 3):  # more than there are boards
            live(cast.anna, cast.bruno)
            cup = running(cast.organiser, preset="league", entrants=4)
            begun = {"status": "live", "started_at": timezone.now(), "snapshot": {}}
            Match.objects.filter(fixture__competition=cup).update(**begun)
        with CaptureQueriesContext(connection) as asked:
            assert client.get("/matches/").context["live"] > 3 * number
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts
