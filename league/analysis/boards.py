"""A tree, a step and a position as the page's script reads them. Pure: a browser without a server runs it.

A position travels as its line; the engine alone makes positions, and the script shows what it is told.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import engines
from engines import bots
from engines.bots.ranking import Advice, advise
from engines.core import tree as trees
from engines.core.dice import ScriptedDice
from engines.core.drawing import Die, Line
from engines.core.errors import BadRequest, DiceExhausted, show
from engines.core.game import Game
from engines.core.moves import find
from engines.core.seats import SEATS, Event, Seat
from engines.core.text import text
from engines.core.tree import Played

AnyGame = Game[Any]  # each game has its own kind of position

MOST_ROLLS: Final = 200
"""Dice of one decision; the longest of a stored match has 14."""
SHOWN: Final = 5
"""Best moves that are told beside that of the bot."""


def game_of(line: str) -> tuple[AnyGame, Any]:
    """Return the game and the position of a line. Raises BadState, BadRequest."""
    if len(line) > trees.LONGEST_POSITION:
        raise BadRequest(f"a position has at most {trees.LONGEST_POSITION} letters")
    game: AnyGame = engines.get(line.strip().partition("/")[0])
    return game, game.from_position(line.strip())


def frame(game: AnyGame, state: Any) -> dict[str, Any]:
    """Return board, question and choices of a position, whose seats are chosen for in turn."""
    to_act = game.to_act(state)
    seat = to_act[0] if to_act else None
    view = game.view(state, seat)
    public = game.view(state, None)
    return {
        "position": game.position(state),
        "seat": seat,
        "to_act": to_act,
        "scene": game.scene(view),
        "prompt": game.prompt(view, seat or "home") if seat else text("The match is over"),
        "choices": [] if seat is None else game.choices(view, seat, game.legal(state, seat)),
        "describe": game.describe(view),
        "clock": game.clock(public),
        "score": public.get("score") or {"home": 0, "away": 0},
        "shootout": public.get("shootout"),
    }


def step(
    game: AnyGame, state: Any, seat: Seat, move: Mapping[str, Any], rolled: Sequence[int], *, roll: bool
) -> dict[str, Any]:
    """Return a move as a node with the frame after it, or the die that must be rolled next.

    ``rolled`` are its dice so far; with ``roll`` chance rolls the rest. Raises EngineError.
    """
    if len(rolled) > MOST_ROLLS:
        raise BadRequest(f"a move rolls at most {MOST_ROLLS} dice")
    dice = ScriptedDice(rolled, secrets.randbits(64) if roll else None)
    try:
        after, events = game.apply(state, seat, move, dice)
    except DiceExhausted:
        return {"needs": {"rolled": list(rolled), "faces": _faces(game, state, seat, move, rolled)}}
    if dice.left:
        raise BadRequest(f"the move rolls {len(dice.rolled) - len(dice.left)} dice, not {len(rolled)}")
    node = {
        "seat": seat,
        "move": dict(move),
        "rolled": list(dice.rolled),
        "words": game.notation(move),
        "lines": lines(game, state, seat, move, events),
        "position": game.position(after),
    }
    return {"node": node, "frame": frame(game, after)}


def lines(
    game: AnyGame, before: Any, seat: Seat | None, move: Mapping[str, Any], events: Sequence[Event]
) -> list[Line]:
    """Return a move in sentences: its commentary, else its choice in its button's words."""
    commentary = game.commentary(events)
    if commentary or seat is None:
        return commentary
    own = find(game.legal(before, seat), move)
    if own is None:
        return []
    (choice,) = game.choices(game.view(before, seat), seat, [own])
    return [{"text": choice["label"], "kind": "play", "seat": seat}]


class _Sides(ScriptedDice):
    """A script whose end tells the number of faces of the die that is asked for next."""

    __slots__ = ("asked",)

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(script)
        self.asked = 0

    def _draw(self, n: int) -> int:
        self.asked = n
        return super()._draw(n)


def _faces(game: AnyGame, state: Any, seat: Seat, move: Mapping[str, Any], rolled: Sequence[int]) -> list[Die]:
    """Return every face of the next die, as the commentary draws it where it does."""
    probe = _Sides(rolled)
    with suppress(DiceExhausted):
        game.apply(state, seat, move, probe)
    faces: list[Die] = []
    for value in range(1, probe.asked + 1):
        # The dice after it must not be all alike: equal ones may be rolled again, for ever.
        _after, events = game.apply(state, seat, move, ScriptedDice([*rolled, value], seed=value))
        drawn = [die for line in game.commentary(events) for die in line.get("dice", [])]
        plain: Die = {"sides": probe.asked, "value": value, "seat": None}
        face = drawn[len(rolled)] if len(drawn) > len(rolled) else plain
        faces.append(face if (face["sides"], face["value"]) == (probe.asked, value) else plain)
    return faces


def board(played: Played, *, versions: Sequence[int] = (), first: int | None = None) -> dict[str, Any]:
    """Return a whole tree: its root with the frame there, and its moves in the order of the list.

    ``versions`` are the protocol's, for the moves of a match; ``first`` is the root's.
    """
    game, tree = played.game, played.tree
    nodes = []
    for number, node in enumerate(tree.nodes):
        before = played.state(node.parent)
        nodes.append(
            {
                "parent": node.parent,
                "seat": node.seat,
                "move": dict(node.move),
                "rolled": list(node.rolled),
                "name": node.name,
                "comment": node.note.comment,
                "marks": list(node.note.marks),
                "words": game.notation(node.move) if node.seat else str(node.move.get("type", "")),
                "lines": lines(game, before, node.seat, node.move, played.events[number]),
                "position": game.position(played.states[number]),
                **({"v": versions[number]} if versions else {}),
            }
        )
    start = tree.start
    return {
        "game": game.slug,
        "start": {
            "options": dict(start.options),
            "terms": dict(start.terms),
            "opening": list(start.opening),
            "position": start.position,
        },
        "tags": dict(tree.tags),
        "root": {
            "comment": tree.note.comment,
            "marks": list(tree.note.marks),
            "lines": game.commentary(played.opening),
            "position": game.position(played.root),
            **({} if first is None else {"v": first}),
        },
        "nodes": nodes,
    }


def read_tree(value: Any) -> Played:  # JSON of the page, or a person's text
    """Read and play what the page or a person sent. Raises EngineError."""
    if isinstance(value, str):
        words = value.strip()
        if words and "\n" not in words and words.partition("/")[0] in engines.games():
            return trees.begin(trees.Start(words.partition("/")[0], position=words))
        played = trees.read(words)
    elif isinstance(value, dict):
        played = trees.from_json({"format": trees.FORMAT, "version": trees.FORMAT_VERSION, **value})
    else:
        raise BadRequest(f"{show(value)} is no analysis")
    return played


def seat_of(name: str) -> Seat:
    """Return the seat of a word. Raises BadRequest."""
    for seat in SEATS:
        if name == seat:
            return seat
    raise BadRequest(f"{show(name)} is no seat: it is home or away")


# ── what the script asks ──
def step_asked(query: Mapping[str, str], read: Callable[[str], Any]) -> dict[str, Any]:
    """Return the frame of ``position``; with ``seat`` and ``move``, what ``step`` says of the move.

    ``rolled`` are its dice so far, with commas between; ``roll`` lets chance decide the rest. ``read`` parses JSON and
    raises ValueError. Raises EngineError.
    """
    game, state = game_of(query.get("position", ""))
    if "move" not in query:
        return {"frame": frame(game, state)}
    try:
        move = read(query["move"])
    except ValueError as error:
        raise BadRequest(f"this is no JSON: {error}") from None
    if not isinstance(move, dict):
        raise BadRequest("a move must be an object")
    faces = query.get("rolled", "")
    if not all(part.isascii() and part.isdecimal() and len(part) < 7 for part in faces.split(",") if part):
        raise BadRequest("rolled lists the dice as numbers with commas between")
    rolled = [int(part) for part in faces.split(",") if part]
    return step(game, state, seat_of(query.get("seat", "")), move, rolled, roll=query.get("roll") == "1")


def tree_asked(sent: Mapping[str, Any], read: Callable[[Any], Played] = read_tree) -> dict[str, Any]:
    """Return a tree that is sent as JSON, or as its text, played and written; ``text_only``: its text alone.

    Raises EngineError.
    """
    played = read(sent.get("text", sent.get("tree")))
    words = trees.write(played.tree)
    return {"text": words} if sent.get("text_only") else {"tree": board(played), "text": words}


def advice(line: str, bot: str, think: Callable[[str, str, Seat, str, int], Advice] = advise) -> dict[str, Any]:
    """Return the move of ``bot`` in the position of ``line``, and the best moves by their worth, as ``think`` has it.

    The same question has the same answer. Raises EngineError.
    """
    game, state = game_of(line)
    to_act = game.to_act(state)
    bot = bots.level_of(bot)
    if bot not in bots.bots_of(game.slug):
        raise BadRequest(f"there is no bot {show(bot)} here; the bots are {', '.join(bots.bots_of(game.slug))}")
    if not to_act:
        raise BadRequest("the match is over: there is no move to advise")
    seat = to_act[0]
    advised = think(game.slug, line.strip(), seat, bot, 1)
    moves = [ranked.move for ranked in advised.ranked[:SHOWN]]
    moves += [advised.chosen] if advised.chosen not in moves else []
    worth = {number: ranked.worth for number, ranked in enumerate(advised.ranked[:SHOWN])}
    worth |= {
        len(moves) - 1: ranked.worth
        for ranked in advised.ranked
        if ranked.move == advised.chosen and len(moves) > SHOWN
    }
    choices = game.choices(game.view(state, seat), seat, moves)
    return {
        "seat": seat,
        "bot": bot,
        "unit": advised.unit,
        "left_out": advised.left_out,
        "expectation": advised.expectation,
        "moves": [
            {"choice": choice, "worth": worth.get(number), "chosen": move == advised.chosen}
            for number, (move, choice) in enumerate(zip(moves, choices, strict=True))
        ],
    }
