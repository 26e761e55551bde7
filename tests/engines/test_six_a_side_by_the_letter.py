"""The six-a-side engine beside the slow second reading: random play, every move, state, view and event compared."""

from __future__ import annotations

import random
from typing import Any

import engines
from engines.core.dice import SeededDice
from engines.core.errors import BadState, IllegalMove
from tests.engines import six_a_side_by_the_letter as letter
from tests.engines.battery import aside
from tests.sizes import size

GAME: Any = engines.get("six_a_side")


def settings(chance: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = {
        "mode": chance.choice(("goal_limit", "golden_goal")),
        "goals_to_win": chance.choice((1, 2, 3)),
        "clock": chance.choice(("turns", "turns", "wall")),
        "turn_limit": chance.choice((20, 30, 60)),
        "extra_turns": chance.choice((10, 20)),
        "possession_limit": chance.choice((0, 5, 40)),
        "sub_window": chance.choice(("both", "before")),
        "players": {"home": chance.randint(1, 3), "away": chance.randint(1, 3)},
    }
    options = {key: value for key, value in options.items() if chance.random() < 0.85}
    terms = {
        "draws_allowed": chance.random() < 0.3,
        "carry": {"home": chance.randrange(2), "away": chance.randrange(2)} if chance.random() < 0.4 else {},
        "extra_time": chance.random() < 0.5,
        "away_goals": chance.random() < 0.5,
    }
    if aside(chance).random() < 0.3:
        terms["level_stands"] = True
    return options, terms


def crowd(chance: random.Random) -> dict[str, Any]:
    """A set-up with pawns near one goal, many of them cautioned."""
    rows = chance.choice(((1, 4), (8, 11), (1, 11)))
    near = [cell for cell in letter.PITCH if rows[0] <= letter.xy(cell)[1] <= rows[1]]
    pieces: dict[str, str] = {}
    for seat in letter.BOTH:
        for piece in letter.men(seat)[: chance.randint(2, 6)]:
            pieces[piece] = chance.choice([cell for cell in near if cell not in pieces.values()])
    setup: dict[str, Any] = {
        "pieces_only": True,
        "pieces": pieces,
        "yellow": {piece: 1 for piece in pieces if chance.random() < 0.5},
        "active": chance.choice(letter.BOTH),
    }
    if chance.random() < 0.8:
        setup["carrier"] = chance.choice(sorted(pieces))
    else:
        setup["ball"] = chance.choice(near)
        setup["attacking"] = chance.choice(letter.BOTH)
    if chance.random() < 0.1:  # one pawn shut in, so that its side may have nothing to do
        shut, others = chance.choice(
            (("A2", "A3 B2 B3 C1 C2"), ("C1", "B2 C2 D2 D1 E1"), ("D11", "C11 E10 D10 C10 E11"))
        )
        seat = chance.choice(letter.BOTH)
        pieces.clear()
        pieces[f"{seat}.p1"] = shut
        for number, cell in enumerate(others.split(), 1):
            pieces[f"{letter.other(seat)}.p{number}"] = cell
        setup.update(active=letter.other(seat), carrier=f"{letter.other(seat)}.p{chance.randint(1, 5)}", yellow={})
    elif chance.random() < 0.3:
        setup["sent_off"] = [f"{setup['active']}.p{number}" for number in (4, 5, 6)]
        for piece in setup["sent_off"]:
            pieces.pop(piece, None)
        if setup.get("carrier") not in pieces:
            setup.pop("carrier", None)
    if chance.random() < 0.15 and setup.get("carrier") in pieces:
        award = letter.other(setup["active"])
        for key in ("carrier", "attacking"):
            setup.pop(key, None)
        setup.update(phase="kicker", active=award, attacking=setup["active"], ball=letter.SPOT[letter.other(award)])
        setup["penalty"] = {"awarded": award, "reason": "foul", "kicker": None, "keeper": None}
        own = [piece for piece in sorted(pieces) if letter.side(piece) != award]
        inside = [piece for piece in own if pieces[piece] in letter.KEEPER_AREA[letter.other(award)]]
        setup["keeper"] = {letter.other(award): chance.choice(inside or own)}
    elif chance.random() < 0.25:
        in_another_phase(setup, chance)
    if chance.random() < 0.4 and setup.get("phase") not in ("setup", "shootout"):
        setup["period"] = chance.choice(("regulation", "extra"))
        setup["turns_played"], setup["possession_turns"] = chance.randrange(10), chance.randrange(6)
        setup["coaching"] = {seat: chance.randrange(2) for seat in letter.BOTH}
        if setup["period"] == "regulation":
            setup["score"] = {seat: chance.randrange(2) for seat in letter.BOTH}
    return setup


def in_another_phase(setup: dict[str, Any], chance: random.Random) -> None:
    """The phases beside a turn: placing, kick-off, chain, after the action, a keeper sent off, the shootout."""
    pieces = setup["pieces"]
    phase = setup["phase"] = chance.choice(("setup", "kickoff", "chain", "after_turn", "keeper", "shootout"))
    own = [piece for piece in sorted(pieces) if letter.side(piece) == setup["active"]]
    if phase in ("setup", "kickoff", "shootout"):
        for key in ("carrier", "ball", "attacking", "sent_off"):
            setup.pop(key, None)
        setup["yellow"] = {}
    if phase == "setup":
        del setup["active"]
        pieces.clear()
        for seat in letter.BOTH:
            for piece, cell in zip(letter.men(seat), letter.FORMATIONS["3-1-1"][: chance.randrange(6)], strict=False):
                pieces[piece] = cell if seat == "home" else letter.turned(cell)
    elif phase == "kickoff":
        setup["pieces_only"], setup["ball"] = False, "D6"
        pieces.clear()
    elif phase == "shootout":
        first, kicks = chance.choice(letter.BOTH), chance.randrange(10)
        taken: dict[str, list[bool]] = {seat: [] for seat in letter.BOTH}
        for kick in range(kicks):
            taken[first if kick % 2 == 0 else letter.other(first)].append(kick % 4 < 2)
        setup.update(period="shootout", shootout=taken, active=first if kicks % 2 == 0 else letter.other(first))
        setup["penalty"] = {"awarded": setup["active"], "reason": "shootout", "kicker": None, "keeper": None}
        setup["picks"] = {chance.choice(letter.BOTH): chance.choice((None, 1, 2, 3))}
    elif phase == "chain" and len(own) > 1:
        setup["chain"] = chance.sample(own, 2)
        setup["carrier"] = setup["chain"][-1]
    elif phase == "keeper":
        for piece in own:
            if pieces[piece] in letter.KEEPER_AREA[setup["active"]]:
                del pieces[piece]
        setup.pop("carrier", None)
        free = [cell for cell in letter.PITCH if cell not in pieces.values()]
        setup.update(keeper={setup["active"]: None}, attacking=setup["active"], ball=chance.choice(free))


def choose(moves: list[Any], chance: random.Random) -> Any:
    """A kind of move, then one of that kind; goals now and then."""
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        into = str(move.get("to"))[1:] in ("0", "12")
        kinds.setdefault("goal" if into else move["type"], []).append(move)
    names = sorted(kinds)
    if len(names) > 1 and "goal" in names and chance.random() < 0.6:
        names.remove("goal")
    if "steal" in names and chance.random() < 0.5:
        return chance.choice(kinds["steal"])
    if "move" in names and chance.random() < 0.4:
        return chance.choice(kinds["move"])
    return chance.choice(kinds[chance.choice(names)])


def host_move(state: Any, chance: random.Random) -> Any:
    draw, seat = chance.random(), chance.choice(letter.BOTH)
    options = state["options"]
    if draw < 0.03:
        return {"type": "timeout", "seat": chance.choice(state["to_act"])}
    timed = options["clock"] == "wall" and not state["time_up"] and state["phase"] not in ("setup", "shootout")
    if draw < 0.05 and timed:
        return {"type": "time_up"}
    on_turn = state["phase"] in ("turn", "chain", "after_turn") and state["active"] == seat
    if draw < 0.09 and on_turn and options["players"][seat] > 1:
        return {"type": "coaching", "seat": seat}
    if draw > 0.999:
        return {"type": "resign", "seat": seat}
    return None


def written(moves: Any) -> list[str]:
    return sorted(str(sorted(move.items())) for move in moves)


def compare(number: int, longest: int = 600) -> int:
    """Plays match ``number``; returns how many positions were compared."""
    chance = random.Random(number)
    options, terms = settings(chance)
    dice = SeededDice(number)
    if number % 3:
        overrides = crowd(chance)
        try:
            state = GAME.setup(overrides, options, terms)
        except BadState:
            return 0
        wire = letter.setup(overrides, options, terms)
    else:
        state, events = GAME.new(options, terms, dice)
        wire = letter.new(options, terms)
        assert (events, dice.rolled) == ([], [])
    assert GAME.to_wire(state) == wire, number
    for step in range(longest):
        where = f"match {number}, step {step}"
        if any(not letter.legal(wire, seat) for seat in wire["to_act"]):
            assert not any(GAME.legal(state, seat) for seat in wire["to_act"]), where
            return step  # only from a set-up: a side has lost the last of its few pawns and is to name one
        for seat in letter.BOTH:
            assert written(GAME.legal(state, seat)) == written(letter.legal(wire, seat)), (where, wire)
            if seat in wire["to_act"]:
                assert dict(GAME.default_move(state, seat)) == letter.default(wire, seat), (where, wire)
        for watcher in (*letter.BOTH, None):
            assert GAME.view(state, watcher) == letter.view(wire, watcher), (where, watcher)
        if not wire["to_act"]:
            return step
        move = host_move(wire, chance)
        seat = None if move else chance.choice(wire["to_act"])
        # In no order of sets, which differs from run to run.
        move = move or choose(sorted(letter.legal(wire, seat), key=str), chance)
        so_far = len(dice.rolled)
        state, events = GAME.apply(state, seat, move, dice)
        rolled = dice.rolled[so_far:]
        expected, told = letter.after(wire, seat, move, lambda sides, rolled=rolled: rolled.pop(0))
        assert not rolled, where
        assert events == told, (where, seat, move, wire, events, told)
        wire = GAME.to_wire(state)
        assert GAME.to_wire(GAME.from_wire(wire)) == wire, where
        changed = {key: (wire[key], expected[key]) for key in wire if wire[key] != expected[key]}
        assert wire == expected, (where, seat, move, changed)
    return longest


def test_random_matches_agree_with_the_letter():
    compared = sum(compare(number) for number in range(size(12, 2_000)))
    assert compared > size(400, 60_000)


def test_coaching_can_be_reported_just_where_the_game_says_so():
    game, chance, seen = engines.get("six_a_side"), random.Random(11), set()
    dice = SeededDice(7)
    state, _events = game.new({"players": {"home": 2, "away": 1}, "turn_limit": 40}, None, dice)
    while game.to_act(state):
        for seat in ("home", "away"):
            said = game.coachable(state, seat)
            try:
                game.apply(state, None, {"type": "coaching", "seat": seat}, SeededDice(1))
                accepted = True
            except IllegalMove:
                accepted = False
            assert said == accepted
            seen.add((seat, said))
        seat = game.to_act(state)[0]
        state, _events = game.apply(state, seat, choose(list(game.legal(state, seat)), chance), dice)
    assert seen == {("home", True), ("home", False), ("away", False)}
