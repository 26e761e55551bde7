"""The one write path: moves are applied once, in order, whole or not at all, and only what is committed counts."""

import asyncio
import json
import uuid

import psycopg
import pytest

from engines.core.dice import fair_roll
from matches.errors import SeatTaken
from matches.live import moves as play
from matches.live.calling import call
from matches.live.running import hall
from matches.live.runtime import UnknownMatch
from matches.models import Match, MatchEvent, MatchSecret, Outbox
from matches.store import database
from matches.verbs.opening import Sitter, take_seat
from tests.matches.table import bot, check_log, duel, kick, run, start, to_act

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_works(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 4})

    async def scenario():
        await start(match)
        return [await kick(match, v) for v in range(4)]

    outcomes = run(scenario)
    assert [(outcome.kind, outcome.v) for outcome in outcomes] == [("applied", v) for v in (1, 2, 3, 4)]
    after = check_log(match.id)
    assert after.status == "finished"
    assert after.result["source"] == "play"
    assert after.result["score"] == after.snapshot["score"]
    assert Outbox.objects.filter(match=match, taken_at=None).count() == 1


def test_the_dice_are_those_that_were_committed(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 3})

    async def scenario():
        await start(match)
        for v in range(3):
            await kick(match, v)

    run(scenario)
    after = Match.objects.get(pk=match.pk)
    seeds = {seat.side: seat.dice_seed for seat in after.seats.all()}
    secret = bytes.fromhex(MatchSecret.objects.get(match=match).value)
    rolls = after.opening["rolls"] + [value for row in after.log.all() for value in row.rolls]
    sides = [2, 6, 6, 6]
    assert rolls == [
        fair_roll(secret, str(match.id), seeds["home"], seeds["away"], k, n) for k, n in enumerate(sides, start=1)
    ]


def test_a_repeat_is_known_by_its_client_id(cast):
    match = duel(cast.anna, cast.bruno)
    same = uuid.uuid4()

    async def scenario():
        await start(match)
        seat = to_act(match)
        first = await kick(match, 0, seat, same)
        again = await kick(match, 0, seat, same)
        hall().runtimes.clear()  # another process, or this one after a restart
        later = await kick(match, 0, seat, same)
        return first, again, later

    first, again, later = run(scenario)
    assert (first.kind, again.kind, later.kind) == ("applied", "repeat", "repeat")
    assert first.v == again.v == later.v == 1
    assert check_log(match.id).version == 1


def test_a_stale_move_changes_nothing(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        await kick(match, 0)
        return await kick(match, 0), await kick(match, 7)

    assert [(outcome.kind, outcome.v) for outcome in run(scenario)] == [("stale", 1), ("stale", 1)]
    assert check_log(match.id).version == 1


def test_an_illegal_move_is_refused_with_its_reason(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(match)
        idle = "away" if to_act(match) == "home" else "home"
        return await kick(match, 0, idle)

    outcome = run(scenario)
    assert (outcome.kind, outcome.code) == ("refused", "illegal_move")
    assert "not legal" in outcome.reason
    assert check_log(match.id).version == 0


def test_a_refusal_names_the_chapter_of_the_rules_page(cast, client):
    match = duel(cast.anna, cast.bruno, game="dom_jim")
    move = {"type": "move", "piece": "home.gk", "to": "E7"}

    async def scenario():
        await start(match)
        seat = to_act(match)
        own = {**move, "piece": f"{seat}.gk"}
        return seat, await play.submit(match_id=match.id, seat=seat, moves=[own], client_id=uuid.uuid4(), v=0)

    seat, outcome = run(scenario)
    assert (outcome.kind, outcome.rule) == ("refused", "pieces")
    client.force_login(getattr(cast, {"home": "anna", "away": "bruno"}[seat]))
    form = {"move": json.dumps({**move, "piece": f"{seat}.gk"}), "client_id": str(uuid.uuid4()), "v": "0", "seat": seat}
    page = client.post(f"/matches/{match.id}/move/", form, follow=True).content.decode()
    assert 'href="/games/dom_jim/#pieces" target="_blank"' in page


def test_a_list_of_moves_is_all_or_nothing(cast):
    match = duel(cast.anna, cast.bruno, options={"sealed": True})

    async def scenario():
        await start(match)
        corners = [{"type": "corner", "n": 1}, {"type": "corner", "n": 2}]
        bad = await play.submit(
            match_id=match.id, seat="home", moves=[*corners, {"type": "kick"}], client_id=uuid.uuid4(), v=0
        )
        good = await play.submit(
            match_id=match.id, seat="home", moves=[*corners, {"type": "done"}], client_id=uuid.uuid4(), v=0
        )
        return bad, good

    bad, good = run(scenario)
    assert (bad.kind, bad.v) == ("refused", 0)
    assert (good.kind, good.v) == ("applied", 3)
    check_log(match.id)
    assert [row.part for row in MatchEvent.objects.filter(match=match)] == [0, 1, 2]


def test_a_match_that_waits_takes_no_move(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario():
        return await kick(match, 0, "home")

    assert run(scenario).code == "not_live"


def test_an_unknown_match_is_said_to_be_unknown(db):
    async def scenario():
        with pytest.raises(UnknownMatch):
            await play.submit(match_id=uuid.uuid4(), seat="home", moves=[{}], client_id=uuid.uuid4(), v=0)

    run(scenario)


def test_an_engine_that_fails_freezes_its_match_only(cast, caplog):
    broken = duel(cast.anna, cast.bruno, options={"fragile": True})
    sound = duel(cast.anna, cast.bruno)

    async def scenario():
        await start(broken)
        await start(sound)
        refused = await play.submit(
            match_id=broken.id, seat=to_act(broken), moves=[{"type": "boom"}], client_id=uuid.uuid4(), v=0
        )
        return refused, await kick(sound, 0)

    refused, other = run(scenario)
    assert refused.code == "frozen"
    assert other.kind == "applied"
    assert Match.objects.get(pk=broken.pk).status == "paused"
    assert MatchEvent.objects.get(match=broken).kind == "ruling"
    assert "boom" in caplog.text


def test_a_commit_that_is_lost_on_the_way_is_found_by_its_client_id(cast):
    """The connection breaks after the commit and before its answer: the retry learns that it counted."""
    match = duel(cast.anna, cast.bruno)
    same = uuid.uuid4()

    async def scenario():
        import psycopg

        await start(match)
        seat = to_act(match)
        runtime = hall().runtime(match.id)
        whole = play.commit

        async def cut(which, change):
            await whole(which, change)
            raise psycopg.OperationalError("cut off")

        play.commit = cut
        try:
            first = await kick(match, 0, seat, same)
        finally:
            play.commit = whole
        assert runtime.fresh
        return first, await kick(match, 0, seat, same)

    first, again = run(scenario)
    assert (first.kind, first.v) == ("repeat", 1)
    assert (again.kind, again.v) == ("repeat", 1)
    assert check_log(match.id).version == 1


def test_synchronous_callers_have_the_same_verb(cast):
    match = duel(cast.anna, cast.bruno)

    async def begin():
        await start(match)
        return to_act(match)

    seat = run(begin)
    same = uuid.uuid4()
    given = {"match_id": match.id, "seat": seat, "moves": [{"type": "kick"}], "client_id": same, "v": 0}
    assert call(play.submit(**given)).kind == "applied"
    assert call(play.submit(**given)).kind == "repeat"
    with pytest.raises(UnknownMatch):
        call(play.submit(**{**given, "match_id": uuid.uuid4()}))


def test_an_open_seat_is_taken_by_its_link_once(cast):
    match = duel(cast.anna, Sitter())
    seat = match.seats.get(side="away")
    assert seat.invite
    with pytest.raises(SeatTaken):
        take_seat(invite=seat.invite, user=cast.anna)
    assert take_seat(invite=seat.invite, user=cast.bruno).user_id == cast.bruno.pk
    with pytest.raises(SeatTaken):
        take_seat(invite=seat.invite, user=cast.stranger)
    with pytest.raises(SeatTaken):
        take_seat(invite="", user=cast.stranger)


def test_the_secret_is_not_in_the_match_row(db):
    match = duel(bot(), bot())
    secret = MatchSecret.objects.get(match=match).value
    assert secret not in str(Match.objects.filter(pk=match.pk).values().get())


def test_two_sealed_choices_at_once_both_count(cast):
    """Both were asked at version 0: the second choice is not stale because the other one was quicker."""
    match = duel(cast.anna, cast.bruno, options={"sealed": True})

    async def scenario():
        await start(match)

        async def choose(seat, v, *moves):
            return await play.submit(match_id=match.id, seat=seat, moves=list(moves), client_id=uuid.uuid4(), v=v)

        corner, done = {"type": "corner", "n": 1}, {"type": "done"}
        first = await choose("home", 0, corner)
        second = await choose("away", 0, corner)
        again = await choose("home", 0, corner)
        await choose("home", 2, done)
        last = await choose("away", 2, done)
        late = await choose("away", 3, done)
        return [outcome.kind for outcome in (first, second, again, last, late)], last.v

    kinds, v = run(scenario)
    assert kinds == ["applied", "applied", "stale", "applied", "stale"]
    assert check_log(match.id).version == v == 4


@pytest.mark.parametrize("guarded", [True, False])
def test_nobody_waits_for_ever_for_a_row_that_a_stranger_holds(cast, monkeypatch, guarded):
    """The mover is told to try again, and the same id counts afterwards. The control waits as long as the stranger."""
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.5 if guarded else 0)  # 0 is no limit to PostgreSQL
    match, client_id = duel(cast.anna, cast.bruno), uuid.uuid4()

    async def scenario():
        await start(match)
        seat = to_act(match)
        async with await psycopg.AsyncConnection.connect(database.conninfo()) as stranger:
            await stranger.execute("SELECT 1 FROM matches_match WHERE id = %s FOR UPDATE", (match.id,))
            move = asyncio.create_task(kick(match, 0, seat, client_id))
            await asyncio.wait([move], timeout=30 if guarded else 2)
            early = move.done()
            await stranger.rollback()
        first = await move
        return early, first.kind, (await kick(match, 0, seat, client_id)).done

    early, first, counts = run(scenario)
    assert (early, first) == ((True, "busy") if guarded else (False, "applied"))
    assert counts and check_log(match.id).version == 1
