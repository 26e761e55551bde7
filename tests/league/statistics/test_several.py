"""Statistics of a club and of a series: their competitions together, a game at a time, as the reader sees them."""

import re

import pytest
from django.utils import timezone

from league.clubs.models import Club
from league.competitions.models import Competition
from league.series.models import Series, SeriesEvent
from league.statistics.verbs import books
from tests.cast import Cast
from tests.league.builders import running
from tests.league.tables import play_out

MATCHES = re.compile(r"<dt>Matches</dt>\s*<dd>(\d+)")


def furnished():
    cast = Cast.make()
    club = Club.objects.create(name="Bar Centrale", slug="bar-centrale", owner=cast.organiser)
    open_cup, secret = (running(cast.organiser, "league", entrants=4, settings={"times": 1}) for _ in range(2))
    for row in (open_cup, secret):
        play_out(row, seed=3)
    Competition.objects.update(club=club)
    Competition.objects.filter(pk=secret.pk).update(visibility=Competition.Visibility.MEMBERS)
    series = Series.objects.create(name="Coppe", slug="coppe", owner=cast.organiser)
    SeriesEvent.objects.create(series=series, competition=open_cup, added_at=timezone.now())
    books.refresh(at_once=True)
    return cast, club, series, open_cup


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


def matches_on(client, path):
    found = MATCHES.search(client.get(path, headers={"accept-language": "en"}).content.decode())
    return int(found[1]) if found else 0


def test_a_club_counts_what_the_reader_finds(copied, client):
    cast, club, *_rest = copied
    path = f"/clubs/{club.slug}/statistics/"
    assert matches_on(client, path) == 6, "a stranger does not see what members play"
    client.force_login(cast.organiser)
    assert matches_on(client, path) == 12
    assert matches_on(client, f"{path}?game=nonsense&by=nonsense") == 12
    assert 'aria-current="page"' in client.get(path).content.decode()


def test_a_club_for_members_has_no_page_for_strangers(copied, client):
    _cast, club, *_rest = copied
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.MEMBERS)
    assert client.get(f"/clubs/{club.slug}/statistics/").status_code == 404
    assert client.get(f"/api/v1/clubs/{club.pk}/statistics/").status_code == 404


def test_a_series_counts_its_events(copied, client):
    _cast, _club, series, _cup = copied
    assert matches_on(client, f"/series/{series.slug}/statistics/") == 6


def test_the_api_says_what_the_pages_say(copied, client):
    cast, club, series, cup = copied
    for thing, seen in ((f"clubs/{club.pk}", 6), (f"series/{series.pk}", 6)):
        told = client.get(f"/api/v1/{thing}/statistics/").json()
        assert (told["game"], told["games"], told["almanac"]["matches"]) == (cup.game, [cup.game], seen)
        assert told["almanac"]["boards"] and told["almanac"]["records"]
    client.force_login(cast.organiser)
    assert client.get(f"/api/v1/clubs/{club.pk}/statistics/").json()["almanac"]["matches"] == 12


def test_a_new_count_is_seen_at_once(copied, client):
    """The page is kept for visitors until a book changes."""
    _cast, club, _series, cup = copied
    path = f"/clubs/{club.slug}/statistics/"
    assert matches_on(client, path) == 6
    cup.book.numbers["matches"] = 7
    cup.book.made_at = timezone.now()
    cup.book.save()
    assert matches_on(client, path) == 7


def test_nothing_counted_yet(copied, client):
    Club.objects.create(name="Nuovo", slug="nuovo", owner=copied[0].organiser)
    new = Club.objects.get(slug="nuovo")
    assert client.get(f"/api/v1/clubs/{new.pk}/statistics/").json()["game"] == ""
    answer = client.get("/clubs/nuovo/statistics/")
    assert answer.status_code == 200 and matches_on(client, "/clubs/nuovo/statistics/") == 0
