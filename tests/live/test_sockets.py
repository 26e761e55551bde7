"""Two people and a spectator at one table over real sockets: play, resume, refusals, presence."""

import asyncio
import http.client
import json
import uuid

import pytest
import websockets

from matches.models import Match, MatchEvent, Seat
from tests.live.sockets import cookie_of, play_out, serving, sit
from tests.matches.table import bot, check_log, duel

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_works(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 12}, move_seconds=30)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match) as watcher:
            first = await home.until("full")
            assert (first["status"], first["you"], first["scene"]) == ("waiting", "home", None)
            await home.say(t="seed", seed="00112233445566778899aabbccddeeff")
            async with sit(port, match, bruno) as away:
                await away.say(t="seed", seed="ffeeddccbbaa99887766554433221100")
                await asyncio.gather(home.until_live(), away.until_live(), watcher.until_live())
                assert home.v == away.v == 0
                assert watcher.state["you"] is None and watcher.state["choices"] == []
                assert bool(home.state["choices"]) != bool(away.state["choices"])
                await asyncio.gather(play_out(home, away), watcher.until("step", v=12, timeout=30))
                for table in (home, away, watcher):
                    assert table.v == 12
                    assert table.state["status"] == "finished"
                    assert table.state["result"]["source"] == "play"

    with serving() as port:
        asyncio.run(scenario(port))
    after = check_log(match.id)
    assert after.status == "finished"
    assert {seat.side: (seat.dice_seed[:4], seat.default_seed) for seat in Seat.objects.filter(match=match)} == {
        "home": ("0011", False),
        "away": ("ffee", False),
    }


def test_who_comes_back_gets_what_it_missed(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 100})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away, sit(port, match) as stays:
            await asyncio.gather(home.until_live(), away.until_live(), stays.until_live())
            tables = {"home": home, "away": away}
            async with sit(port, match) as leaves:
                await leaves.until("full")
            for _ in range(5):
                mover = next(table for table in tables.values() if table.state["choices"])
                v = mover.v
                await mover.move()
                await asyncio.gather(*(table.until("step", v=v + 1) for table in (home, away, stays)))
            async with sit(port, match, v=2) as back:
                back.v = 2
                for v in (3, 4, 5):
                    assert (await back.until("step"))["v"] == v
                assert back.state["scene"] == stays.state["scene"]
            async with sit(port, match, v=0) as far:
                far.v = 0
                await far.until("step", v=5)
            async with sit(port, match) as new:
                assert (await new.until("full"))["v"] == 5
            async with sit(port, match, v=99) as wrong:
                assert (await wrong.until("full"))["v"] == 5
            async with sit(port, match, v=5) as current:
                assert (await current.until("full"))["v"] == 5

    with serving() as port:
        asyncio.run(scenario(port))


def test_stale_duplicate_and_illegal_moves(cast):
    match = duel(cast.anna, cast.bruno, options={"kicks": 100})
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            mover, waits = (home, away) if home.state["choices"] else (away, home)
            same = uuid.uuid4()
            await mover.move(client_id=same)
            assert (await mover.until("ack"))["v"] == 1
            await mover.move({"type": "kick"}, v=0, client_id=same)
            assert await mover.until("ack") == {"t": "ack", "id": str(same), "v": 1}
            await waits.until("step", v=1)
            other = await mover.move({"type": "kick"}, v=0)
            assert (await mover.until("stale"))["id"] == other
            assert (await mover.read())["v"] == 1
            await mover.move({"type": "kick"}, v=1)
            refused = await mover.until("error")
            assert refused["code"] == "illegal_move" and "not legal" in refused["reason"]
            await mover.link.send("{")
            assert (await mover.until("error"))["code"] == "bad_frame"
            await mover.say(t="dance", id=1)
            assert (await mover.until("error"))["code"] == "bad_frame"
            await mover.say(t="ping", n=7)
            assert (await mover.until("pong"))["n"] == 7
            await mover.say(t="seed", seed="00112233445566778899aabbccddeeff")
            assert (await mover.until("error"))["code"] == "seed_late"

    with serving() as port:
        asyncio.run(scenario(port))
    assert MatchEvent.objects.filter(match=match).count() == 1


def test_a_spectator_may_only_look(cast):
    match = duel(cast.anna, cast.bruno)
    stranger = cookie_of(cast.stranger)

    async def scenario(port):
        for cookie in ("", stranger):
            async with sit(port, match, cookie) as table:
                assert (await table.until("full"))["you"] is None
                await table.move({"type": "kick"}, v=0)
                assert (await table.until("error"))["code"] == "not_seated"
                await table.say(t="resign", id=uuid.uuid4())
                assert (await table.until("error"))["code"] == "not_seated"

    with serving() as port:
        asyncio.run(scenario(port))


def test_a_foreign_or_missing_origin_is_refused(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario(port):
        for origin in ("https://example.org", None):
            with pytest.raises(websockets.InvalidStatus) as refused:
                async with sit(port, match, origin=origin):
                    pass
            assert refused.value.response.status_code == 403

    with serving() as port:
        asyncio.run(scenario(port))


def test_an_unknown_match_closes_the_socket(cast):
    match = Match(pk=uuid.uuid4())

    async def scenario(port):
        async with sit(port, match) as table:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await table.read()
            assert closed.value.rcvd.code == 4404

    with serving() as port:
        asyncio.run(scenario(port))


def test_flooding_and_giant_frames_close_the_socket(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario(port):
        async with sit(port, match) as table:
            for _ in range(130):
                await table.link.send("{}")
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await table.read()
            assert closed.value.rcvd.code == 1008
            assert table.frames[-1]["code"] == "flood"
        async with sit(port, match) as table:
            await table.link.send(json.dumps({"t": "ping", "n": 1, "x": "y" * 5000}))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                while True:
                    await table.read()
            assert closed.value.rcvd.code in (1008, 1009)

    with serving() as port:
        asyncio.run(scenario(port))


def test_presence_is_told(cast):
    match = duel(cast.anna, cast.bruno)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home:
            async with sit(port, match, bruno) as away, sit(port, match):
                told = await home.until("presence")
                while not (told["away"]["here"] and told["watching"] == 1):
                    told = await home.until("presence")
                await away.until_live()
            told = await home.until("presence")
            while told["away"]["here"] or told["watching"]:
                told = await home.until("presence")
            assert told["away"]["since"]
            assert told["home"] == {"here": True, "since": None}

    with serving() as port:
        asyncio.run(scenario(port))
    assert Seat.objects.get(match=match, side="away").gone_at
    match.refresh_from_db()
    assert match.visited_at and match.visited_at <= match.started_at, "noted while it waited"


def test_a_bot_answers(cast):
    match = duel(cast.anna, bot(), options={"kicks": 8}, bot_seconds=0.05)
    anna = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, anna) as home:
            await home.until_live()
            await play_out(home)
            assert home.state["status"] == "finished"

    with serving() as port:
        asyncio.run(scenario(port))
    check_log(match.id)


def test_a_resignation_is_the_engines_own_move(cast):
    match = duel(cast.anna, cast.bruno)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            await home.say(t="resign", id=uuid.uuid4())
            last = await away.until("step", v=1)
            assert last["result"]["winner"] == "away" and last["result"]["how"] == "resignation"

    with serving() as port:
        asyncio.run(scenario(port))
    assert check_log(match.id).status == "finished"


def post(port, path, cookie, body):
    """A POST of a signed-in page; its status and answer."""
    token = "t" * 32
    headers = {"Cookie": f"{cookie}; csrftoken={token}", "X-CSRFToken": token, "Content-Type": "application/json"}
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    link.request("POST", path, json.dumps(body), headers)
    answer = link.getresponse()
    found = answer.status, json.loads(answer.read())
    link.close()
    return found


def test_a_move_by_http_is_seen_at_the_table(cast):
    """The same process serves both: the synchronous view goes through the runtime that holds the sockets."""
    match = duel(cast.anna, cast.bruno)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            mover = home if home.state["choices"] else away
            cookie = {"home": anna, "away": bruno}[mover.state["you"]]
            body = {"id": str(uuid.uuid4()), "v": 0, "moves": [{"type": "kick"}]}
            answer = await asyncio.to_thread(post, port, f"/api/v1/matches/{match.pk}/moves/", cookie, body)
            assert answer == (201, {"id": body["id"], "v": 1, "repeat": False})
            await asyncio.gather(home.until("step", v=1), away.until("step", v=1))

    with serving() as port:
        asyncio.run(scenario(port))
