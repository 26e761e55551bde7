"""Small still boards for pages: a game's own geometry and scene as one SVG, coloured by the style sheet.

A page needs no script for it; the live table draws the same shapes by itself.
"""

from __future__ import annotations

from typing import Any

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

import engines
from engines.core.drawing import Geometry, Scene, Shape


def board(slug: str, view: dict[str, Any] | None = None, label: str = "") -> SafeString:
    """The board of ``slug`` with the position ``view`` (a public view); without a label it is decoration.

    Raises BadRequest for a game that is not built.
    """
    game = engines.get(slug)
    geometry = game.geometry()
    scene = game.scene(view) if view else None
    box = " ".join(f"{number:g}" for number in geometry["view_box"])
    said = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    shapes = format_html_join("", "{}", ((element(shape),) for shape in geometry["shapes"]))
    pieces = moving(geometry, scene) if scene else ""
    return format_html(
        '<svg class="pitch" data-game="{}" viewBox="{}" data-mini {}>{}{}</svg>', slug, box, said, shapes, pieces
    )


def element(shape: Shape) -> SafeString:
    """One element of the geometry; ``text`` holds the words of a text element."""
    tag, words = shape["tag"], shape.get("text", "")
    fields = "".join(f' {key}="{escape(value)}"' for key, value in shape.items() if key not in ("tag", "text", "style"))
    return mark_safe(f"<{tag}{fields}>{escape(words)}</{tag}>")


def moving(geometry: Geometry, scene: Scene) -> SafeString:
    """Pieces and ball."""
    radius = geometry["piece_size"] / 2
    parts = []
    for piece in scene["pieces"]:
        x, y = piece["x"], piece["y"]
        if piece["shape"] == "round":
            body = f'<circle class="body" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        else:
            body = (
                f'<rect class="body" x="{x - radius:g}" y="{y - radius:g}" width="{2 * radius:g}"'
                f' height="{2 * radius:g}" rx="{radius / 3:g}"/>'
            )
        parts.append(f'<g class="pc" data-seat="{piece["seat"]}">{body}</g>')
    ball = scene["ball"]
    if ball is not None:
        parts.append(
            f'<g class="ball"><circle class="body" cx="{ball["x"]:g}" cy="{ball["y"]:g}" r="{radius * 0.75:g}"/></g>'
        )
    return mark_safe("".join(parts))
