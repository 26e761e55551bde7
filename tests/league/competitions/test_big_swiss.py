"""A Swiss of 512 bots from the form to the end, all through the pages."""

from __future__ import annotations

import random
import time

import pytest
from django.test import Client

from league.competitions.models import Competition, Fixture
from league.competitions.verbs.rounds import pair_due
from league.players.models import User
from matches.codes import API_BOT
from tests.league.big import known_fixtures
from tests.sizes import size

BACKEND = "django.contrib.auth.backends.ModelBackend"
PLAYERS, ROUNDS = size((20, 2), (512, 3))


@pytest.mark.django_db
def test_a_swiss_of_bots_is_entered_paired_played_and_closed_through_the_pages(cast, client):
    client.force_login(cast.organiser, backend=BACKEND)
    form = client.get("/competitions/new/?preset=swiss").context["form"]
    fields = {name: value for name in form.fields if (value := form[name].value()) not in (None, False)}
    fields |= {"preset": "swiss", "name": "Open", "game": "super_goal", "places": PLAYERS, "rounds": ROUNDS}
    fields |= {"open_to_robots": "on", "draws": "stand"}
    response = client.post("/competitions/new/", fields)
    assert response.status_code == 302, response.context["form"].errors
    cup = Competition.objects.get()
    root = f"/competitions/{cup.slug}/"

    def press(do, **more):
        assert client.post(f"{root}console/press/", {"do": do, **more}).status_code == 302

    def opens(*parts):
        for part in parts:
            assert client.get(f"{root}{part}").status_code == 200, part

    press("publish")
    bots = [
        User(username=f"bot{n}", nickname=f"Bot {n}", password="!", kind=User.Kind.BOT, bot=API_BOT)
        for n in range(1, PLAYERS + 1)
    ]
    for bot in User.objects.bulk_create(bots):
        own = Client()
        own.force_login(bot, backend=BACKEND)
        assert own.post(f"{root}enter/").status_code == 302
    assert cup.entrants.filter(player__kind=User.Kind.BOT, status="entered").count() == PLAYERS
    press("start")
    dice = random.Random(7)
    slowest = 0.0
    for number in range(1, ROUNDS + 1):
        began = time.perf_counter()
        pair_due()  # the task of the worker
        fixtures = list(known_fixtures(cup))
        assert len(fixtures) == PLAYERS // 2 and {fixture_row.tie.round.number for fixture_row in fixtures} == {number}
        paired = time.perf_counter() - began
        opens("", "table/", "fixtures/", "console/")
        began = time.perf_counter()
        for at, fixture in enumerate(fixtures):
            goals = {"do": "result", "home_goals": dice.randrange(4), "away_goals": dice.randrange(4)}
            before = time.perf_counter()
            assert client.post(f"{root}console/{fixture.pk}/", goals).status_code == 302
            slowest = max(slowest, time.perf_counter() - before)
            if at == 0:
                opens("", "table/", "fixtures/")
        each = (time.perf_counter() - began) / len(fixtures)
        print(f"round {number}: paired in {paired:.1f} s, {each * 1000:.0f} ms a result, slowest {slowest:.2f} s")
    cup.refresh_from_db()
    assert cup.status == "finished" and cup.champion is not None
    assert not Fixture.objects.filter(tie__round__stage__competition=cup).exclude(status="played").exists()
    ranks = [row["rank"] for row in cup.stages.get().groups.get().table["rows"]]
    assert ranks == list(range(1, PLAYERS + 1))
    opens("", "table/", "table/?page=4", "table/?after=1", "fixtures/?round=1&page=2", "end/")
    assert client.get(f"/api/v1/competitions/{cup.pk}/standings/").json()["rows"][-1]["rank"] == PLAYERS
