"""One player on two devices, two players on one screen: over the real server, as their browsers do it."""

import asyncio
import uuid

import pytest

from matches.live.protocol import SeedFrame
from matches.live.running import hall
from matches.live.sockets import Socket
from matches.models import Match, Seat
from matches.socket.consumers import MatchConsumer
from matches.verbs import casual
from matches.verbs.opening import Opening, Sitter, open_match
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import duel, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("fixed_dice")]


def test_a_second_device_takes_the_seat_at_once_and_both_are_told(cast):
    match = duel(cast.anna, cast.bruno)
    phone, laptop, bruno = cookie_of(cast.anna), cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, phone) as old, sit(port, match, bruno) as other:
            await asyncio.gather(old.until_live(), other.until_live())
            async with sit(port, match, laptop) as new:
                told = await old.until("device")
                assert told["here"] is False
                assert (await new.until("device")) == {"t": "device", "here": True, "others": 1}
                await new.until_live()
                seat = "home" if new.state["choices"] else None
                sender = new if seat else other
                # the old device is refused with a sentence, whoever is to move
                await old.move({"type": "kick"}, v=0)
                refused = await old.until("error")
                assert refused["code"] == "elsewhere"
                assert refused["reason"] == "You play on another device now: take the seat back to move here."
                for frame in ({"t": "offer", "kind": "pause", "do": "make"}, {"t": "claim"}):
                    await old.say(**frame, id=uuid.uuid4())
                    assert (await old.until("error"))["code"] == "elsewhere"
                await sender.move()
                await asyncio.gather(old.until("step"), new.until("step"))  # both go on seeing the match
                # a cut of the old one does not give it the seat back
                async with sit(port, match, phone, v=old.v, again=True) as back:
                    assert (await back.until("device"))["here"] is False
                    await back.say(t="take")
                    assert (await back.until("device")) == {"t": "device", "here": True, "others": 1}
                assert (await new.until("device"))["here"] is False
        return True

    with serving() as port:
        assert asyncio.run(scenario(port))
    assert len(set(Seat.objects.get(match=match, side="home").devices.values())) == 1


def test_two_tabs_of_one_browser_both_play(cast):
    match = duel(cast.anna, cast.bruno)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as one, sit(port, match, anna) as two, sit(port, match, bruno) as other:
            await asyncio.gather(one.until_live(), two.until_live(), other.until_live())
            await two.say(t="ping", n=1)
            await two.until("pong")
            return [frame["t"] for table in (one, two) for frame in table.frames]

    with serving() as port:
        assert "device" not in asyncio.run(scenario(port))


def test_on_one_screen_neither_sees_what_the_other_chose(cast):
    """Six-a-side begins with sealed line-ups: nothing is shown until a side says that it sits there."""
    match = casual.hot_seat(user=cast.anna, second="Bice", game="six_a_side")
    assert [(seat.name, seat.user) for seat in match.seats.order_by("-side")] == [
        ("anna", cast.anna),
        ("Bice", cast.anna),
    ]
    anna = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, anna) as screen, sit(port, match) as spectator:
            await asyncio.gather(screen.until_live(), spectator.until_live())
            frame = screen.state
            assert (frame["you"], frame["holds"], frame["hand_over"]) == ("both", None, "home")
            assert frame["choices"] == [] and frame["prompt"][1] == {"team": "@home"}
            await screen.move({"type": "formation", "name": "2-1-2"})
            assert (await screen.until("error"))["reason"].startswith("This screen holds both seats")
            for seat, then in (("home", "away"), ("away", None)):
                await screen.say(t="hold", seat=seat)
                frame = await screen.until("full")
                assert frame["holds"] == seat and frame["choices"]
                while screen.state["holds"] == seat and seat in screen.state["to_act"]:
                    before = screen.v
                    await screen.move(seat=seat)
                    while screen.v == before:
                        await screen.read()
                    if screen.state["holds"] != seat and then:
                        shown = screen.state
                        assert shown["hand_over"] == then and not shown["choices"]
                        while spectator.v < shown["v"]:
                            await spectator.read()
                        assert shown["scene"] == spectator.state["scene"]
            # all is open now: the side that is to act is shown without a hand-over
            assert screen.state["hand_over"] is None
            assert screen.state["holds"] in screen.state["to_act"] and screen.state["choices"]
            return screen.state["to_act"]

    with serving() as port:
        assert asyncio.run(scenario(port))


def test_each_side_at_one_screen_keeps_a_seed_of_its_own_after_a_cut(cast):
    match = casual.hot_seat(user=cast.anna, second="Bice", game="duel")

    async def nothing(_sent):
        pass

    async def scenario():
        runtime, screen = hall().runtime(match.pk), Socket(nothing, nothing, "home", seats=("home", "away"))
        for seed in ("a" * 32, "a" * 32, "b" * 32):  # the line went between the two, so both came again
            await MatchConsumer._seed(MatchConsumer(), runtime, screen, SeedFrame(seed))
        await screen.stop()

    run(scenario)
    assert dict(match.seats.values_list("side", "dice_seed")) == {"home": "a" * 32, "away": "b" * 32}


def test_a_match_on_one_screen_is_played_to_its_end(cast):
    match = casual.hot_seat(user=cast.anna, second="Bice", game="duel")
    anna = cookie_of(cast.anna)

    async def scenario(port):
        async with sit(port, match, anna) as screen:
            await screen.until_live()
            for _ in range(3000):
                if screen.state["status"] == "finished":
                    return screen.state["result"]
                if screen.state["hand_over"]:
                    await screen.say(t="hold", seat=screen.state["hand_over"])
                    await screen.until("full")
                    continue
                before = screen.v
                await screen.move(seat=screen.state["holds"])
                while screen.v == before:
                    await screen.read()
        return None

    with serving() as port:
        assert asyncio.run(scenario(port))
    match = Match.objects.get(pk=match.pk)
    assert match.status == "finished" and match.mode == "hot_seat"


def test_a_seat_of_somebody_else_cannot_be_held(cast):
    match = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    first, second = cookie_of(cast.stranger), cookie_of(cast.anna)

    async def scenario(port):
        async with (
            sit(port, match, first) as stranger,
            sit(port, match, second) as anna,
        ):
            await stranger.say(t="hold", seat="home")
            await anna.say(t="hold", seat="away")
            await anna.move({"type": "kick"}, v=0, seat="away")
            refused = await stranger.until("error"), await anna.until("error"), await anna.until("error")
            return refused[0]["code"], refused[1]["reason"], refused[2]["reason"]

    with serving() as port:
        told = asyncio.run(scenario(port))
    assert told == ("not_seated", "This screen holds one seat.", "You do not sit at away.")
