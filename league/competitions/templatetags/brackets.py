"""The tag that draws a bracket; its own library, because the drawing is written in the words of ``competitions``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from league.competitions.brackets import DrawnPart
from league.competitions.tree_svg import tree_svg

register = template.Library()


@register.simple_tag(takes_context=True)
def bracket_tree(context: dict[str, Any], parts: list[DrawnPart], of: str = "") -> SafeString:  # a template context
    """The drawing of a stage's bracket; ``of``: the id of the entrant whose way is marked."""
    return tree_svg(parts, of, getattr(context.get("user"), "pk", None))
