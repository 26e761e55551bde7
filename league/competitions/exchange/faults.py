"""Error of a document's checks, with its place in the file, and what all checks share."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.errors import CompetitionError
from league.days import YEARS
from league.errors import out_of_years

Document = dict[str, Any]  # JSON of the schema


class BadFile(CompetitionError):
    """Raised for an invalid document; ``where`` is the place in it."""

    code = "bad_file"
    status = 400

    def __init__(self, where: str, sentence: str) -> None:
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.where = where


def place(path: Iterable[str | int]) -> str:
    """Format the steps to a place in the document, such as ``entrants[3].name``."""
    joined = ""
    for step in path:
        joined += f"[{step}]" if isinstance(step, int) else f".{step}" if joined else step
    return joined


def moment(text: str, path: str, kind: type[Any] = datetime) -> Any:  # a datetime, a date or a time
    """Parse ``text`` as a ``kind``. Raises BadFile."""
    try:
        at = kind.fromisoformat(text)
    except ValueError:
        raise BadFile(path, _("This date or time does not exist.")) from None
    if isinstance(at, date) and not YEARS[0] <= at.year <= YEARS[1]:
        raise BadFile(path, out_of_years(*YEARS))
    return at


def check_unique(values: Iterable[Any], path: str) -> None:
    """Check that ``values`` are unique; None may repeat. Raises BadFile."""
    values_met = set()
    for at, value in enumerate(values):
        if value is not None and value in values_met:
            raise BadFile(path.format(at), _("%(value)s appears twice.") % {"value": value})
        values_met.add(value)
