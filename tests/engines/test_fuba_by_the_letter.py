"""FUBA against the slow second reading of its specification: every step of random matches, through the wire.

Matches begin with the formations or in a position made by hand; options, terms, time-outs and resignations are random.
Moves, views, states, events with their keys and the dice must be the same.
"""

from __future__ import annotations

import json
import random

import pytest

from engines.core.service import answer
from tests.engines import fuba_match_by_the_letter as letter
from tests.engines.battery import aside
from tests.engines.letters import Rolled, Wire, ask
from tests.sizes import LONG, PARTS, size

SEATS = ("home", "away")


def random_options(chance: random.Random) -> Wire:
    options: Wire = {"half_minutes": chance.choice([10, 10, 11, 15, 45])}
    if chance.random() < 0.5:
        options["formations"] = chance.choice(["any", "cards"])
    if chance.random() < 0.7:
        options["extra_minutes"] = chance.choice([5, 6, 15])
    return options


def random_terms(chance: random.Random) -> Wire:
    terms: Wire = {}
    if chance.random() < 0.8:
        terms["draws_allowed"] = chance.random() < 0.2
    if chance.random() < 0.4:
        terms["carry"] = {seat: chance.randrange(3) for seat in SEATS if chance.random() < 0.8}
    for flag in ("extra_time", "away_goals"):
        if chance.random() < 0.5:
            terms[flag] = chance.random() < 0.5
    if aside(chance).random() < 0.3:
        terms["level_stands"] = True
    return terms


def random_setup(chance: random.Random, options: Wire) -> Wire:
    """Overrides: men anywhere, few of them or many, cards shown, any minute; a phase that needs no history."""
    seat = chance.choice(SEATS)
    whole = letter.options_of(options)
    period = chance.choice(["first_half", "second_half", "extra_first", "extra_second"])
    first, last = letter.period_span(whole, period)
    some = chance.sample(letter.ZONES, chance.randint(1, 13))
    sent_off = [man for who in SEATS for man in chance.sample(letter.ids(who)[1:], chance.choice([0, 0, 1, 3, 4]))]
    pieces: Wire = {i: chance.choice(some) for who in SEATS for i in letter.ids(who) if chance.random() < 0.8}
    if chance.random() < 0.5:
        pieces.update(dict.fromkeys(sent_off))
    else:
        pieces = {i: zone for i, zone in pieces.items() if i not in sent_off}
    phase = chance.choice(
        ["target"] * 3 + ["shot", "goal_kick", "corner_side", "movement_option", "quick_moves", "free_kick"]
    )
    over: Wire = {"attacking": seat, "period": period, "phase": phase, "sent_off": sent_off}
    over["pieces_only"] = chance.random() < 0.3  # then some are off the board without being sent off
    over["minute"], over["stoppage"] = chance.randint(first, last - 1), 0
    if chance.random() < 0.3:
        over["minute"], over["stoppage"] = last, chance.randint(1, 6)
    over["yellow"] = {who: chance.randrange(5) for who in SEATS}
    over["ball_die"] = chance.randint(1, 6)
    over["formations"] = {who: chance.choice(letter.ANY) for who in SEATS}
    if whole["formations"] == "cards":
        over["formations"] = {who: chance.choice(letter.CARDS) for who in SEATS}
    over["first_kick_off"] = chance.choice(SEATS)
    over["score"] = {who: chance.randrange(3) for who in SEATS}
    zones = letter.half_of(letter.other(seat)) if phase in ("shot", "corner_side", "free_kick") else letter.ZONES
    over["ball"] = letter.box(seat) if phase == "goal_kick" else chance.choice(zones)
    beside = chance.choice([i for i in letter.ids(seat)[1:] if i not in sent_off])
    pieces[beside] = over["ball"]
    over["pieces"] = pieces
    if phase == "target":
        over["restart"] = chance.choice([None, None, "free_kick", "goal_kick", "kick_off", "corner"])
        if over["restart"] == "corner":
            over["ball"] = ("L" if chance.random() < 0.5 else "R") + ("4" if seat == "home" else "1")
            taker = [i for i in letter.ids(seat) if i not in sent_off][-1]
            pieces[beside] = chance.choice(letter.ZONES)
            pieces[taker] = "K" + over["ball"]
        elif over["restart"] == "goal_kick":
            over["ball"] = letter.box(seat)
            pieces[f"{seat}.gk"] = over["ball"]
        elif over["restart"] == "kick_off":
            over["ball"] = "C3"
            pieces[beside] = "C3"
    elif phase == "goal_kick":
        over["restart"] = "goal_kick"
        pieces[f"{seat}.gk"] = over["ball"]
    elif phase == "free_kick":
        over["restart"] = "free_kick"
    elif phase == "corner_side":
        over["restart"] = "corner"
    if phase not in ("target", "goal_kick"):
        over["dice"] = {who: chance.randint(1, 6) for who in SEATS}
        over["target"] = {"from": over["ball"], "zone": over["ball"], "via": None}
        if phase == "free_kick":
            over["target"] = None
    if phase == "movement_option":
        over["dice"] = {"home": chance.randint(1, 3), "away": chance.randint(4, 6)}
        if chance.random() < 0.5:
            over["dice"] = {"home": over["dice"]["away"], "away": over["dice"]["home"]}
        mover = min(SEATS, key=lambda who: int(over["dice"][who]))
        then = letter.other(mover)
        if chance.random() < 0.3:
            over["no_movement"], mover, then = mover, then, None
        over["movement"] = {"seat": mover, "option": None, "left": 0, "next": then, "extra": False}
    elif phase == "quick_moves":
        value = chance.randint(1, 6)
        over["dice"] = {"home": value, "away": value}
        mover = letter.other(seat)
        over["movement"] = {"seat": mover, "option": "quick", "left": value, "next": seat, "extra": False}
    return over


def dead_ball(chance: random.Random, over: Wire) -> Wire:
    """``over`` once more: a set-up's first step, a man to go off or to come to the ball, a kick-off to be chosen, a
    shootout under way."""
    seat, sent_off = over["attacking"], over["sent_off"]
    kind = chance.choice(["deploy", "deploy", "send_off", "receive", "collect", "choose_kick_off", "shootout"])
    over = {key: value for key, value in over.items() if key not in ("movement", "no_movement", "restart", "target")}
    over["phase"] = kind
    over["dice"] = {who: chance.randint(1, 6) for who in SEATS}
    if kind in ("deploy", "send_off"):
        over["restart"] = chance.choice(
            ["kick_off", "free_kick", "penalty", "corner"][1 if kind == "send_off" else 0 :]
        )
        if over["restart"] == "corner" and kind == "send_off":
            over["restart"] = "penalty"
        row = "4" if seat == "home" else "1"
        over["ball"] = {
            "kick_off": "C3",
            "free_kick": chance.choice([zone for zone in letter.ZONES if zone != letter.box(letter.other(seat))]),
            "penalty": letter.box(letter.other(seat)),
            "corner": chance.choice("LR") + row,
        }[over["restart"]]
    if kind == "deploy":
        left = [i for i in letter.ids(seat) if i not in sent_off]
        over["pieces_only"], over["pieces"] = True, {}
        if over["restart"] == "corner":
            over["pieces"] = {left.pop(): "K" + over["ball"]}
        over["setup"] = {"seat": seat, "step": "active", "left": left, "adjust_left": 2, "adjusted": []}
    elif kind == "send_off":
        over["to_act"] = [letter.other(seat)]
        over["target"] = {"from": over["ball"], "zone": over["ball"], "via": None}
    elif kind in ("receive", "collect"):
        via = None
        zone = over["ball"] = chance.choice(letter.ZONES)
        beside = chance.choice(letter.around(zone))
        free = [i for i in over["pieces"] if i.startswith(seat) and i not in sent_off]
        for i in letter.ids("home") + letter.ids("away"):
            if i not in sent_off and (i.startswith(seat) or kind == "receive") and over["pieces"].get(i, zone) == zone:
                over["pieces"][i] = chance.choice([z for z in letter.ZONES if z != zone])
        over["pieces"][chance.choice(free)] = beside
        if kind == "collect" and chance.random() < 0.4:  # the keeper alone is near: others may go instead (FU-4.22)
            far = [z for z in letter.ZONES if letter.distance(z, zone) > 1]
            others = [i for i in letter.ids(seat)[1:] if i not in sent_off]
            over["pieces"].update({i: chance.choice(far) for i in others})
            over["pieces"][f"{seat}.gk"] = beside
        if kind == "receive" and chance.random() < 0.5:
            via = beside
        elif kind == "receive":
            over["pieces"][f"{letter.other(seat)}.gk"] = zone
        over["target"] = {"from": chance.choice([beside, zone]), "zone": zone, "via": via}
    elif kind == "choose_kick_off":
        over.update(period="extra_first", attacking=None, pieces_only=True, pieces={}, ball=None, ball_die=None)
        over.update(dice={"home": None, "away": None}, to_act=[chance.choice(SEATS)], stoppage=0)
        del over["minute"]
    else:
        over.update(phase="penalty_dive", period="shootout", pieces_only=True, pieces={}, ball=None, ball_die=None)
        number, first = chance.randrange(10), chance.choice(SEATS)
        kicks: dict[str, list[bool]] = {"home": [], "away": []}
        for kick in range(number):
            kicks[first if kick % 2 == 0 else letter.other(first)].append(kick % 4 < 2)
        over["shootout"], over["first_kick_off"] = kicks, first
        over["attacking"] = first if number % 2 == 0 else letter.other(first)
        over.update(stoppage=0, dice={"home": None, "away": None})
        del over["minute"]
    return over


def sort(moves: list[Wire]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def play(seed: int) -> tuple[int, set[str]]:
    """One match from its start to its end; the decisions taken, and the kinds of event and phases seen."""
    chance = random.Random(seed)
    options, terms = random_options(chance), random_terms(chance)
    if chance.random() < 0.4:
        reply = ask({"cmd": "new", "game": "fuba", "options": options, "terms": terms})
        state = letter.new(options, terms)
        assert (reply["state"], reply["events"], reply["rolled"]) == (state, [], [])
    else:
        over = random_setup(chance, options)
        if chance.random() < 0.4:
            over = dead_ball(chance, over)
        state = letter.setup(over, options, terms)
        if state["period"].startswith("extra") or state["period"] == "shootout":
            terms.update(draws_allowed=False, extra_time=True)
            state["terms"].update(draws_allowed=False, extra_time=True)
        request = {"cmd": "setup", "game": "fuba", "overrides": over, "options": options, "terms": terms}
        assert ask(request)["state"] == state, request
    steps, seen = 0, set[str]()
    earlier: list[Wire] = []
    leave, shy, eager = chance.random() < 0.1, chance.random() < 0.3, chance.random() < 0.5
    while state["phase"] != "finished":
        for seat in SEATS:
            moves = ask({"cmd": "legal", "state": state, "seat": seat})["moves"]
            assert sort(moves) == sort(letter.legal(state, seat)), (seat, state)
        if state["sealed"] != {"home": None, "away": None}:
            for viewer in (*SEATS, None):
                assert ask({"cmd": "view", "state": state, "seat": viewer})["state"] == letter.view(state, viewer)
        seat = chance.choice(state["to_act"])
        default = ask({"cmd": "default_move", "state": state, "seat": seat})["move"]
        assert default == letter.default_move(state, seat), state
        who: str | None = seat
        word = chance.random()
        if leave and word < 0.003:
            who, move = None, {"type": "resign", "seat": chance.choice(SEATS)}
        elif word < 0.05:
            who, move = None, {"type": "timeout", "seat": seat}
        else:
            move = chance.choice(letter.legal(state, seat))
            if eager and state["phase"] in ("shot", "free_kick"):
                move = {"type": "shoot"}
            if shy and state["phase"] == "deploy":
                move = default
        if chance.random() < 0.05:
            check_refusals(chance, state, earlier)
        earlier.append(move)
        request = {"cmd": "apply", "state": state, "seat": who, "move": move, "seed": chance.randrange(1 << 40)}
        reply = ask(request)
        rolled = Rolled(reply["rolled"])
        after, events = letter.apply(state, who, move, rolled)
        assert reply["events"] == events, request
        assert reply["state"] == after, request
        assert not rolled.left, request
        seen |= {event["type"] for event in events} | {state["phase"]}
        state = after
        steps += 1
    check_refusals(chance, state, earlier)
    return steps, seen


def check_refusals(chance: random.Random, state: Wire, earlier: list[Wire]) -> None:
    """Each word of the host and each move of another moment is taken if the rules say so, and else refused."""
    asked: list[tuple[str | None, Wire, bool]] = [(None, {"type": "time_up"}, False)]
    for seat in SEATS:
        asked.append((None, {"type": "timeout", "seat": seat}, seat in state["to_act"]))
        asked.append((None, {"type": "resign", "seat": seat}, state["phase"] != "finished"))
        asked += [
            (seat, move, move in letter.legal(state, seat)) for move in chance.sample(earlier, min(5, len(earlier)))
        ]
    for who, move, taken in asked:
        reply = answer({"cmd": "apply", "state": state, "seat": who, "move": move, "seed": 1})
        assert (reply["ok"], reply.get("error")) == (taken, None if taken else "illegal_move"), (who, move, state)


@pytest.mark.parametrize("part", PARTS)
def test_every_step_is_as_the_letter_says(part: int) -> None:
    """FU-1 to FU-9 and the data contract: matches and positions by the dozen."""
    seen: set[str] = set()
    for seed in range(part, size(5, 10_000), len(PARTS)):
        seen |= play(seed)[1]
    wanted = {
        "corner",
        "goal_kick",
        "free_play",
        "quick_moves",
        "free_kick",
        "penalty_dive",
        "shootout_kick",
        "collect",
    }
    if not LONG:
        wanted.remove("corner")  # too rare
    assert wanted <= seen
