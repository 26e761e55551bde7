"""How the form of a competition is laid out: what everybody answers comes first, the rest is folded by subject.

A new competition has up to thirty settings, of which an organiser with people waiting answers five. What is folded
keeps the usual values of its preset; a part with an error in it stands open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.forms_policies import POLICIES

FIRST: Final = (
    "name", "club", "game", "places", "groups", "through", "divisions", "move", "rounds", "times", "legs", "minutes",
    "buzzer", "odd", "house_name", "stages",
)  # fmt: skip
"""The fields that stand open, where the preset asks for them."""
PARTS: Final = (
    ("time", _("Clock and calendar"), ("clock", "advance", "round_hours", "first", "every_days", "at")),
    ("counts", _("Absence, reports and disputes"), POLICIES),
    ("who", _("Who may enter"), ("visibility", "by_invitation", "open_to_robots", "bots_allowed")),
    ("words", _("Words and chat"), ("description", "chat", "chat_spectators")),
)
"""Key, title and fields of the folded parts; what is named nowhere is of the format."""


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
