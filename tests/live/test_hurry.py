"""Skipping a bot's pauses over the socket: for who sits at the table, and for nobody else."""

from __future__ import annotations

import asyncio

import pytest

from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import bot, duel

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fixed_dice")]


async def until_waiting(table):
    """Play whatever comes first until only the bot is to act."""
    while table.state.get("to_act") != ["away"]:
        if table.state.get("choices"):
            await table.move()
            v = table.v
            while table.v == v:
                await table.read()
        else:
            await table.read()


def test_a_player_skips_the_pauses_and_a_spectator_may_not(cast):
    match = duel(cast.anna, bot("greedy"), game="super_goal", bot_seconds=1000)

    cookie = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, cookie) as anna, sit(port, match) as spectator:
            await spectator.say(t="hurry")
            assert (await spectator.until("error"))["code"] == "not_seated"
            for _turn in range(3):
                await until_waiting(anna)
                await anna.say(t="hurry")
                while not anna.state["choices"]:
                    await anna.read()

    with serving() as port:
        asyncio.run(scenario(port))
