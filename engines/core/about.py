"""The card of a game: all that the site says of it, declared by the game's own package as ``ABOUT``."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Literal

from engines.core.figures import Statistics
from engines.core.rulebook import UNWRITTEN, Rulebook
from engines.core.text import Text


@dataclass(frozen=True, kw_only=True)
class TwoLegs:
    """The wish of a game that competitions play two legs, since one side of a match has the better of it."""

    why: Text
    """One sentence for the organiser."""
    official: Text
    """What players call such a match, and how it is decided."""
    draws: Literal["stand", "shootout", "extra_time"]
    """The way on from two legs of a table that end level: none, penalties, or extra time and then penalties."""
    options: Mapping[str, Any]  # JSON values of the game's options
    """Options of its matches that give each side the advantage once. A match without a return leg has the
    game's own defaults for them."""


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """What a game's sheet has for tournaments: new competitions begin with it."""

    options: Mapping[str, Any] = field(default_factory=dict)  # JSON values of the game's options
    draws: Literal["stand", "shootout", "extra_time"] = "stand"
    """What follows a match of a table that ends level: nothing, penalties, or extra time and then penalties."""


@dataclass(frozen=True)
class Example:
    """A position drawn beside a chapter of the rules."""

    position: Mapping[str, Any] = field(default_factory=dict)  # JSON values of the game's set-up
    """Overrides of the game's own set-up; none is the kick-off."""
    _: KW_ONLY
    rows: str = ""
    """The rows of the board that are shown, "8-11"; empty: all."""
    path: str = ""
    """Moves drawn as lines from cell to cell, "C3 B4 A5 out, D5 E6"; ``out`` is off the pitch."""
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Places round the pitch that are no cells; each is drawn with its name, and ``path`` may name it."""


@dataclass(frozen=True, kw_only=True)
class About:
    """A game as its pages name it. Texts are in no language yet, as all words of an engine."""

    name: Text
    blurb: Text
    """One or two sentences for the list of games."""
    board: Text
    length: Text
    chance: Text
    """The part that dice play."""
    pieces: Text
    """The number of pieces of a side."""
    decisions: int
    """Decisions of both sides in a match with the usual options, as bots of the middle strength play it."""
    colour: Literal["", "red", "green", "blue", "violet", "orange"] = ""
    """The edge of the game's cards, a colour of the site's palette; empty: the site's own."""
    rules: tuple[Text, ...] = ()
    """Rules in a few paragraphs, for a game without chapters."""
    chapters: tuple[str, ...] = ()
    """The anchor of each chapter of ``rules/<language>.md`` in the game's package, in their order."""
    examples: Mapping[str, Example] = field(default_factory=dict)
    """The positions drawn beside the chapters, which show one by its name: ``![caption](name)``."""
    rulebook: Rulebook = UNWRITTEN
    """The chapter that tells each kind of event and refusal."""
    statistics: Statistics = field(default_factory=Statistics)
    two_legs: TwoLegs | None = None
    tournament: Tournament = field(default_factory=Tournament)
    yardstick: str = ""
    """Goals and length of a match as the spec states them, for ``python -m engines sense``."""
