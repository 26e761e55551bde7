"""Every game that is built goes through the runtime: bots play it to the end, and what is hidden stays hidden."""

import asyncio

import pytest

import engines
from engines.bots import bots_of
from matches.live.running import hall
from matches.models import MatchEvent
from matches.upkeep.sweeper import Sweeper
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import bot, check_log, duel, run
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = [slug for slug in engines.games() if slug != "duel"]


def sweep_until_over(match):
    """A sweeper and nobody else: bots play the match to its end."""

    async def scenario():
        sweeper = Sweeper(hall())
        await sweeper.start()
        try:
            async with asyncio.timeout(120):
                while True:
                    await asyncio.sleep(0.1)
                    runtime = hall().runtimes.get(match.id)
                    # a runtime that is not fresh has no row yet, or forgot it
                    if runtime and runtime.fresh and runtime.row.status not in ("waiting", "live"):
                        return
        finally:
            await sweeper.stop()

    run(scenario, 150)


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_it_to_the_end_under_cup_terms(db, game):
    level = bots_of(game)[size(1, -1)]  # the best one thinks for most of a minute a match
    match = duel(bot(level), bot(), game=game, terms={"draws_allowed": False}, bot_seconds=0)

    sweep_until_over(match)
    after = check_log(match.id)
    assert after.status == "finished" and after.result["winner"]
    assert after.result["score"] == after.snapshot["score"]


@pytest.mark.parametrize("game", GAMES)
def test_a_person_sees_every_step_against_a_bot(cast, game):
    match = duel(cast.anna, bot(), game=game, bot_seconds=0)
    anna = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match) as watcher:
            await home.until_live()
            while home.v < 40 and home.state["status"] == "live":
                if home.state["choices"]:
                    before = home.v
                    await home.move()
                    while home.v == before:
                        await home.read()
                else:
                    await home.read()
            while watcher.v < home.v:
                await watcher.read()
            assert watcher.state["scene"]["pieces"] is not None

    with serving() as port:
        asyncio.run(scenario(port))
    assert MatchEvent.objects.filter(match=match).count() >= 40
    check_log(match.id)


def test_bots_play_the_toy(db, toy):
    """Two seats deciding at once, sealed, placements in runs: through the runtime as any game."""
    match = duel(bot(), bot(), game="toy", bot_seconds=0)

    sweep_until_over(match)
    assert check_log(match.id).status == "finished"
