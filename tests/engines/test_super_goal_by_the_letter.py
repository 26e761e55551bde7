"""Super Goal! against the slow second reading of its specification: every step of random matches, through the wire.

Matches begin at the kick-off or in a position made by hand, whatever the phase; options, terms, time-outs, the
referee's time and resignations are random. Moves, states, events with their keys and the dice must be the same.
"""

from __future__ import annotations

import json
import random

import pytest

from engines.core.service import answer
from tests.engines import super_goal_by_the_letter as letter
from tests.engines.battery import aside
from tests.engines.letters import Rolled, Wire, ask
from tests.sizes import PARTS, size

CELLS = [column + str(row) for column in "ABCDE" for row in range(1, 12)]
STAR = letter.FACES["star"].split()
SEATS = ("home", "away")


def random_options(chance: random.Random) -> Wire:
    options: Wire = {}
    if chance.random() < 0.5:
        options["length"] = chance.choice(["standard", "tournament"])
    if chance.random() < 0.5:
        options["clock"] = chance.choice(["turns", "wall"])
    if chance.random() < 0.6:
        options["half_turns"] = chance.choice([None, 5, 6, 12, 20, 45])
    if chance.random() < 0.2:
        options["half_seconds"] = chance.choice([None, 60, 1800])
    return options


def random_terms(chance: random.Random) -> Wire:
    terms: Wire = {}
    if chance.random() < 0.7:
        terms["draws_allowed"] = chance.random() < 0.3
    if chance.random() < 0.4:
        terms["carry"] = {seat: chance.randrange(3) for seat in SEATS if chance.random() < 0.8}
    for flag in ("extra_time", "away_goals"):
        if chance.random() < 0.5:
            terms[flag] = chance.random() < 0.5
    if aside(chance).random() < 0.3:
        terms["level_stands"] = True
    return terms


def random_setup(chance: random.Random, options: Wire, terms: Wire) -> Wire:
    """Overrides for any phase that a match can be in."""
    seat = chance.choice(SEATS)
    phase = chance.choice(
        ["attack"] * 5 + ["react", "direction", "intervene", "intervene", "keeper_throw", "penalty", "shootout"]
    )
    over: Wire = {"attacking": seat, "phase": phase, "ball": chance.choice(CELLS)}
    over["star"] = {"holder": chance.choice(SEATS), "face": chance.choice(STAR)}
    if chance.random() < 0.5:
        over["score"] = {chance.choice(SEATS): chance.randrange(4)}
    if chance.random() < 0.3:
        over["expulsions"] = {chance.choice(SEATS): chance.randrange(3)}
    if chance.random() < 0.5:
        over["toss_winner"] = chance.choice(SEATS)
    if phase != "shootout":
        over["period"] = chance.choice(["first_half", "second_half"])
        over["time_up"] = chance.random() < 0.3
        if chance.random() < 0.4:
            over["last_foul"] = chance.choice(SEATS)
        if chance.random() < 0.5:
            over["period_turns"] = chance.randrange(letter.options_of(options)["half_turns"])
    if phase in ("attack", "react", "direction"):
        restarts(chance, over, seat)
    if phase == "attack" and over.get("restart") is None and chance.random() < 0.4:
        over["last_die"] = chance.choice(list(letter.ARROWS))
    if phase == "react":
        over["star"] = {"holder": letter.other(seat), "face": chance.choice(["recovery", "foul"])}
        before = letter.setup({**over, "phase": "attack"}, options, terms)
        moves = [move for move in letter.legal(before, seat) if move["type"] != "star"]
        over["pending"] = {"action": chance.choice(moves)}
    elif phase == "direction":
        turn = over["ball"][0] in "AE" and letter.depth(seat, over["ball"]) >= 9 and chance.random() < 0.5
        turn = turn or over.get("restart") == "corner"
        twice = over.get("restart") in ("goal_kick", "keeper_throw") and chance.random() < 0.5
        die, face = chance.choice(
            [(die, face) for die, faces in letter.ARROWS.items() for face in faces.split("|") if face[0] in "dl"]
        )
        words = [*face.split(), None]
        number = int(str(words[1])) * (2 if twice else 1)
        over["pending"] = {"die": die, "dir": words[0], "n": number, "symbol": words[2], "turned": turn}
        over["last_die"] = die
    elif phase == "intervene":
        intervention(chance, over, seat)
    elif phase == "keeper_throw":
        over["ball"] = letter.mouth_attacked_by(letter.other(seat))
    elif phase in ("penalty", "shootout"):
        over["ball"] = letter.seen_by(seat, "C10")
    if phase == "shootout":
        terms["draws_allowed"] = False
        kicks, first = chance.randrange(16), chance.choice(SEATS)
        taken: dict[str, list[bool]] = {"home": [], "away": []}
        for number in range(kicks):
            taken[first if number % 2 == 0 else letter.other(first)].append(number >= 2 * (number // 2) and number < 4)
        over["attacking"] = first if kicks % 2 == 0 else letter.other(first)
        over["ball"] = letter.seen_by(over["attacking"], "C10")
        over["shootout"], over["first_kicker"] = taken, first
        over["score"] = {"home": 1, "away": 1}
        terms.pop("carry", None)
        terms.pop("away_goals", None)
    return over


def restarts(chance: random.Random, over: Wire, seat: str) -> None:
    """Now and then a dead ball, where that restart can be."""
    kind = chance.choice([None, None, None, "throw_in", "goal_kick", "keeper_throw", "corner", "free_kick", "kick_off"])
    if kind is None:
        if over["ball"] == "C6":
            over["restart"] = None
        return
    over["restart"] = kind
    if kind == "throw_in":
        over["ball"] = chance.choice("AE") + str(chance.randint(1, 11))
    elif kind == "goal_kick":
        over["ball"] = letter.seen_by(seat, "D1")
    elif kind == "keeper_throw":
        over["ball"] = chance.choice(letter.throw_cells(seat))
    elif kind == "corner":
        over["ball"] = letter.seen_by(seat, "A11")
    elif kind == "kick_off":
        over["ball"] = "C6"


def intervention(chance: random.Random, over: Wire, seat: str) -> None:
    kind = chance.choice(["tackle", "block", "post", "crossbar", "save", "unstoppable"])
    inside = kind in ("post", "crossbar", "save", "unstoppable") and chance.random() < 0.5
    faces = ["recovery"] if not inside else []
    if kind in ("crossbar", "save", "unstoppable"):
        faces.append("super_save")
    if not faces:
        inside, faces = False, ["recovery"]
    over["star"] = {"holder": letter.other(seat), "face": chance.choice(faces)}
    over["pending"] = {"kind": kind, "inside": inside}
    if kind in ("crossbar", "save", "unstoppable"):
        over["ball"] = letter.mouth_attacked_by(seat)
    elif kind == "post":
        over["ball"] = letter.seen_by(seat, "C10")
    elif kind == "block":
        over["ball"] = letter.seen_by(seat, chance.choice(["C10", "C11"]))
    if kind == "tackle":
        over["last_die"] = chance.choice(list(letter.ARROWS))


def sort(moves: list[Wire]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def play(seed: int) -> tuple[int, set[str]]:
    """One match from its start to its end, or to some resignation; the decisions taken and the kinds of event seen."""
    chance = random.Random(seed)
    options, terms = random_options(chance), random_terms(chance)
    if chance.random() < 0.5:
        reply = ask({"cmd": "new", "game": "super_goal", "options": options, "terms": terms, "seed": seed})
        rolled = Rolled(reply["rolled"])
        state, events = letter.new(options, terms, rolled)
        assert (reply["state"], reply["events"], rolled.left) == (state, events, [])
    else:
        over = random_setup(chance, options, terms)
        request = {"cmd": "setup", "game": "super_goal", "overrides": over, "options": options, "terms": terms}
        state = letter.setup(over, options, terms)
        assert ask(request)["state"] == state, request
    steps, seen = 0, set[str]()
    earlier: list[Wire] = []
    leave = chance.random() < 0.1
    by_default = chance.random() < 0.2
    while state["phase"] != "finished":
        for seat in SEATS:
            moves = ask({"cmd": "legal", "state": state, "seat": seat})["moves"]
            assert sort(moves) == sort(letter.legal(state, seat)), state
        for seat in (*SEATS, None):
            assert ask({"cmd": "view", "state": state, "seat": seat})["state"] == state
        seat = state["to_act"][0]
        default = ask({"cmd": "default_move", "state": state, "seat": seat})["move"]
        assert default == letter.default_move(state, seat), state
        who: str | None = seat
        word = chance.random()
        if leave and word < 0.01:
            who, move = None, {"type": "resign", "seat": chance.choice(SEATS)}
        elif word < 0.05:
            who, move = None, {"type": "timeout", "seat": seat}
        elif word < 0.1 and may_call_time(state):
            who, move = None, {"type": "time_up"}
        else:
            move = default if by_default else chance.choice(letter.legal(state, seat))
        if chance.random() < 0.1:
            check_refusals(chance, state, earlier)
        earlier.append(move)
        request = {"cmd": "apply", "state": state, "seat": who, "move": move, "seed": chance.randrange(1 << 40)}
        reply = ask(request)
        rolled = Rolled(reply["rolled"])
        after, events = letter.apply(state, who, move, rolled)
        assert reply["events"] == events, request
        assert reply["state"] == after, request
        assert not rolled.left, request
        state = after
        steps += 1
        seen |= {event["type"] for event in events}
    check_refusals(chance, state, earlier)
    return steps, seen


def check_refusals(chance: random.Random, state: Wire, earlier: list[Wire]) -> None:
    """Each word of the host and each move of another moment is taken if the rules say so, and else refused."""
    asked: list[tuple[str | None, Wire, bool]] = [(None, {"type": "time_up"}, may_call_time(state))]
    for seat in SEATS:
        asked.append((None, {"type": "timeout", "seat": seat}, seat in state["to_act"]))
        asked.append((None, {"type": "resign", "seat": seat}, state["phase"] != "finished"))
        asked += [
            (seat, move, move in letter.legal(state, seat)) for move in chance.sample(earlier, min(3, len(earlier)))
        ]
    for who, move, taken in asked:
        reply = answer({"cmd": "apply", "state": state, "seat": who, "move": move, "seed": 1})
        assert (reply["ok"], reply.get("error")) == (taken, None if taken else "illegal_move"), (who, move, state)


def may_call_time(state: Wire) -> bool:
    """SG-13.1."""
    running = state["period"] in ("first_half", "second_half")
    return state["options"]["clock"] == "wall" and running and not state["time_up"]


@pytest.mark.parametrize("part", PARTS)
def test_every_step_is_as_the_letter_says(part: int) -> None:
    """SG-1 to SG-16: matches and positions by the hundred."""
    seen: set[str] = set()
    for seed in range(part, size(40, 40_000), len(PARTS)):
        seen |= play(seed)[1]
    missed = {"red", "var", "shootout_kick", "keeper_throw", "throw_in", "corner", "goal_kick", "free_kick"} - seen
    assert not missed
