"""Several web processes: the seats and the spectators of one match sit at different ones, and nothing shows it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import threading
import uuid
from collections.abc import Iterator

import pytest

from matches.live.runtime import Runtime
from matches.models import Outbox
from matches.upkeep.sweeper import SWEEP_SECONDS, Sweeper
from tests.live.sockets import cookie_of, play_out, serving, sit
from tests.matches.table import check_log, duel
from tests.server import Web

pytestmark = pytest.mark.django_db(transaction=True)


@contextlib.contextmanager
def processes(count: int) -> Iterator[list[Web]]:
    """Web processes on ports of their own, with the tests' small game."""
    found = [Web() for _ in range(count)]
    for one in found:
        one.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in one.command]
    threads = [threading.Thread(target=one.start) for one in found]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        yield found
    finally:
        for one in found:
            one.stop()


def post(web: Web, match_id: uuid.UUID, cookie: str, token: str, v: int) -> int:
    """A move over HTTP; the status."""
    link = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    body = json.dumps({"id": str(uuid.uuid4()), "v": v, "moves": [{"type": "kick"}]})
    headers = {
        "Cookie": f"{cookie}; csrftoken={token}",
        "X-CSRFToken": token,
        "Content-Type": "application/json",
    }
    link.request("POST", f"/api/v1/matches/{match_id}/moves/", body, headers)
    answer = link.getresponse()
    answer.read()
    link.close()
    return answer.status


def test_a_match_over_two_processes(cast):
    """Home and a spectator at one process, away and a spectator at the other: equal logs, no gap; one of 20 wins."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 30})
    cookies = {"home": cookie_of(cast.anna), "away": cookie_of(cast.bruno)}
    token = "a" * 32

    async def scenario(first: Web, second: Web) -> list[int]:
        async with (
            sit(first.port, match, cookies["home"]) as home,
            sit(second.port, match, cookies["away"]) as away,
            sit(first.port, match) as one,
            sit(second.port, match) as two,
        ):
            tables = (home, away, one, two)
            await asyncio.gather(*(table.until_live() for table in tables))
            mover = "home" if home.state["choices"] else "away"
            turn = [asyncio.to_thread(post, web, match.pk, cookies[mover], token, 0) for web in (first, second) * 10]
            statuses = await asyncio.gather(*turn)
            await asyncio.gather(*(table.until("step", v=1) for table in tables))
            await asyncio.gather(
                play_out(home, away), one.until("step", v=30, timeout=60), two.until("step", v=30, timeout=60)
            )
            lines = [
                [line for frame in table.frames if frame["t"] == "step" for line in frame["lines"]] for table in tables
            ]
            assert lines[0] == lines[1] == lines[2] == lines[3]
            for table in tables:
                seen = [frame["v"] for frame in table.frames if frame["t"] == "step"]
                assert seen == list(range(1, 31)), "each step once, in order"
        return statuses

    with processes(2) as (first, second):
        statuses = asyncio.run(scenario(first, second))
    assert sorted(statuses) == [201] + [409] * 19
    assert check_log(match.id).status == "finished"
    assert Outbox.objects.filter(match=match).count() == 1


def test_spectators_elsewhere_cost_no_query_a_move(cast, monkeypatch):
    """Both seats at one process, a crowd at another: the ready public frame comes by Valkey, not from the database."""
    match = duel(cast.anna, cast.bruno, options={"kicks": 40})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)
    reads, passed = [], []
    catch_up, pass_on = Runtime.catch_up, Runtime._pass_on

    async def counted(self):
        reads.append(self)
        await catch_up(self)

    def noted(self, frames):
        done = pass_on(self, frames)
        passed.append(done)
        return done

    monkeypatch.setattr(Runtime, "catch_up", counted)
    monkeypatch.setattr(Runtime, "_pass_on", noted)

    async def scenario(first: int, second: int) -> int:
        async with (
            sit(first, match, anna) as home,
            sit(first, match, bruno) as away,
            sit(second, match) as one,
            sit(second, match) as two,
        ):
            await asyncio.gather(*(table.until_live() for table in (home, away, one, two)))
            # A process that began alone knows of the other one at its next sweep at the latest; until then it tells
            # nobody of its moves, and who watches elsewhere is brought up to date by the sweep there (the test below).
            await asyncio.sleep(2 * SWEEP_SECONDS)
            before = len(reads)
            # A frame has time to arrive before the next move, as with people; who falls behind gets a full one.
            watching = (table.until_v(40) for table in (one, two))
            await asyncio.gather(play_out(home, away, pause=0.15), *watching)
            async with sit(second, match) as late:
                full = await late.until("full")
                assert full["v"] == 40 and full["status"] == "finished"
            for table in (one, two):
                assert [frame["v"] for frame in table.frames if frame["t"] == "step"] == list(range(1, 41))
                assert table.state["scene"] == home.state["scene"]
            return len(reads) - before

    with serving() as first, serving() as second:
        queries = asyncio.run(scenario(first, second))
    assert passed.count(True) > 20, "the frames came ready"
    assert queries < 20, "and without a look into the database for each"
    check_log(match.id)


@pytest.mark.parametrize("swept", [True, False])
def test_frames_that_valkey_lost_are_found_by_the_sweep(cast, monkeypatch, swept):
    """The control of the one above: nothing is told at all, and the crowd elsewhere still sees every step.

    And the control of that: where the sweep does not look either, the crowd stands still.
    """
    match = duel(cast.anna, cast.bruno, options={"kicks": 12})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)
    monkeypatch.setattr(Runtime, "take_poke", lambda self, message: None)

    async def scenario(first: int, second: int) -> None:
        async with sit(first, match, anna) as home, sit(first, match, bruno) as away, sit(second, match) as one:
            await asyncio.gather(*(table.until_live() for table in (home, away, one)))
            if not swept:
                monkeypatch.setattr(Sweeper, "keep_up", asleep)
                await asyncio.sleep(SWEEP_SECONDS)  # one that runs comes to its end
                await play_out(home, away)
                with pytest.raises(TimeoutError):
                    await one.until("step", v=12, timeout=3 * SWEEP_SECONDS)
                return
            await asyncio.gather(play_out(home, away), one.until("step", v=12, timeout=20))
            assert [frame["v"] for frame in one.frames if frame["t"] == "step"] == list(range(1, 13))

    async def asleep(_self, _now):
        pass

    with serving() as first, serving() as second:
        asyncio.run(scenario(first, second))
