"""Audit log and game options in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

import engines
from engines.core.options import Option
from league.competitions.models import AuditEntry, Competition
from league.fields import column
from league.sentences import translated
from matches.terms.rules import option_words
from matches.terms.time_controls import CLOCK


def audit_words(entry: AuditEntry) -> str:
    return text_words(entry.message)


def actor_name(entry: AuditEntry) -> str:
    """Return the name of the actor, unless the line tells what somebody did themselves."""
    verbs_of_people = ("enter", "leave", "rename", "withdraw", "champion", "accept", "decline_invitation")
    actor = entry.actor.nickname if entry.actor else entry.signed
    if entry.verb in verbs_of_people and (not actor or actor in _told_of(entry.message)):
        return ""
    if entry.verb == "draw" and not entry.actor:
        return ""
    return actor or _("The schedule")


def _told_of(message: Any) -> Any:  # a Text, or plain words
    """Return the values of a sentence, without the reason that follows it; plain words as they are."""
    if isinstance(message, str) or not message:
        return message
    return message[1].get("said", message)[1].values()


def text_words(message: Any) -> str:  # a Text, or plain words
    """Return a stored ``Text`` in the reader's language; plain words as they are."""
    if isinstance(message, str):
        return message
    return translated(message) if message else ""


def options_in_words(row: Competition) -> list[tuple[str, str, str]]:
    """Return label, value and explanation of each option of the game that settles anything beside the others.

    Those that the game resolves itself have their values too.
    """
    game = engines.get(row.game)
    played = game.contract.frame(row.options, None).options
    return [
        (
            option_words(option.label),
            option_value(option, played[option.name]),
            "" if option.nullable else option_words(option.help),  # there it tells what an empty field means
        )
        for option in game.options
        if option.clock in ("", played.get("clock"))
    ]


def change_in_words(change: Mapping[str, Any], game: str) -> tuple[str, str, str]:
    """Return label, new and old value of a changed option or limit, an item of ``Reach.differences``."""
    name, after, before = change["name"], change["after"], change["before"]
    if name in CLOCK:
        new, old = (_("no limit") if value is None else str(value) for value in (after, before))
        return str(column(Competition, name).verbose_name), new, old
    option = next(option for option in engines.get(game).options if option.name == name)
    return option_words(option.label), option_value(option, after), option_value(option, before)


def option_value(option: Option, value: Any) -> str:  # a JSON value of the option's kind
    """Return a value of ``option`` in words; None is what it has where nobody chose one."""
    value = option.default if value is None else value
    if value is None:
        return _("by the rules of the game")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        return f"{value.get('home')}–{value.get('away')}"
    return option_words(option.word(value))
