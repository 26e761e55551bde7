"""Commands, deadlines and no-shows: each is applied once, leaves a row in the log, and says why."""

import asyncio
import uuid
from datetime import timedelta

import psycopg
import pytest
from django.utils import timezone

from matches.live import moves as play
from matches.live.commands import WHEN, BadCommand, command
from matches.live.rulings import FAILED, call_time, claim, obey
from matches.live.running import Hall, hall
from matches.models import Heartbeat, Match, MatchCommand, MatchEvent, Outbox, Seat
from matches.store.timing import utcnow
from matches.terms import clock
from matches.terms.time_controls import limits
from matches.upkeep.sweeper import BOT_LATE, Sweeper
from tests.live.world import ByHand
from tests.matches.table import bot, check_log, duel, kick, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)


async def sweep(*, later: float = 0) -> None:
    """Sweep as if it were ``later`` seconds from now."""
    hall().now = lambda: utcnow() + timedelta(seconds=later)
    async with hall().connection() as link:  # time jumps here, but nobody was out
        await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
    await Sweeper(hall()).sweep()


def outcome_of(row: MatchCommand) -> str:
    row.refresh_from_db()
    assert row.applied_at is not None
    return row.outcome


def test_a_command_that_fails_does_not_hold_up_later_ones(cast, caplog):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    failing = command(match.id, "undo", {"by": "agreement"})  # says no version, as no release writes it
    later = [command(match.id, kind, {"reason": "go on"}) for kind in ("message", "pause")]
    run(sweep)
    assert outcome_of(failing) == FAILED
    assert [outcome_of(row) for row in later] == ["applied", "applied"]
    assert f"the command {failing.pk} (undo) failed" in caplog.text
    caplog.clear()
    run(sweep)
    assert not caplog.records and check_log(match.id).status == "paused"


def test_a_lost_database_leaves_a_command_open(cast, monkeypatch):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    row = command(match.id, "pause", {"reason": "a look at the board"})

    async def lost(*_given, **_kept):
        raise psycopg.OperationalError("the connection is lost")

    with monkeypatch.context() as patched:
        patched.setattr("matches.live.rulings.commit", lost)
        with pytest.raises(psycopg.OperationalError):
            run(lambda: obey(hall(), match.id))
    row.refresh_from_db()
    assert row.applied_at is None
    run(sweep)
    assert outcome_of(row) == "applied"


def test_an_award_ends_a_match_with_its_reason(cast):
    match = duel(cast.anna, cast.bruno)

    async def begin():
        await start(match)
        await kick(match, 0)

    run(begin)
    row = command(
        match.id,
        "award",
        {"winner": "home", "score": {"home": 2, "away": 0}, "reason": "wrong pieces", "by": "referee"},
    )
    run(sweep)
    after = check_log(match.id)
    assert after.status == "finished"
    assert after.result == {
        "winner": "home",
        "how": "award",
        "score": {"home": 2, "away": 0},
        "shootout": None,
        "source": "award",
        "reason": "wrong pieces",
    }
    assert outcome_of(row) == "applied"
    ruling = MatchEvent.objects.get(match=match, kind="ruling")
    assert (ruling.seq, ruling.client_id, ruling.move["by"]) == (2, row.id, "referee")
    assert Outbox.objects.filter(match=match).count() == 1


def test_a_command_is_applied_once_by_two_processes(cast):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    row = command(match.id, "award", {"winner": "away", "reason": "walkover"})

    async def scenario():
        second = Hall()
        try:
            await asyncio.gather(Sweeper(hall()).sweep(), Sweeper(second).sweep())
        finally:
            await second.close()

    run(scenario)
    assert check_log(match.id).version == 1
    assert outcome_of(row) == "applied"
    assert Match.objects.get(pk=match.pk).result["score"] == {"home": 0, "away": 3}


def test_pause_and_resume(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=30)
    run(lambda: start(match))
    command(match.id, "pause", {"reason": "a phone call"})
    run(sweep)
    paused = Match.objects.get(pk=match.pk)
    assert (paused.status, paused.deadline_at, paused.home_since, paused.away_since) == ("paused", None, None, None)

    async def refused():
        return await kick(match, 1, "home")

    assert run(refused).code == "not_live"
    again = command(match.id, "pause")
    command(match.id, "resume")
    run(sweep)
    assert outcome_of(again) == "The match is paused."
    live = Match.objects.get(pk=match.pk)
    assert live.status == "live" and live.deadline_at > timezone.now()

    async def plays():
        await hall().runtime(match.id).ensure()
        return await kick(match, 2)

    assert run(plays).kind == "applied"
    check_log(match.id)


def test_every_kind_of_command_can_be_applied_some_time():
    assert set(WHEN) == set(MatchCommand.Kind.values)


def test_void(cast):
    match = duel(cast.anna, cast.bruno)
    row = command(match.id, "void", {"reason": "entered twice"})
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "void"
    assert outcome_of(row) == "applied"
    late = command(match.id, "award", {"winner": "home"})
    run(sweep)
    assert outcome_of(late) == "The match is void."


def test_start_does_not_wait_for_presence_but_for_seats(cast):
    match = duel(cast.anna, cast.bruno, starts_at=timezone.now() + timedelta(days=1))
    command(match.id, "start")
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "live"
    from matches.verbs.opening import Sitter

    lonely = duel(cast.anna, Sitter())
    refused = command(lonely.id, "start")
    run(sweep)
    assert outcome_of(refused) == "A seat is not taken."


def test_resign_by_command_and_a_refused_host_move(cast):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    refused = command(match.id, "time_up")
    row = command(match.id, "resign", {"seat": "away"})
    run(sweep)
    assert "may not time_up" in outcome_of(refused)
    assert outcome_of(row) == "applied"
    assert check_log(match.id).result["winner"] == "home"


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("dance", {}), ("resign", {}), ("award", {"winner": "nobody"}), ("award", {"winner": None, "score": {"home": 1}})],
)
def test_a_command_that_cannot_be_is_refused_at_once(cast, kind, payload):
    match = duel(cast.anna, cast.bruno)
    with pytest.raises(BadCommand):
        command(match.id, kind, payload)
    assert not MatchCommand.objects.exists()


def test_three_timeouts_running_start_a_countdown_that_loses(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000}, move_seconds=30)

    async def scenario():
        await start(match)
        first = to_act(match)
        await sweep(later=10)
        early = hall().runtime(match.id).row.version
        countdowns = []
        for n in range(1, 4):
            await sweep(later=32 * (2 * n - 1))
            countdowns.append(hall().runtime(match.id).countdown())
            other = to_act(match)
            assert other != first
            await kick(match, hall().runtime(match.id).row.version, other)
        countdowns.append(hall().runtime(match.id).countdown())
        shown = clock.clock_of_frame(hall().runtime(match.id).row, hall().now())
        await sweep(later=32 * 5 + clock.FORFEIT_SECONDS - 3)
        assert hall().runtime(match.id).row.status == "live", "a countdown, not a loss at once"
        await sweep(later=32 * 5 + clock.FORFEIT_SECONDS + 2)
        return early, first, countdowns, shown

    early, first, countdowns, shown = run(scenario)
    assert early == 0
    assert countdowns[:3] == [None] * 3, "while the other side is to act nothing runs"
    assert (countdowns[3].seat, countdowns[3].cause) == (first, "three_timeouts")
    assert shown["deadline"] == countdowns[3].as_frame()["at"]
    after = check_log(match.id)
    assert (after.status, after.result["how"], after.result["source"]) == ("finished", "forfeit", "clock")
    assert after.result["winner"] != first
    assert after.result["reason"] == "three time-outs in a row"
    kinds = [(row.kind, row.move["type"]) for row in MatchEvent.objects.filter(match=match)]
    assert kinds == [*[("move", "timeout"), ("move", "kick")] * 3, ("ruling", "award")]


def test_a_move_in_the_countdown_ends_it(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1000}, move_seconds=30)

    async def scenario():
        await start(match)
        first = to_act(match)
        now = 0
        for _ in range(3):
            now += 32
            await sweep(later=now)
            await kick(match, hall().runtime(match.id).row.version, to_act(match))
        assert hall().runtime(match.id).countdown() is not None
        await kick(match, hall().runtime(match.id).row.version, first)
        assert hall().runtime(match.id).countdown() is None
        await kick(match, hall().runtime(match.id).row.version)
        await sweep(later=now + clock.FORFEIT_SECONDS + 2)
        return hall().runtime(match.id).row

    row = run(scenario)
    assert row.status == "live" and max(row.home_timeouts, row.away_timeouts) == 1


def test_a_spent_budget_loses(cast):
    match = duel(cast.anna, cast.bruno, budget_seconds=60)

    async def scenario():
        await start(match)
        first = to_act(match)
        await sweep(later=61)
        return first

    first = run(scenario)
    after = check_log(match.id)
    assert (after.result["how"], after.result["source"]) == ("time", "clock")
    assert after.result["winner"] not in (None, first)


def test_a_decision_after_weeks_of_thought_counts(cast):
    """By correspondence a side may use more milliseconds than 32 bits hold."""
    match = duel(cast.anna, cast.bruno, **limits("duel", "correspondence", days=14))
    weeks = 60 * 86400 * 1000
    run(lambda: start(match))
    Match.objects.filter(pk=match.pk).update(home_used_ms=weeks, away_used_ms=weeks)

    async def moves():
        await hall().runtime(match.id).ensure()
        return [(await kick(match, v)).kind for v in (0, 1)]

    assert run(moves) == ["applied", "applied"]
    after = check_log(match.id)
    assert after.home_used_ms >= weeks and after.away_used_ms >= weeks


def test_two_sweepers_give_one_timeout(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=30)

    async def scenario():
        await start(match)
        second = Hall()
        for here in (hall(), second):
            here.now = lambda: utcnow() + timedelta(seconds=31)
        try:
            async with hall().connection() as link:
                await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
            await asyncio.gather(Sweeper(hall()).sweep(), Sweeper(second).sweep())
        finally:
            await second.close()

    run(scenario)
    assert check_log(match.id).version == 1


@pytest.mark.parametrize("came", [None, "home", "away"])
def test_a_no_show_loses_and_nobody_is_void(cast, came):
    match = duel(cast.anna, cast.bruno, no_show_at=timezone.now() + timedelta(minutes=10))
    if came:
        Seat.objects.filter(match=match, side=came).update(seen_at=timezone.now() + timedelta(minutes=10))
    run(lambda: sweep(later=500))
    assert Match.objects.get(pk=match.pk).status == "waiting"
    run(lambda: sweep(later=601))
    after = check_log(match.id)
    assert after.status == ("finished" if came else "void")
    assert (after.result["winner"], after.result["source"]) == (came, "no_show")
    assert Outbox.objects.filter(match=match).count() == 1


def test_bots_play_a_match_by_sweeps_alone(db):
    match = duel(bot(), bot(), options={"kicks": 6}, bot_seconds=0)

    async def scenario():
        for turn in range(1, 9):  # nothing but the sweep, which takes over what is late
            await sweep(later=turn * (BOT_LATE.total_seconds() + 1))

    run(scenario)
    assert check_log(match.id).status == "finished"


def test_after_an_outage_both_get_their_time_back(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600)

    async def scenario():
        await Sweeper(hall()).beat()
        await start(match)
        before = hall().runtime(match.id).row.deadline_at
        hall().now = lambda: utcnow() + timedelta(seconds=120)
        await Sweeper(hall()).sweep()
        return before

    before = run(scenario)
    after = Match.objects.get(pk=match.pk)
    assert after.version == 0, "nobody is timed out for the time of the outage"
    gained = (after.deadline_at - before).total_seconds()
    assert 139 < gained < 142
    assert (after.home_used_ms, after.away_used_ms) == (0, 0)
    assert Heartbeat.objects.count() == 1


def test_a_process_that_gave_nothing_back_knows_of_the_outage_too(cast):
    """One of two processes gives the time back; the other one must not judge by what it remembers."""
    match = duel(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600)

    async def scenario():
        here, there = hall(), Hall()
        sweepers = [Sweeper(one) for one in (here, there)]
        for sweeper in sweepers:
            await sweeper.beat()
        await start(match)
        async with (runtime := there.runtime(match.id)).lock:
            await runtime.ensure()
        here.now = there.now = lambda: utcnow() + timedelta(seconds=120)
        for one in (here, there):
            await call_time(one, match.id)
            await Sweeper(one).due(match.id)
        early = Match.objects.filter(pk=match.pk).values_list("version", flat=True)
        assert [v async for v in early] == [0], "no clock is judged before the outage is given back"
        await sweepers[0].beat()
        await call_time(there, match.id)
        await sweepers[1].beat()
        seat = runtime.game.to_act(runtime.state)[0]
        kick_there = {"match_id": match.id, "seat": seat, "moves": [{"type": "kick"}], "client_id": uuid.uuid4()}
        try:
            return await play.submit_in(there, **kick_there, v=0)
        finally:
            await there.close()

    assert run(scenario).kind == "applied"
    after = check_log(match.id)
    assert after.version == 1 and MatchEvent.objects.get(match=match).seat != "", "a move, no time-out"
    assert max(after.home_used_ms, after.away_used_ms) < 60_000, "nobody pays for the outage"


def test_two_that_find_an_outage_at_once_give_it_back_once_and_both_know(cast, monkeypatch):
    match = duel(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600, options={"kicks": 9})

    async def scenario():
        here, there = hall(), Hall()
        sweepers = [Sweeper(one) for one in (here, there)]
        for sweeper in sweepers:
            await sweeper.beat()
        await start(match)
        async with (runtime := there.runtime(match.id)).lock:
            await runtime.ensure()
        here.now = there.now = lambda: utcnow() + timedelta(seconds=120)
        look, looks = sweepers[1]._still_beats, []

        async def look_before_the_other_writes(link):
            looks.append(await look(link))
            if len(looks) == 2:
                await sweepers[0].beat()
            return looks[-1]

        monkeypatch.setattr(sweepers[1], "_still_beats", look_before_the_other_writes)
        await sweepers[1].beat()
        assert looks == [False, False] and not here.misses_beat
        seat = runtime.game.to_act(runtime.state)[0]
        kick_there = {"match_id": match.id, "seat": seat, "moves": [{"type": "kick"}], "client_id": uuid.uuid4()}
        try:
            return await play.submit_in(there, **kick_there, v=0)
        finally:
            await there.close()

    assert run(scenario).kind == "applied"
    after = check_log(match.id)
    assert max(after.home_used_ms, after.away_used_ms) < 60_000, "nobody pays for the outage"


def test_a_move_that_comes_first_after_an_outage_does_not_pay_for_it(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600, options={"kicks": 9})

    async def scenario():
        await Sweeper(hall()).beat()
        await start(match)
        later = Hall()
        later.now = lambda: utcnow() + timedelta(seconds=120)
        sweeper = ByHand(later)
        await sweeper.start()
        await call_time(later, match.id)
        moves = {"seat": to_act(match), "moves": [{"type": "kick"}], "client_id": uuid.uuid4()}
        moved = await play.submit_in(later, match_id=match.id, **moves, v=0)
        await sweeper.beat()
        await sweeper.stop()
        await later.close()
        return moved

    assert run(scenario).kind == "applied"
    after = check_log(match.id)
    assert MatchEvent.objects.get(match=match).seat, "a process that has just started calls no time"
    assert max(after.home_used_ms, after.away_used_ms) < 60_000
    asked = after.home_since or after.away_since
    assert asked < utcnow() + timedelta(seconds=125), "nor does the other side gain by it"


def test_an_outage_gives_back_only_what_a_waiting_match_lost(cast):
    now = timezone.now()
    starts = {"begun": None, "meanwhile": now + timedelta(minutes=90), "next week": now + timedelta(days=7)}
    matches = {
        name: duel(cast.anna, cast.bruno, starts_at=at, no_show_at=(at or now) + timedelta(minutes=10))
        for name, at in starts.items()
    }

    async def scenario():
        await Sweeper(hall()).beat()
        hall().now = lambda: utcnow() + timedelta(hours=2)
        await Sweeper(hall()).beat()

    run(scenario)
    gained = {
        name: round((Match.objects.get(pk=match.pk).no_show_at - match.no_show_at) / timedelta(minutes=1))
        for name, match in matches.items()
    }
    assert gained == {"begun": 120, "meanwhile": 30, "next week": 0}


def test_nobody_claims_by_the_time_of_an_outage(cast):
    match = duel(cast.anna, cast.bruno, absence_seconds=30, absence_claimed=True)

    async def scenario():
        await Sweeper(hall()).beat()
        await start(match)
        gone = to_act(match)
        stays = "away" if gone == "home" else "home"
        async with hall().connection() as link:
            await link.execute(
                "UPDATE matches_seat SET seen_at = %s, gone_at = CASE side WHEN %s THEN seen_at END",
                (utcnow() + timedelta(seconds=120), gone),
            )
            await link.execute("UPDATE matches_seat SET gone_at = %s WHERE side = %s", (utcnow(), gone))
        hall().now = lambda: utcnow() + timedelta(seconds=120)
        early = await claim(hall(), match.id, stays, uuid.uuid4())
        await Sweeper(hall()).beat()
        back = await claim(hall(), match.id, stays, uuid.uuid4())
        hall().now = lambda: utcnow() + timedelta(seconds=175)
        hall().beat_at = hall().now()
        return early, back, await claim(hall(), match.id, stays, uuid.uuid4())

    early, back, late = run(scenario)
    assert (early.code, back.code) == ("no_claim", "no_claim")
    assert "seconds left" in back.reason and late.done


def test_one_broken_match_does_not_stop_the_sweep(cast, caplog):
    broken = duel(bot(), bot(), bot_seconds=0)
    sound = duel(bot(), bot(), bot_seconds=0)
    run(lambda: sweep(later=1))
    Match.objects.filter(pk=broken.pk).update(snapshot={"game": "something else"})
    before = Match.objects.get(pk=sound.pk).version
    run(lambda: sweep(later=10))
    assert Match.objects.get(pk=sound.pk).version == before + 1
    assert str(broken.pk) in caplog.text


def test_moves_after_the_end_are_refused(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 1})

    async def scenario():
        await start(match)
        await kick(match, 0)
        over = await play.submit(match_id=match.id, seat="home", moves=[{"type": "kick"}], client_id=uuid.uuid4(), v=1)
        return over

    assert run(scenario).code == "not_live"


def test_the_wall_clock_ends_the_halves(cast):
    match = duel(cast.anna, cast.bruno, game="super_goal", options={"clock": "wall", "half_seconds": 60})

    async def scenario():
        await start(match)
        first = hall().runtime(match.id).row.time_up_at
        await sweep(later=30)
        early = hall().runtime(match.id).row.version
        await sweep(later=61)
        await sweep(later=90)
        return first, early

    first, early = run(scenario)
    assert 55 < (first - timezone.now()).total_seconds() <= 60
    after = check_log(match.id)
    assert early == 0 and after.version == 1, "it rings once"
    assert after.snapshot["time_up"] is True
    assert after.time_up_at is None


def test_the_wall_clock_ends_a_leg_of_agreed_minutes(cast):
    match = duel(cast.anna, cast.bruno, game="dom_jim", options={"length": "time", "clock": "wall", "leg_minutes": 5})

    async def scenario():
        await start(match)
        await sweep(later=299)
        early = hall().runtime(match.id).row.status
        await sweep(later=301)
        return early

    assert run(scenario) == "live"
    after = check_log(match.id)
    assert (after.status, after.result["how"], after.version) == ("finished", "regulation", 1)
