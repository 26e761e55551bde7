"""All that a side places for one set piece has the time of one decision (Soccer Tactics, ST-13.1)."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

import engines
from engines.core.dice import SeededDice
from matches.live import moves as play
from matches.live.running import hall
from matches.models import Match, MatchEvent
from matches.store.timing import utcnow
from matches.terms import clock
from matches.upkeep.sweeper import Sweeper
from matches.verbs import resuming
from tests.matches.table import check_log, duel, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)

GAME = engines.get("soccer_tactics")


def a_match(cast, **settings: Any) -> Match:
    return duel(cast.anna, cast.bruno, game=GAME.slug, **{"move_seconds": 60, **settings})


async def at(moment) -> None:
    """Go on as if it were ``moment``: time jumps, but nobody was out."""
    hall().now = lambda: moment
    async with hall().connection() as link:
        await link.execute("UPDATE matches_heartbeat SET at = %s", (moment,))


async def place(match: Match) -> play.Outcome:
    """Make the first legal move of the side that is to act."""
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    seat = to_act(match)
    move = GAME.legal(runtime.state, seat)[0]
    return await play.submit(
        match_id=match.id, seat=seat, moves=[dict(move)], client_id=uuid.uuid4(), v=runtime.row.version
    )


def ends(match: Match) -> float:
    """Return the seconds that the decision in hand still has by the table's clock."""
    row, now = hall().runtime(match.id).row, hall().now()
    return (clock.clock_of_frame(row, now)["deadline"] - clock.epoch_ms(now)) / 1000


def test_each_side_has_one_limit_for_all_its_pieces_and_a_restart_keeps_it(cast):
    match = a_match(cast)
    began = utcnow()

    async def first_half_minute():
        await at(began)
        await start(match)
        shown = [ends(match)]
        await at(began + timedelta(seconds=20))
        assert (await place(match)).done
        shown.append(ends(match))
        await at(began + timedelta(seconds=35))
        assert (await place(match)).done
        return to_act(match), shown

    async def after_a_restart():
        await at(began + timedelta(seconds=35))
        await hall().runtime(match.id).ensure()
        shown = [ends(match)]
        told = clock.clock_of_frame(hall().runtime(match.id).row, hall().now())["set_piece"]
        kicks, seats = to_act(match), []
        while hall().runtime(match.id).state.restart is not None:
            seats.append(to_act(match))
            assert (await place(match)).done
            shown.append(ends(match))
        return kicks, seats, shown, told

    kicks, shown = run(first_half_minute)
    assert shown == [60, 40]
    again, seats, shown, told = run(after_a_restart)
    assert (again, told) == (kicks, "kick_off")
    others = [number for number, seat in enumerate(seats) if seat != kicks]
    assert shown[0] == 25 and shown[others[0]] == 60, "the other side has its own"
    assert shown[-1] == 60, "and the kick is a move like any other"
    after = Match.objects.get(pk=match.pk)
    assert (after.set_piece, after.home_placing_ms, after.away_placing_ms) == ("", 0, 0)


def test_late_at_a_set_piece_is_one_time_out_however_many_pieces_are_left(cast):
    match = a_match(cast)
    began = utcnow()

    async def scenario():
        await at(began)
        await start(match)
        late = to_act(match)
        await at(began + timedelta(seconds=59))
        assert (await place(match)).done
        moment = 59
        while hall().runtime(match.id).row.set_piece and to_act(match) == late:
            moment += 2
            await at(began + timedelta(seconds=moment))
            await Sweeper(hall()).sweep()
        return late, hall().runtime(match.id).row, moment

    late, row, moment = run(scenario)
    after = check_log(match.id)
    called = [event.move["type"] for event in MatchEvent.objects.filter(match=match, seat="")]
    assert len(called) >= 2 and set(called) == {"timeout"} and moment < 70, "nobody waits a minute for each of them"
    assert getattr(row, f"{late}_timeouts") == 1 and after.status == "live"


def test_a_placement_on_its_way_at_the_end_counts_at_the_cost_of_the_quota(cast):
    match = a_match(cast)
    began = utcnow()

    async def scenario():
        await at(began)
        await start(match)
        await at(began + timedelta(seconds=50))
        assert (await place(match)).done
        await at(began + timedelta(seconds=60.5))
        in_time = await place(match)
        await at(began + timedelta(seconds=62))
        return in_time, await place(match)

    in_time, late = run(scenario)
    assert in_time.done and (late.kind, late.code) == ("refused", "late")


def test_by_correspondence_each_piece_has_its_days(cast):
    match = a_match(cast, move_seconds=86400)
    began = utcnow()

    async def scenario():
        await at(began)
        await start(match)
        await at(began + timedelta(hours=20))
        assert (await place(match)).done
        return ends(match), clock.clock_of_frame(hall().runtime(match.id).row, hall().now())["set_piece"]

    assert run(scenario) == (86400, None)


def test_a_match_of_before_goes_on_with_a_whole_limit_and_one_resumed_with_what_was_left(cast):
    match = a_match(cast)
    began = utcnow()

    async def scenario(seconds):
        await at(began + timedelta(seconds=seconds))
        await hall().runtime(match.id).ensure()
        if hall().runtime(match.id).row.status == "waiting":
            await start(match)
        await at(began + timedelta(seconds=seconds + 30))
        assert (await place(match)).done
        return ends(match)

    assert run(lambda: scenario(0)) == 30
    left = resuming.point(Match.objects.get(pk=match.pk), 1).clocks
    assert (left.set_piece, left.home_placing_ms + left.away_placing_ms) == ("kick_off", 30_000)
    Match.objects.update(set_piece="", home_placing_ms=0, away_placing_ms=0)  # as a release before wrote it
    assert run(lambda: scenario(30)) == 60


def test_every_set_piece_of_the_game_is_named_while_it_is_prepared():
    """Whole matches at random: what is placed belongs to a set piece, what is played does not."""
    seen: dict[str, set[str]] = {}
    for seed in range(12):
        dice = SeededDice(seed)
        state, _events = GAME.new({}, {}, dice)
        while GAME.to_act(state):
            seat = GAME.to_act(state)[0]
            phase = GAME.view(state, None)["phase"]
            seen.setdefault(GAME.set_piece(state), set()).add(phase)
            legal = GAME.legal(state, seat)
            state, _events = GAME.apply(state, seat, legal[dice.roll(len(legal)) - 1], dice)
    assert seen["kick_off"] == {"kick_off_keeper", "kick_off_kicker", "kick_off_striker"}
    assert "corner_place" in seen["corner"]
    assert seen.get("penalty", set()) <= {"penalty_kicker", "penalty_place"}
    assert "free_kick_clear" in seen["free_kick"] and "goal_kick_clear" in seen["goal_kick"]
    assert seen[""] <= {"attack_move", "attack_play", "capture", "defence", "defence_move"}
    assert all(GAME.slug == slug or engines.get(slug).set_piece(None) == "" for slug in engines.games())
