"""Template filters of events."""

from typing import Any

from django import template

from league.events.models import EventCompetition

register = template.Library()


@register.filter
def stored(part: EventCompetition | None, name: str) -> Any:  # of a column
    """Return what the column ``name`` of ``part`` holds; empty without one."""
    value = getattr(part, name, None)
    return "" if value is None else value
