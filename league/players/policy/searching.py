"""Search by part of a name without regard to capitals and accents: "peru" finds "Perù".

The database has no dictionary for it, so one table of letters folds both sides: Latin letters that are an ASCII letter
with a mark, and the few that Unicode does not decompose. Two indexes find names: by their beginning, and by every run
of up to four letters.
"""

import unicodedata
from typing import Any, Final, TypeVar

from django.contrib.postgres.fields import ArrayField
from django.db.migrations import RunSQL
from django.db.models import F, Func, Model, QuerySet, TextField
from django.db.models.functions import Collate

from league.players.models import User
from league.players.policy.access import names_unknown_to

MOST: Final = 60
"""Names of one search."""
RUN: Final = 4
"""Letters of the longest runs that the index of names has."""
Named = TypeVar("Named", bound=Model)

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
    # Python's lower case of "İ" is two letters, that of the database one.
    return unicodedata.normalize("NFC", text).lower().replace("i\u0307", "i").translate(_FOLD)


def fold_in_sql(column: str) -> str:
    """Return the expression that folds ``column`` in the database as ``folded`` does.

    Functions and indexes of migrations are made of it: another table of letters needs a migration that makes them anew.
    """
    letters, plain = _USUAL + "".join(LETTERS), _USUAL + "".join(LETTERS.values())
    return "translate(lower({}), '{}', '{}')".format(column, *(each.replace("'", "''") for each in (letters, plain)))


def index_names(table: str, column: str) -> list[RunSQL]:
    """Return the operations of a migration that index names by their beginning and by every part."""
    begins, parts = f"{table}_{column}_begins", f"{table}_{column}_parts"
    return [
        RunSQL(
            f'CREATE INDEX CONCURRENTLY {begins} ON {table} ((name_folded({column}) COLLATE "C"), id)',
            f"DROP INDEX CONCURRENTLY {begins}",
        ),
        RunSQL(
            f"CREATE INDEX CONCURRENTLY {parts} ON {table} USING gin (name_grams({column}))",
            f"DROP INDEX CONCURRENTLY {parts}",
        ),
    ]


def index_longer_runs(table: str, column: str) -> list[RunSQL]:
    """Return the operations of a migration that index names by runs of up to four letters in place of three.

    Of 100,000 made-up names 1,037 have both "zuz" and "uzu", 38 both "zuzu" and "uzuz".
    """
    replaced, name = f"{table}_{column}_parts", f"{table}_{column}_runs"
    return [
        RunSQL(
            f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin (name_runs({column}))",
            f"DROP INDEX CONCURRENTLY {name}",
        ),
        RunSQL(
            f"DROP INDEX CONCURRENTLY {replaced}",
            f"CREATE INDEX CONCURRENTLY {replaced} ON {table} USING gin (name_grams({column}))",
        ),
    ]


def folded_column(name: str) -> Func:
    """Return a column folded by the database, as its index has it."""
    return Collate(Func(F(name), function="name_folded", output_field=TextField()), "C")


def runs(text: str) -> list[str]:
    """Return the runs of four letters in a folded text, or the text if it is shorter."""
    return sorted({text[at : at + RUN] for at in range(max(1, len(text) - RUN + 1))})


def containing(rows: QuerySet[Named], column: str, text: str) -> QuerySet[Named]:
    """Select the rows whose name contains ``text``, by the index of its runs; none for an empty text."""
    folded_text = folded(text)
    if not folded_text:
        return rows.none()
    name_runs = Func(F(column), function="name_runs", output_field=ArrayField(TextField()))
    rows = rows.annotate(folded=folded_column(column)).alias(runs=name_runs)
    return rows.filter(runs__contains=runs(folded_text), folded__contains=folded_text)


def best(rows: QuerySet[Named], column: str, text: str) -> list[Named]:
    """Return the rows whose name begins with ``text``, then those that contain it: at most ``MOST`` of each.

    Nothing is counted or sorted that is not shown, so a letter that half of the site has costs no more than a rare
    name. Two queries.
    """
    folded_text = folded(text)
    if not folded_text:
        return []
    folded_rows = rows.annotate(folded=folded_column(column))
    first = list(folded_rows.filter(folded__startswith=folded_text).order_by("folded", "pk")[:MOST])
    if len(first) == MOST:
        return first
    others = list(containing(rows, column, text).exclude(folded__startswith=folded_text).order_by()[:MOST])
    others.sort(key=lambda row: (getattr(row, "folded"), row.pk))  # noqa: B009  # the annotation, which types do not know
    return (first + others)[:MOST]


def named_like(text: str, reader: Any = None) -> list[User]:  # User, AnonymousUser or None: nobody
    """Return players whose nickname contains ``text``, best first; none for an empty text."""
    return best(
        User.objects.filter(is_active=True, merged_into=None).exclude(names_unknown_to(reader)), "nickname", text
    )
