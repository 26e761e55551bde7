"""A sweep does what is due of the games that this process has, and finds moves of others whose message was lost."""

import asyncio
import uuid
from datetime import timedelta

import pytest
import uvloop
from django.conf import settings
from django.utils import timezone

import engines
from matches import feed
from matches.live import bots, presence
from matches.live.commands import command
from matches.live.moves import submit_in
from matches.live.running import Hall, hall
from matches.live.seating import SEAT_FRESH
from matches.live.sockets import Socket
from matches.live.surroundings import OUTAGE
from matches.models import Match, MatchCommand, MatchEvent, Seat
from matches.store.timing import utcnow
from matches.upkeep import sweeper
from matches.upkeep.sweeper import ALONE_AFTER, Sweeper
from tests.matches.table import bot, check_log, duel, run, start, to_act, with_a_hall

pytestmark = pytest.mark.django_db(transaction=True)


async def _later() -> None:
    hall().now = lambda: utcnow() + timedelta(seconds=30)
    async with hall().connection() as link:  # time jumps here, but nobody was out
        await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
    await Sweeper(hall()).sweep()


def test_a_process_without_the_game_leaves_its_bots_to_others(cast):
    match = duel(bot(), bot(), options={"kicks": 100})
    run(lambda: start(match))
    due = Match.objects.get(pk=match.pk).bot_due_at
    assert due is not None

    engines.forget("duel")
    try:
        run(_later)
    finally:
        engines.register("duel", "tests.matches.duel")
    untouched = Match.objects.get(pk=match.pk)
    assert (untouched.bot_due_at, untouched.version) == (due, 0), "claimed by a process that cannot play it"

    run(_later)
    assert check_log(match.id).version == 1


def test_a_process_without_the_game_lets_it_wait_for_its_kick_off(cast, caplog):
    match = duel(bot(), cast.anna, no_show_at=timezone.now() + timedelta(seconds=5))
    engines.forget("duel")
    try:
        run(_later)
    finally:
        engines.register("duel", "tests.matches.duel")
    assert Match.objects.get(pk=match.pk).status == "waiting"
    assert "the sweep failed here" not in caplog.text

    run(_later)
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert MatchEvent.objects.get(match=match).kind == "ruling"


def test_what_is_due_at_once_can_be_put_off(cast):
    """As on the server's own loop, where a timer that rings at once is no timer and has no time."""
    match = duel(cast.anna, bot(), move_seconds=30)

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        hall().awake = True
        runtime.row.deadline_at = runtime.row.bot_due_at = hall().now() - timedelta(seconds=1)
        runtime.arm()
        due_at_once = runtime.timer
        runtime.arm()
        assert runtime.timer is due_at_once is not None
        runtime.row.status = "paused"
        runtime.arm()
        assert runtime.timer is None

    async def on_uvloop():
        assert type(asyncio.get_running_loop()).__module__.startswith("uvloop")
        await scenario()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(with_a_hall(on_uvloop))


def test_a_process_without_the_game_leaves_a_command_to_others(cast, caplog):
    """The poke of the command reaches every process; who has not the game looks away, and the command stays open."""
    match = duel(cast.anna, cast.bruno)
    poke = str(match.pk).encode()

    async def poked():
        Sweeper(hall())._poked(poke)
        await hall().drain()

    run(lambda: start(match))
    given = command(match.pk, "pause", {"reason": "a look at the board"})
    engines.forget("duel")
    try:
        run(poked)
    finally:
        engines.register("duel", "tests.matches.duel")
    assert not caplog.records, caplog.text
    assert MatchCommand.objects.get(pk=given.pk).applied_at is None

    run(poked)
    assert Match.objects.get(pk=match.pk).status == "paused"


def test_who_waits_is_found_at_once_where_somebody_is_and_else_in_turn(cast, monkeypatch):
    """However many matches wait, a sweep looks at few: those with somebody at the table, and a slice of the others."""
    monkeypatch.setattr(sweeper, "SLICE", 2)
    for _number in range(5):
        duel(cast.anna, cast.bruno)
    alone, both = duel(bot(), bot()), duel(cast.anna, cast.bruno)
    Seat.objects.filter(match=both).update(seen_at=timezone.now())
    Match.objects.filter(pk=both.pk).update(visited_at=timezone.now())

    async def scenario():
        looks, here = Sweeper(hall()), []
        for _sweep in range(8):
            async with hall().connection() as link:
                here.append((await looks._due_matches(link, hall().now()))["waiting"])
        return here

    here = run(scenario)
    assert all(both.pk in found for found in here)
    assert [alone.pk in found for found in here] == [False, False, True, False] * 2, "the sixth of seven, two a sweep"


def test_a_sweep_notes_who_still_waits_at_the_table_and_waits_for_no_lock(cast):
    waiting, played, locked = (duel(cast.anna, cast.bruno) for _number in range(3))
    Match.objects.filter(pk=played.pk).update(status="paused")
    matches = [waiting.pk, played.pk, locked.pk]

    async def scenario():
        async with hall().connection() as other, hall().connection() as link, other.transaction():
            await other.execute("SELECT FROM matches_match WHERE id = %s FOR UPDATE", (locked.pk,))
            seats = {"now": hall().now(), "matches": matches, "seats": ["home"] * 3, "process": hall().name}
            await link.execute(sweeper._STILL_HERE, seats)

    run(scenario)
    assert list(Match.objects.exclude(visited_at=None)) == [waiting]
    assert Seat.objects.filter(match__in=matches, side="home", seen_at__isnull=False).count() == 3


def test_moves_of_a_process_that_has_signed_out_are_still_found(cast):
    """It commits a last move when nobody hears it: the table here must not wait for a side that has moved."""
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        here, ending = hall(), Hall()
        sweeper = Sweeper(here)
        feed._sync_client().delete(f"{settings.KEY_PREFIX}:processes")  # halls of earlier tests
        table = here.runtime(match.id)
        table.sockets.add(Socket(_nowhere, _nowhere, "home", seats=("home",)))
        await ending.open()
        await sweeper.sweep()  # the other has signed out already: this process finds itself the only one
        ending.moved = lambda *_told: None  # the word of it is lost
        move = {"match_id": match.id, "moves": [{"type": "kick"}], "client_id": uuid.uuid4(), "v": 0}
        assert (await submit_in(ending, seat=to_act(match), **move)).done
        await ending.close()
        await sweeper.sweep()
        assert table.row.version == 1

        table.sockets.clear()
        sweeper._shared_at -= ALONE_AFTER
        await sweeper.sweep()
        assert here.alone and not table.fresh, "nobody looked at it, so it is loaded when somebody comes"

    run(scenario)


def test_a_side_that_left_one_process_is_there_while_it_sits_in_another(cast):
    """Two tabs, or a page that came back to another process before its old connection was found dead."""
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        halls = [hall(), Hall()]
        await halls[1].open()
        runtimes, sockets = [here.runtime(match.id) for here in halls], []
        try:
            for runtime in runtimes:
                await runtime.ensure()
                sockets.append(Socket(_nowhere, _nowhere, "home", seats=("home",), user=str(cast.anna.pk)))
                await presence.come(runtime, sockets[-1], None)
            await presence.go(runtimes[1], sockets[1])  # the one that came last
            assert runtimes[1].presence()["home"]["here"]
            held = await Seat.objects.aget(match=match, side="home")
            assert held.gone_at is None and list(held.seen_in) == [hall().name]
            await presence.come(runtimes[1], sockets[1], None)
            await presence.go(runtimes[0], sockets[0])
            assert (await Seat.objects.aget(match=match, side="home")).gone_at is None
            await presence.go(runtimes[1], sockets[1])
            left = await Seat.objects.aget(match=match, side="home")
            assert left.gone_at is not None and left.seen_in is None
            assert not runtimes[1].presence()["home"]["here"]

            await presence.come(runtimes[0], sockets[0], None)
            await presence.come(runtimes[1], sockets[1], None)
            runtimes[0].sockets.clear()  # its process is killed, and says nothing
            halls[1].now = lambda: utcnow() + SEAT_FRESH + timedelta(seconds=1)
            await presence.go(runtimes[1], sockets[1])
            assert (await Seat.objects.aget(match=match, side="home")).gone_at is not None
        finally:
            await halls[1].close()

    run(scenario)


async def _nowhere(*_sent: object) -> None:
    pass


def test_a_bots_turn_is_that_of_the_process_that_wrote_the_move_before_it(cast):
    """Two that hold the same match would both think about it; the other takes over what is late, by its sweep."""
    match = duel(bot(), bot(), options={"kicks": 100}, bot_seconds=60)

    async def scenario():
        first, second = hall(), Hall()
        first.awake = second.awake = True
        try:
            await start(match)
            async with second.runtime(match.id).lock:
                await second.runtime(match.id).catch_up()
            assert first.runtime(match.id).timer is not None
            assert second.runtime(match.id).timer is None

            await bots.take_turn(second, match.id)
            async with first.runtime(match.id).lock:
                await first.runtime(match.id).catch_up()
            assert second.runtime(match.id).timer is not None
            assert first.runtime(match.id).timer is None
        finally:
            await second.close()

    run(scenario)


def test_a_bots_turn_is_not_thought_about_twice_at_once(cast, monkeypatch):
    match, thoughts = duel(bot(), bot(), options={"kicks": 100}, bot_seconds=60), []

    async def decide(_hall, game, _bot, state, seat):
        thoughts.append(seat)
        await asyncio.sleep(0.1)
        return [game.default_move(state, seat)]

    monkeypatch.setattr(bots, "_decide", decide)

    async def scenario():
        await start(match)
        await asyncio.gather(bots.take_turn(hall(), match.id), bots.take_turn(hall(), match.id))

    run(scenario)
    assert len(thoughts) == 1
    assert check_log(match.id).version == 1


def test_a_bot_that_thinks_for_long_is_no_outage(cast, monkeypatch):
    """All bots of a sweep may think in one process: only the last of them has its answer."""
    monkeypatch.setattr(sweeper, "SWEEP_SECONDS", 0.01)
    thinks, plays = duel(bot(), bot()), duel(cast.anna, cast.bruno, move_seconds=600)
    passed = timedelta(seconds=30)

    async def take_turn(_hall, _match_id):
        nonlocal passed
        for _pause in range(3):
            passed += OUTAGE / 2
            async with asyncio.timeout(5):
                while hall().now() - hall().beat_at > OUTAGE / 4:
                    await asyncio.sleep(0.01)

    monkeypatch.setattr(bots, "take_turn", take_turn)

    async def scenario():
        await start(thinks)
        await start(plays)
        deadline = hall().runtime(plays.id).row.deadline_at
        hall().now = lambda: utcnow() + passed
        async with hall().connection() as link:  # time jumps here, but nobody was out
            await link.execute("INSERT INTO matches_heartbeat (id, at) VALUES (1, %s)", (hall().now(),))
        await Sweeper(hall()).sweep()
        await Sweeper(hall()).beat()
        return deadline

    deadline = run(scenario)
    assert passed > timedelta(seconds=30) + OUTAGE
    assert Match.objects.get(pk=plays.pk).deadline_at == deadline
