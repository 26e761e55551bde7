"""Lists of fixtures: a tie of teams is one row of each, with the teams' score; its boards cost no query."""

from __future__ import annotations

import csv
import io
import re
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.clubs.verbs import clubs
from league.competitions.models import Competition, Fixture
from league.competitions.pages import reading as paging
from league.competitions.pages import todo
from league.competitions.pages.reading import entrants_of, stages_of
from league.competitions.verbs.results import collect
from league.delivery import cards
from league.delivery.hooks import _events
from league.delivery.views import round_words
from league.following.verbs import follow
from league.players.words.zones import DEFAULT_ZONE
from league.seasons.verbs.archives import _rounds
from matches.models import Match
from tests.league.tables import finish
from tests.league.teams import boards_of, running_teams, seal, ties_of

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
SCORES = [(1, 0), (2, 2), (0, 1), (3, 0), (1, 1), (2, 0), (0, 0), (1, 2)]


def begun(cast, boards, club=None):
    """A league of four teams, ``cast.anna`` the captain of one: her first tie played, that beside it begun."""
    cup = running_teams(cast.organiser, teams=4, boards=boards, captain=cast.anna)
    if club is not None:
        Competition.objects.filter(pk=cup.pk).update(club=club)
    Fixture.objects.filter(competition=cup).update(kick_off_at=timezone.now(), fixed="plan")
    own = own_tie(cup, cast.anna)
    beside = next(tie for tie in ties_of(cup) if tie.round_id == own.round_id and tie != own)
    for tie in (own, beside):
        seal(tie, tie.home)
        seal(tie, tie.away)
    for fixture, score in zip(boards_of(own), SCORES, strict=False):
        finish(fixture.match, *score)
    first = boards_of(beside)[0]
    finish(first.match, 2, 0)
    collect()
    return Competition.objects.get(pk=cup.pk), own, beside


def own_tie(cup, player):
    return next(tie for tie in ties_of(cup) if player in (tie.home.player, tie.away.player))


def browser_of(reader):
    client = Client()
    if reader is not None:
        client.force_login(reader, backend=BACKEND)
    return client


def rows_of(page, name):
    """Names, score and address of each row of fixtures of a page."""
    assert page.status_code == 200, name
    rows = re.findall(r'<li class="fixture.*?</li>', page.content.decode(), re.DOTALL)
    return [(re.findall(r"<b>([^<]*)</b>", row)[-2:], re.search(r'class="go" href="([^"]*)"', row)[1]) for row in rows]


def pages_of(cup, bar):
    slug, day = cup.slug, timezone.localdate(timezone=ZoneInfo(DEFAULT_ZONE)).isoformat()
    return {
        "home": "/",
        "own": reverse("competitions:mine"),
        "overview": reverse("competitions:overview", args=[slug]),
        "fixtures": reverse("competitions:fixtures", args=[slug]),
        "table": reverse("competitions:table", args=[slug]),
        "wall": reverse("competitions:wall", args=[slug]),
        "embed": reverse("competitions:embed", args=[slug, "fixtures"]),
        "profile": reverse("players:profile", args=[cup.entrants.get(name="Bar Centrale").player_id]),
        "matches": f"/matches/?day={day}",
        "live": "/matches/?show=live",
        "followed": f"/matches/?show=followed&day={day}",
        "club": reverse("clubs:page", args=[bar.slug]),
        "all": reverse("competitions:all_fixtures", args=[slug]),
        "console": reverse("competitions:console", args=[slug]),
    }


PLAYED, BEGUN = ["1½", "1½"], ["1", "0"]
"""The scores of the two ties of the first round; those ahead have none."""


@pytest.mark.parametrize(
    ("reader", "name", "scores"),
    [
        ("nobody", "home", [PLAYED]),
        ("nobody", "overview", [PLAYED, BEGUN]),
        ("nobody", "fixtures", [PLAYED, BEGUN, None, None]),
        ("nobody", "table", [PLAYED, BEGUN]),
        ("nobody", "wall", [PLAYED, BEGUN]),
        ("nobody", "embed", [BEGUN, None, None, None, None]),
        ("nobody", "profile", [None, None]),
        ("nobody", "matches", [BEGUN, None, None, None, None, PLAYED]),
        ("nobody", "live", [BEGUN]),
        ("nobody", "club", [BEGUN, None, None, None, None]),
        ("anna", "home", [PLAYED, None, None]),
        ("anna", "own", [PLAYED, None, None]),
        ("anna", "overview", [PLAYED, BEGUN, None, None]),
        ("anna", "profile", [None, None]),
        ("stranger", "followed", [BEGUN, None, None, None, None, PLAYED]),
        ("stranger", "own", []),
    ],
)
def test_a_list_has_a_tie_once_with_the_score_of_the_teams(cast, reader, name, scores):
    bar = clubs.create(by=cast.organiser, name="Bar Sport")
    cup, _own, beside = begun(cast, 3, bar)
    follow(user=cast.stranger, competition=cup)
    for fixture in boards_of(beside)[1:]:
        kick_off(fixture)
    ties = {reverse("competitions:tie", args=[cup.slug, tie.pk]): tie for tie in ties_of(cup)}
    rows = rows_of(
        browser_of(None if reader == "nobody" else getattr(cast, reader)).get(pages_of(cup, bar)[name]), name
    )
    if name == "profile":  # it also has the matches that the player played
        rows = [row for row in rows if "/ties/" in row[1]]
    found = [ties[address] for _score, address in rows]
    assert len(found) == len(set(found)), "each tie once"
    assert sorted(score for score, _address in rows) == sorted(score or ["", ""] for score in scores)
    for (score, _address), tie in zip(rows, found, strict=True):
        assert (score == PLAYED) == bool(tie.decided)


def kick_off(fixture):
    Match.objects.filter(pk=fixture.match_id).update(
        status="live", started_at=timezone.now(), snapshot={"score": {"home": 0, "away": 0}}
    )


def test_the_page_of_all_fixtures_and_the_console_have_a_tie_once(cast, client):
    cup, own, beside = begun(cast, 3)
    page = client.get(reverse("competitions:all_fixtures", args=[cup.slug])).content.decode()
    assert page.count("<tr>") == 3 + 6, "a head each round"
    assert "1½–1½" in page
    client.force_login(cast.organiser, backend=BACKEND)
    console = client.get(reverse("competitions:console", args=[cup.slug])).content.decode()
    for tie in ties_of(cup):
        assert reverse("competitions:tie", args=[cup.slug, tie.pk]) in console
    assert reverse("competitions:ruling", args=[cup.slug, boards_of(beside)[1].pk]) not in console
    now = todo.under_way(todo.days_of(cup, entrants_of(cup), None), [])
    assert [row.tie for row in now.ahead] == [beside] and [row.tie for row in now.over] == [own]


def test_a_tie_is_level_for_the_console_once_every_board_is_over(cast):
    cup, _own, beside = begun(cast, 2)
    finish(boards_of(beside)[1].match, 1, 1)
    collect()
    assert not todo.needs_organiser(todo.days_of(cup, entrants_of(cup), None))
    cup, _own, beside = begun(cast, 3)
    finish(boards_of(beside)[2].match, 1, 1)
    collect()
    assert not todo.needs_organiser(todo.days_of(cup, entrants_of(cup), None)), "board 2 is still to be played"


def events_of(answer):
    return re.findall(r"BEGIN:VEVENT.*?END:VEVENT", answer.content.decode().replace("\r\n ", ""), re.DOTALL)


def test_calendars_have_a_tie_once_and_a_player_s_own_board(cast, client):
    cup, own, beside = begun(cast, 3)
    events = events_of(client.get(reverse("competitions:calendar", args=[cup.slug])))
    assert len(events) == 6
    assert sum("1½–1½" in event for event in events) == 1
    for tie in (own, beside):
        assert sum(reverse("competitions:tie", args=[cup.slug, tie.pk]) in event for event in events) == 1
    team = cup.entrants.get(player=cast.anna)
    assert len(events_of(client.get(reverse("competitions:entrant_calendar", args=[cup.slug, team.pk])))) == 3
    mate = team.members.first().user
    day = timezone.now().replace(year=2030)
    second = next(fixture for fixture in boards_of(own) if mate.pk in (fixture.home_player_id, fixture.away_player_id))
    Fixture.objects.filter(pk=second.pk).update(kick_off_at=day)
    for player, at_his_own_time in ((cast.anna, 0), (mate, 1)):
        events = events_of(client.get(reverse("competitions:player_calendar", args=[player.pk])))
        assert len(events) == 3 and sum("DTSTART:2030" in event for event in events) == at_his_own_time


def test_the_csv_of_fixtures_names_boards_and_people_once_they_are_open(cast, client):
    cup, own, _beside = begun(cast, 3)
    text = client.get(reverse("competitions:fixtures_csv", args=[cup.slug])).content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 6 * 3
    of_own = {line["board"]: line for line in lines if line["id"] in {str(row.pk) for row in boards_of(own)}}
    assert sorted(of_own) == ["1", "2", "3"]
    assert of_own["2"]["home_player"] == boards_of(own)[1].home_player.nickname
    assert {line["home_player"] for line in lines if line["round"] != lines[0]["round"]} == {""}


def test_a_round_as_text_news_and_archive_have_a_tie_once(cast):
    cup, own, beside = begun(cast, 3)
    day = cards.round_of(cup, 1)
    text = round_words(cup, day, "https://x")
    assert f"{own.home.name} 1½–1½ {own.away.name}" in text
    assert text.count("/ties/") == 1 and reverse("competitions:tie", args=[cup.slug, beside.pk]) in text
    results = [words for key, words in _events(cup) if key.startswith("result:")]
    assert len(results) == 1 and "1½–1½" in results[0]
    first = _rounds(stages_of(cup))[0]["matches"]
    assert {match["score"]: match["note"] for match in first} == {"1½–1½": "1–0 · 2–2 · 0–1", "1–0": "2–0 · – · –"}


def test_a_round_is_cut_into_pages_by_its_ties(cast, client, monkeypatch):
    monkeypatch.setattr(paging, "FIXTURES", 2)
    monkeypatch.setattr(paging, "FEW", 2)
    monkeypatch.setattr(paging, "SHOWN", 1)
    cup, *_ties = begun(cast, 3)
    rows = rows_of(client.get(reverse("competitions:fixtures", args=[cup.slug])), "fixtures")
    assert len(rows) == 4, "two ties a round are one page, whatever their boards"
    monkeypatch.setattr(paging, "FIXTURES", 1)
    pages = [client.get(reverse("competitions:fixtures", args=[cup.slug]), {"page": page}) for page in (1, 2)]
    assert len({rows_of(page, "fixtures")[0][1] for page in pages}) == 2 and "?page=3" not in pages[1].content.decode()


def counted(client, address):
    client.get(address)  # warms what is kept between requests
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_boards_cost_no_list_a_query(cast):
    """Two boards and eight are the same number of queries on every page that lists fixtures."""
    asked = {}
    for boards in (2, 8):
        bar = clubs.create(by=cast.organiser, name=f"Bar {boards}")
        cup, _own, beside = begun(cast, boards, bar)
        kick_off(boards_of(beside)[1])
        follow(user=cast.anna, competition=cup)
        reader = browser_of(cast.anna)
        asked[boards] = {name: counted(reader, page) for name, page in pages_of(cup, bar).items() if name != "console"}
        asked[boards]["console"] = counted(browser_of(cast.organiser), pages_of(cup, bar)["console"])
        Competition.objects.filter(pk=cup.pk).delete()
    assert asked[2] == asked[8]
