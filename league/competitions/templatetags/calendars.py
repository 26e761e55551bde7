"""Template tag for the key in a calendar's address that identifies its reader (``calendar_keys``)."""

from typing import Any

from django import template

from league.competitions.models import Competition
from league.competitions.pages.calendar_keys import key_of
from league.players.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def calendar_key(context: dict[str, Any], competition: Competition | None = None) -> str:  # a template context
    """Return the reader's ``?key=…`` for a private calendar, or one of all competitions; else ""."""
    user = getattr(context.get("request"), "user", None)
    needed = competition is None or competition.visibility == Competition.Visibility.MEMBERS
    return f"?key={key_of(user)}" if needed and isinstance(user, User) else ""
