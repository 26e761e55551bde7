"""The tag that lays out a table's heads: plain, or links where the page can be put in their order."""

from __future__ import annotations

from typing import Any

from django import template

from league.competitions.table_heads import NAME, RANK, Head, head, heads

register = template.Library()


@register.simple_tag(takes_context=True)
def table_heads(context: dict[str, Any], short: bool, swiss: bool) -> list[Head]:  # a template context
    """The heads after position and name."""
    return heads(None if short else context.get("order"), short, swiss)


@register.simple_tag(takes_context=True)
def first_heads(context: dict[str, Any], short: bool) -> list[Head]:  # a template context
    """The heads of position and name."""
    order = None if short else context.get("order")
    return [head(RANK, order), head(NAME, order)]
