"""The Dom Jim engine beside the slow second reading: random play, every move, state and event compared."""

from __future__ import annotations

import random
from typing import Any

import engines
from engines.core.dice import SeededDice
from engines.core.errors import BadState
from tests.engines import dom_jim_by_the_letter as letter
from tests.engines.battery import aside
from tests.sizes import size

GAME: Any = engines.get("dom_jim")


def settings(chance: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    options = {
        "length": chance.choice(("goals", "time")),
        "goals": chance.choice((1, 2)),
        "no_goal_limit": chance.choice((0, 20, 30, 120)),
        "clock": chance.choice(("turns", "wall")),
        "leg_turns": chance.choice((20, 40, 120)),
        "leg_minutes": chance.choice((5, 30, 90)),
        "offside_return": chance.choice(("may", "must")),
        "first_move": chance.choice(("dice", "home")),
    }
    options = {key: value for key, value in options.items() if chance.random() < 0.8}
    terms = {
        "draws_allowed": chance.random() < 0.3,
        "carry": {"home": chance.randrange(3), "away": chance.randrange(3)} if chance.random() < 0.5 else {},
        "extra_time": chance.random() < 0.6,
        "away_goals": chance.random() < 0.5,
    }
    if aside(chance).random() < 0.3:
        terms["level_stands"] = True
    return options, terms


def crowd(chance: random.Random) -> dict[str, Any]:
    """A set-up with few figures, most of them near one goal (section 17 of the specification)."""
    end = chance.choice(("home", "away"))
    near = [cell for cell in letter.PITCH if (letter.xy(cell)[1] < 5) == (end == "home")]
    if end == "away":
        near = [cell for cell in letter.PITCH if letter.xy(cell)[1] > 9]
    taken: set[str] = set()
    pieces: dict[str, str] = {}
    for seat in ("home", "away"):
        for name in letter.NAMES[:10]:
            piece = f"{seat}.{name}"
            if name != "gk" and chance.random() < 0.5:
                continue
            field = (
                letter.GOAL[seat] + letter.PITCH if name == "gk" else near if chance.random() < 0.8 else letter.PITCH
            )
            cells = [cell for cell in field if letter.may_stand(piece, cell) and cell not in taken]
            if name != "gk" and chance.random() < 0.1:
                pieces[piece] = letter.WAITING[seat][letter.kind(piece)]
                continue
            pieces[piece] = chance.choice(cells)
            taken.add(pieces[piece])
    setup: dict[str, Any] = {
        "pieces_only": True,
        "pieces": pieces,
        "attacking": chance.choice(("home", "away")),
        "ball": chance.choice(near if chance.random() < 0.7 else ["A1", "I1", "A13", "I13", "A2", "I12", "E7"]),
        "cards": {"home": chance.randrange(3), "away": chance.randrange(3)},
    }
    if chance.random() < 0.15:  # a corner ball and who closes it
        corner, beside = chance.choice(
            [*letter.BESIDE_CORNER.items()][:2] if end == "home" else [*letter.BESIDE_CORNER.items()][2:]
        )
        for piece in [piece for piece, cell in pieces.items() if cell in (corner, beside)]:
            del pieces[piece]
        pieces[f"{letter.other(setup['attacking'])}.l1"] = beside
        setup["ball"] = corner
    elif chance.random() < 0.3:
        holders = [piece for piece, cell in pieces.items() if cell in letter.PITCH]
        if holders:
            setup["carrier"] = chance.choice(holders)
            del setup["ball"]
    if chance.random() < 0.2:
        setup["lost_turns"] = {"home": chance.randrange(2), "away": chance.randrange(2)}
    if chance.random() < 0.1:
        setup["phase"] = chance.choice(("penalty", "shootout"))
        setup.pop("carrier", None)
        setup.pop("ball", None)
    elif chance.random() < 0.2:
        in_the_middle_of_a_turn(setup, chance)
    if chance.random() < 0.3:
        setup.update(quiet=chance.randrange(20), turns=chance.randrange(20), score={"away": chance.randrange(2)})
    if chance.random() < 0.1:
        setup["sent_off"] = chance.sample(sorted(pieces), 1)
        if setup["sent_off"] == [setup.get("carrier")] or setup["sent_off"][0].endswith("gk"):
            del setup["sent_off"]
    return setup


def in_the_middle_of_a_turn(setup: dict[str, Any], chance: random.Random) -> None:
    """The phases between two turns: at the ball, a second pass, figures offside."""
    pieces, seat = setup["pieces"], setup["attacking"]
    on_pitch = [piece for piece, cell in pieces.items() if piece.startswith(seat) and cell in letter.PITCH]
    if not on_pitch:
        return
    setup["phase"] = chance.choice(("ball", "triangle", "offside"))
    for key in ("carrier", "ball"):
        setup.pop(key, None)
    if setup["phase"] == "offside":
        rings = [piece for piece in on_pitch if pieces[piece] in letter.RINGED[letter.other(seat)]]
        setup["offside"] = [piece for piece in rings if letter.kind(piece) != "gk"]
        setup["lost_turns"] = {seat: 1}
        if chance.random() < 0.2:  # another one was offside with them, and is placed already
            setup["offside_count"] = len(setup["offside"]) + 1
        setup["ball"] = chance.choice([pieces[piece] for piece in rings] or ["E7"])
    else:
        setup["carrier"] = chance.choice(on_pitch)
        if setup["phase"] == "triangle":
            setup["passer"] = chance.choice(on_pitch)


def group(state: Any, move: Any) -> str:
    """The category of section 17."""
    to = move.get("to")
    if move["type"] == "kick":
        if to in letter.GOAL["home"] + letter.GOAL["away"]:
            return "shot"
        return "pass" if letter.on(state, to) else "kick"
    if move["type"] == "move" and to == state["ball"]:
        return "onto the ball"
    return str(move["type"])


def choose(state: Any, moves: list[Any], chance: random.Random) -> Any:
    groups: dict[str, list[Any]] = {}
    for move in moves:
        groups.setdefault(group(state, move), []).append(move)
    names = sorted(groups)
    if len(names) > 1 and "shot" in names and chance.random() < 0.7:
        names.remove("shot")
    return chance.choice(groups[chance.choice(names)])


def host_move(state: Any, chance: random.Random) -> Any:
    options = state["options"]
    draw = chance.random()
    if draw < 0.03:
        return {"type": "timeout", "seat": state["to_act"][0]}
    wall = options["length"] == "time" and options["clock"] == "wall"
    if wall and draw < 0.06 and state["period"] == "regulation" and not state["time_up"]:
        return {"type": "time_up"}
    if draw > 0.999:
        return {"type": "resign", "seat": chance.choice(("home", "away"))}
    return None


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
        rolled = list(dice.rolled)
        wire, told = letter.new(options, terms, lambda sides: rolled.pop(0))
        assert (events, rolled) == (told, []), number
    assert GAME.to_wire(state) == wire, number
    for step in range(longest):
        where = f"match {number}, step {step}"
        for seat in ("home", "away"):
            assert [dict(m) for m in GAME.legal(state, seat)] == letter.legal(wire, seat), (where, wire)
            if seat in wire["to_act"]:
                assert dict(GAME.default_move(state, seat)) == letter.default(wire, seat), (where, wire)
        if not wire["to_act"]:
            return step
        move = host_move(wire, chance)
        seat = None if move else wire["to_act"][0]
        move = move or choose(wire, letter.legal(wire, seat), chance)
        so_far = len(dice.rolled)
        state, events = GAME.apply(state, seat, move, dice)
        rolled = dice.rolled[so_far:]
        expected, told = letter.after(wire, seat, move, lambda sides, rolled=rolled: rolled.pop(0))
        assert not rolled, where
        assert events == told, (where, move, wire)
        wire = GAME.to_wire(state)
        assert GAME.to_wire(GAME.from_wire(wire)) == wire, where
        assert wire == expected, (where, move, {k: (wire[k], expected[k]) for k in wire if wire[k] != expected[k]})
    return longest


def test_random_matches_agree_with_the_letter():
    compared = sum(compare(number) for number in range(size(12, 2_000)))
    assert compared > size(400, 100_000)
