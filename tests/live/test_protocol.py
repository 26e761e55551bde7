"""``docs/protocol.md`` says what is: its client examples are read, its server examples have the keys that are sent."""

import asyncio
import json
import re
import uuid
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from matches.errors import BadFrame
from matches.live import protocol
from matches.words.chat import PRESETS
from tests.live.sockets import cookie_of, serving, sit
from tests.matches.table import duel

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text()
EXAMPLES = [(kind, json.loads(body)) for kind, body in re.findall(r"```json (\w+)\n(.*?)```", DOCUMENT, re.S)]
CLIENT = [body for kind, body in EXAMPLES if kind == "client"]
SERVER = {kind: body for kind, body in EXAMPLES if kind != "client"}


@pytest.mark.parametrize("body", CLIENT, ids=lambda body: body["t"])
def test_the_clients_examples_are_read(body):
    frame = protocol.read(json.dumps(body))
    assert frame.__struct_config__.tag == body["t"]


def test_every_kind_of_client_frame_has_an_example():
    kinds = {kind.__struct_config__.tag for kind in protocol.ClientFrame.__args__}
    assert kinds == {body["t"] for body in CLIENT}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "[]",
        "{}",
        '{"t":"move"}',
        '{"t":"move","id":"x","v":1,"moves":[{}]}',
        '{"t":"move","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","v":"1","moves":[{}]}',
        '{"t":"move","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","v":1,"moves":[]}',
        '{"t":"move","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","v":1,"moves":[7]}',
        '{"t":"move","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","v":1,"moves":[{}],"seat":"referee"}',
        '{"t":"move","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","v":1,"moves":[{}],"side":"away"}',
        '{"t":"hold"}',
        '{"t":"take","seat":"home"}',
        '{"t":"seed","seed":"NOT HEX NOT HEX NOT"}',
        '{"t":"seed","seed":"00"}',
        '{"t":"ping","n":1e99}',
        '{"t":"say","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","room":"players"}',
        '{"t":"say","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","room":"players","text":"a","preset":"luck"}',
        '{"t":"say","id":"0192f0a4-7c1e-7b52-8a10-3d5a5b1f0c01","room":"everybody","text":"a"}',
        "\ud800",
    ],
)
def test_what_is_no_frame_is_refused(text):
    with pytest.raises(BadFrame):
        protocol.read(text)


def shape(value):
    """The keys of an object, nested: what an example must share with what is sent."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items() if key not in ("options", "terms")}
    return None


@pytest.mark.django_db(transaction=True)
def test_the_servers_examples_have_the_keys_that_are_sent(cast):
    match = duel(cast.anna, cast.bruno, title="Saturday cup, final", move_seconds=30, budget_seconds=600)
    anna, bruno = cookie_of(cast.anna), cookie_of(cast.bruno)
    others = cookie_of(cast.anna), cookie_of(cast.bruno)

    async def scenario(port):
        async with sit(port, match, anna) as home, sit(port, match, bruno) as away:
            await asyncio.gather(home.until_live(), away.until_live())
            mover = home if home.state["choices"] else away
            seen = {"full": next(frame for frame in mover.frames if frame["t"] == "full" and frame["status"] == "live")}
            seen["presence"] = next(frame for frame in mover.frames if frame["t"] == "presence")
            await mover.move()
            while not {"ack", "step", "presence", "probe"} <= seen.keys():
                frame = await mover.read()
                seen[frame["t"]] = frame
            await mover.move({"type": "kick"}, v=0, client_id=uuid.uuid4())
            seen["stale"] = await mover.until("stale")
            await mover.move({"type": "kick"}, v=1)
            seen["error"] = await mover.until("error")
            await mover.say(t="say", id=uuid.uuid4(), room="players", preset="luck")
            seen["chat"] = await mover.until("chat")
            seen["said"] = next((frame for frame in mover.frames if frame["t"] == "said"), None) or (
                await mover.until("said")
            )
            await mover.say(t="offer", id=uuid.uuid4(), kind="pause", do="make")
            seen["offers"] = await mover.until("offers")
            await mover.say(t="ping", n=3)
            seen["pong"] = await mover.until("pong")
            async with sit(port, match, others[mover is away]):
                seen["device"] = await mover.until("device")
            for _ in range(120):
                await mover.link.send("{}")
            seen["bye"] = await mover.until("bye")
            return seen

    with serving() as port:
        seen = asyncio.run(scenario(port))
    assert set(seen) - {"step"} == set(SERVER)
    for kind, frame in seen.items():
        example = SERVER["full" if kind == "step" else kind]
        assert list(shape(frame)) == list(shape(example)) or set(frame) == set(example), kind
        if kind in ("full", "step"):
            for part in ("head", "clock", "presence"):
                assert shape(frame[part]) == shape(example[part]), part
            assert set(SERVER["full"]["lines"][0]) == set(frame["lines"][0])
        if kind == "offers":
            assert set(frame["offers"][0]) == set(example["offers"][0])
        if kind == "chat":
            assert set(frame["lines"][0]) == set(example["lines"][0])
        if kind == "full":
            assert set(frame["choices"][0]) == set(example["choices"][0])


@pytest.mark.django_db(transaction=True)
def test_who_speaks_another_version_is_told_so(cast):
    match = duel(cast.anna, cast.bruno)

    async def scenario(port):
        found = {}
        for asked in (protocol.VERSION, protocol.VERSION + 1):
            async with sit(port, match, cookie_of_anna, protocol=asked) as table:
                try:
                    found[asked] = (await table.read())["t"]
                except ConnectionClosed as closed:
                    found[asked] = closed.rcvd.code
        return found

    cookie_of_anna = cookie_of(cast.anna)
    with serving() as port:
        found = asyncio.run(scenario(port))
    assert found == {protocol.VERSION: "full", protocol.VERSION + 1: protocol.CLOSE_OTHER_VERSION}


def test_the_document_and_the_scripts_speak_the_servers_version():
    script = Path(__file__).resolve().parents[2] / "static/js/table/socket.js"
    assert f"const PROTOCOL = {protocol.VERSION};" in script.read_text()
    assert f"const OTHER_VERSION = {protocol.CLOSE_OTHER_VERSION};" in script.read_text()
    assert (
        f"# The live protocol, version {protocol.VERSION}\n" in DOCUMENT
        and f"`protocol={protocol.VERSION}`" in DOCUMENT
    )


def test_every_preset_is_documented_and_stored_as_it_is_named():
    hit = re.search(r"Presets: (.*?)\.\n", DOCUMENT, re.S)[1]
    assert re.findall(r"`(\w+)`", hit) == list(PRESETS)


def test_every_error_code_and_close_code_is_documented():
    codes = "bad_frame not_seated illegal_move not_live late no_offer too_soon no_claim seed_late busy frozen"
    for code in codes.split():
        assert f"`{code}`" in DOCUMENT
    closes = [value for name, value in vars(protocol).items() if name.startswith("CLOSE_")]
    assert len(closes) == 5
    for number in closes:
        assert f"| {number} |" in DOCUMENT
