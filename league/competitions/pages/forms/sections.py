"""How the form of a competition is laid out: what everybody answers comes first, the rest is folded by subject.

A new competition has up to thirty settings, of which an organiser with people waiting answers five. What is folded
keeps the usual values of its preset and says in a line what is set in it; a part with an error in it stands open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from typing import Final, cast

from django.forms import BooleanField, BoundField, ChoiceField
from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from league.competitions.pages.forms.policies import POLICIES

FIRST: Final = (
    "name", "club", "game", "places", "groups", "pots", "opponents", "through", "divisions", "move", "rounds", "times",
    "legs", "minutes", "buzzer", "odd", "house_name", "stages",
)  # fmt: skip
"""The fields that stand open, where the preset asks for them."""
PARTS: Final = (
    ("time", _("Clock and calendar"), ("clock", "advance", "round_hours", "first", "every_days", "at")),
    ("counts", _("Absence, reports and disputes"), POLICIES),
    ("who", _("Who may enter"), ("visibility", "by_invitation", "open_to_robots", "bots_allowed")),
    ("words", _("Words and chat"), ("description", "chat", "chat_spectators")),
)
"""Key, title and fields of the folded parts; what is named nowhere is of the format."""
ALONE: Final = ("clock", "seeding", "system", "best_of", "legs", "description", "option_length", "option_clock")
"""The fields whose value says what it is without the name of the field before it."""
ONLY_WITH: Final = {"every_days": "first", "at": "first"}
"""The fields that say something only where another one is filled in."""
NOUGHT_IS_SAID: Final = ("bye",)
"""The choices whose nought says something."""


@dataclass(frozen=True, slots=True)
class Section:
    """A folded part of the form: its fields under one title."""

    key: str
    title: str | Promise
    fields: list[BoundField]

    @property
    def open(self) -> bool:
        """Whether it stands open: something in it has to be put right."""
        return any(field.errors for field in self.fields)

    @property
    def alone(self) -> str:
        """The fields in it that need no name before their value, for the script that keeps ``said`` true."""
        return " ".join(field.html_name for field in self.fields if field.name in ALONE)

    @property
    def said(self) -> list[str]:
        """What is set in it, a few words each."""
        return said_of(self.fields)


def game_part(fields: Iterable[BoundField]) -> Section:
    """What depends on the game, as a part."""
    return Section("game", _("Options of the game"), list(fields))


def said_of(fields: Iterable[BoundField]) -> list[str]:
    """What is set in ``fields``, a few words each; static/js/form.js says the same while they are changed."""
    rows = list(fields)
    filled = {field.name for field in rows if field.value()}
    usable = [field for field in rows if ONLY_WITH.get(field.name, field.name) in filled]
    return [words for field in usable if (words := value_words(field))]


def value_words(field: BoundField) -> str:
    """The value of one field: the beginning of the choice, the name of what is on, a number after its name; "" where
    nothing is set.
    """
    value, kind = field.value(), field.field
    if field.is_hidden or value in (None, "") or (value in (False, 0, "0") and field.name not in NOUGHT_IS_SAID):
        return ""
    if isinstance(kind, BooleanField):
        return str(field.label)
    if isinstance(kind, ChoiceField):
        choices = cast("Iterable[tuple[object, object]]", kind.choices)  # none of ours are in groups
        words = next((strip_tags(str(words)) for key, words in choices if str(key) == str(value)), "")
        value = re.split(r"[:,;(]", words)[0].strip()
    elif isinstance(value, date):
        value = date_format(value, "j M")
    elif isinstance(value, time):
        value = time_format(value, "H:i")
    return str(value) if field.name in ALONE or not value else f"{field.label}: {value}"


def first_of(fields: Iterable[BoundField]) -> list[BoundField]:
    """The fields that stand open."""
    return [field for field in fields if field.name in FIRST]


def folded(fields: Iterable[BoundField]) -> list[Section]:
    """The other fields in their parts, the format's own first; no part is empty."""
    rest = [field for field in fields if field.name not in FIRST]
    named = {name for _key, _title, names in PARTS for name in names}
    found = [Section("format", _("The format in detail"), [field for field in rest if field.name not in named])]
    found += [Section(key, title, [one for one in rest if one.name in names]) for key, title, names in PARTS]
    return [section for section in found if section.fields]
