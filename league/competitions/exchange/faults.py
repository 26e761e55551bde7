"""What is wrong with a file and where: the error that every check of a document raises, and what all checks share."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.errors import CompetitionError

Document = dict[str, Any]  # JSON of the schema


class BadFile(CompetitionError):
    """A file that is no competition; ``where`` says at which place of it."""

    code = "bad_file"
    status = 400

    def __init__(self, where: str, sentence: str) -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.where = where


def place(path: Iterable[str | int]) -> str:
    """``entrants[3].name`` for the steps to a place in the document."""
    said = ""
    for step in path:
        said += f"[{step}]" if isinstance(step, int) else f".{step}" if said else step
    return said


def moment(said: str, where: str, kind: type[Any] = datetime) -> Any:  # a datetime, a date or a time
    """``said`` as one of ``kind``. Raises BadFile."""
    try:
        return kind.fromisoformat(said)
    except ValueError:
        raise BadFile(where, _("There is no such day or time.")) from None


def once(values: Iterable[Any], where: str) -> None:
    """Each of ``values`` only once; None may come again. Raises BadFile."""
    seen = set()
    for at, value in enumerate(values):
        if value is not None and value in seen:
            raise BadFile(where.format(at), _("%(value)s is there twice.") % {"value": value})
        seen.add(value)
