"""Games as pages show them: the card that each declares (``engines.about``), translated."""

from dataclasses import dataclass

from django.utils.translation import get_language

import engines
from engines.core.about import About
from engines.core.text import Text, say
from league.players.words.rules import Chapter, chapters
from matches.pages.table import shape
from matches.verbs import guided


@dataclass(frozen=True)
class GamePage:
    """A game and its card."""

    slug: str
    about: About

    @property
    def coached(self) -> bool:
        return self.slug in guided.coached()

    @property
    def shape(self) -> str:
        """Return ``tall``, ``wide`` or ``even``, as at the table."""
        return shape(engines.get(self.slug).geometry()["view_box"])

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return its rules in the reader's language, or in English; nothing if its card has all of them."""
        return chapters(self.slug, get_language() or "en")


def game_pages() -> list[GamePage]:
    """Return every game that is built, in the order of the registry."""
    return [game_page(slug) for slug in engines.games()]


def game_page(slug: str) -> GamePage:
    """Return the page of ``slug``. Raises BadRequest for a game that is not built."""
    return GamePage(slug, engines.about(slug))


def spoken(message: Text) -> str:
    """Say an engine's text in the reader's language."""
    return say(message, get_language() or "en")


def game_name(slug: str) -> str:
    """Name the game ``slug``; the slug itself for a game that this site no longer has."""
    return spoken(engines.about(slug).name) if slug in engines.games() else slug


def game_colour(slug: str) -> str:
    """Return the colour of the game ``slug`` in the site's palette; empty for the site's own."""
    return engines.about(slug).colour if slug in engines.games() else ""
