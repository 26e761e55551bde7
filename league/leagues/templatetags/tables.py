"""The tags of a table: its heads, plain, or links where the page can be put in their order; links of its filters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template

from league.leagues.columns import NAME, RANK, Head, Order, head, heads

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


@register.simple_tag
def table_link(order: Order | str, after: int | str = "", venue: str = "") -> str:  # empty: a template's missing value
    """The address of the table after a matchday (empty: now) and of a venue's matches, in the order that is on."""
    by = order.asked if isinstance(order, Order) else ""
    said = {"after": after, "venue": venue, "by": by}
    return "?" + urlencode({name: value for name, value in said.items() if value})
