"""A sixth game from a package outside the repository: with one row of ``engines`` the whole site has it."""

from __future__ import annotations

import asyncio
import shutil
import sys
import uuid
from pathlib import Path

import pytest
from django.db import connection
from django.utils import translation

import engines
from league.competitions.models import Competition
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline
from league.competitions.verbs import create, entries, rounds
from league.competitions.verbs.results import collect
from league.statistics.verbs import books
from matches.live import moves
from matches.live.running import hall
from matches.models import Match
from matches.upkeep.sweeper import Sweeper
from tests.engines import battery
from tests.matches.table import bot, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)

SLUG = "spot_kicks"


@pytest.fixture
def sixth(tmp_path, monkeypatch):
    """The game in a temporary package, and its row in the table of games."""
    shutil.copytree(Path(__file__).parent / SLUG, tmp_path / "sixth_package")
    monkeypatch.syspath_prepend(tmp_path)
    engines.register(SLUG, "sixth_package")
    yield engines.get(SLUG)
    engines.forget(SLUG)
    for name in [name for name in sys.modules if name.partition(".")[0] == "sixth_package"]:
        del sys.modules[name]


def page(client, path, language="en"):
    with translation.override(language):  # and back again: the page's language outlives its request
        answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return answer.content.decode()


def play_until(finished):
    """Let a sweeper play what bots play until ``finished()``."""

    async def scenario():
        sweeper = Sweeper(hall())
        await sweeper.start()
        try:
            async with asyncio.timeout(60):
                while not await asyncio.to_thread(finished):
                    await asyncio.sleep(0.1)
        finally:
            await sweeper.stop()

    run(scenario, 90)


@pytest.mark.parametrize("check", [check for check in battery.CHECKS if check is not battery.check_mirror])
def test_it_keeps_the_contract_of_a_game(sixth, check):
    check(sixth, battery.Plan(seed=20))


def test_it_is_on_the_list_of_games(client, sixth):
    listed = page(client, "/games/")
    assert "Spot kicks" in listed and "choose a corner, and hope" in listed and "two minutes" in listed
    assert f'href="/games/{SLUG}/"' in listed and f'href="/play/{SLUG}/"' in listed
    assert {game["slug"]: game["name"] for game in client.get("/api/v1/games/").json()}[SLUG] == "Spot kicks"


@pytest.mark.parametrize("language", ["en", "it"])
def test_it_has_a_page_of_its_own(client, sixth, language):
    shown = page(client, f"/games/{SLUG}/", language)
    assert "Spot kicks" in shown and "one spot" in shown and "a die of three" in shown
    assert "<p>Kick in turn, five each.</p>" in shown and 'class="kickoff"><svg' in shown
    assert '<header class="gamehead" data-colour="">' in shown, "it declares no colour, and has the site's"


def test_it_is_played_at_the_table(client, cast, sixth):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert "Spot kicks" in page(client, f"/play/{SLUG}/")
    match = duel(cast.anna, bot(), game=SLUG, bot_seconds=0)

    async def scenario():
        await start(match)
        return await moves.submit(
            match_id=match.id,
            seat="home",
            moves=[{"type": "kick", "to": "left"}],
            client_id=uuid.uuid4(),
            v=hall().runtime(match.id).row.version,
        )

    outcome = run(scenario)
    match.refresh_from_db()
    assert outcome.v == match.version == 1 and match.status == "live"
    table = page(client, f"/matches/{match.pk}/")
    assert "Spot kicks" in table and '<svg class="pitch' in table


def test_a_cup_of_it_is_played_to_the_end_and_counted(client, cast, sixth):
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    assert f'value="{SLUG}"' in page(client, "/competitions/new/?preset=cup")
    cup = create.create(by=cast.organiser, name="Cup of kicks", game=SLUG, preset="cup", places=4, bot_seconds=0)
    create.publish(competition=cup, by=cast.organiser)
    entries.add_bots(competition=cup, by=cast.organiser, level="random")
    rounds.start(competition=cup, by=cast.organiser)

    def finished():
        try:
            collect(limit=100)
            return Competition.objects.get(pk=cup.pk).status == Competition.Status.FINISHED
        finally:
            connection.close()  # it is the thread's own

    play_until(finished)
    cup.refresh_from_db()
    assert cup.champion is not None
    assert "Spot kicks" in page(client, f"/competitions/{cup.slug}/")
    matches = Match.objects.filter(game=SLUG, status="finished")
    assert matches.count() == 3
    for match in matches:
        figures = page(client, f"/matches/{match.pk}/figures/")
        assert "Shots that were goals" in figures and "Offsides" not in figures
    books.refresh(at_once=True)
    for path in (f"/games/{SLUG}/statistics/", f"/competitions/{cup.slug}/statistics/"):
        numbers = page(client, path)
        assert "<dt>Shots that were goals</dt>" in numbers and "Offsides" not in numbers, path
        assert "Luck of the shots" in numbers, path
    best = page(client, f"/players/{cup.champion.player_id}/statistics/?game={SLUG}")
    assert "<dt>Shots that were goals</dt>" in best
    assert "Spot kicks" in page(client, f"/leaders/?game={SLUG}")
    print_pack = page(client, f"/competitions/{cup.slug}/print/rules/")
    assert "A die of three says where the keeper dives." in print_pack


def test_a_plan_knows_how_long_a_match_of_it_is(sixth):
    assert outline(PRESETS["cup"], 4, {}, SLUG).match_minutes == 1
