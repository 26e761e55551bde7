"""A tree, a step and a position as the page's script reads them. Nothing is kept between two requests.

A position travels as its line; the engine alone makes positions, and the script shows what it is told.
"""

import secrets
import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

import engines
from engines.core import tree as trees
from engines.core.dice import ScriptedDice
from engines.core.drawing import Die, Line
from engines.core.errors import BadRequest, DiceExhausted, EngineError, show
from engines.core.game import Game
from engines.core.moves import find
from engines.core.seats import SEATS, Event, Seat
from engines.core.svg import render
from engines.core.text import text
from engines.core.tree import ROOT, Played
from matches.letters import clean
from matches.models import Match
from matches.replay.story import story_of, words_of

AnyGame = Game[Any]  # each game has its own kind of position

KEPT: Final = 16
"""Trees of sheets, and of matches, that a process keeps packed: about 200 kB each."""
SCRIPT: Final = "analysis-tree"
"""Id of the element that holds a tree."""
MOST_ROLLS = 200
"""Dice of one decision; the longest of a stored match has 14."""


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


@dataclass(frozen=True, slots=True)
class Board:
    """A played tree as its page gets it, kept: to play a large one costs up to a second."""

    slug: str
    tags: dict[str, str]
    start: trees.Start
    main: tuple[str, ...]
    """Moves of the main line with their dice (``matches.replay.story.words_of``)."""
    positions: tuple[str, ...]
    """The root's, then that after each move."""
    versions: tuple[int, ...]
    """Version of the match after each move; empty where the analysis is of none."""
    first: int
    """Version of the match at the root."""
    last: int
    """Last version of the match that today's engine tells."""
    packed: bytes

    @property
    def script(self) -> SafeString:
        """Return the element that holds the tree."""
        return mark_safe(zlib.decompress(self.packed).decode())  # as ``json_script`` escaped it

    def has(self, at: int) -> bool:
        """Return whether ``at`` is the root or a move."""
        return ROOT <= at < len(self.positions) - 1

    def position(self, at: int) -> str:
        """Return the position line after move ``at``, or at the start if there is no such move."""
        return self.positions[at + 1 if self.has(at) else 0]

    def at(self, v: int) -> int:
        """Return the move of a match that version ``v`` shows: the last one up to it."""
        return bisect_right(self.versions, v) - 1


def packed(played: Played, *, versions: Sequence[int] = (), first: int | None = None, last: int = 0) -> Board:
    """Return the board of a tree; ``versions``, ``first`` and ``last`` are the protocol's, of a match."""
    data = board(played, versions=versions, first=first)
    lines = (data["root"]["position"], *(node["position"] for node in data["nodes"]))
    script = zlib.compress(json_script(data, SCRIPT).encode(), level=1)
    main = tuple(words_of(played.game, node.seat, node.move, node.rolled) for node in trees.main_line(played.tree))
    tags = dict(played.tree.tags)
    return Board(played.game.slug, tags, played.tree.start, main, lines, tuple(versions), first or 0, last, script)


@lru_cache(maxsize=KEPT)
def board_of_sheet(text: str) -> Board:
    """Play a saved sheet. Raises EngineError."""
    return packed(trees.read(text))


@lru_cache(maxsize=KEPT)
def board_of_match(match: Match, version: int, first: int) -> Board:
    """Play a finished match at ``version`` from the line that begins at ``first``. Raises NotYet, OtherRules."""
    story = story_of(match, first)
    return packed(story.played, versions=story.versions, first=story.first, last=story.last)


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
    played.tree = trees.reworded(played.tree, clean)  # a sheet may escape a letter, which the door then does not see
    return played


def position_at(played: Played, at: int) -> str:
    """Return the position line after move ``at``, or at the start if there is no such move."""
    return played.game.position(played.state(at if ROOT <= at < len(played.states) else ROOT))


def picture(line: str, lang: str, *, mini: bool = False) -> str:
    """Draw the position of a line as one SVG element; "" for one that today's engine cannot read."""
    try:
        game, state = game_of(line)
    except EngineError:
        return ""
    return render(game.geometry(), game.scene(game.view(state, None)), lang, mini=mini)


def seat_of(name: str) -> Seat:
    """Return the seat of a word. Raises BadRequest."""
    for seat in SEATS:
        if name == seat:
            return seat
    raise BadRequest(f"{show(name)} is no seat: it is home or away")
