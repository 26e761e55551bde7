"""Template tags of a table: its columns, heads plain or as links that sort it; links of its filters."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context, Engine
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from league.leagues.pages.columns import (
    BEST,
    BOARDS,
    CARRIED,
    CHANGES,
    DRAWS,
    PLAYERS,
    SHOOTOUTS,
    SHORT,
    SWISS,
    TEAMS,
    WHOLE,
    Head,
    Order,
    heads,
)

register = template.Library()


@register.simple_tag(takes_context=True)
def table_heads(
    context: dict[str, Any],  # a template context
    short: bool,
    swiss: bool,
    best: bool,
    rows: Sequence[Mapping[str, Any]],
) -> list[Head]:
    """Return the columns of a table: short, of the best of all groups, or whole."""
    if any("share" in row for row in rows):
        return heads(context.get("order"), [BOARDS, PLAYERS])
    entrants = TEAMS if any("board_points" in row for row in rows) else PLAYERS
    if short or best:
        return heads(None, [SHORT if short else BEST, entrants])
    shootouts = any("shootouts_won" in row for row in rows)
    parts = {
        WHOLE: True,
        SWISS: swiss,
        CHANGES: context.get("changes"),
        DRAWS: not shootouts,
        SHOOTOUTS: shootouts,
        entrants: True,
        CARRIED: any(row["carried"] > 0 for row in rows),  # not where halving takes from the matches that count too
    }
    return heads(context.get("order"), [part for part, has in parts.items() if has])


@register.simple_tag(takes_context=True)
def cells(context: Context, columns: list[Head], row: dict[str, Any]) -> SafeString:
    """Draw the cells of ``row``; fails where the row lacks a column's field, or a cell has no template."""
    drawn = []
    for head in columns:
        draw = head.column.cell
        if callable(draw):
            drawn.append(format_html("<td{}>{}</td>", head.attributes, draw(row[head.column.field])))
        else:
            with context.push(row=row, attributes=head.attributes):
                drawn.append(Engine.get_default().get_template(f"competitions/cells/{draw}.html").render(context))
    return mark_safe("".join(drawn))


@register.simple_tag
def table_link(order: Order | str, after: int | str = "", venue: str = "") -> str:  # empty: a template's missing value
    """Return the address of the table after a matchday (empty: now), for a venue's matches, in the current order."""
    by = order.by_value if isinstance(order, Order) else ""
    query = {"after": after, "venue": venue, "by": by}
    return "?" + urlencode({name: value for name, value in query.items() if value})
