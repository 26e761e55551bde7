"""Bots that think in a process of their own: the same move as inline, the loop stays free, the process may die."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest

import engines
from deploy.environment import ROOT
from engines import bots
from engines.core.dice import SeededDice
from matches.live.bot_processes import Thinking
from tests.matches.table import bot, check_log, duel, run
from tests.matches.test_rulings import sweep


def decision():
    game = engines.get("dom_jim")
    state, _ = game.new(None, None, SeededDice(1))
    seat = game.to_act(state)[0]
    return "dom_jim", "search", game.view(state, seat), seat, list(game.legal(state, seat)), 5


def test_the_process_chooses_what_a_thread_would_and_may_die():
    asked = decision()
    wanted = bots.choose(*asked)

    async def scenario():
        thinking = Thinking()
        try:
            assert await thinking.choose(*asked) == wanted
            worker = next(iter(thinking.process._processes))
            assert worker != os.getpid()
            os.kill(worker, signal.SIGKILL)
            assert await thinking.choose(*asked) == wanted
            assert await thinking.choose(*asked) == wanted
        finally:
            thinking.close()

    asyncio.run(scenario())


LOADED = """
import asyncio
from functools import partial
from matches.live.bot_processes import Thinking

MODULES = "[__import__(name) for name in ('engines.bots', 'sys')][1].modules.keys()"

async def main():
    thinking = Thinking()
    print(*await thinking.apart(partial(eval, "set(" + MODULES + ")")))
    thinking.close()

asyncio.run(main())
"""


def test_the_process_loads_what_bots_need_and_no_more():
    """It stands beside a site of 500 MB; ``asyncio`` and what it brings are 5."""
    ran = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert {"engines.bots", "matches.live.bot_process_setup"} <= loaded
    assert loaded.isdisjoint(("asyncio", "ssl", "django"))


KILLED = f"""{LOADED}
import os, signal

os.kill(os.getpid(), signal.SIGTERM)  # as a web server ends itself once its loop has ended
"""


def test_nothing_is_said_of_the_process_at_the_end():
    ran = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == -signal.SIGTERM and not ran.stderr


def test_the_loop_does_not_wait_for_a_search():
    asked = decision()

    async def scenario():
        thinking = Thinking()
        try:
            await thinking.choose(*asked)  # the process is up
            search = [asyncio.create_task(thinking.choose(*asked[:-1], seed)) for seed in range(4)]
            before, turns = time.process_time(), 0
            while not all(task.done() for task in search):
                turns += 1
                await asyncio.sleep(0.005)  # turns cost CPU too, and there are more of them on a busy machine
            assert turns > 4
            return time.process_time() - before, [task.result() for task in search]
        finally:
            thinking.close()

    spent, moves = asyncio.run(scenario())
    begin = time.process_time()
    assert [bots.choose(*asked[:-1], seed) for seed in range(4)] == moves
    assert spent < time.process_time() - begin, "the thinking is done elsewhere"


@pytest.mark.django_db(transaction=True)
def test_a_searching_bot_plays_a_live_match():
    match = duel(bot("search"), bot(), game="super_goal", options={"half_turns": 5}, bot_seconds=0)

    async def scenario():
        for second in range(1, 120):
            await sweep(later=second)

    run(scenario)
    assert check_log(match.id).status == "finished"
