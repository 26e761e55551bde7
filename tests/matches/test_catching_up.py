"""A process that reads a match while another plays on shows positions of one version with the lines of that version."""

import asyncio
import json
import uuid
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.db import transaction
from django.utils import timezone

from matches.live import kickoff, presence
from matches.live.running import Hall, hall
from matches.live.sockets import Socket
from matches.models import Match
from matches.store import database
from matches.store.timing import utcnow
from matches.upkeep.sweeper import Sweeper
from matches.verbs import holding, offers
from tests.matches.table import duel, kick, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)


async def nothing(_code):
    pass


async def sits(here, match, seat):
    """Open a page of ``seat`` in the process ``here``, which sends its seed."""
    runtime, socket = here.runtime(match.pk), Socket(nothing, nothing, seat)
    async with runtime.lock:
        await runtime.ensure()
        await presence.come(runtime, socket, None)
        if seat is not None:
            await kickoff.take_seed(runtime, seat, seat.ljust(32, "0"))
            await kickoff.try_kick_off(runtime)
    return runtime, socket


@pytest.mark.parametrize("known", [True, False], ids=["steps", "whole"])
def test_moves_committed_while_it_reads_wait_for_its_next_look(cast, monkeypatch, known):
    match = duel(cast.anna, cast.bruno, options={"kicks": 9})
    frames = []

    async def hear(frame):
        frames.append(json.loads(frame))

    async def scenario():
        await start(match)
        elsewhere = Hall()
        there = elsewhere.runtime(match.pk)
        if known:
            await there.catch_up()
        socket = Socket(hear, nothing, None)
        there.sockets.add(socket)
        await kick(match, 0)
        load = database.load

        async def load_and_lose_time(link, match_id):
            row = await load(link, match_id)
            if len(moved) < 2:
                moved.append(await kick(match, len(moved) + 1))
            return row

        moved = []
        monkeypatch.setattr(database, "load", load_and_lose_time)
        for version in (1, 2, 3):
            await there.catch_up()
            assert (there.row.version, socket.v) == (version, version)
            assert there.lines[-1]["v"] == version
        here = hall().runtime(match.pk)
        assert there.game.to_wire(there.state) == here.game.to_wire(here.state)
        await elsewhere.close()
        return json.loads(json.dumps(here.game.scene(here.game.view(here.state, None))))

    scene = run(scenario)
    told = [frame for frame in frames if frame["t"] in ("step", "full")]
    assert told[-1]["v"] == 3 and told[-1]["scene"] == scene


async def comes(match, frames, v=None):
    """A socket that looks on, and has seen version ``v``."""

    async def hear(frame):
        frames.append(json.loads(frame))

    runtime, socket = hall().runtime(match.pk), Socket(hear, nothing, None)
    async with runtime.lock:
        await runtime.ensure()
        await presence.come(runtime, socket, v)
    return runtime


async def told():
    """Let the sockets send what they hold."""
    await hall().drain()
    for _ in range(5):
        await asyncio.sleep(0)


async def last(frames, name):
    """Return the last value of ``name`` in the frames."""
    await told()
    return [frame[name] for frame in frames if name in frame][-1]


def test_who_comes_back_is_told_of_offers_made_since_the_last_step(cast):
    match, stays, back = duel(cast.anna, cast.bruno, options={"kicks": 9}), [], []
    fields = {"match_id": match.pk, "kind": "pause", "client_id": uuid.uuid4()}

    async def scenario():
        await start(match)
        runtime = await comes(match, stays)
        mover = to_act(match)
        await kick(match, 0)
        for do, wanted in (("make", ["pause"]), ("withdraw", [])):
            await database_sync_to_async(offers.act)(seat=mover, do=do, **fields)
            await runtime.look()
            await comes(match, back, v=0)
            for frames in (stays, back):
                assert [offer["kind"] for offer in await last(frames, "offers")] == wanted

    run(scenario)


def test_times_that_are_given_back_after_an_outage_are_shown(cast):
    match, stays, back = duel(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600), [], []

    async def scenario():
        await Sweeper(hall()).beat()
        await start(match)
        runtime = await comes(match, stays)
        await kick(match, 0)
        before = (await last(stays, "clock"))["deadline"]
        hall().now = lambda: utcnow() + timedelta(seconds=120)
        await Sweeper(hall()).sweep()
        await comes(match, back, v=0)
        for frames in (stays, back):
            assert (await last(frames, "clock"))["deadline"] - before > 139_000
        number = len(stays)
        await runtime.look()
        await told()
        assert len(stays) == number, "nothing has changed"

    run(scenario)


def test_a_start_that_is_postponed_is_shown_to_who_waits(cast):
    soon = timezone.now() + timedelta(minutes=5)
    match, frames = duel(cast.anna, cast.bruno, starts_at=soon, no_show_at=soon + timedelta(hours=1)), []

    def freeze_for_an_hour():
        with transaction.atomic():
            holding.hold([match.pk], "exams")
            holding.release([match.pk], timezone.now(), timedelta(hours=1))

    async def scenario():
        runtime = await comes(match, frames)
        before = await last(frames, "clock")
        await database_sync_to_async(freeze_for_an_hour)()
        await runtime.look()
        after = await last(frames, "clock")
        assert [after[name] - before[name] for name in ("starts", "no_show")] == [3_600_000] * 2

    run(scenario)


def test_a_start_that_is_put_off_is_shown_by_the_next_sweep_if_the_word_of_it_was_lost(cast):
    soon = timezone.now() + timedelta(minutes=5)
    match, frames = duel(cast.anna, cast.bruno, starts_at=soon, no_show_at=soon + timedelta(hours=1)), []

    async def shown():
        await Sweeper(hall()).sweep()
        clock = await last(frames, "clock")
        return clock["starts"], clock["no_show"]

    async def scenario():
        await comes(match, frames)
        starts, no_show = await shown()
        rows = Match.objects.filter(pk=match.pk)
        await rows.aupdate(held=True)
        assert await shown() == (starts, None)
        await rows.aupdate(held=False, starts_at=soon + timedelta(hours=1))
        assert await shown() == (starts + 3_600_000, no_show)

    run(scenario)


def test_who_comes_after_the_other_side_left_another_process_begins_nothing(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        elsewhere = Hall()
        runtime, socket = await sits(elsewhere, match, "away")
        await sits(hall(), match, None)  # a spectator, for whom this process reads that the away side is there
        async with runtime.lock:
            await presence.go(runtime, socket)
        runtime, _socket = await sits(hall(), match, "home")
        assert runtime.row.status == "waiting" and not runtime.at_table("away")
        await sits(elsewhere, match, "away")
        await Sweeper(hall()).sweep()
        assert runtime.row.status == "live"
        await elsewhere.close()

    run(scenario)


def test_who_comes_to_a_match_that_was_put_off_begins_it_no_earlier(cast):
    soon = timezone.now() + timedelta(minutes=5)
    match = duel(cast.anna, cast.bruno, starts_at=soon)
    later = Match.objects.filter(pk=match.pk)

    async def scenario():
        await sits(hall(), match, "home")
        await later.aupdate(starts_at=soon + timedelta(days=1))
        hall().now = lambda: utcnow() + timedelta(minutes=6)
        runtime, _socket = await sits(hall(), match, "away")
        assert runtime.row.status == "waiting"
        hall().now = lambda: utcnow() + timedelta(days=1, minutes=6)
        runtime, _socket = await sits(hall(), match, "away")
        assert runtime.row.status == "live"

    run(scenario)


def test_who_looks_on_at_another_process_is_told_of_offers(cast):
    """It passes steps on without reading them, so when it reads them there is no step left to tell the offer."""
    match, frames = duel(cast.anna, cast.bruno, options={"kicks": 9}), []

    async def hear(frame):
        frames.append(json.loads(frame))

    async def scenario():
        await start(match)
        elsewhere = Hall()
        here, there, socket = hall().runtime(match.pk), elsewhere.runtime(match.pk), Socket(hear, nothing, None)
        await there.look()
        there.sockets.add(socket)
        there.resume(socket, None)
        mover, here.others = to_act(match), 1
        await kick(match, 0)
        there.take_poke(f"{hall().name}\n{here.public_after(0)}".encode())
        assert (socket.v, there.row.version) == (1, 0)
        fields = {"match_id": match.pk, "kind": "pause", "client_id": uuid.uuid4()}
        for do, wanted in (("make", ["pause"]), ("withdraw", [])):
            await database_sync_to_async(offers.act)(seat=mover, do=do, **fields)
            await there.look()
            assert [offer["kind"] for offer in await last(frames, "offers")] == wanted
        await elsewhere.close()

    run(scenario)


def test_a_move_told_while_it_reads_is_shown_after_what_it_read(cast, monkeypatch):
    """A spectator was shown the move, and then the position before it: the clocks had been given time back."""
    match, frames = duel(cast.anna, cast.bruno, options={"kicks": 9}), []

    async def hear(frame):
        frames.append(json.loads(frame))

    async def scenario():
        await start(match)
        elsewhere = Hall()
        here, there, socket = hall().runtime(match.pk), elsewhere.runtime(match.pk), Socket(hear, nothing, None)
        await there.look()
        there.sockets.add(socket)
        there.resume(socket, None)
        here.others = 1
        await Match.objects.filter(pk=match.pk).aupdate(time_up_at=timezone.now() + timedelta(hours=1))
        load = database.load

        async def slowly(link, match_id):
            row = await load(link, match_id)
            if row.version == 0 and here.row.version == 0:
                await kick(match, 0)
                there.take_poke(f"{hall().name}\n{here.public_after(0)}".encode())
            return row

        monkeypatch.setattr(database, "load", slowly)
        await there.look()
        await elsewhere.drain()
        await asyncio.sleep(0)
        assert [frame["v"] for frame in frames if frame["t"] in ("full", "step")] == [0, 0, 1]
        await elsewhere.close()

    run(scenario)
