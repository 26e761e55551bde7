"""Audit log and game options in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

import engines
from engines.core.text import text
from league.competitions.models import AuditEntry, Competition
from league.fields import column
from league.sentences import translated
from matches.terms.time_controls import CLOCK


def audit_words(entry: AuditEntry) -> str:
    return text_words(entry.message)


def actor_name(entry: AuditEntry) -> str:
    """Return the name of the actor, unless the line begins with one."""
    verbs_of_people = ("enter", "leave", "rename", "withdraw", "champion", "accept", "decline_invitation")
    if entry.verb in verbs_of_people or (entry.verb == "draw" and not entry.actor):
        return ""
    return entry.actor.nickname if entry.actor else entry.signed or _("The schedule")


def text_words(message: Any) -> str:  # a Text, or plain words
    """Return a stored ``Text`` in the reader's language; plain words as they are."""
    if isinstance(message, str):
        return message
    return translated(message) if message else ""


def option_value(value: Any) -> str:  # a JSON value of an option
    if isinstance(value, dict):
        return f"{value.get('home')}–{value.get('away')}"
    return translated(text(value)) if isinstance(value, str) else str(value)


def option_label(name: str, game: str) -> str:
    """Return the name of an option or a limit in words."""
    if name in CLOCK:
        return str(column(Competition, name).verbose_name)
    match = next((option for option in engines.get(game).options if option.name == name), None)
    return translated(text(match.label)) if match is not None else name
