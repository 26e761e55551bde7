"""Template tags of a table: heads, plain or as links that sort it; links of its filters."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template

from league.leagues.columns import NAME, RANK, Head, Order, head, heads

register = template.Library()


@register.simple_tag(takes_context=True)
def table_heads(context: dict[str, Any], short: bool, swiss: bool) -> list[Head]:  # a template context
    """Return the heads after position and name."""
    return heads(None if short else context.get("order"), short, swiss)


@register.simple_tag(takes_context=True)
def first_heads(context: dict[str, Any], short: bool) -> list[Head]:  # a template context
    """Return the heads of position and name."""
    order = None if short else context.get("order")
    return [head(RANK, order), head(NAME, order)]


@register.simple_tag
def table_link(order: Order | str, after: int | str = "", venue: str = "") -> str:  # empty: a template's missing value
    """Return the address of the table after a matchday (empty: now), for a venue's matches, in the current order."""
    by = order.asked if isinstance(order, Order) else ""
    query = {"after": after, "venue": venue, "by": by}
    return "?" + urlencode({name: value for name, value in query.items() if value})
