"""Trees as their pages get them, packed and kept for a while, and pictures of positions."""

import zlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from engines.core import tree as trees
from engines.core.errors import EngineError
from engines.core.svg import render
from engines.core.tree import ROOT, Played
from league.analysis import boards
from matches.letters import clean
from matches.models import Match
from matches.replay.line import words_of
from matches.replay.story import story_of

KEPT: Final = 16
"""Trees of sheets, and of matches, that a process keeps packed: about 200 kB each."""
SCRIPT: Final = "analysis-tree"
"""Id of the element that holds a tree."""


@dataclass(frozen=True, slots=True)
class Board:
    """A played tree as its page gets it, kept: to play a large one costs up to a second."""

    slug: str
    tags: dict[str, str]
    start: trees.Start
    main: tuple[str, ...]
    """Moves of the main line with their dice (``matches.replay.line.words_of``)."""
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
    data = boards.board(played, versions=versions, first=first)
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
    """Read and play what the page or a person sent, its words cleaned. Raises EngineError."""
    played = boards.read_tree(value)
    played.tree = trees.reworded(played.tree, clean)  # a sheet may escape a letter, which the door then does not see
    return played


def position_at(played: Played, at: int) -> str:
    """Return the position line after move ``at``, or at the start if there is no such move."""
    return played.game.position(played.state(at if ROOT <= at < len(played.states) else ROOT))


def picture(line: str, lang: str, *, mini: bool = False) -> str:
    """Draw the position of a line as one SVG element; "" for one that today's engine cannot read."""
    try:
        game, state = boards.game_of(line)
    except EngineError:
        return ""
    return render(game.geometry(), game.scene(game.view(state, None)), lang, mini=mini)
