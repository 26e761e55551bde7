"""A finished match as a line of moves with their dice, numbered by the protocol's ``v``, from its log alone. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import engines
from engines.core.game import Game
from engines.core.seats import Seat
from engines.core.sheet import dice_words, move_words
from engines.core.tree import ROOT, BadTree, Node, Played, Start, Tree, add, begin
from matches.errors import MatchError
from matches.terms.undoing import Row, standing


class OtherRules(MatchError):
    """Today's engine cannot begin this match of older rules."""

    code = "other_rules"


class Begun(Protocol):
    """Beginning of a match, in memory, in a browser or in the database."""

    @property
    def id(self) -> Any: ...
    @property
    def game(self) -> Any: ...
    @property
    def rules_version(self) -> Any: ...
    @property
    def options(self) -> Any: ...
    @property
    def terms(self) -> Any: ...
    @property
    def opening(self) -> Any: ...


class ToldRow(Row, Protocol):
    """A row of a log with what its move led to."""

    @property
    def events(self) -> Any: ...


@dataclass(slots=True)
class Story:
    """The moves of a match in one line, and the version that each of them made."""

    played: Played
    first: int = 0
    """The version at the root: not 0 where a position was put on the board."""
    versions: list[int] = field(default_factory=list)
    """Version after each move."""
    last: int = 0
    """The version up to which today's engine tells the match."""


def words_of(game: Game[Any], seat: Seat | None, move: Mapping[str, Any], rolled: Sequence[int]) -> str:
    """Write a move with its dice; equal ones are the same decision with the same outcome."""
    return f"{seat} {move_words(game, seat, move)} {dice_words(rolled)}"


def start_of(match: Begun) -> Start:
    """Return the kick-off of ``match``, its options by today's names; one that is gone is left out."""
    game = engines.get(match.game)
    known = {option.name for option in game.options}
    options = game.options_under(match.rules_version, match.options)
    today = {name: value for name, value in options.items() if name in known}
    return Start(match.game, today, match.terms, tuple(match.opening.get("rolls", [])))


def story_by(match: Begun, rows: Iterable[ToldRow], v: int) -> Story:
    """Return the line of ``match`` that has version ``v``, by the rows of its log. Raises OtherRules.

    A position that was put on the board (a practice board, a guided match) begins a line of its own. A match of older
    rules, or with an option that the game has no longer, is told as far as today's engine agrees with its events.
    """
    game, start = engines.get(match.game), start_of(match)
    same_rules = game.plays(match.rules_version) and set(match.options) <= set(start.options)
    try:
        opened = begin(start)
    except BadTree as error:
        raise OtherRules(str(error)) from None
    if not same_rules and opened.opening != match.opening.get("events", []):
        raise OtherRules("the match began otherwise")
    nodes: list[Node] = []
    story, current = Story(opened), ROOT
    for row in standing(rows):
        if "wire" in row.move:
            if row.seq > v:
                break
            line = game.position(game.from_wire(row.move["wire"]))
            story, current, nodes = Story(begin(Start(match.game, position=line)), row.seq), ROOT, []
        elif row.kind == "move":
            seat: Any = row.seat or None  # home, away, or a host move
            node = Node(current, seat, row.move, tuple(row.rolls))
            try:
                number = add(story.played, node, f"move {row.seq}")
            except BadTree:
                break
            if not same_rules and story.played.events[number] != row.events:
                story.played.states.pop()
                story.played.events.pop()
                break
            story.versions.append(row.seq)
            nodes.append(node)
            current = number
        story.last = row.seq
    story.played.tree = Tree(story.played.tree.start, tuple(nodes), tags={"Match": str(match.id)})
    return story
