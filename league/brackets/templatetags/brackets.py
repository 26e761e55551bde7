"""Template tags that draw a bracket and a tie; a library of their own, written in the words of ``competitions``."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from league.brackets.drawing import tree_svg
from league.brackets.layout import DrawnPart, DrawnTie
from league.brackets.tie_rows import tie_html

register = template.Library()


@register.simple_tag(takes_context=True)
def bracket_tree(context: dict[str, Any], parts: list[DrawnPart], of: str = "") -> SafeString:  # a template context
    """Draw a stage's bracket; ``of``: the id of the entrant whose path is marked."""
    return tree_svg(parts, of, getattr(context.get("user"), "pk", None))


@register.simple_tag(takes_context=True)
def tie_card(context: dict[str, Any], drawn: DrawnTie, of: str = "") -> SafeString:  # a template context
    """Render a tie as a small table, with the path of the entrant ``of`` and the reader's own side marked."""
    return tie_html(drawn, of or "", getattr(context.get("user"), "pk", None))
