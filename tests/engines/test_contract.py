"""Refusals of a data contract, in one sentence that names the key and what it allows, and what it forgives."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import engines
from deploy.environment import ROOT
from engines.core.dice import SeededDice
from engines.core.errors import BadOptions, BadState
from engines.core.options import Option, Options, resolve_options, resolve_terms
from tests import cases


def started(slug):
    game = engines.get(slug)
    return game, json.loads(json.dumps(game.to_wire(game.new(None, None, SeededDice(4))[0])))


LATER = {"dom_jim": {"offside_count"}}
"""Keys that positions of an older rules version have not; those positions are still read."""


@pytest.mark.parametrize("slug", cases.built())
def test_each_key_is_wanted_and_no_other(slug):
    game, wire = started(slug)
    for key in LATER.get(slug, ()):
        assert game.to_wire(game.from_wire({name: value for name, value in wire.items() if name != key})) == wire
    for key in set(wire) - LATER.get(slug, set()):
        with pytest.raises(BadState, match=f"'{key}' is missing"):
            game.from_wire({name: value for name, value in wire.items() if name != key})
    with pytest.raises(BadState, match="'weather' is no key"):
        game.from_wire({**wire, "weather": "rain"})


@pytest.mark.parametrize("slug", cases.built())
@pytest.mark.parametrize("value", [object(), 1.5, "nonsense", ["nonsense"], {"nonsense": 1}, -7, 10**40])
def test_each_refusal_begins_with_its_key(slug, value):
    game, wire = started(slug)
    for key in wire:
        with pytest.raises(BadState, match=rf"^{key}\b|no option|no key|pieces") as refused:
            game.from_wire({**wire, key: value})
        assert len(str(refused.value)) < 700


@pytest.mark.parametrize("slug", cases.built())
def test_a_count_is_no_truth_and_has_a_bound(slug):
    game, wire = started(slug)
    for score in (True, 1.0, -1, 10**9 + 1, "1", None):
        with pytest.raises(BadState, match=r"score\.away must be a whole number from 0 to 1000000000, not "):
            game.from_wire({**wire, "score": {"home": 0, "away": score}})


@pytest.mark.parametrize(
    ("slug", "change", "words"),
    [
        ("dom_jim", {"phase": "half-time"}, "phase must be one of turn, ball, triangle, .*, not 'half-time'"),
        ("dom_jim", {"ball": "Z9"}, r"ball must be a cell \(.* to .*\), not 'Z9'"),
        ("dom_jim", {"races": [{"first": "home"}]}, "races must be .*first, winner, home, away.* is missing"),
        ("dom_jim", {"sent_off": ["home.l1", "home.l1"]}, "sent_off names one twice"),
        ("dom_jim", {"shootout": {"home": [1], "away": []}}, r"shootout\.home must be true or false, not 1"),
        ("dom_jim", {"yellow": {"home.l1": 0}}, r"yellow must be .* from 1 to"),
        (
            "six_a_side",
            {"picks": {"home": 4, "away": None}},
            r"picks\.home must be .* from 1 to 3, or null",
        ),
        ("six_a_side", {"controller": {"home": 3, "away": 0}}, r"controller\.home must be .* from 0 to 2, not 3"),
        ("super_goal", {"carrier": "home.p1"}, "carrier must be None in this game, not 'home.p1'"),
        ("super_goal", {"star": {"holder": None, "face": "foul"}}, r"star\.holder must be one of home, away, not None"),
        ("fuba", {"ball_die": 7}, "ball_die must be a whole number from 1 to 6, or null, not 7"),
        ("fuba", {"sealed": {"home": "4-4-3", "away": None}}, r"sealed\.home must be null or one of .*, not '4-4-3'"),
        ("soccer_tactics", {"restart": {"kind": "corner"}}, "restart must be .*: .* is missing"),
        ("soccer_tactics", {"to_act": ["home", "away"]}, "to_act must be a list of at most one seat"),
    ],
)
def test_a_refusal_names_what_is_allowed(slug, change, words):
    game, wire = started(slug)
    with pytest.raises(BadState, match=words):
        game.from_wire({**wire, **change})


def test_options_have_their_defaults_and_ranges():
    schema = Options(
        (
            Option("pace", "str", "slow", "Pace", "", ("slow", "fast")),
            Option("limit", "int", 40, "Limit", "", (), 5, 100, also=(0,)),
            Option("length", "int", None, "Length", "", (), 5, 9, nullable=True),
            Option("players", "seats", {"home": 1, "away": 1}, "Players", "", (), 1, 3),
            Option("kind", "bool", False, "Kind"),
        )
    )
    usual = {"pace": "slow", "limit": 40, "length": None, "players": {"home": 1, "away": 1}, "kind": False}
    assert resolve_options(schema, None) == usual
    given = resolve_options(schema, {"limit": 0, "players": {"home": 2, "away": 3}})
    assert given == usual | {"limit": 0, "players": {"home": 2, "away": 3}}
    assert list(given) == list(usual)
    one, two = resolve_options(schema, None), resolve_options(schema, None)
    assert one["players"] is not two["players"]
    for wrong, words in (
        ({"pace": "quick"}, r"options\.pace must be one of slow, fast, not 'quick'"),
        ({"limit": 4}, r"options\.limit must be a whole number from 5 to 100 or 0, not 4"),
        ({"limit": True}, r"options\.limit must be .*, not True"),
        ({"length": 10}, r"options\.length must be a whole number from 5 to 9 or null, not 10"),
        ({"players": {"home": 4, "away": 1}}, r"options\.players\.home must be a whole number from 1 to 3, not 4"),
        (
            {"players": {"home": 1}},
            r"options\.players must be .* home and away: .away. is missing",
        ),
        ({"tempo": 1}, "options must be an object with keys of pace, limit, length, players, kind: 'tempo' is no key"),
        ([], r"options must be an object .*, not \[\]"),
    ):
        with pytest.raises(BadOptions, match=words):
            resolve_options(schema, wrong)


def test_terms_have_their_defaults():
    assert resolve_terms({"carry": {"away": 2}}) == {
        "draws_allowed": True,
        "carry": {"home": 0, "away": 2},
        "extra_time": True,
        "away_goals": False,
    }
    for wrong, words in (
        ({"carry": {"home": -1}}, r"terms\.carry\.home must be a whole number from 0 to 1000000000, not -1"),
        ({"away_goals": 1}, r"terms\.away_goals must be true or false, not 1"),
        ({"golden_goal": True}, "'golden_goal' is no key"),
    ):
        with pytest.raises(BadOptions, match=words):
            resolve_terms(wrong)


READ_AT_ONCE = """
import sys, threading
from engines.core import codecs
from engines.core.errors import BadState

sys.setswitchinterval(1e-6)
keys = [f"key{n}" for n in range(20)]
for _ in range(100):
    codec = codecs.shape({key: codecs.each(codecs.count()) for key in keys}, "an object")
    together = threading.Barrier(4)

    def read():
        together.wait()
        codec.check("", {key: {"home": 1, "away": 2} for key in keys}, BadState)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_that_read_the_first_position_at_once_end_no_process():
    """A page and the live half in one process: msgspec made its types twice, and the process was gone."""
    done = subprocess.run([sys.executable, "-c", READ_AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
