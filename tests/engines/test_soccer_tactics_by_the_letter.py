"""Soccer Tactics against the slow second reading of its specification: every step of random matches, through the wire.

Matches begin with the toss or in a position made by hand, set pieces among them; options, terms, time-outs, the
referee's time and resignations are random. Moves, states, events with their keys and the dice must be the same.
"""

from __future__ import annotations

import random

import pytest

import engines
from engines.core.dice import SeededDice
from tests.engines import soccer_tactics_match_by_the_letter as letter
from tests.engines import soccer_tactics_moves_by_the_letter as board
from tests.engines.battery import aside
from tests.engines.letters import Rolled, Wire, ask
from tests.sizes import LONG, PARTS, size

SEATS = ("home", "away")


def random_options(chance: random.Random) -> Wire:
    options: Wire = {"half_turns": chance.choice([5, 5, 6, 8, 12]), "extra_turns": chance.choice([2, 2, 3, 5])}
    if chance.random() < 0.7:
        options["compulsory_capture"] = chance.choice(["all", "loose", "none"])
    if chance.random() < 0.7:
        options["blocked"] = chance.choice(["exact", "stops", "stops"])
    if chance.random() < 0.5:
        options["clock"] = chance.choice(["turns", "wall"])
    if chance.random() < 0.5:
        options["advanced"] = chance.random() < 0.5
    if chance.random() < 0.5:
        options["shot"] = chance.choice(["spinner", "die"])
    for key, least, most in (("half_minutes", 1, 60), ("extra_minutes", 1, 30), ("move_seconds", 10, 300)):
        if chance.random() < 0.1:
            options[key] = chance.randint(least, most)
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


def scatter(chance: random.Random, state: Wire, a: str) -> None:
    """All pieces that are still on somewhere, by the limits; many of them at one end, some off-side."""
    spans = [(1, 16), (1, 16), (1, 7), (10, 16), (1, 5), (12, 16), (15, 16), (5, 12)]
    both = chance.choice(spans)
    span = {seat: both if chance.random() < 0.5 else chance.choice(spans) for seat in SEATS}
    if chance.random() < 0.4:
        span[a] = (1, 5) if a == "away" else (12, 16)
        if chance.random() < 0.5:
            span[board.other(a)] = (5, 12)  # its last man is far from the runners
    for i in state["pieces"]:
        state["pieces"][i] = None
    for i in chance.sample(list(state["pieces"]), 22):
        if i in state["sent_off"]:
            continue
        least, most = span[board.side_of(i)]
        near = [c for c in board.CELLS if least <= board.row(c) <= most]
        homely = board.goal_area(board.side_of(i)) if board.kind(i) == "g" and chance.random() < 0.7 else near
        cells = [c for c in homely if board.may_stand(state, i, c)]
        cells = cells or [c for c in board.CELLS if board.may_stand(state, i, c)]
        state["pieces"][i] = chance.choice(cells)


def random_setup(chance: random.Random, options: Wire, terms: Wire) -> Wire:
    """Overrides: pieces anywhere, cards shown, any period; any phase that can be asked in it."""
    a = chance.choice(SEATS)
    d = board.other(a)
    sent_off = [i for seat in SEATS for i in chance.sample(board.ids(seat), chance.choice([0, 0, 0, 1, 2, 4]))]
    state = letter.setup({"attacking": a, "sent_off": sent_off}, options, terms)
    scatter(chance, state, a)
    over: Wire = {"attacking": a, "sent_off": sent_off, "pieces": state["pieces"], "first_kick": chance.choice(SEATS)}
    over["period"] = chance.choice(["first_half", "second_half", "second_half", "extra_first", "extra_second"])
    if over["period"].startswith("extra"):
        over["extra_kick"] = chance.choice(SEATS)
    limit = state["options"]["extra_turns" if over["period"].startswith("extra") else "half_turns"]
    over["clock_turns"] = chance.randint(1, limit)
    over["time_up"] = chance.random() < 0.2
    over["score"] = {seat: chance.randrange(2) for seat in SEATS}
    cards = [i for i in chance.sample([i for s in SEATS for i in board.ids(s)], 8) if board.kind(i) != "d"]
    over["yellow"] = {i: 1 for i in cards if i not in sent_off} | {f"{s}.d": 1 for s in SEATS if chance.random() < 0.5}
    mates = board.on_pitch(state, a)
    phase = chance.choice(
        ["attack_move", "attack_play", "attack_play", "capture", "defence", "defence_move"] * 2
        + ["corner_place", "keeper_place", "penalty_kicker", "free_kick_taker", "goal_kick_taker", "minor_foul"]
    )
    over["phase"] = phase
    field = [i for i in mates if board.kind(i) != "g"]
    runners = [i for i in field if board.kind(i) in "mf"]
    if phase == "attack_move":
        over["carrier"] = chance.choice(mates)
        over["roll"] = chance.randint(1, 6)
        if chance.random() < 0.2:
            hem_in(chance, over, over["carrier"] if board.kind(over["carrier"]) in "mf" else chance.choice(field))
    elif phase == "attack_play":
        over["dead"] = chance.choice([None, None, "kick_off", "free_kick", "corner"])
        over["carrier"] = chance.choice(field)
        over["roll"] = chance.randint(1, 6)
        if over["dead"] == "kick_off":
            free = [c for c in board.circle(a) if board.may_be(state, over["carrier"], c)]
            over["dead"] = "kick_off" if free else None
            over["pieces"][over["carrier"]] = free[0] if free else over["pieces"][over["carrier"]]
        if chance.random() < 0.3:
            over["passes"] = 1 if over["dead"] is None else 0
    elif phase in ("capture", "defence", "defence_move", "minor_foul"):
        if phase in ("capture", "defence_move"):
            over["roll"] = chance.randint(1, 6)
        if phase != "capture" and chance.random() < 0.5:
            over["carrier"] = chance.choice(mates)
            over["after"] = "set"
            if state["pieces"][over["carrier"]] in board.penalty_area(d) and chance.random() < 0.7:
                over["after"] = "shoot"
        else:
            cells_taken = list(state["pieces"].values())
            loose = [c for c in board.CELLS if c not in cells_taken]
            there = [c for c in loose if c in board.penalty_area(d)]
            over["ball"] = chance.choice(there if there and chance.random() < 0.5 else loose)
            over["kicker"] = chance.choice(mates)
            if phase != "capture":
                over["after"] = "loose"
            if chance.random() < 0.4:
                over["no_touch"] = over["kicker"]
            over["no_offside"] = chance.random() < 0.2
    elif phase == "corner_place":
        corner = chance.choice("AH") + str(board.own_row(d, 1))
        over["ball"] = corner
        taker = chance.choice(runners)
        on_it = [i for i in mates if state["pieces"][i] == corner]
        over["pieces"].update({**dict.fromkeys(on_it, state["pieces"][taker]), taker: None})
        left = {a: chance.randint(1, 3), d: chance.randint(1, 3)}
        over["restart"] = {"kind": "corner", "cell": corner, "taker": taker, "left": left}
    elif phase == "keeper_place":
        if f"{a}.gk" in sent_off:
            over["sent_off"] = sent_off = [i for i in sent_off if i != f"{a}.gk"]
        free = [c for c in board.penalty_area(a) if c not in board.goal_area(a)]
        over["pieces"][f"{a}.gk"] = None
        over["pieces"][f"{a}.gk"] = chance.choice([c for c in free if board.may_be(state, f"{a}.gk", c)])
        over["restart"] = {"kind": "goal_kick"}
    elif phase == "penalty_kicker":
        over["ball"] = f"spot{board.own_row(d, 1)}"
        inside = [i for i in runners if state["pieces"][i] in board.penalty_area(d)]
        over["restart"] = {"kind": "penalty", "taker": chance.choice(inside or runners)}
        if f"{d}.gk" not in sent_off:
            over["pieces"][f"{d}.gk"] = f"line{board.own_row(d, 1)}"
    elif phase == "free_kick_taker":
        cell = chance.choice([*board.CELLS, None])
        over["ball"] = cell
        over["restart"] = {"kind": "free_kick", "cell": cell, "why": "offside" if cell else "minor"}
    elif phase == "goal_kick_taker":
        over["sent_off"] = sent_off = [*[i for i in sent_off if i != f"{a}.gk"][:3], f"{a}.gk"]
        over["restart"] = {"kind": "goal_kick"}
    for i in sent_off:
        over["pieces"][i] = None
        over["yellow"].pop(i, None)

    return over


def hem_in(chance: random.Random, over: Wire, carrier: str) -> None:
    """The ball in a corner, and D's pieces alone on every cell that a roll of 2 reaches: nothing to play (ST-4.7)."""
    d = board.other(board.side_of(carrier))
    guards = [f"{d}.{kind}" for kind in ("m1", "m2", "m3", "m4", "f1", "f2")]
    if set(guards) & set(over["sent_off"]) or board.kind(carrier) not in "mf":
        return
    columns, rows = chance.choice(["ABC", "HGF"]), chance.choice([(1, 2, 3), (16, 15, 14)])
    corner = f"{columns[0]}{rows[0]}"
    reached = [f"{columns[i]}{rows[j]}" for i, j in ((0, 2), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))]
    for i, cell in over["pieces"].items():
        if cell in (corner, *reached):
            over["pieces"][i] = None
    over["pieces"].update(zip(guards, reached, strict=True))
    over["pieces"][carrier] = corner
    over["carrier"] = carrier


def sort(moves: list[Wire]) -> list[str]:
    return sorted(str(sorted(move.items())) for move in moves)


def choose(chance: random.Random, state: Wire, seat: str, moves: list[Wire], bold: bool) -> Wire:
    """Any legal move; the bold ones go near their goal more often than not."""
    if not bold or chance.random() < 0.3:
        return chance.choice(moves)
    goals = [m for m in moves if m["type"] in ("play", "dribble", "move") and worth(state, seat, m["to"])]
    return chance.choice(goals or moves)


def worth(state: Wire, seat: str, cell: str) -> bool:
    end = board.other(seat)
    return cell in board.penalty_area(end) + board.long_distance(end) or cell == state["ball"]


def play(seed: int) -> tuple[int, set[str]]:
    """A match from start to end, or some decisions on from a position: how many, and the kinds of event and phase."""
    chance = random.Random(seed)
    options, terms = random_options(chance), random_terms(chance)
    whole = chance.random() < 0.15
    if whole:
        reply = ask({"cmd": "new", "game": "soccer_tactics", "options": options, "terms": terms, "seed": seed})
        rolled = Rolled(reply["rolled"])
        state, events = letter.new(options, terms, rolled)
        assert (reply["state"], reply["events"], rolled.left) == (state, events, [])
    else:
        over = random_setup(chance, options, terms)
        state = letter.setup(over, options, terms)
        if not letter.legal(state, state["to_act"][0]):
            return 0, set()
        request = {"cmd": "setup", "game": "soccer_tactics", "overrides": over, "options": options, "terms": terms}
        assert ask(request)["state"] == state, request
    steps, seen = 0, set[str]()
    leave, bold = chance.random() < 0.1, chance.random() < 0.7
    last = 10_000 if whole or chance.random() < 0.1 else 12
    while state["phase"] != "finished" and steps < last:
        [seat] = state["to_act"]
        moves = sorted(letter.legal(state, seat), key=str)  # in no order of sets, which differs from run to run
        assert sort(ask({"cmd": "legal", "state": state, "seat": seat})["moves"]) == sort(moves), state
        assert ask({"cmd": "legal", "state": state, "seat": board.other(seat)})["moves"] == []
        viewer = chance.choice([*SEATS, None])
        assert ask({"cmd": "view", "state": state, "seat": viewer})["state"] == state
        default = ask({"cmd": "default_move", "state": state, "seat": seat})["move"]
        assert default == board.default_of(moves), state
        who: str | None = seat
        word = chance.random()
        if leave and word < 0.003:
            who, move = None, {"type": "resign", "seat": chance.choice(SEATS)}
        elif word < 0.04:
            who, move = None, {"type": "timeout", "seat": seat}
        elif word < 0.07 and state["options"]["clock"] == "wall" and not state["time_up"]:
            who, move = None, {"type": "time_up"}
        else:
            move = choose(chance, state, seat, moves, bold)
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
    return steps, seen


def beside(seed: int) -> None:
    """Positions that the engine keeps in memory, with all that it has found out about them, go the same way."""
    chance = random.Random(seed)
    options, terms = random_options(chance), random_terms(chance)
    over = random_setup(chance, options, terms)
    wire = letter.setup(over, options, terms)
    if not letter.legal(wire, wire["to_act"][0]):
        return
    game = engines.get("soccer_tactics")
    state = game.setup(over, options, terms)
    for _ in range(12):
        if wire["phase"] == "finished":
            return
        [seat] = wire["to_act"]
        moves = sorted(letter.legal(wire, seat), key=str)
        if chance.random() < 0.5:  # an engine that is not asked may know less
            assert sort([dict(move) for move in game.legal(state, seat)]) == sort(moves), wire
        who: str | None = seat
        move = choose(chance, wire, seat, moves, True)
        if chance.random() < 0.1:
            who, move = None, {"type": "timeout", "seat": seat}
        dice = SeededDice(chance.randrange(1 << 40))
        after, told = game.apply(state, who, move, dice)
        assert game.to_wire(state) == wire
        rolled = Rolled(list(dice.rolled))
        wire, events = letter.apply(wire, who, move, rolled)
        state = after
        assert (told, game.to_wire(state), rolled.left) == (events, wire, [])


@pytest.mark.parametrize("part", PARTS)
def test_positions_in_memory_go_the_same_way(part: int) -> None:
    """ST-2 to ST-13, without the wire between the steps."""
    for seed in range(part, size(8, 20_000), len(PARTS)):
        beside(seed)


@pytest.mark.parametrize("part", PARTS)
def test_every_step_is_as_the_letter_says(part: int) -> None:
    """ST-2 to ST-13 and the data contract: matches and positions by the dozen."""
    seen: set[str] = set()
    for seed in range(part, size(30, 30_000), len(PARTS)):
        seen |= play(seed)[1]
    wanted = {"free_kick", "free_kick_clear", "goal", "shot", "tackle", "minor_foul", "pass", "time_up", "defence_move"}
    if LONG:
        wanted |= {"penalty_place", "goal_kick_taker", "keeper_place", "corner_clear", "offside"}
        wanted |= {"corner_place", "goal_kick_clear", "shootout_kick", "dribble"}
    assert wanted <= seen


@pytest.mark.parametrize(("seed", "rare"), [(1272, "red"), (734, "no_play"), (1142, "penalty_awarded")])
def test_what_is_rare_is_as_the_letter_says(seed: int, rare: str) -> None:
    """A second card, a penalty (ST-11), a turn in which nothing can be played: one match in hundreds has it."""
    assert rare in play(seed)[1]
