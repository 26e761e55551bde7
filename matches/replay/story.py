"""A finished match as a tree: its decisions with their dice, numbered by the protocol's ``v``, to analyse from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import engines
from engines.core.game import Game
from engines.core.seats import Seat
from engines.core.sheet import dice_words, move_words
from engines.core.tree import ROOT, BadTree, Node, Played, Start, Tree, add, begin
from matches.errors import MatchError
from matches.log import rows_of
from matches.models import Match
from matches.terms.undoing import standing
from matches.verbs.resuming import OVER, secrets_are_out


class NotYet(MatchError):
    """The match is not over, so its positions are not analysed here."""

    code = "not_over"


class OtherRules(MatchError):
    """Today's engine cannot begin this match of older rules."""

    code = "other_rules"


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


def first_of(match: Match, v: int) -> int:
    """Return the version at which the line of ``match`` that has version ``v`` begins."""
    return max((row.seq for row in standing(rows_of(match)) if "wire" in row.move and row.seq <= v), default=0)


def words_of(game: Game[Any], seat: Seat | None, move: Mapping[str, Any], rolled: Sequence[int]) -> str:
    """Write a move with its dice; equal ones are the same decision with the same outcome."""
    return f"{seat} {move_words(game, seat, move)} {dice_words(rolled)}"


def was_played(match: Match, start: Start, moves: Sequence[str]) -> bool:
    """Return whether ``moves`` (``words_of``) from ``start`` are what was played in ``match``, as far as they go."""
    if match.game != start.game or match.status not in OVER or not secrets_are_out(match):
        return False
    game: Game[Any] = engines.get(match.game)
    played: list[str] = []
    lines = [(Start(match.game, _options(match), match.terms, tuple(match.opening.get("rolls", []))), played)]
    for row in standing(rows_of(match)):
        if "wire" in row.move:
            played = []
            lines.append((Start(match.game, position=game.position(game.from_wire(row.move["wire"]))), played))
        elif row.kind == "move":
            seat: Any = row.seat or None  # home, away, or a host move
            played.append(words_of(game, seat, row.move, row.rolls))
    return any(begun == start and list(moves) == told[: len(moves)] for begun, told in lines)


def _options(match: Match) -> dict[str, Any]:
    """Return the options of ``match`` by today's names; one that is gone is left out."""
    game = engines.get(match.game)
    known = {option.name for option in game.options}
    options = game.options_under(match.rules_version, match.options)
    return {name: value for name, value in options.items() if name in known}


def story_of(match: Match, v: int) -> Story:
    """Return the line of ``match`` that has version ``v``. Raises NotYet, OtherRules.

    A position that was put on the board (a practice board, a guided match) begins a line of its own. A match of older
    rules, or with an option that the game has no longer, is told as far as today's engine agrees with its events.
    """
    if match.status not in OVER or match.snapshot is None or not secrets_are_out(match):
        raise NotYet("This match is not over.")
    game = engines.get(match.game)
    options = _options(match)
    same_rules = game.plays(match.rules_version) and set(match.options) <= set(options)
    try:
        opened = begin(Start(match.game, options, match.terms, tuple(match.opening.get("rolls", []))))
    except BadTree as error:
        raise OtherRules(str(error)) from None
    if not same_rules and opened.opening != match.opening.get("events", []):
        raise OtherRules("the match began otherwise")
    nodes: list[Node] = []
    story, current = Story(opened), ROOT
    for row in standing(rows_of(match)):
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
