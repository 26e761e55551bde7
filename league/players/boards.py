"""Small still boards for pages: a game's own drawing, coloured by the style sheet, without a script."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

import engines
from engines import placing
from engines.core import svg
from engines.core.drawing import Scene
from matches.table import still_board


def board(slug: str, view: dict[str, Any]) -> SafeString:
    """The position ``view`` (a public view) of the game ``slug``. Raises BadRequest for a game that is not built."""
    game = engines.get(slug)
    return mark_safe(svg.render(game.geometry(), game.scene(view), (get_language() or "en")[:2], mini=True))


def lying(slug: str, overrides: dict[str, Any]) -> SafeString:
    """The same as in a card of the lobby: a narrow board on its side, decoration only."""
    game = engines.get(slug)
    return still_board(game, game.scene(game.view(game.setup(overrides), None)), {}, mini=True)


def lined_up(slug: str, cells: dict[str, str]) -> SafeString:
    """The board of ``slug`` with the pieces of ``cells`` (piece -> cell, as home's) alone; empty in a game that places
    none."""
    game = engines.get(slug)
    view = game.view(game.setup(dict(game.showcase)), None)
    known = view.get("pieces")
    placed = {piece: cell for piece, cell in cells.items() if isinstance(known, dict) and piece in known}
    drawn = placing.scene(game, view, placed) if placed else game.scene(view)
    pieces = [piece for piece in drawn["pieces"] if piece["id"] in placed]
    scene: Scene = {"pieces": pieces, "ball": None, "notes": drawn["notes"]}
    return mark_safe(svg.render(game.geometry(), scene, (get_language() or "en")[:2], mini=True))


def position(slug: str, overrides: dict[str, Any]) -> SafeString:
    """The board of ``slug`` with a position made by hand, by the game's own set-up rules."""
    game = engines.get(slug)
    return board(slug, game.view(game.setup(overrides), None))
