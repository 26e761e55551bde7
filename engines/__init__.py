"""Football board games as pure functions.

Other packages use only ``games()``, ``get(slug)``, ``about(slug)`` and ``rules(slug, language)``. A game is imported
when it is first asked for, so that one engine costs only its own import.
"""

from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any

from engines.core.about import About
from engines.core.errors import BadRequest, show
from engines.core.game import Game

_BUILT: dict[str, str] = {
    "super_goal": "engines.super_goal",
    "dom_jim": "engines.dom_jim",
    "six_a_side": "engines.six_a_side",
    "fuba": "engines.fuba",
    "soccer_tactics": "engines.soccer_tactics",
}
"""Slug -> module with ``GAME``, the engine, and ``ABOUT``, its card. Only games that play by their whole spec."""


def games() -> list[str]:
    """Return the slugs of the games, in display order."""
    return list(_BUILT)


def get(slug: str) -> Game[Any]:  # each game has its own kind of position
    """Return the engine of ``slug``. Raises BadRequest naming the games there are."""
    game: Game[Any] = _load(slug).GAME
    return game


def about(slug: str) -> About:
    """Return the card of ``slug``: all that the site says of it. Raises BadRequest naming the games there are."""
    card: About = _load(slug).ABOUT
    return card


def rules(slug: str, language: str) -> str | None:
    """Return the chapters of ``slug``'s rules as Markdown (``docs/engines.md``); None if ``language`` has none."""
    package = _load(slug)
    if not hasattr(package, "__path__"):  # a module alone has no folder
        return None
    chapters = files(package) / "rules" / f"{language}.md"
    return chapters.read_text(encoding="utf-8") if chapters.is_file() else None


def _load(slug: str) -> ModuleType:
    if not isinstance(slug, str) or slug not in _BUILT:
        raise BadRequest(f"there is no game {show(slug)}; the games are {', '.join(_BUILT)}")
    return _imported(_BUILT[slug])


@cache
def _imported(module: str) -> ModuleType:
    return import_module(module)


def register(slug: str, module: str) -> None:
    """Add a game from elsewhere (the tests' toy game). Raises BadRequest if the slug is taken."""
    if _BUILT.get(slug, module) != module:
        raise BadRequest(f"the game {slug!r} is already registered from {_BUILT[slug]}")
    _BUILT[slug] = module


def forget(slug: str) -> None:
    """Undo ``register`` after a test."""
    _BUILT.pop(slug, None)
