"""Small still boards for pages: a game's own drawing, coloured by the style sheet, without a script."""

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

import engines
from engines import placing
from engines.core import svg
from engines.core.about import Example
from engines.core.drawing import Cell, Geometry, Label, Scene, Shape
from matches.pages.table import still_board


def board(slug: str, view: dict[str, Any]) -> SafeString:
    """Draw the public view ``view`` of the game ``slug``. Raises BadRequest for a game that is not built."""
    game = engines.get(slug)
    return mark_safe(svg.render(game.geometry(), game.scene(view), get_language() or "en", mini=True))


def lying(slug: str, overrides: dict[str, Any]) -> SafeString:
    """Draw a position as a lobby card: a narrow board on its side, decoration only."""
    game = engines.get(slug)
    return still_board(game, game.scene(game.view(game.setup(overrides), None)), {}, mini=True)


def lined_up(slug: str, cells: dict[str, str]) -> SafeString:
    """Draw the board of ``slug`` with only the pieces of ``cells`` (piece -> home's cell).

    Empty for a game without placement.
    """
    game = engines.get(slug)
    view = game.view(game.setup(dict(game.showcase)), None)
    pieces_placed = view.get("pieces")
    placed = {
        piece: cell for piece, cell in cells.items() if isinstance(pieces_placed, dict) and piece in pieces_placed
    }
    drawn = placing.scene(game, view, placed) if placed else game.scene(view)
    pieces = [piece for piece in drawn["pieces"] if piece["id"] in placed]
    scene: Scene = {"pieces": pieces, "ball": None, "notes": drawn["notes"]}
    return mark_safe(svg.render(game.geometry(), scene, get_language() or "en", mini=True))


def position(slug: str, overrides: dict[str, Any]) -> SafeString:
    """Draw a position made by hand, by the game's own set-up rules."""
    game = engines.get(slug)
    return board(slug, game.view(game.setup(overrides), None))


PLACE: Final = 54
"""Side, in units, of the mark of a place round the pitch."""
STRIP: Final = 44
"""Height, in units, of the column letters where the foot of a board is cut off."""


def example(slug: str, shown: Example) -> SafeString:
    """Draw a position of the rules with row and column names, and the moves of its text."""
    game = engines.get(slug)
    geometry = game.geometry()
    lang = get_language() or "en"
    scene = game.scene(game.view(game.setup(shown.position), None))
    named: list[Label] = [{"x": x, "y": y, "text": name} for name, (x, y) in shown.places.items()]
    ground = geometry
    if named:  # the names of rows and columns would stand among those of the places
        ground = {**geometry, "shapes": [shape for shape in geometry["shapes"] if shape["tag"] != "text"]}
    drawn = svg.render(ground, {**scene, "labels": [*scene.get("labels", []), *named]}, lang)
    inside = drawn[drawn.index(">") + 1 : -len("</svg>")]
    around = {
        name: Cell(x=x - PLACE / 2, y=y - PLACE / 2, w=PLACE, h=PLACE, name=[name, {}])
        for name, (x, y) in shown.places.items()
    }
    cells = geometry["cells"] | around
    inside += "".join(_way(cells, way.split()) for way in shown.path.split(",") if way.strip())
    left, top, width, height = geometry["view_box"]
    if shown.rows:
        top, height, foot = _cut(geometry, *(int(row) for row in shown.rows.split("-")))
        inside += foot
    label = escape(svg.board_name(scene, lang))
    box = f"{left:g} {top:g} {width:g} {height:g}"
    part = " data-part" if shown.rows else ""
    return mark_safe(f'<svg class="pitch" viewBox="{box}" role="img" aria-label="{label}"{part}>{inside}</svg>')


def _cut(geometry: Geometry, first: int, last: int) -> tuple[float, float, str]:
    """Return top and height of these rows' drawing, and its foot: letters where theirs are cut off."""
    top, height, width = geometry["view_box"][1], geometry["view_box"][3], geometry["view_box"][2]
    numbered = {name: int(name[1:]) for name in geometry["cells"] if name[1:].isdigit()}
    cells = [geometry["cells"][name] for name, row in numbered.items() if first <= row <= last]
    begin = top if last >= max(numbered.values()) else min(cell["y"] for cell in cells)
    if first <= min(numbered.values()):
        return begin, top + height - begin, ""
    end = max(cell["y"] + cell["h"] for cell in cells)
    letters = [
        shape | {"y": end + STRIP - 10}
        for shape in geometry["shapes"]
        if shape["tag"] == "text" and shape["y"] > top + height - STRIP
    ]
    strip: Shape = {"tag": "rect", "class": "rim", "x": 0, "y": end, "width": width, "height": STRIP}
    return begin, end + STRIP - begin, "".join(svg.shape_svg(shape) for shape in [strip, *letters])


def _way(cells: Mapping[str, Cell], steps: list[str]) -> str:
    """Draw a dotted line through the centres of cells, marking the last one on the board."""
    centres = [cells[step] for step in steps if step != "out"]
    points = [(cell["x"] + cell["w"] / 2, cell["y"] + cell["h"] / 2) for cell in centres]
    if steps[-1] == "out":
        (x0, y0), (x1, y1) = points[-2:]
        points.append((x1 + 0.7 * (x1 - x0), y1 + 0.7 * (y1 - y0)))
    line = "L".join(f"{x:g} {y:g}" for x, y in points)
    end = centres[-1]
    ring = f'<rect class="last" x="{end["x"]:g}" y="{end["y"]:g}" width="{end["w"]:g}" height="{end["h"]:g}" rx="6"/>'
    return f'<path class="lastpath" d="M{line}"/>{ring}'
