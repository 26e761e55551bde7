"""What can still happen in a table, in two sentences; the form, the champion and the criteria on its page."""

import re

import pytest
from django.utils import translation

from league.competitions.models import Competition, Group
from league.leagues import projections
from league.leagues.prospects import prospects
from league.players.templatetags.tabellone import guide
from tests.league.builders import running
from tests.league.tables import play_out


def rows(*names, mine=""):
    return [{"entrant": name.lower(), "name": name, "mine": name == mine} for name in names]


FOUR = ("Anna", "Bruno", "Carla", "Dario")


@pytest.mark.parametrize(
    ("ranges", "first"),
    [
        ([(1, 1), (2, 4), (2, 4), (2, 4)], "Anna is certain of the first place."),
        ([(1, 3), (1, 4), (2, 4), (2, 4)], "Anna and Bruno can still come first."),
        ([(1, 4), (1, 4), (1, 4), (1, 4)], "All 4 can still come first."),
    ],
)
def test_who_can_come_first(ranges, first):
    with translation.override("en"):
        said = prospects(rows(*FOUR), dict(zip(map(str.lower, FOUR), ranges, strict=True)), {})
    assert said == [first]


def test_many_are_counted():
    names = tuple("ABCDEF")
    ranges = {name.lower(): (1, 6) if name < "E" else (3, 6) for name in names}
    with translation.override("en"):
        assert prospects(rows(*names), ranges, {})[0] == "4 of 6 can still come first."


def test_the_reader_hears_of_the_own_place_others_of_the_foot():
    ranges = {"anna": (1, 2), "bruno": (1, 3), "carla": (2, 4), "dario": (4, 4)}
    zones = {"promotion": [1], "relegation": [4]}
    with translation.override("en"):
        own = prospects(rows(*FOUR, mine="Bruno"), ranges, zones)[1]
        certain = prospects(rows(*FOUR, mine="Dario"), ranges, zones)[1]
        others = prospects(rows(*FOUR), ranges, zones)[1]
    assert own == "You can still finish between places 1 and 3."
    assert certain == "Your place is certain: 4."
    assert others == "Relegation: still possible for 2 of 4."


def test_the_newest_result_stands_on_the_right():
    with translation.override("en"):
        shown = guide(["W", "D", "L"])
    assert re.findall(r'data-r="(.)"', shown) == ["L", "D", "W"] and "newest last" in shown


@pytest.mark.django_db
def test_a_finished_league_names_its_champion(cast, client):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    path = f"/competitions/{league.slug}/table/"
    assert 'class="winbar"' not in client.get(path).content.decode()
    play_out(league, seed=3)
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED
    page = client.get(path).content.decode()
    bar = page[page.index('class="winbar"') :]
    assert f">{league.champion.name}</span>" in bar[: bar.index("</p>")]
    assert 'class="winbar"' not in client.get(f"{path}?venue=home").content.decode()


@pytest.mark.django_db
def test_the_page_says_what_can_still_happen_and_leads_to_every_entrant(cast, client):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    assert projections.make(Group.objects.get(stage__competition=league), runs=20) is not None
    path = f"/competitions/{league.slug}/table/"
    page = client.get(path, headers={"accept-language": "en"}).content.decode()
    assert "All 4 can still come first." in page
    anchor = re.search(r'href="#(ends-\d+)"', page)[1]
    assert f'id="{anchor}"' in page
    assert "can still come first" not in client.get(f"{path}?venue=home").content.decode()


@pytest.mark.django_db
def test_the_page_names_what_ranks_it(cast, client):
    league = running(cast.organiser, "league", 4)
    page = client.get(f"/competitions/{league.slug}/table/", headers={"accept-language": "en"}).content.decode()
    assert re.search(r"Points first, then [a-z ]+, [a-z ]+ …", page)
