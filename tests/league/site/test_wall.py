"""The wall's panels: what fits on one, in which order, by how many queries."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.models import Fixture
from league.competitions.verbs import entries, rulings
from league.competitions.verbs.rulings import Score
from league.site.pages import wall
from tests.league.builders import competition, running


def panels(client, made):
    answer = client.get(f"/wall/{made.slug}/")
    assert answer.status_code == 200
    return [(panel.kind, panel.part, len(panel.rows)) for panel in answer.context["panels"]]


def test_it_works_before_the_start(client, cast):
    cup = competition(cast.organiser, places=32)
    entries.enter_names(competition=cup, by=cast.organiser, names="\n".join(f"Name {n}" for n in range(17)))
    assert panels(client, cup) == [("join", "", 0), ("names", "1/2", 9), ("names", "2/2", 8)]
    page = client.get(f"/wall/{cup.slug}/").content.decode()
    assert f"http://testserver/competitions/{cup.slug}/entrants/" in page and 'class="qr"' in page


def test_who_waits_takes_no_place(client, cast):
    cup = competition(cast.organiser, places=4)
    entries.enter_names(competition=cup, by=cast.organiser, names="\n".join(f"Name {n}" for n in range(4)))
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    assert panels(client, cup) == [("join", "", 0), ("names", "", 4), ("names", "", 2)]
    _join, inside, waiting = client.get(f"/wall/{cup.slug}/").context["panels"]
    assert inside.title == "Entrants: 4 of 4, 2 waiting"
    assert [entrant.name for entrant in waiting.rows] == ["anna", "bruno"] and waiting.title == "Waiting list"
    for address in (f"/competitions/{cup.slug}/", f"/competitions/{cup.slug}/entrants/", "/competitions/"):
        words = " ".join(re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).split())
        assert "4 of 4" in words and "6 of 4" not in words


def test_who_withdrew_keeps_the_row_and_its_zone(client, cast):
    """The second place is that of who withdrew: the third does not go through in its place."""
    cup = running(cast.organiser, "world_cup", entrants=8, settings={"groups": 2, "through": 2, "times": 1})
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup, tie__group__isnull=False)
    for fixture in fixtures.select_related("home", "away").order_by("tie__round__number"):
        score = Score(1, 0) if fixture.home.seed < fixture.away.seed else Score(0, 1)
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)
    group = cup.stages.get(number=1).groups.get(name="A")
    second = cup.entrants.get(pk=group.table["rows"][1]["entrant"])
    rulings.withdraw(entrant=second, by=cast.organiser, reason="moved away")
    panel = next(panel for panel in client.get(f"/wall/{cup.slug}/").context["panels"] if panel.kind == "table")
    assert [(row["rank"], row.get("zone", "")) for row in panel.rows] == [(1, "up"), (2, "up"), (3, ""), (4, "")]


def test_a_league_of_twenty_is_cut_evenly(client, cast):
    league = running(cast.organiser, "league", 20)
    assert panels(client, league) == [
        ("fixtures", "1/2", 5),
        ("fixtures", "2/2", 5),
        ("table", "1/2", 10),
        ("table", "2/2", 10),
        ("join", "", 0),
    ]


def test_of_a_long_table_the_leaders_pass(client, cast, monkeypatch):
    monkeypatch.setattr(wall, "LEADERS", 12)
    league = running(cast.organiser, "league", 20)
    tables = [panel for panel in client.get(f"/wall/{league.slug}/").context["panels"] if panel.kind == "table"]
    assert {panel.title for panel in tables} == {"Table: places 1 to 12"}
    assert sum(len(panel.rows) for panel in tables) == 12


def test_a_bracket_shows_the_rounds_from_the_one_being_played(client, cast):
    cup = running(cast.organiser, "cup", 16)
    kinds = panels(client, cup)
    assert kinds == [("fixtures", "1/2", 4), ("fixtures", "2/2", 4), ("bracket", "", 3), ("join", "", 0)]
    tree = client.get(f"/wall/{cup.slug}/").context["panels"][2]
    assert [len(row.ties) for row in tree.rows] == [4, 2, 1]


def test_the_champion_comes_first(client, cast):
    cup = running(cast.organiser, "cup", 2)
    fixture = cup.stages.get().rounds.get().ties.get().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    assert panels(client, cup)[0] == ("champion", "", 1)


@pytest.mark.parametrize("preset", ["league", "cup"])
def test_the_queries_do_not_grow(client, cast, preset):
    counts = []
    for entrants in (4, 16):
        cup = running(cast.organiser, preset, entrants)
        client.get(f"/wall/{cup.slug}/")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(f"/wall/{cup.slug}/")
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 10


def test_asked_by_htmx_it_is_a_fragment(client, cast):
    cup = running(cast.organiser, "cup", 4)
    page = client.get(f"/wall/{cup.slug}/", headers={"HX-Request": "true"}).content.decode()
    assert "<main" in page and "<html" not in page


def test_what_is_cut_stays_whole():
    for count in range(40):
        made = wall.split("table", "Table", list(range(count)), wall.RANKS)
        assert [row for panel in made for row in panel.rows] == list(range(count))
        assert all(0 < len(panel.rows) <= wall.RANKS for panel in made)
