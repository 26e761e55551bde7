"""Scripts alone, on plain HTTP: vectors of docs/fair-dice.md (tests/engines/test_dice.py: by Python), copying, time."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from pathlib import Path

import pytest

VECTORS = json.loads(re.findall(r"```json\n(.*?)```", Path("docs/fair-dice.md").read_text(), re.DOTALL)[0])
ROLLS = [
    {"number": group["first"] + place, "sides": group["sides"], "value": value}
    for group in VECTORS["rolls"]
    for place, value in enumerate(group["values"])
]


@pytest.fixture
def modules(chromium):
    """A page that can import the scripts of the verify page, without a server: plain HTTP, so no ``crypto.subtle``."""
    context = chromium.new_context()
    page = context.new_page()

    def serve(route):
        path = route.request.url.removeprefix("http://bar.test/")
        if path.endswith(".js"):
            found = Path("static/js/table", path)
            script = found if found.exists() else Path("static/js", path)
            route.fulfill(body=script.read_text(), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>dice</title>", content_type="text/html")

    page.route("http://bar.test/**", serve)
    page.goto("http://bar.test/")
    assert page.evaluate("crypto.subtle") is None
    yield page
    context.close()


def test_it_works(modules):
    assert len(ROLLS) > 40
    rolls = modules.evaluate(
        """async ([named, rolls]) => {
            const { commitment, fairRoll } = await import("/fair.js");
            const { fromHex, hmac, toHex, utf8 } = await import("/sha256.js");
            const seeds = [named.home_seed, named.away_seed];
            const message = `${named.match}:${seeds[0].toLowerCase()}:${seeds[1].toLowerCase()}:1`;
            return [
                commitment(named.secret),
                toHex(hmac(fromHex(named.secret), utf8(message))),
                rolls.map(({ number, sides }) => fairRoll(named.secret, named.match, ...seeds, number, sides)),
            ];
        }""",
        [VECTORS, ROLLS],
    )
    assert rolls == [VECTORS["commitment"], VECTORS["hmac_of_roll_1"], [roll["value"] for roll in ROLLS]]


def test_the_browser_hashes_every_length(modules):
    """Around the block borders, with random bytes, against the library."""
    cases = [
        (secrets.token_bytes(n), secrets.token_bytes(m)) for n in (0, 1, 32, 64, 65) for m in (0, 55, 56, 63, 64, 200)
    ]
    found = modules.evaluate(
        """async (cases) => {
            const { fromHex, hmac, sha256, toHex } = await import("/sha256.js");
            const both = (key, message) => [toHex(sha256(message)), toHex(hmac(key, message))];
            return cases.map(([key, message]) => both(fromHex(key), fromHex(message)));
        }""",
        [[key.hex(), message.hex()] for key, message in cases],
    )
    assert found == [
        [hashlib.sha256(message).hexdigest(), hmac.new(key, message, hashlib.sha256).hexdigest()]
        for key, message in cases
    ]


def test_a_tampered_record_is_refused(modules):
    record = {key: VECTORS[key] for key in ("match", "secret", "commitment", "home_seed", "away_seed")}
    record["rolls"] = [dict(roll) for roll in ROLLS]
    check = """async (record) => (await import("/fair.js")).verify(record)"""
    assert modules.evaluate(check, record) == {"committed": True, "wrong": [], "checked": len(ROLLS)}
    record["rolls"][0]["value"] = 3 - record["rolls"][0]["value"]
    assert [one["number"] for one in modules.evaluate(check, record)["wrong"]] == [ROLLS[0]["number"]]
    assert modules.evaluate(check, {**record, "commitment": "00" * 32})["committed"] is False


def test_a_link_is_copied_where_pages_have_no_clipboard(modules):
    told = modules.evaluate(
        """async () => {
            const { copy } = await import("/copy.js");
            document.body.append(document.createElement("button"));
            document.querySelector("button").focus();
            let copied = null;
            document.addEventListener("copy", () => (copied = getSelection().toString()));
            const done = await copy("http://bar.test/matches/1/");
            const { activeElement, body } = document;
            return [navigator.clipboard ?? null, done, copied, activeElement.tagName, body.children.length];
        }"""
    )
    assert told == [None, True, "http://bar.test/matches/1/", "BUTTON", 1]


def test_the_last_half_minute_is_said_once_whatever_frames_come_in_it(modules):
    said = modules.evaluate(
        """async () => {
            const { Clocks } = await import("/clock.js");
            document.body.innerHTML = '<div class="clock" data-seat="home"></div>';
            const said = [];
            const clocks = new Clocks(document.body, (words) => said.push(words));
            const now = Date.now();
            const times = (left) => ({ now, running: ["home"], deadline: now + left, move_ms: 60000 });
            const first = times(30050);
            for (const at of [Date.now(), Date.now(), Date.now()]) {
                clocks.set({ ...first, now: Date.now() }, "home");
                while (Date.now() < at + 100) await new Promise((done) => setTimeout(done, 10));
            }
            clocks.set(times(29500), "home");
            return said;
        }"""
    )
    assert len(said) == 2, "once for each decision"
