"""Seats of several people: who decides now, who is refused with a sentence, what the frames of each say."""

import asyncio
import json
from uuid import uuid4

import pytest

from matches.errors import SeatTaken
from matches.live import moves as play
from matches.live import seating
from matches.live.running import hall
from matches.live.sockets import Socket
from matches.models import Match, SeatController
from matches.policy import access
from matches.store.database import load
from matches.verbs.opening import Opening, Sitter, open_match
from tests.matches.table import run, start

pytestmark = pytest.mark.django_db(transaction=True)


def three_a_side(cast, game="six_a_side"):
    """anna and bruno share home; the stranger is away."""
    return open_match(
        Opening(game=game, home=Sitter(users=(cast.anna, cast.bruno)), away=Sitter(user=cast.stranger), title="Doubles")
    )


async def first_move(match, user, seat):
    """The first legal move of ``seat``, sent by ``user``."""
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    moves = runtime.game.legal(runtime.state, seat)
    return await play.submit(
        match_id=match.id, seat=seat, moves=[moves[0]], client_id=uuid4(), v=runtime.row.version, by=str(user.pk)
    )


def test_two_share_a_seat_and_take_turns(cast):
    match = three_a_side(cast)
    assert [row.name for row in SeatController.objects.order_by("number")] == ["anna", "bruno"]
    assert match.seats.get(side="home").name == "anna & bruno"
    assert match.options["players"] == {"home": 2, "away": 1}

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        first = "home"
        refused = await first_move(match, cast.bruno, first)
        assert (refused.kind, refused.code) == ("refused", "not_your_turn")
        assert refused.reason == "It is anna’s turn to play for your side: wait for yours."
        assert refused.v == 0
        assert (await first_move(match, cast.anna, first)).kind == "applied"
        # play on until a turn of home has been counted: then bruno decides, and anna is refused
        people = {"home": [cast.anna, cast.bruno], "away": [cast.stranger]}
        for _ in range(400):
            seat = runtime.game.to_act(runtime.state)[0]
            number = runtime.game.controller(runtime.state, seat)
            if seat == "home" and number == 1:
                break
            assert (await first_move(match, people[seat][number], seat)).kind == "applied"
        assert runtime.game.controller(runtime.state, "home") == 1
        assert (await first_move(match, cast.anna, "home")).code == "not_your_turn"
        assert (await first_move(match, cast.bruno, "home")).kind == "applied"

    run(scenario)


def test_in_soccer_tactics_either_may_move(cast):
    match = three_a_side(cast, "soccer_tactics")
    assert "players" not in match.options

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        assert seating.decider(runtime.game, runtime.state, "home", runtime.row.seats["home"]) is None
        for user in (cast.bruno, cast.anna, cast.bruno):
            while "home" not in runtime.game.to_act(runtime.state):
                assert (await first_move(match, cast.stranger, "away")).kind == "applied"
            assert (await first_move(match, user, "home")).kind == "applied"

    run(scenario)


@pytest.mark.parametrize("game", ["super_goal", "fuba", "dom_jim"])
def test_other_games_have_one_mover_a_side(cast, game):
    with pytest.raises(SeatTaken, match="At most 1"):
        three_a_side(cast, game)
    assert not Match.objects.exists()


def test_nobody_sits_twice(cast):
    with pytest.raises(SeatTaken, match="against yourself"):
        open_match(
            Opening(
                game="six_a_side",
                home=Sitter(users=(cast.anna, cast.bruno)),
                away=Sitter(users=(cast.bruno, cast.stranger)),
            )
        )


def test_who_does_not_decide_sees_the_side_but_no_choices(cast):
    match = three_a_side(cast)

    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        sent = {}

        async def nothing(_code):
            return None

        for user in (cast.anna, cast.bruno):

            async def keep(text, user=user):
                sent.setdefault(user.nickname, []).append(json.loads(text))

            socket = Socket(keep, nothing, "home", user=str(user.pk))
            runtime.sockets.add(socket)
            runtime.resume(socket, None)
        await first_move(match, cast.anna, "home")
        for socket in tuple(runtime.sockets):
            while socket._queue:
                await asyncio.sleep(0.01)
            await socket.stop()
        runtime.sockets.clear()
        return sent

    sent = run(scenario)
    anna, bruno = sent["anna"][0], sent["bruno"][0]
    assert anna["choices"] and not bruno["choices"]
    assert anna["scene"] == bruno["scene"] and anna["you"] == bruno["you"] == "home"
    assert bruno["prompt"] == ["{name} decides for your side", {"name": "anna"}]
    assert [player["name"] for player in anna["head"]["home"]["players"]] == ["anna", "bruno"]
    assert anna["head"]["home"]["deciding"] == str(cast.anna.pk)
    assert "players" not in anna["head"]["away"]
    assert [frame["t"] for frame in sent["bruno"]] == ["full", "step"]


def test_those_who_share_a_seat_are_let_in(cast):
    match = three_a_side(cast)
    match = access.match_or_404(match.id, cast.bruno)
    assert access.seats_of(match, cast.bruno) == ("home",)
    assert access.seats_of(match, cast.organiser) == ()

    async def scenario():
        async with hall().connection() as link:
            row = await load(link, match.id)
        return row and [access.seats_in(row, user) for user in (cast.anna, cast.bruno, cast.stranger, cast.referee)]

    assert run(scenario) == [("home",), ("home",), ("away",), ()]
