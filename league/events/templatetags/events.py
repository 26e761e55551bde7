"""Template filters of events."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html

from league.events.models import Event, EventCompetition
from league.events.timetable import Moved

register = template.Library()


@register.filter
def stored(part: EventCompetition | None, name: str) -> Any:  # of a column
    """Return what the column ``name`` of ``part`` holds, a moment by the clock at the place; empty without one."""
    value = getattr(part, name, None)
    if part is not None and isinstance(value, datetime):
        return value.astimezone(ZoneInfo(part.event.time_zone)).strftime("%Y-%m-%dT%H:%M")
    return "" if value is None else value


@register.filter
def chosen_in(change: Moved, fixtures: list[str]) -> bool:
    return str(change.fixture.pk) in fixtures


@register.filter
def embed_frame(event: Event) -> str:
    """Return the ready frame in which a club's site shows ``event``."""
    address = settings.PUBLIC_URL.rstrip("/") + reverse("event_embed", args=[event.slug])
    frame = '<iframe src="{}" title="{}" width="100%" height="620" loading="lazy"></iframe>'
    return format_html(frame, address, event.name)
