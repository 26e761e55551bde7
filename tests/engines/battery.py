"""Invariants of every game: checks that play random matches through the public contract.

Each check takes a game and a ``Match`` plan (options, terms, seed), so that a failure says how to repeat it. A new game
is in the battery as soon as ``engines.games()`` lists it.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from engines.core.dice import Dice, ScriptedDice, SeededDice
from engines.core.drawing import Die
from engines.core.errors import EngineError, IllegalMove
from engines.core.game import Game
from engines.core.options import Option
from engines.core.seats import SEATS, other
from engines.core.svg import render
from engines.core.text import say

MOST_DECISIONS = 20_000
"""A match of any game with any options ends within so many decisions."""
SOME_DECISIONS = 25
"""Decisions played on from a position set up by hand: what is rare there happens soon or not at all."""


@dataclass(frozen=True)
class Plan:
    """A match to be played at random."""

    options: dict[str, Any] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    setup: dict[str, Any] | None = None
    """Overrides of the position to play from for ``SOME_DECISIONS``; None: a whole match from its beginning."""


@dataclass
class Step:
    """A position of a match, and the decision taken there."""

    state: Any
    seat: str | None  # None: the host's time_up
    move: Any
    rolled: list[int]
    events: list[dict[str, Any]]
    after: Any


def plain(value: Any) -> str:
    """Canonical JSON; fails on what is not JSON."""
    return json.dumps(value, sort_keys=True, allow_nan=False)


def random_plan(game: Game[Any], chance: random.Random) -> Plan:
    """Options, terms and a seed, each option as often at its default as elsewhere; lengths short, to save time."""
    options = {option.name: _value(option, chance) for option in game.options if chance.random() < 0.5}
    terms = {
        "draws_allowed": chance.random() < 0.5,
        "carry": {"home": chance.randrange(3), "away": chance.randrange(3)},
        "extra_time": chance.random() < 0.5,
        "away_goals": chance.random() < 0.5,
    }
    return Plan(options, terms, chance.getrandbits(32))


def aside(chance: random.Random) -> random.Random:
    """A generator beside ``chance``: what it draws moves nothing that a pinned seed draws later."""
    return copy.copy(chance)


def _value(option: Option, chance: random.Random) -> Any:
    if option.kind == "bool":
        return chance.random() < 0.5
    if option.kind == "str":
        return chance.choice(option.choices)

    def number() -> int:
        # near the lower end: a long match shows nothing that a short one does not
        return min(option.high, option.low + chance.randrange(4))

    return {seat: number() for seat in SEATS} if option.kind == "seats" else number()


def opened(game: Game[Any], plan: Plan, dice: Dice) -> tuple[Any, list[dict[str, Any]]]:
    """The position at the first decision of a plan, and the events before it."""
    if plan.setup is not None:
        return game.setup(plan.setup, plan.options, plan.terms), []
    return game.new(plan.options, plan.terms, dice)


def play(game: Game[Any], plan: Plan) -> Iterator[Step]:
    """A random match, decision by decision. Fails if it does not end."""
    chance = random.Random(plan.seed)
    state, _ = opened(game, plan, SeededDice(plan.seed))
    whole = plan.setup is None
    for number in range(MOST_DECISIONS if whole else SOME_DECISIONS):
        acting = game.to_act(state)
        if not acting:
            assert game.result(state) is not None
            return
        dice = SeededDice(plan.seed * 100_003 + number)
        # under a wall clock the whistle blows now and then; from a position soon
        if number % (80 if whole else 12) == 79 % (80 if whole else 12) and (blown := _time_up(game, state, dice)):
            yield blown
            state = blown.after
            continue
        seat = chance.choice(acting)
        move = choose(game.legal(state, seat), chance, by_kind=not whole)
        after, events = game.apply(state, seat, move, dice)
        yield Step(state, seat, move, dice.rolled, events, after)
        state = after
    if whole:
        pytest.fail(f"{game.slug} goes on beyond {MOST_DECISIONS} decisions: {plan}")


def choose(moves: Sequence[Any], chance: random.Random, *, by_kind: bool) -> Any:
    """Any move; or any kind of move, then one of that kind, so that what is rare is played too."""
    if by_kind:
        kind = chance.choice(sorted({move["type"] for move in moves}))
        moves = [move for move in moves if move["type"] == kind]
    return chance.choice(moves)


def _time_up(game: Game[Any], state: Any, dice: SeededDice) -> Step | None:
    """The host's whistle, where the game takes it: under a wall clock nothing else ends a half."""
    move = {"type": "time_up"}
    try:
        after, events = game.apply(state, None, move, dice)
    except IllegalMove:
        return None
    return Step(state, None, move, dice.rolled, events, after)


def sample(steps: Iterator[Step], chance: random.Random, share: float) -> Iterator[Step]:
    """The first steps, and about ``share`` of the rest."""
    return (step for number, step in enumerate(steps) if number < 5 or chance.random() < share)


# ── the checks ──
def check_legality(game: Game[Any], plan: Plan) -> None:
    """Moves are there for whom is to act, none is there twice, each can be played, the default is one of them."""
    for step in sample(play(game, plan), random.Random(plan.seed), 0.15):
        acting = game.to_act(step.state)
        assert game.result(step.state) is None
        for seat in SEATS:
            moves = game.legal(step.state, seat)
            assert bool(moves) == (seat in acting)
            words = [plain(move) for move in moves]
            assert len(set(words)) == len(words)
            notes = [game.notation(move) for move in moves]
            assert len(set(notes)) == len(notes)
            assert all(note == " ".join(note.split()) and "[" not in note for note in notes)
            if moves:
                assert game.default_move(step.state, seat) in moves
            else:
                with pytest.raises(EngineError):
                    game.default_move(step.state, seat)
            for move in moves:
                after, events = game.apply(step.state, seat, json.loads(plain(move)), SeededDice(plan.seed))
                assert all(isinstance(event["type"], str) for event in events)
                assert (game.result(after) is None) == bool(game.to_act(after))
        for seat in SEATS:
            if seat not in acting:
                with pytest.raises(EngineError):
                    game.apply(step.state, seat, step.move, SeededDice(1))


def check_immutability(game: Game[Any], plan: Plan) -> None:
    """``apply`` leaves the position that it was given, whether it plays or refuses."""
    for step in play(game, plan):
        before = plain(game.to_wire(step.state))
        again, events = game.apply(step.state, step.seat, step.move, ScriptedDice(step.rolled))
        assert plain(game.to_wire(step.state)) == before
        assert plain(game.to_wire(again)) == plain(game.to_wire(step.after))
        assert plain(events) == plain(step.events)
        with pytest.raises(EngineError):
            game.apply(step.state, step.seat, {"type": "no such move"}, SeededDice(1))
        assert plain(game.to_wire(step.state)) == before


def check_wire(game: Game[Any], plan: Plan) -> None:
    """A position comes back from JSON as it was, and plays on alike."""
    for step in sample(play(game, plan), random.Random(plan.seed), 0.3):
        wire = json.loads(plain(game.to_wire(step.state)))
        back = game.from_wire(wire)
        assert plain(game.to_wire(back)) == plain(wire)
        for seat in SEATS:
            assert plain(list(game.legal(back, seat))) == plain(list(game.legal(step.state, seat)))
        after, events = game.apply(back, step.seat, step.move, ScriptedDice(step.rolled))
        assert plain(game.to_wire(after)) == plain(game.to_wire(step.after))
        assert plain(events) == plain(step.events)
        final = game.to_wire(step.after)
        assert plain(game.to_wire(game.from_wire(final))) == plain(final)


def check_replay(game: Game[Any], plan: Plan) -> None:
    """(options, terms, moves, rolled) replays to the same positions, with no die too many or too few."""
    dice = SeededDice(plan.seed)
    opened(game, plan, dice)
    state, _ = opened(game, plan, ScriptedDice(dice.rolled))
    for step in play(game, plan):
        script = ScriptedDice(step.rolled)
        state, _ = game.apply(state, step.seat, json.loads(plain(step.move)), script)
        assert script.left == []
        assert plain(game.to_wire(state)) == plain(game.to_wire(step.after))


def check_secrets(game: Game[Any], plan: Plan) -> None:
    """A seat's sealed choice is in no one else's view: whatever it is, the views of others are the same to the byte."""
    for step in play(game, plan):
        acting = game.to_act(step.state)
        if len(acting) < 2:
            continue
        for seat in acting:
            seen = set()
            for move in game.legal(step.state, seat):
                after, events = game.apply(step.state, seat, move, SeededDice(plan.seed))
                views = [game.view(after, other(seat)), game.view(after, None)]
                # whether this seat goes on deciding may differ with the number of its decisions, never with their words
                if seat not in game.to_act(after):
                    seen.add(plain([views, events, [game.prompt(view, other(seat)) for view in views]]))
            assert len(seen) <= 1, f"{seat} is seen through"


def check_refusals(game: Game[Any], plan: Plan) -> None:
    """A move of another moment or with a key too many, too few or of another type is refused, unless it is legal."""
    chance = random.Random(plan.seed)
    earlier: list[Any] = []
    for step in sample(play(game, plan), chance, 0.2):
        legal = {seat: {plain(move) for move in game.legal(step.state, seat)} for seat in SEATS}
        tried = chance.sample(earlier, min(3, len(earlier)))
        if step.seat is not None:
            earlier.append(step.move)
            tried += _misshapen(dict(step.move))
        for seat in SEATS:
            for move in tried:
                if plain(move) not in legal[seat]:
                    with pytest.raises(IllegalMove) as refused:
                        game.apply(step.state, seat, move, SeededDice(1))
                    assert str(refused.value)


def _misshapen(move: dict[str, Any]) -> list[dict[str, Any]]:
    shapes = [{**move, "extra": None}]
    for key, value in move.items():
        shapes.append({name: other for name, other in move.items() if name != key})
        shapes.append({**move, key: int(value) if isinstance(value, bool) else [value]})
    return shapes


def check_host_moves(game: Game[Any], plan: Plan) -> None:
    """A resignation ends the match for the other seat; a seat to act may run out of time; nothing after the end."""
    for step in sample(play(game, plan), random.Random(plan.seed), 0.1):
        for seat in SEATS:
            over, _ = game.apply(step.state, None, {"type": "resign", "seat": seat}, SeededDice(1))
            assert game.result(over)["winner"] == other(seat)
            assert not game.to_act(over)
            for move in ({"type": "resign", "seat": seat}, {"type": "timeout", "seat": seat}, {"type": "time_up"}):
                with pytest.raises(EngineError):
                    game.apply(over, None, move, SeededDice(1))
            timeout = {"type": "timeout", "seat": seat}
            if seat in game.to_act(step.state):
                after, _ = game.apply(step.state, None, timeout, SeededDice(1))  # Dom Jim's hold says nothing
                assert plain(game.to_wire(after)) != plain(game.to_wire(step.state))
            else:
                with pytest.raises(EngineError):
                    game.apply(step.state, None, timeout, SeededDice(1))


def check_showing(game: Game[Any], plan: Plan) -> None:
    """Everything shown is plain JSON with words for every place, and stands on the board."""
    geometry = game.geometry()
    plain(geometry)
    cells = geometry["cells"]
    for step in sample(play(game, plan), random.Random(plan.seed), 0.2):
        for seat in (*SEATS, None):
            view = game.view(step.state, seat)
            scene = game.scene(view)
            plain(scene)
            for piece in scene["pieces"]:
                assert piece["cell"] in cells
                assert len(piece["label"]) <= 2
                say(piece["name"])
            assert len({piece["id"] for piece in scene["pieces"]}) == len(scene["pieces"])
            if scene["ball"] is not None:
                assert scene["ball"]["cell"] in cells
            drawn = render(geometry, scene, "it")
            assert len(drawn.encode()) <= 12 * 1024
            words = [*scene["notes"], *game.describe(view), game.clock(view)["period"]]
            words += [game.prompt(view, of) for of in SEATS]
            assert all(say(word, lang) for word in words for lang in ("en", "it"))
        for seat in game.to_act(step.state):
            moves = game.legal(step.state, seat)
            choices = game.choices(game.view(step.state, seat), seat, moves)
            assert [choice["move"] for choice in choices] == list(moves)
            asked = [plain([choice["pick"], choice["to"], choice["label"]]) for choice in choices]
            assert len(set(asked)) == len(asked), "two choices that look alike"
            for choice in choices:
                plain(choice)
                assert choice["to"] is None or choice["to"] in cells
                assert say(choice["label"], "it")
                if "danger" in choice:
                    say(choice["danger"], "it")
                assert choice.get("threat") in (None, "goal", "ball")
        for line in game.commentary(step.events):
            plain(line)
            assert line["kind"] in ("goal", "card", "whistle", "turn", "play", "note", "end")
            assert say(line["text"], "it", {"home": "Uno", "away": "Due"})


def check_rolls_told(game: Game[Any], plan: Plan) -> None:
    """Each roll is drawn once, in order, beside a sentence that names it, and before what happened after it."""
    _, opening = opened(game, plan, SeededDice(plan.seed))
    for events in [opening, *(step.events for step in play(game, plan))]:
        lines = game.commentary(events)
        rolls = [(roll["sides"], roll["value"], roll["seat"]) for roll in events if roll["type"] == "roll"]
        drawn = [die for line in lines for die in line.get("dice", ())]
        assert [(die["sides"], die["value"], die["seat"]) for die in drawn] == rolls
        if events and events[0]["type"] == "roll":
            assert "dice" in lines[0]
        for line in lines:
            for lang in ("en", "it"):
                words = say(line["text"], lang, {"home": "Uno", "away": "Due"})
                assert all(_names(words, die, lang) for die in line.get("dice", ())), words


def _names(words: str, die: Die, lang: str) -> bool:
    """Tell whether a sentence names a die's face: its number, the side of a coin, or the effect of a printed word."""
    if "word" in die:
        return bool(words and say(die["word"], lang))
    if die["sides"] == 2:
        return ("Uno", "Due")[die["value"] - 1] in words
    hit = re.search(r"\d+", die.get("face", str(die["value"])))
    return hit is not None and re.search(rf"\b{hit[0]}\b", words) is not None


def check_moves_in_signs(game: Game[Any], plan: Plan) -> None:
    """The list of moves has a row for what is played, in a few signs, and never the sentence itself."""
    for step in play(game, plan):
        lines = game.commentary(step.events)
        written = [say(line["short"], lang) for line in lines if "short" in line for lang in ("en", "it")]
        assert all(0 < len(words) <= 30 for words in written), written
        told = {say(line["text"], lang) for line in lines for lang in ("en", "it")}
        assert not told & set(written)
        if any(line["kind"] in ("goal", "card") for line in lines):
            assert written


def check_mirror(game: Game[Any], plan: Plan) -> None:
    """The sides swapped on the mirrored board: the same is legal and the same happens, but for dice that mean seats."""
    mirror = game.mirror
    for step in sample(play(game, plan), random.Random(plan.seed), 0.3):
        wire = game.to_wire(step.state)
        assert plain(mirror(mirror(wire))) == plain(wire)
        turned = game.from_wire(_turned(game, wire))
        for seat in SEATS:
            here = sorted(plain(mirror(dict(move))) for move in game.legal(step.state, seat))
            there = sorted(plain(dict(move)) for move in game.legal(turned, other(seat)))
            assert here == there
        if _dice_mean_seats(step.events) or not game.mirrors(step.events) or _away_goals_count(wire, step.events):
            continue
        seat = None if step.seat is None else other(step.seat)
        after, events = game.apply(turned, seat, mirror(dict(step.move)), ScriptedDice(step.rolled))
        assert plain(game.to_wire(after)) == plain(_turned(game, game.to_wire(step.after)))
        assert plain(events) == plain(mirror(step.events))


def _turned(game: Game[Any], wire: dict[str, Any]) -> dict[str, Any]:
    """Mirror a position; a house rule that names a side ("home moves first") means the same side on both boards."""
    turned = game.mirror(wire)
    named = {key: value for key, value in wire["options"].items() if isinstance(value, str)}
    return turned | {"options": turned["options"] | named}


def _away_goals_count(wire: dict[str, Any], events: list[dict[str, Any]]) -> bool:
    """Tell whether the end of a period asks who scored away: home and away are then no mirror of each other."""
    return bool(wire["terms"]["away_goals"]) and any(event["type"] == "period_end" for event in events)


def _dice_mean_seats(events: list[dict[str, Any]]) -> bool:
    """Tell whether a die belonged to no seat (a toss), or both seats rolled for the same (a roll-off, home first)."""
    rolls = [event for event in events if event["type"] == "roll"]
    both = {event["for"] for event in rolls if event["seat"] == "home"} & {
        event["for"] for event in rolls if event["seat"] == "away"
    }
    return bool(both) or any(event["seat"] is None for event in rolls)


CHECKS = (
    check_legality,
    check_immutability,
    check_wire,
    check_replay,
    check_secrets,
    check_refusals,
    check_host_moves,
    check_showing,
    check_mirror,
    check_rolls_told,
    check_moves_in_signs,
)
