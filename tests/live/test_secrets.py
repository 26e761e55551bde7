"""A sealed choice shows in nothing that others get: with equal numbers of decisions their frames are byte-equal."""

import asyncio
import uuid
from datetime import UTC, datetime

import pytest

from matches.live import moves as play
from matches.live.frames import VIEWS
from matches.live.running import hall
from matches.live.sockets import Socket
from tests.matches.table import duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def frames_of(match, choose, decisions, secret_seat="home"):
    """Record the frames to home, away and the public while ``secret_seat`` makes ``decisions`` by ``choose``.

    ``choose`` gets the legal moves; a list of moves goes in as one message.
    """

    async def scenario():
        here = hall()
        here.now = lambda: NOON
        await start(match)
        runtime = here.runtime(match.id)
        sent = {view: [] for view in VIEWS}

        async def nothing(_code):
            return None

        for view in VIEWS:

            async def keep(text, view=view):
                sent[view].append(text.replace(str(match.id), "MATCH"))

            socket = Socket(keep, nothing, None if view == "public" else view)
            runtime.sockets.add(socket)
            runtime.resume(socket, None)
        for _ in range(decisions):
            moves = runtime.game.legal(runtime.state, secret_seat)
            chosen = choose(moves)
            outcome = await play.submit(
                match_id=match.id,
                seat=secret_seat,
                moves=chosen if isinstance(chosen, list) else [chosen],
                client_id=uuid.uuid4(),
                v=runtime.row.version,
            )
            assert outcome.kind == "applied"
        await asyncio.sleep(0.05)
        for socket in tuple(runtime.sockets):
            await socket.stop()
        runtime.sockets.clear()
        return sent

    return run(scenario)


@pytest.fixture
def same_dice(monkeypatch):
    """The same match twice: equal dice in both."""
    monkeypatch.setattr("engines.core.dice.fair_roll", lambda *given: 1)


def test_a_sealed_choice_is_in_nobody_elses_frames(cast, same_dice):
    found = []
    for n in (1, 3):
        match = duel(cast.anna, cast.bruno, options={"sealed": True}, move_seconds=30, budget_seconds=600)
        corner = {"type": "corner", "n": n}
        found.append(frames_of(match, lambda _moves, corner=corner: corner, 4))
    one, other = found
    assert len(one["away"]) == 5
    assert one["away"] == other["away"]
    assert one["public"] == other["public"]
    assert one["home"] != other["home"], "the control: the seat itself sees what it chose"


@pytest.mark.parametrize("secret_seat", ["home", "away"])
def test_the_toys_sealed_line_up_is_in_nobody_elses_frames(cast, same_dice, toy, secret_seat):
    """The same over a game that is not ours to shape: its first choice is sealed for both seats."""
    other_view = "away" if secret_seat == "home" else "home"
    found = []
    for pick in (0, -1):
        match = duel(cast.anna, cast.bruno, game="toy", move_seconds=30)
        found.append(frames_of(match, lambda moves, pick=pick: moves[pick], 1, secret_seat))
    one, other = found
    assert one[other_view] == other[other_view] and len(one[other_view]) == 2
    assert one["public"] == other["public"]


def test_a_list_shows_as_often_as_single_moves(cast, same_dice):
    """Three corners sent as one message or one by one: others see three decisions either way, byte for byte."""
    corner = {"type": "corner", "n": 2}
    at_once = frames_of(
        duel(cast.anna, cast.bruno, options={"sealed": True}), lambda _moves: [corner, {"type": "corner", "n": 1}], 1
    )
    singly = frames_of(duel(cast.anna, cast.bruno, options={"sealed": True}), lambda _moves: corner, 2)
    assert at_once["away"] == singly["away"]
    assert at_once["public"] == singly["public"]
