"""Chat over real sockets: shown after the commit, to whom it is open, resumed without loss, never a ``v``."""

import asyncio
import json
import uuid

import pytest
import websockets
from django.db import connection

from matches.models import ChatLine, Match
from matches.verbs import chat
from tests.live.sockets import Table, cookie_of, serving, sit
from tests.matches.table import duel

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(cast):
    return duel(cast.anna, cast.bruno, chat_hidden=True, officials=[(cast.referee, "referee")])


async def settled(*tables):
    """Read until every table has answered a ping: what was queued before has come."""
    for table in tables:
        await table.say(t="ping", n=77)
        await table.until("pong")


def lines_of(table, room):
    """The numbers of the lines that ``table`` was sent, in order."""
    return [
        line["n"] for frame in table.frames if frame["t"] == "chat" and frame["room"] == room for line in frame["lines"]
    ]


async def heard(table, room, n):
    """Read until line ``n`` of ``room`` has come."""
    while n not in lines_of(table, room):
        await table.read()


async def speak(table, room, text=None, preset=None):
    """Write a line; the server's answer to it."""
    key = str(uuid.uuid4())
    said = {"text": text} if text else {"preset": preset}
    await table.say(t="say", id=key, room=room, **said)
    while (frame := await table.read()).get("id") != key:
        pass
    return frame


def test_each_room_reaches_its_own_people_and_v_stands(cast, match):
    people = [cookie_of(user) for user in (cast.anna, cast.bruno, cast.stranger, cast.referee)]

    async def scenario(port):
        async with (
            sit(port, match, people[0]) as home,
            sit(port, match, people[1]) as away,
            sit(port, match, people[2]) as fan,
            sit(port, match, people[3]) as referee,
            sit(port, match) as nobody,
        ):
            everybody = (home, away, fan, referee, nobody)
            await asyncio.gather(*(table.until_live() for table in everybody))
            await settled(*everybody)
            v = home.v
            assert (await speak(home, "players", "from home"))["t"] == "said"
            assert (await speak(fan, "spectators", preset="hello"))["t"] == "said"
            assert (await speak(fan, "players", "let me in"))["code"] == "not_your_room"
            assert (await speak(nobody, "spectators", "hi"))["code"] == "sign_in"
            for table in (home, away, referee):
                await heard(table, "players", 1)
            for table in (fan, nobody, referee):
                await heard(table, "spectators", 1)
            await settled(*everybody)
            for table in (home, away):
                assert (lines_of(table, "players"), lines_of(table, "spectators")) == ([1], [])
            for table in (fan, nobody):
                assert (lines_of(table, "players"), lines_of(table, "spectators")) == ([], [1])
            assert (lines_of(referee, "players"), lines_of(referee, "spectators")) == ([1], [1])
            assert {table.v for table in everybody} == {v}

    with serving() as port:
        asyncio.run(scenario(port))
    assert Match.objects.get(pk=match.pk).version == 0
    assert ChatLine.objects.get(room="spectators").role == ""


def test_after_a_cut_nothing_is_lost_and_nothing_doubled(cast, match):
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, bruno) as away:
            async with sit(port, match, anna) as home:
                await speak(home, "players", "before")
                await settled(home)
                seen = max(lines_of(home, "players"))
            # cut; a line comes in the meantime, and one's own line is sent again after the cut under its id
            await speak(away, "players", "in between")
            key = str(uuid.uuid4())
            address = f"ws://127.0.0.1:{port}/ws/matches/{match.pk}/?v=0&players={seen}"
            for _attempt in range(2):
                async with websockets.connect(
                    address, additional_headers={"Cookie": anna}, origin=f"http://127.0.0.1:{port}"
                ) as link:
                    back = Table(link)
                    await back.say(t="say", id=key, room="players", text="sent twice")
                    await back.until("said")
                    await heard(back, "players", 3)
                    await settled(back)
                    got = lines_of(back, "players")
            return got

    with serving() as port:
        got = asyncio.run(scenario(port))
    assert got == [2, 3], "what was missed, once, in order, without what was seen"
    assert list(ChatLine.objects.order_by("n").values_list("text", flat=True)) == ["before", "in between", "sent twice"]


def test_a_line_hidden_by_an_official_goes_from_every_screen(cast, match):
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    def hide_it():
        try:
            chat.hide(line=ChatLine.objects.get(), reason="insult")
        finally:
            connection.close()  # this thread's own

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await settled(home, away)
            await speak(home, "players", "rude words")
            await away.until("chat")
            await asyncio.to_thread(hide_it)
            changed = await away.until("chat", timeout=5)
            async with sit(port, match, bruno) as late:
                return changed, await late.until("chat"), late.texts

    with serving() as port:
        changed, late, texts = asyncio.run(scenario(port))
    for frame in (changed, late):
        assert frame["lines"][0] | {"at": 0, "user": None} == {
            "n": 1, "at": 0, "user": None, "name": "anna", "role": "home", "say": None, "text": None,
            "hidden": "insults or threats",
        }  # fmt: skip
    assert not any("rude words" in text for text in texts)
    assert json.loads(texts[0])["t"] == "full"
