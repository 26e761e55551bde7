"""Points of a win, a draw and a defeat that an organiser gives in place of those of the rules."""

from __future__ import annotations

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from league.competitions.errors import BadSetting
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition, Fixture, Group
from league.competitions.setup.own_points import own
from league.competitions.verbs import create, rulings
from league.competitions.verbs.copying import like
from league.competitions.verbs.importing import take_in
from league.competitions.verbs.rulings import Score
from league.competitions.words.fixtures import halves
from league.standings.presets import PRESETS as RULES
from tests.league.builders import running
from tests.typed import typed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
WRONG = [[3, 1], [3, 1, 0, 0], [3, 1, "0"], [3, 1, True], [3, 1, None], [101, 1, 0], [3, 1, -11], [3, 0.3, 0],
         [1, 2, 0], [2, 0, 1], [1, 1, 1], [0, 0, 3]]  # fmt: skip


def made(cast, preset="league", **values):
    settings = {"name": "Own points", "game": "super_goal", "preset": preset, "places": 8, **values}
    return create.create(by=cast.organiser, **settings)


def stored(league):
    league.refresh_from_db()
    return league.points, league.standings


def test_it_works(cast):
    """Four meet once; a is beaten by b and draws twice, b loses once: 2½ a win, 1 a draw, −½ a defeat."""
    league = running(cast.organiser, "league", 3, settings={"times": 1}, points=[2.5, 1, -0.5])
    goals = {frozenset((0, 1)): {0: 1, 1: 0}, frozenset((0, 2)): {0: 2, 2: 2}, frozenset((1, 2)): {1: 0, 2: 4}}
    entrants = {entrant.id: number for number, entrant in enumerate(league.entrants.order_by("seed"))}
    for fixture in Fixture.objects.filter(tie__round__stage__competition=league):
        home, away = entrants[fixture.home_id], entrants[fixture.away_id]
        of_pair = goals[frozenset((home, away))]
        rulings.enter_result(fixture=fixture, score=Score(of_pair[home], of_pair[away]), by=cast.organiser)
    rows = Group.objects.get(stage__competition=league).table["rows"]
    by_number = {entrants[entrant_id]: str(entrant_id) for entrant_id in entrants}
    assert [(row["entrant"], row["points"]) for row in rows] == [
        (by_number[2], 3.5), (by_number[0], 3.5), (by_number[1], -1),
    ]  # fmt: skip


@pytest.mark.parametrize(("preset", "values"), [("swiss", {}), ("league", {"criteria": ["sonneborn_berger"]})])
def test_a_win_may_be_worth_nothing(cast, preset, values):
    """Sonneborn-Berger counts the points in wins."""
    settings = {"rounds": 3} if preset == "swiss" else {"times": 1}
    cup = running(cast.organiser, preset, 4, settings=settings, points=[0, -1, -2], seeding="hand", **values)
    first = cup.entrants.get(seed=1)
    while cup.status == "running":
        fixture = Fixture.objects.filter(competition=cup, status="open", away__isnull=False).first()
        score = Score(1, 0) if first == fixture.home else Score(0, 1) if first == fixture.away else Score(1, 1)
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)
        cup.refresh_from_db()
    row = Group.objects.get(stage__competition=cup).table["rows"][0]
    assert (row["entrant"], row["points"]) == (str(first.id), 0)


def test_they_stand_under_the_table_and_among_the_rules(client, cast):
    league = running(cast.organiser, "league", 3, points=[2, 1, 0])
    usual = running(cast.organiser, "league", 3)
    sentence = "A win is worth 2, a draw 1, a defeat 0."
    assert sentence in client.get(f"/competitions/{league.slug}/table/").content.decode()
    assert sentence in client.get(f"/competitions/{league.slug}/rules/").content.decode()
    assert "A win is worth" not in client.get(f"/competitions/{usual.slug}/table/").content.decode()


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_others_are_refused_with_what_is_allowed(cast, wrong):
    with pytest.raises(BadSetting) as refused:
        made(cast, points=wrong)
    assert refused.value.field == "points"
    assert "from -10 to 100" in str(refused.value) or "A win needs more points than a defeat" in str(refused.value)


def test_a_knockout_has_none(cast):
    with pytest.raises(BadSetting, match="A knockout has no table"):
        made(cast, "cup", points=[2, 1, 0])
    assert own(made(cast, "cup")) == []


def test_the_api_takes_them_and_goes_back_to_the_rules(cast):
    client, league = APIClient(), made(cast, standings="serie-a/2022")
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/api/v1/competitions/{league.pk}/"
    shown = client.patch(path, {"points": [2, 1, 0]}).json()
    assert (shown["points"], shown["standings"]) == ([2, 1, 0], "serie-a/2022")
    assert client.patch(path, {"criteria": ["wins"]}).json()["points"] == [2, 1, 0]
    assert client.patch(path, {"criteria": []}).json()["points"] == [2, 1, 0], "they are another setting"
    assert client.patch(path, {"name": "Other name"}).json()["points"] == [2, 1, 0]
    assert client.patch(path, {"points": []}).json()["points"] == [3, 1, 0]
    assert client.patch(path, {"standings": "fide-round-robin/2023"}).json()["points"] == [1, 0.5, 0]
    assert client.patch(path, {"points": [1, 1, 2]}).json()["errors"].keys() == {"points"}
    assert client.patch(path, {"points": [101, 1, 0]}).json()["errors"].keys() == {"points"}


def test_the_page_takes_them_and_goes_back_to_the_rules(client, cast):
    league = made(cast, standings="serie-a/2022")
    client.force_login(cast.organiser, backend=BACKEND)
    path = f"/competitions/{league.slug}/console/settings/"

    def sent(**typed):
        return client.post(path, typed_in(client.get(path).content.decode(), "name", **typed))

    assert sent(points_win="2.5", points_draw="1", points_defeat="0").status_code == 302
    assert stored(league) == ([2.5, 1, 0], "serie-a/2022")
    assert sent(standings="la-liga/1").status_code == 302
    assert stored(league) == ([2.5, 1, 0], "la-liga/1"), "what the page shows stays"
    assert "Enter all three numbers" in sent(points_draw="").content.decode()
    assert "A win needs more points" in sent(points_draw="3").content.decode()
    assert sent(points_win="", points_draw="", points_defeat="").status_code == 302
    assert stored(league) == (RULES["la-liga/1"]["points"], "la-liga/1")


def test_a_copy_and_a_document_keep_them(cast):
    league = made(cast, standings="serie-a/2022", points=[2, 1, 0])
    assert stored(create.create(by=cast.organiser, name="Copy", **like(league)))[0] == [2, 1, 0]
    taken, _new = take_in(by=cast.organiser, document=exported(league) | {"id": str(uuid4())})
    assert stored(taken) == ([2, 1, 0], "serie-a/2022")


def test_what_a_document_brought_may_stay_but_is_not_copied(cast):
    league = made(cast)
    Competition.objects.filter(pk=league.pk).update(points=[1, 3, 0])
    league.refresh_from_db()
    assert create.change(competition=league, by=cast.organiser, points=[1, 3, 0]).points == [1, 3, 0]
    assert "points" not in like(league)


def test_negative_halves_read_well():
    assert [halves(points) for points in (-0.5, -1.5, -2, 0, 2.5)] == ["−½", "−1½", "−2", "0", "2½"]
