"""The vectors of docs/fair-dice.md, through Python and through the modules of the browser."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from pathlib import Path

import pytest

from engines.core.dice import commitment, fair_roll

TEXT = Path("docs/fair-dice.md").read_text()
NAMED = dict(re.findall(r"\| ([a-z ]+) \| `([0-9a-f-]+)` \|", TEXT))
VECTORS = [tuple(map(int, row)) for row in re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)]


@pytest.fixture
def modules(chromium):
    """A page that can import the scripts of the verify page, without a server: plain HTTP, so no ``crypto.subtle``."""
    context = chromium.new_context()
    page = context.new_page()

    def serve(route):
        path = route.request.url.removeprefix("http://bar.test/")
        if path.endswith(".js"):
            route.fulfill(body=Path("static/js/table", path).read_text(), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>dice</title>", content_type="text/html")

    page.route("http://bar.test/**", serve)
    page.goto("http://bar.test/")
    assert page.evaluate("crypto.subtle") is None
    yield page
    context.close()


def test_python():
    assert len(VECTORS) >= 10
    secret = bytes.fromhex(NAMED["secret"])
    assert commitment(secret) == NAMED["fingerprint"]
    for k, n, roll in VECTORS:
        assert fair_roll(secret, NAMED["match"], NAMED["seed of home"], NAMED["seed of away"], k, n) == roll


def test_the_browser(modules):
    rolls = modules.evaluate(
        """async ([named, vectors]) => {
            const { commitment, fairRoll } = await import("/fair.js");
            const seeds = [named["seed of home"], named["seed of away"]];
            const roll = ([k, n]) => fairRoll(named.secret, named.match, ...seeds, k, n);
            return [commitment(named.secret), vectors.map(roll)];
        }""",
        [NAMED, VECTORS],
    )
    assert rolls == [NAMED["fingerprint"], [roll for _, _, roll in VECTORS]]


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
    record = {
        "match": NAMED["match"],
        "secret": NAMED["secret"],
        "commitment": NAMED["fingerprint"],
        "home_seed": NAMED["seed of home"],
        "away_seed": NAMED["seed of away"],
        "rolls": [{"number": k, "sides": n, "value": roll} for k, n, roll in VECTORS],
    }
    check = """async (record) => (await import("/fair.js")).verify(record)"""
    assert modules.evaluate(check, record) == {"committed": True, "wrong": [], "checked": len(VECTORS)}
    record["rolls"][0]["value"] = record["rolls"][0]["value"] % 6 + 1
    assert [one["number"] for one in modules.evaluate(check, record)["wrong"]] == [VECTORS[0][0]]
    assert modules.evaluate(check, {**record, "commitment": "00" * 32})["committed"] is False
