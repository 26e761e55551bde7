"""Search by a part of a name, whatever its capitals and accents: "Perù" is found by "peru", "Łukasz" by "lukasz".

The database has no dictionary for it, so both sides are folded by one table of letters: Latin ones that are an ASCII
letter with something on it, and the few that Unicode does not take apart.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from django.db.models import F, Func, QuerySet, TextField, Value
from django.db.models.functions import Lower

from league.players.models import User
from league.players.policy.access import unknown_to

_ALONE: Final = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "n"}


def _table() -> dict[str, str]:
    found = dict(_ALONE)
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        letter = chr(code)
        plain = unicodedata.normalize("NFD", letter)[0]
        if letter == letter.lower() and letter != plain and plain.isascii():
            found[letter] = plain
    return found


LETTERS: Final = _table()
"""A lower-case letter -> the plain one."""
_USUAL: Final = "aeionrlstdcmupgvbfhzkqwjxy 0123456789-.'"
"""What most names are made of. The database looks for each letter from the beginning of the table, and would read the
whole of it for every letter that is plain already."""
_FOLD: Final = str.maketrans(LETTERS)


def folded(text: str) -> str:
    """``text`` in small letters without accents."""
    return unicodedata.normalize("NFC", text).lower().translate(_FOLD)


def folded_column(name: str) -> Func:
    """A column folded by the database, letter by letter as ``folded`` does."""
    known, plain = Value(_USUAL + "".join(LETTERS)), Value(_USUAL + "".join(LETTERS.values()))
    return Func(Lower(F(name)), known, plain, function="translate", output_field=TextField())


def named_like(text: str, reader: Any = None) -> QuerySet[User]:  # User, AnonymousUser or None: nobody
    """Accounts, guests and bots whose nickname contains ``text``; none for an empty text."""
    found = User.objects.filter(is_active=True, merged_into=None).exclude(unknown_to(reader))
    found = found.annotate(folded=folded_column("nickname"))
    rows = found.filter(folded__contains=folded(text)) if text else found.none()
    return rows.order_by("folded", "pk")
