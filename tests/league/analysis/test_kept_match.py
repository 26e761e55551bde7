"""A match that a browser has kept, on the board without a server: the log's positions by the site's own functions."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

import engines
from engines.core.dice import ScriptedDice
from league.analysis import offline
from tests.matches.test_offline_host import QUICK, Browser


def board_of(browser: Browser) -> dict:
    return json.loads(offline.answer("match", json.dumps({"match": browser.match, "log": browser.log})))


@pytest.mark.parametrize("slug", QUICK)
def test_a_kept_match_is_a_line_of_its_positions(slug):
    browser = Browser(slug, bot="")
    while not any(row["kind"] == "ruling" for row in browser.log):  # a secret that is known keeps its move
        browser.choose()
        browser.send(t="offer", id=str(uuid4()), kind="undo", do="make")
    made = len(browser.log) - 1
    assert board_of(browser)["error"]  # it is not over
    browser.play()
    tree = board_of(browser)["tree"]
    undone = next(row["move"]["to"] for row in browser.log if row["kind"] == "ruling")
    game = engines.get(slug)
    match = browser.match
    state, _events = game.new(match["options"], match["terms"], ScriptedDice(match["opening"]["rolls"]))
    assert tree["root"]["position"] == game.position(state) and tree["root"]["v"] == 0
    stood = [row for row in browser.log if row["kind"] == "move" and not undone < row["seq"] <= made]
    for row, node in zip(stood, tree["nodes"], strict=True):
        state, _events = game.apply(state, row["seat"] or None, row["move"], ScriptedDice(row["rolls"]))
        assert (node["v"], node["position"]) == (row["seq"], game.position(state))
    assert game.to_wire(state) == match["position"]


def test_a_match_of_other_rules_is_refused():
    browser = Browser()
    browser.play()
    browser.match |= {"rules_version": 0, "opening": {"rolls": [], "events": [{"t": "no such event"}]}}
    assert set(board_of(browser)) == {"error"}
