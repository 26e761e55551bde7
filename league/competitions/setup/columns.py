"""Puts what people send into columns that say themselves what they may hold (``league.fields``). Saves nothing."""

import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import CharField, Model
from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.fields import column, is_words, refusal
from matches.letters import clean


def take(row: Model, values: Mapping[str, Any], among: Collection[str]) -> bool:
    """Put ``values`` into columns ``among`` those of ``row``; return whether one changed. Raises BadSetting."""
    before = {name: getattr(row, name) for name in among}
    for name, value in values.items():
        must_be_among(name, among)
        put(row, name, value)
    return before != {name: getattr(row, name) for name in among}


def must_be_among(name: str, among: Collection[str]) -> None:
    """Raise BadSetting unless ``name`` is ``among`` those that can be changed."""
    if name not in among:
        raise BadSetting(name, _("%(field)s cannot be changed.") % {"field": name})


def put(row: Model, name: str, value: Any) -> None:
    """Put ``value`` into the column ``name``, words in their normal form. Raises BadSetting naming what it may hold."""
    field = column(type(row), name)
    if is_words(field) and isinstance(value, str):
        value = one_line(name, value) if isinstance(field, CharField) else value.strip()
    if sentence := refusal(field, value):
        raise BadSetting(name, sentence)
    setattr(row, name, value)


def one_line(name: str, raw: str) -> str:
    """Return ``raw`` with single spaces. Raises BadSetting: nobody changes a name behind the back of who types it."""
    line = " ".join(unicodedata.normalize("NFKC", raw).split())
    if clean(raw) != raw or any(unicodedata.category(sign) in ("Cc", "Co", "Cs") for sign in line):
        raise BadSetting(name, _("A name cannot have control or invisible characters. Type it again without them."))
    return line
