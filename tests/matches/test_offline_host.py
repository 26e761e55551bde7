"""A match without a server: the host's frames, what it keeps, and that it needs no Django."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec
import pytest

import engines
from engines.bots import bots_of
from engines.core.dice import FairDice
from matches.errors import NotSeated
from matches.offline.checking import check, kept_of
from matches.offline.host import Answer, Host, Kept, OtherRules, Sitter, Wish

QUICK = ("super_goal", "six_a_side")
"""Games of few decisions, one of dice alone and one with sealed choices: the others are played in a long run."""


class Browser:
    """The page and the browser's own database: takes answers, keeps what they say, follows frames."""

    def __init__(self, game="super_goal", bot="beginner", seed=1):
        self.clock = datetime(2026, 1, 1, tzinfo=UTC)
        self.chance = random.Random(seed)
        self.match, self.log, self.heard = None, [], []
        wish = Wish(uuid4(), game, Sitter("Ada"), Sitter("Bot" if bot else "Bo", bot))
        self.host, begun = Host.begin(wish, self.now, self.chance)
        self.take(begun)
        self.take(self.host.open())

    def now(self):
        self.clock += timedelta(milliseconds=1)
        return self.clock

    def take(self, answer: Answer):
        stored = json.loads(msgspec.json.encode(answer))
        if stored["match"]:
            self.match = stored["match"]
        self.log += stored["log"]
        for text in answer.frames:
            frame = json.loads(text)
            self.heard.append(frame)
            if frame["t"] == "step":
                self.shown = {**self.shown, **frame}
            elif frame["t"] == "full":
                self.shown = frame
        return [json.loads(text) for text in answer.frames]

    def send(self, **frame):
        return self.take(self.host.receive(json.dumps(frame)))

    def reopen(self):
        """Close the browser and open it again: only what it has kept is left."""
        kept = msgspec.json.decode(json.dumps({"match": self.match, "log": self.log}), type=Kept)
        self.host = Host(kept, self.now, self.chance)
        self.take(self.host.open())

    def choose(self):
        """Make the choice of the person who is to act, or let the bot decide."""
        if self.shown.get("hand_over"):
            return self.send(t="hold", seat=self.shown["hand_over"])
        if not self.shown["choices"]:
            return self.take(self.host.decide())
        move = self.chance.choice(self.shown["choices"])["move"]
        seat = {"seat": self.shown["holds"]} if self.shown["you"] == "both" else {}
        return self.send(t="move", id=str(uuid4()), v=self.shown["v"], moves=[move], timeline=0, **seat)

    def play(self):
        for _turn in range(5000):
            if self.shown["status"] != "live":
                return
            self.choose()
        raise AssertionError("the match does not end")


@pytest.mark.parametrize("slug", engines.games())
def test_a_match_against_a_bot_is_played_to_its_end_with_the_rolls_of_its_secret(slug):
    browser = Browser(slug)
    browser.play()
    match = browser.match
    assert match["status"] == "finished" and match["result"] == browser.shown["result"]
    browser.reopen()
    assert (browser.shown["status"], browser.shown["choices"], browser.shown["v"]) == ("finished", [], match["version"])
    assert [row["seq"] for row in browser.log] == list(range(1, match["version"] + 1))
    # The log alone, by the engine and the secret, leads to the kept position.
    game = engines.get(slug)
    dice = FairDice(bytes.fromhex(match["secret"]), match["id"], match["home_seed"], match["away_seed"])
    state, _events = game.new(match["options"], match["terms"], dice)
    for row in browser.log:
        state, _events = game.apply(state, row["seat"] or None, row["move"], dice)
    assert game.to_wire(state) == match["position"] and len(dice.rolled) == match["rolls"]


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if slug in QUICK else [pytest.mark.long]) for slug in engines.games()]
)
def test_two_at_one_screen_play_to_the_end(slug):
    browser = Browser(slug, bot="")
    browser.play()
    assert browser.match["status"] == "finished"


def test_closing_the_browser_at_any_moment_loses_nothing():
    browser = Browser("six_a_side")
    for _turn in range(40):
        before = {key: browser.shown[key] for key in ("v", "scene", "to_act", "choices", "status")}
        browser.reopen()
        assert {key: browser.shown[key] for key in before} == before
        browser.choose()


def test_a_repeated_move_is_played_once_also_after_the_browser_was_closed():
    browser = Browser()
    while not browser.shown["choices"]:
        browser.choose()
    move = {"t": "move", "id": str(uuid4()), "v": browser.shown["v"], "moves": [browser.shown["choices"][0]["move"]]}
    v = browser.send(**move)[-1]["v"]
    browser.reopen()
    assert browser.send(**move) == [{"t": "ack", "id": move["id"], "v": v}]


def test_refusals_are_those_of_the_socket():
    browser = Browser()
    while not browser.shown["choices"]:
        browser.choose()
    v = browser.shown["v"]
    stale, full = browser.send(t="move", id=str(uuid4()), v=v - 1, moves=[{"type": "x"}])
    assert (stale["t"], stale["v"], full["t"]) == ("stale", v, "full")
    refused = browser.send(t="move", id=str(uuid4()), v=v, moves=[{"type": "no such move"}])
    assert [frame["t"] for frame in refused] == ["error"] and browser.match["version"] == v
    assert browser.send(t="move", id=str(uuid4()), v=v, moves=[{}], seat="away")[0]["code"] == "not_seated"
    assert browser.send(t="offer", id=str(uuid4()), kind="draw", do="make")[0]["code"] == "not_seated"
    assert browser.send(nothing=1)[0]["code"] == "bad_frame"


@pytest.mark.parametrize(("slug", "bot"), [("super_goal", "beginner"), ("super_goal", ""), ("six_a_side", "beginner")])
def test_undone_decisions_are_kept_and_the_site_takes_the_match_in(slug, bot):
    browser = Browser(slug, bot, seed=3)
    assert browser.send(t="offer", id=str(uuid4()), kind="undo", do="make")[0]["code"] == "cannot_undo", "no move yet"
    undone = 0
    while browser.shown["status"] == "live":
        browser.choose()
        while browser.shown["status"] == "live" and undone < 30 and browser.chance.random() < 0.4:
            before = browser.match["version"]
            frames = browser.send(t="offer", id=str(uuid4()), kind="undo", do="make")
            if frames[0]["t"] == "error":
                assert frames[0]["code"] == "cannot_undo" and browser.match["version"] == before
                break
            assert [frame["t"] for frame in frames] == ["ack", "full"] and browser.shown["v"] == before + 1
            undone += 1
            if undone % 7 == 0:
                browser.reopen()
    assert undone == 30 and browser.shown["status"] == "finished"
    check(kept_of({"match": browser.match, "log": browser.log}))


def test_a_move_that_is_undone_has_the_same_dice_again():
    browser = Browser()
    while not browser.shown["choices"]:
        browser.choose()
    move = browser.shown["choices"][0]["move"]
    wish = {"t": "move", "moves": [move], "timeline": 0}
    browser.send(**wish, id=str(uuid4()), v=browser.shown["v"])
    browser.send(t="offer", id=str(uuid4()), kind="undo", do="make")
    browser.send(**wish, id=str(uuid4()), v=browser.shown["v"])
    first, ruling, second = browser.log[-3:]
    assert ruling["kind"] == "ruling" and first["rolls"] == second["rolls"] and first["events"] == second["events"]


def test_giving_up_ends_the_match():
    browser = Browser()
    browser.send(t="resign", id=str(uuid4()))
    assert browser.match["result"]["winner"] == "away" and browser.shown["status"] == "finished"
    assert browser.send(t="resign", id=str(uuid4()))[0]["code"] == "not_live"


def test_the_bot_waits_and_hurries_on_a_wish():
    browser = Browser("soccer_tactics")
    while not browser.shown["choices"]:  # the dice may let the bot begin
        browser.choose()
    while browser.shown["choices"]:
        answer = browser.host.receive(
            json.dumps(
                {
                    "t": "move",
                    "id": str(uuid4()),
                    "v": browser.shown["v"],
                    "moves": [browser.shown["choices"][0]["move"]],
                }
            )
        )
        browser.take(answer)
    assert 900 < answer.wait_ms <= 1000
    answer = browser.host.receive('{"t":"hurry"}')
    assert answer.log and (answer.wait_ms in (None, 0))


def test_every_level_decides():
    for slug in engines.games():
        for level in bots_of(slug):
            browser = Browser(slug, bot=level)
            before = None
            while before is None:
                if not browser.shown["choices"]:
                    before = browser.match["version"]
                browser.choose()
            assert browser.match["version"] > before


def test_a_match_of_other_rules_is_named_not_played():
    browser = Browser()
    browser.match["rules_version"] = 0
    with pytest.raises(OtherRules):
        browser.reopen()


def test_the_host_needs_no_django():
    program = "import sys, matches.offline.host; print([name for name in ('django', 'psycopg') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("slug", ["fuba", "six_a_side"])
def test_a_placement_is_drafted_and_goes_as_one_list_of_moves(slug):
    browser = Browser(slug)
    while not any(choice.get("key") == "place" for choice in browser.shown["choices"]):
        browser.choose()
    first = browser.host.draft({"seat": "home"})
    assert first.v == browser.shown["v"] and not first.whole and first.line_ups
    whole = browser.host.draft({"seat": "home", "line_up": first.line_ups[0]["key"]})
    assert whole.whole and len(whole.moves) > 1
    answer = browser.send(t="move", id=str(uuid4()), v=whole.v, moves=[dict(move) for move in whole.moves])
    assert answer[-1] == {"t": "ack", "id": answer[-1]["id"], "v": whole.v + len(whole.moves)}
    with pytest.raises(NotSeated):
        browser.host.draft({"seat": "away"})
