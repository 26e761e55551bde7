"""Layout of a competition's form: common fields come first, the rest is folded by subject.

A new competition has up to thirty settings, of which an organiser with people waiting answers five. Folded fields keep
the defaults of the preset, and their part lists their values in a line; a part with an error is open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final, cast

from django.forms import BooleanField, BoundField, ChoiceField
from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from league.competitions.pages.forms.own_points import NAMES as POINTS
from league.competitions.pages.forms.team_rules import NAMES as TEAM_RULES
from league.competitions.pages.forms.tie_breaks import NAMES as TIE_BREAKS
from league.competitions.setup.settings import in_group

FIRST: Final = (
    "name", "club", "game", "places", "groups", "pots", "opponents", "through", "divisions", "move", "rounds", "times",
    "table_legs", "legs", "minutes", "stages",
)  # fmt: skip
"""Fields that are not folded, if the preset asks for them."""
PARTS: Final = (
    ("time", _("Clock and calendar"), ("clock", *in_group("time"), "starts_at", "first", "every_days", "at")),
    ("teams", _("Teams"), (*in_group("teams"), *TEAM_RULES)),
    ("counts", _("Absence, reports and disputes"), in_group("counts")),
    ("who", _("Entry"), in_group("who")),
    ("ties", _("Points and tie-breaks of the table"), (*POINTS, *TIE_BREAKS)),
    ("words", _("Words and chat"), in_group("words")),
)
"""Key, title and fields of the folded parts; unlisted fields belong to the format."""
ALONE: Final = (
    "clock", "seeding", "system", "best_of", "legs", "description", "option_length", "option_clock", *TIE_BREAKS,
)  # fmt: skip
"""Fields whose value needs no label before it."""
ONLY_WITH: Final = {"every_days": "first", "at": "first"}
"""Fields that matter only if another one is filled in."""
BRIEF: Final = {
    "unplayed=award": _("no-shows lose"),
    "consolation=none": _("losers are out"),
    "seeding=draw": _("drawn in public"),
}
"""Usual choices that a summary says shorter than by label and choice: ``field=choice`` -> words."""
SHOWN_WHEN_ZERO: Final = ("bye",)
"""Fields whose value 0 is worth showing."""


@dataclass(frozen=True, slots=True)
class Section:
    """A folded part of the form: its fields under one title."""

    key: str
    title: str | Promise
    fields: list[BoundField]
    parts: list[Section] = field(default_factory=list)
    """Its fields by subject, if it has those of several."""

    @property
    def open(self) -> bool:
        """Return whether it must be open: a field in it has an error."""
        return any(field.errors for field in self.fields)

    @property
    def alone(self) -> str:
        """Return the fields whose value needs no label, for the script that keeps ``said`` up to date."""
        return " ".join(field.html_name for field in self.fields if field.name in ALONE)

    @property
    def brief(self) -> str:
        """Return those of ``BRIEF`` that its fields can be set to, as JSON for the same script."""
        names = {field.name for field in self.fields}
        return json.dumps({choice: str(words) for choice, words in BRIEF.items() if choice.partition("=")[0] in names})

    @property
    def said(self) -> list[str]:
        """Return the values set in it, a few words each."""
        return values_in_words(self.fields)


def game_part(fields: Iterable[BoundField]) -> Section:
    """Return the fields that depend on the game, as a part."""
    return Section("game", _("Options of the game"), list(fields))


def values_in_words(fields: Iterable[BoundField]) -> list[str]:
    """Return the values of ``fields``, a few words each; static/js/form.js updates them while they change."""
    rows = list(fields)
    filled = {field.name for field in rows if field.value()}
    usable = [field for field in rows if ONLY_WITH.get(field.name, field.name) in filled]
    return [words for field in usable if (words := value_words(field))]


def value_words(field: BoundField) -> str:
    """Return the value of one field in words.

    The beginning of a choice, the name of what is on, or a number after its name; "" if nothing is set.
    """
    value, kind = field.value(), field.field
    if field.is_hidden or value in (None, "") or (value in (False, 0, "0") and field.name not in SHOWN_WHEN_ZERO):
        return ""
    if brief := BRIEF.get(f"{field.name}={value!s}"):
        return str(brief)
    if isinstance(kind, BooleanField):
        return str(field.label)
    if isinstance(kind, ChoiceField):
        choices = cast("Iterable[tuple[object, object]]", kind.choices)  # none of these are grouped
        words = next((str(words) for key, words in choices if str(key) == str(value)), "")
        value = strip_tags(re.split(r"<br>|[:,;(]", words)[0]).strip()
    elif isinstance(value, date):
        value = date_format(value, "j M")
    elif isinstance(value, time):
        value = time_format(value, "H:i")
    return str(value) if field.name in ALONE or not value else f"{field.label}: {value}"


def first_of(fields: Iterable[BoundField]) -> list[BoundField]:
    """Return the fields that are not folded."""
    return [field for field in fields if field.name in FIRST]


def folded(fields: Iterable[BoundField]) -> list[Section]:
    """Return the other fields in their parts, the format's first; no part is empty."""
    later_fields = [field for field in fields if field.name not in FIRST]
    names_in_parts = {name for _key, _title, names in PARTS for name in names}
    parts = [
        Section(
            "format", _("The format in detail"), [field for field in later_fields if field.name not in names_in_parts]
        )
    ]
    parts += [
        Section(
            key,
            title,
            sorted((field for field in later_fields if field.name in names), key=lambda field: names.index(field.name)),
        )
        for key, title, names in PARTS
    ]
    return [section for section in parts if section.fields]


def in_one_section(parts: list[Section]) -> Section:
    """Return ``parts`` as one folded part: an evening is set up on a phone at the bar."""
    return Section("more", _("More settings"), [field for part in parts for field in part.fields], parts)
