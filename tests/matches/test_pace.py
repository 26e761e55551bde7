"""The pace of house bots: placements at once, follow-up moves quickly, the rest of a turn on request."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from matches.live import bots
from matches.live.moves import submit
from matches.live.running import close_hall, hall, set_hall
from matches.models import Match, MatchEvent
from matches.terms import pace
from matches.upkeep.sweeper import Sweeper
from tests.matches.table import Hall, bot, check_log, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 1000.0


def test_a_turn_waits_its_full_time_and_what_follows_a_share_of_it():
    def pause(before, rolled=False, hurried=False):
        return pace.pause(SECONDS, before=before, rolled=rolled, hurried=hurried)

    found = [pause(0), pause(0, rolled=True), pause(1), pause(2), pause(1, rolled=True)]
    assert found == pytest.approx([1000, 1000, 300, 225, 800])
    assert sum(pause(n) for n in range(1, 50)) < 1.21 * SECONDS, "a long turn does not drag"
    assert pause(1, rolled=True, hurried=True) == 0
    assert pause(0, hurried=True) == SECONDS, "the next turn is no part of it"


def table(cast, game):
    return duel(cast.anna, bot("greedy"), game=game, bot_seconds=SECONDS)


def wait(runtime):
    """Seconds until the bot is due."""
    return (runtime.row.bot_due_at - runtime.hall.now()).total_seconds()


async def until_the_bot(match):
    """Let home play whatever comes first until the bot alone is to act."""
    runtime = hall().runtime(match.pk)
    await runtime.ensure()
    for _ in range(400):
        if "home" not in runtime.game.to_act(runtime.state):
            return runtime
        move = runtime.game.legal(runtime.state, "home")[0]
        outcome = await submit(match_id=match.pk, seat="home", moves=[move], client_id=uuid4(), v=runtime.row.version)
        assert outcome.done, outcome
    raise AssertionError("the bot was never asked")


@pytest.mark.parametrize(("game", "pieces"), [("fuba", 10), ("soccer_tactics", 2)])
def test_a_bot_confirms_its_whole_line_up_at_once(cast, game, pieces):
    match = table(cast, game)

    async def scenario():
        await start(match)
        runtime = await until_the_bot(match)
        for _ in range(60):
            before = runtime.row.version
            await bots.take_turn(hall(), match.pk)
            if runtime.row.version - before > 1:
                return
            await until_the_bot(match)
        raise AssertionError("the bot placed nothing at once")

    run(scenario)
    rows = list(MatchEvent.objects.filter(match=match, seat="away"))
    placed = [row for row in rows if row.client_id == rows[-1].client_id]
    assert len(placed) >= pieces
    assert {row.move["type"] for row in placed} == {"place"}
    check_log(match.pk)


@pytest.mark.parametrize(("game", "dice"), [("super_goal", True), ("fuba", False)])
def test_follow_up_moves_come_quickly_and_the_next_turn_does_not(cast, game, dice):
    assert any(dice in follow_ups(table(cast, game)) for _match in range(8)), "there were such decisions"


def follow_ups(match):
    """Check the pauses of the bot's turns in ``match``; return whether it rolled before the follow-up moves."""

    async def scenario():
        await start(match)
        first, follow = [], []
        for _turn in range(60):
            runtime = await until_the_bot(match)
            if runtime.row.status != "live":
                break
            first.append(wait(runtime))
            before = 0
            while bots.acting(runtime) == "away":
                await bots.take_turn(hall(), match.pk)
                before += 1
                if bots.acting(runtime):
                    follow.append((wait(runtime), runtime.row.version, before))
        return first, follow

    first, follow = run(scenario)
    rolled = {row.seq: bool(row.rolls) for row in MatchEvent.objects.filter(match=match)}
    assert all(SECONDS - 20 < seconds <= SECONDS for seconds in first), first
    for seconds, v, before in follow:
        due = pace.pause(SECONDS, before=before, rolled=rolled[v], hurried=False)
        assert due - 20 < seconds <= due
    return {rolled[v] for _seconds, v, _before in follow}


async def until(check):
    async with asyncio.timeout(30):
        while not check():
            await asyncio.sleep(0.01)


def test_on_request_the_rest_of_the_turn_is_played_at_once(cast):
    match = table(cast, "super_goal")

    async def scenario():
        await start(match)
        hall().awake, hall().on_due = True, Sweeper(hall()).due
        for _turn in range(3):
            runtime = await until_the_bot(match)
            assert wait(runtime) > SECONDS - 60
            await bots.hurry(hall(), match.pk)
            await until(lambda runtime=runtime: bots.acting(runtime) is None)
            assert not runtime.hurried
        again = await until_the_bot(match)
        assert wait(again) > SECONDS - 60, "the wish holds for one turn"
        before = again.row.version
        await asyncio.sleep(0.2)
        assert again.row.version == before

    run(scenario)
    check_log(match.pk)


def test_without_a_bot_to_act_the_wish_does_nothing(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        await bots.hurry(hall(), match.pk)
        return hall().runtime(match.pk).hurried

    assert run(scenario) is False
    assert Match.objects.get(pk=match.pk).version == 0


def test_a_process_that_dies_in_a_hurried_turn_leaves_it_to_the_sweep(cast):
    match = table(cast, "super_goal")

    async def scenario():
        await start(match)
        runtime = await until_the_bot(match)
        while True:  # a turn of several decisions: one is made in a hurry, and then this process is gone
            await bots.hurry(hall(), match.pk)
            if bots.acting(runtime) is not None:
                break
            runtime = await until_the_bot(match)
        assert runtime.hurried
        left = runtime.row.version
        await close_hall()
        set_hall(Hall())
        hall().now = lambda: hall().shared_time() + timedelta(seconds=5)
        async with hall().connection() as link:  # time jumps here, but nobody was out
            await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
        await Sweeper(hall()).sweep()
        await until(lambda: hall().runtime(match.pk).row.version > left)

    run(scenario)
    check_log(match.pk)
