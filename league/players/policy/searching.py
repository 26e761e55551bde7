"""Search by part of a name without regard to capitals and accents: "peru" finds "Perù".

The database has no dictionary for it, so one table of letters folds both sides: Latin letters that are an ASCII letter
with a mark, and the few that Unicode does not decompose.
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
    letters = dict(_ALONE)
    for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)):
        letter = chr(code)
        plain = unicodedata.normalize("NFD", letter)[0]
        if letter == letter.lower() and letter != plain and plain.isascii():
            letters[letter] = plain
    return letters


LETTERS: Final = _table()
"""Lower-case letter -> plain letter."""
_USUAL: Final = "aeionrlstdcmupgvbfhzkqwjxy 0123456789-.'"
"""Most common letters of names, first in the table: the database searches it from the start, and reads all of it for a
letter that is not there."""
_FOLD: Final = str.maketrans(LETTERS)


def folded(text: str) -> str:
    """Return ``text`` in lower case without accents."""
    return unicodedata.normalize("NFC", text).lower().translate(_FOLD)


def folded_column(name: str) -> Func:
    """Return a column folded by the database, letter by letter as ``folded`` does."""
    known, plain = Value(_USUAL + "".join(LETTERS)), Value(_USUAL + "".join(LETTERS.values()))
    return Func(Lower(F(name)), known, plain, function="translate", output_field=TextField())


def named_like(text: str, reader: Any = None) -> QuerySet[User]:  # User, AnonymousUser or None: nobody
    """Return players whose nickname contains ``text``; none for an empty text."""
    players = User.objects.filter(is_active=True, merged_into=None).exclude(unknown_to(reader))
    players = players.annotate(folded=folded_column("nickname"))
    rows = players.filter(folded__contains=folded(text)) if text else players.none()
    return rows.order_by("folded", "pk")
