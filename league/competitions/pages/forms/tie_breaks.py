"""Fields of the tie-breaks that an organiser chooses: a select for each place of the list, the first one first."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.setup.presets import Preset
from league.competitions.setup.tie_breaks import TWICE, Listed, choices
from league.competitions.words.criteria import criterion_words
from league.standings.criteria import HEAD_TO_HEAD

USUAL: Final = 6
"""Places offered, where no longer list is stored."""
NAMES: Final = tuple(f"tie_break_{number}" for number in range(1, 41))
"""Fields of the longest list."""


def add_fields(form: forms.Form, preset: Preset, *, teams: bool) -> None:
    """Add the fields to ``form``, with the list under ``criteria`` of its initial values."""
    allowed = choices(preset, teams=teams)
    if not allowed:
        return
    listed = [_key(entry) for entry in form.initial.get("criteria") or ()]
    offered = [*allowed, *(key for key in listed if key not in allowed)]
    words = [("", _("none")), *((key, criterion_words(_entry(key))) for key in offered)]
    for number, name in enumerate(NAMES[: max(USUAL, len(listed) + 1)], 1):
        form.initial[name] = listed[number - 1] if number <= len(listed) else ""
        form.fields[name] = forms.ChoiceField(
            label=_("Tie-break %(number)d") % {"number": number}, choices=words, required=False
        )
    form.fields[NAMES[0]].help_text = _(
        "Your own order after points replaces that of the rules. Lots decide between entrants who are still level."
    )


def refuse_twice(form: forms.Form, cleaned: Mapping[str, Any]) -> None:
    """Put an error on each field whose tie-break stands in an earlier one."""
    seen = set()
    for name in NAMES:
        key = cleaned.get(name)
        if key and key in seen:
            form.add_error(name, str(TWICE))
        seen.add(key)


def listed_in(cleaned: Mapping[str, Any]) -> list[Listed]:
    """Return the list of the fields, without empty places."""
    return [_entry(cleaned[name]) for name in NAMES if cleaned.get(name)]


def _key(entry: Listed) -> str:
    """Return the value of the option for ``entry``."""
    if isinstance(entry, str):
        return entry
    return "head_to_head" if entry == HEAD_TO_HEAD else json.dumps(entry)


def _entry(key: str) -> Listed:
    if key == "head_to_head":
        return HEAD_TO_HEAD
    entry: Listed = json.loads(key) if key.startswith("{") else key
    return entry
