"""The tags that draw a bracket and a tie; a library of their own: they are written in the words of ``competitions``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from league.competitions.brackets import DrawnPart, DrawnTie
from league.competitions.fixture_html import fixture_row
from league.competitions.tie_html import tie_html
from league.competitions.tree_svg import tree_svg

register = template.Library()


@register.simple_tag(takes_context=True)
def bracket_tree(context: dict[str, Any], parts: list[DrawnPart], of: str = "") -> SafeString:  # a template context
    """The drawing of a stage's bracket; ``of``: the id of the entrant whose way is marked."""
    return tree_svg(parts, of, getattr(context.get("user"), "pk", None))


@register.simple_tag(takes_context=True)
def tie_card(context: dict[str, Any], drawn: DrawnTie, of: str = "") -> SafeString:  # a template context
    """A tie as a small table, the way of the entrant ``of`` and the reader's own side marked."""
    return tie_html(drawn, of or "", getattr(context.get("user"), "pk", None))


register.simple_tag(fixture_row)
