"""A process that reads a match while another plays on shows positions of one version with the lines of that version."""

import json

import pytest

from matches.live.running import Hall, hall
from matches.live.sockets import Socket
from matches.store import database
from tests.matches.table import duel, kick, run, start

pytestmark = pytest.mark.django_db(transaction=True)


async def nothing(_code):
    pass


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
