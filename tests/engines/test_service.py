"""The wire by lines: every command, every error code, and junk of every kind, which it outlives."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import EngineError
from engines.core.service import LONGEST_LINE, answer, answer_line, serve
from tests import cases
from tests.engines import battery
from tests.engines.toy import GAME as TOY
from tests.sizes import size

CODES = {"illegal_move", "bad_request", "bad_state", "bad_options", "dice_exhausted"}
STATE = answer({"cmd": "setup", "game": "super_goal"})["state"]
ROLL = {"type": "roll", "die": "control", "turn": False, "double": False}


def refused(request, code):
    reply = answer(request)
    assert reply["ok"] is False
    assert reply["error"] == code, reply
    assert reply["reason"]
    assert set(reply) == {"ok", "error", "reason"}


def test_it_works():
    process = subprocess.run(
        [sys.executable, "-m", "engines", "serve"],
        input=b'{"cmd":"games"}\nno json\n{"cmd":"new","game":"super_goal","dice":[2,3]}\n',
        capture_output=True,
        timeout=30,
        check=True,
    )
    games, junk, new = map(json.loads, process.stdout.splitlines())
    assert "super_goal" in {game["slug"] for game in games["games"]}
    assert all(option["label"] for game in games["games"] for option in game["options"])
    assert junk["error"] == "bad_request"
    assert new["ok"] and new["rolled"] == [2, 3]
    assert new["events"][0] == {"type": "roll", "seat": None, "sides": 2, "value": 2, "for": "toss"}


def test_a_count_at_its_bound_is_the_end_of_the_line():
    """Every answer is a valid question: a step that would carry a count past its bound is refused."""
    state = answer({"cmd": "setup", "game": "super_goal", "overrides": {"turn": 10**9 - 1}})["state"]
    step = {"cmd": "apply", "seat": "home", "move": ROLL, "dice": [1]}
    last = answer({**step, "state": state})
    assert last["ok"] and answer({"cmd": "legal", "state": last["state"], "seat": "home"})["ok"]
    refused({**step, "state": {**state, "turn": 10**9}}, "bad_state")


def test_the_commands():
    assert len(answer({"cmd": "legal", "state": STATE, "seat": "home"})["moves"]) == 3
    played = answer({"cmd": "apply", "state": STATE, "seat": "home", "move": ROLL, "seed": 7})
    assert set(played) == {"ok", "state", "events", "rolled"}
    assert played == answer({"cmd": "apply", "state": STATE, "seat": "home", "move": ROLL, "seed": 7})
    assert answer({"cmd": "view", "state": STATE, "seat": None})["state"] == STATE
    assert answer({"cmd": "view", "state": STATE, "seat": "away"})["state"] == STATE
    assert answer({"cmd": "default_move", "state": STATE, "seat": "home"})["move"] == ROLL
    resigned = answer({"cmd": "apply", "state": STATE, "seat": None, "move": {"type": "resign", "seat": "home"}})
    assert resigned["state"]["result"] == {"winner": "away", "how": "resignation"}
    assert resigned["rolled"] == []


def test_the_script_comes_before_the_seed():
    reply = answer({"cmd": "new", "game": "super_goal", "dice": [1], "seed": 5})
    assert reply["rolled"][0] == 1
    assert len(reply["rolled"]) == 2


@pytest.mark.parametrize("request_", [None, 3, [], "x", {}, {"cmd": "dance"}, {"cmd": []}, {"cmd": None}])
def test_no_request(request_):
    refused(request_, "bad_request")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "bad_request"),
        ({"game": ["super_goal"]}, "bad_request"),
        ({"options": {"half_turns": 4}}, "bad_options"),
        ({"options": {"half_turns": True}}, "bad_options"),
        ({"options": {"colour": "red"}}, "bad_options"),
        ({"options": [1]}, "bad_options"),
        ({"terms": {"carry": {"home": -1}}}, "bad_options"),
        ({"terms": {"carry": {"neutral": 1}}}, "bad_options"),
        ({"terms": {"draws_allowed": 1}}, "bad_options"),
        ({"terms": {"golden_goal": True}}, "bad_options"),
        ({"dice": [3]}, "bad_request"),
        ({"dice": [1, 0]}, "bad_request"),
        ({"dice": ["1"]}, "bad_request"),
        ({"dice": {"a": 1}}, "bad_request"),
        ({"seed": "x"}, "bad_request"),
        ({"seed": True}, "bad_request"),
        ({"dice": [1]}, "dice_exhausted"),
        ({}, "dice_exhausted"),
    ],
)
def test_new_refuses(change, code):
    refused({"cmd": "new", "game": "super_goal", **change}, code)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"seat": "away"}, "illegal_move"),
        ({"seat": None}, "illegal_move"),
        ({"seat": "north"}, "bad_request"),
        ({"seat": ["home"]}, "bad_request"),
        ({"move": "roll"}, "bad_request"),
        ({"move": None}, "bad_request"),
        ({"move": {}}, "illegal_move"),
        ({"move": {"type": "shoot"}}, "illegal_move"),
        ({"move": {**ROLL, "turn": 0}}, "illegal_move"),
        ({"state": None}, "bad_state"),
        ({"state": {}}, "bad_state"),
        ({"state": {"game": "chess"}}, "bad_request"),
        ({"state": {**STATE, "ball": "Z9"}}, "bad_state"),
        ({"state": {**STATE, "extra": 1}}, "bad_state"),
        ({"state": {**STATE, "score": {"home": True, "away": 0}}}, "bad_state"),
        ({"state": {**STATE, "to_act": ["away"]}}, "bad_state"),
        ({"state": {**STATE, "options": {**STATE["options"], "half_turns": None}}}, "bad_state"),
        ({"dice": [7]}, "bad_request"),
        ({"dice": []}, "dice_exhausted"),
    ],
)
def test_apply_refuses(change, code):
    refused({"cmd": "apply", "state": STATE, "seat": "home", "move": ROLL, **change}, code)


def test_other_refusals():
    refused({"cmd": "default_move", "state": STATE, "seat": "away"}, "illegal_move")
    refused({"cmd": "legal", "state": STATE, "seat": None}, "bad_request")
    refused({"cmd": "legal", "state": STATE}, "bad_request")
    refused({"cmd": "legal", "seat": "home"}, "bad_request")
    refused({"cmd": "apply", "state": STATE, "move": ROLL, "seed": 1}, "bad_request")
    refused({"cmd": "setup", "game": "super_goal", "overrides": {"bal": "C6"}}, "bad_state")
    refused({"cmd": "setup", "game": "super_goal", "overrides": [1]}, "bad_state")
    refused({"cmd": "setup", "game": "super_goal", "options": {"x": 1}}, "bad_options")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"{",
        b"\xff\xfe{}",
        b"NaN",
        b'{"cmd":"new","game":"super_goal","seed":NaN}',
        b"[" * 200_000,
        b'{"cmd":"legal","seat":"home","state":' + b'{"game":' * 900 + b"1" + b"}" * 901,
        b'{"cmd":"new","game":"super_goal","seed":' + b"9" * 5000 + b"}",
        b'{"cmd":"' + b"\\ud800" * 50 + b'"}',
    ],
)
def test_what_is_no_request_gets_an_answer(line):
    reply = json.loads(answer_line(line))
    assert reply["ok"] is False
    assert reply["error"] in CODES


def test_a_line_too_long_is_refused_and_the_next_is_read():
    out = io.BytesIO()
    serve(io.BytesIO(b'"' + b"x" * (2 * LONGEST_LINE) + b'"\n{"cmd":"games"}\n'), out)
    long, games = map(json.loads, out.getvalue().splitlines())
    assert long["error"] == "bad_request"
    assert games["ok"]


def test_deep_values_inside_a_good_request():
    deep: object = 1
    for _ in range(700):
        deep = [deep]
    for change in ({"move": {"type": deep}}, {"move": {**ROLL, "die": deep}}, {"seat": deep}, {"seed": deep}):
        reply = answer({"cmd": "apply", "state": STATE, "seat": "home", "move": ROLL, "seed": 1, **change})
        assert reply["error"] in CODES
    for key in STATE:
        assert answer({"cmd": "legal", "seat": "home", "state": {**STATE, key: deep}})["error"] in CODES
        assert answer({"cmd": "setup", "game": "super_goal", "overrides": {key: deep}})["error"] in CODES


# ── fuzz: every game, junk in every place, nothing but its own errors ──
GAMES = [*(engines.get(slug) for slug in cases.built()), TOY]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 13)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=3)
    | st.sampled_from(["home", "away", "attack", "C6", "A1", "home.p1", "GA", "finished", "turn", "type", "penalty"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["home", "away", "type", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FUZZ = settings(
    max_examples=size(30, 3000), deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@cache
def positions(game, seed):
    """A few positions of a random match."""
    chance = random.Random(seed)
    states = [step.state for step in battery.play(game, battery.random_plan(game, chance))]
    return [chance.choice(states) for _ in range(3)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@FUZZ
@given(seed=st.integers(0, 12), data=st.data())
def test_junk_in_a_state(game, seed, data):
    """A changed state is refused as a state, or it is one that can be played on."""
    for state in positions(game, seed):
        wire = game.to_wire(state)
        key = data.draw(st.sampled_from(sorted(wire)))
        junk = data.draw(JUNK)
        if isinstance(wire[key], dict) and wire[key] and data.draw(st.booleans()):
            inner = data.draw(st.sampled_from(sorted(wire[key])))
            wire[key] = {**wire[key], inner: junk}
        else:
            wire[key] = junk
        try:
            back = game.from_wire(wire)
        except EngineError:
            continue
        for seat in game.to_act(back):
            for move in list(game.legal(back, seat))[:20]:
                after, _ = game.apply(back, seat, move, SeededDice(seed))
                game.from_wire(game.to_wire(after))
        view = game.view(back, None)
        game.scene(view)
        game.describe(view)
        game.clock(view)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@FUZZ
@given(seed=st.integers(0, 12), junk=JUNK, seat=st.sampled_from(["home", "away", None]))
def test_junk_as_a_move(game, seed, junk, seat):
    for state in positions(game, seed):
        before = battery.plain(game.to_wire(state))
        moves = [junk, {"type": junk}]
        for move in list(game.legal(state, seat))[:3] if seat else ({"type": "timeout", "seat": "home"},):
            moves += [{**move, key: junk} for key in move] + [{**move, "extra": junk}]
        for move in moves:
            with suppress(EngineError):
                game.apply(state, seat, move, ScriptedDice([], 1))
        assert battery.plain(game.to_wire(state)) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@FUZZ
@given(data=st.data())
def test_junk_as_settings(game, data):
    keys = sorted(game.to_wire(positions(game, 1)[0]))
    options = data.draw(JUNK | st.dictionaries(st.sampled_from([option.name for option in game.options]), JUNK))
    terms = data.draw(JUNK | st.dictionaries(st.sampled_from(["carry", "draws_allowed", "extra_time"]), JUNK))
    overrides = data.draw(JUNK | st.dictionaries(st.sampled_from([*keys, "pieces_only"]), JUNK, max_size=3))
    for call in (
        lambda: game.new(options, terms, SeededDice(1)),
        lambda: game.setup(overrides, options, terms),
        lambda: game.setup(overrides),
    ):
        with suppress(EngineError):
            call()


def test_importing_an_engine_brings_nothing_heavy():
    code = "import sys, engines; engines.get('super_goal'); print(sorted(sys.modules))"
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True).stdout.decode()
    for heavy in ("django", "yaml", "rich", "hypothesis", "asyncio"):
        assert f"'{heavy}'" not in names
