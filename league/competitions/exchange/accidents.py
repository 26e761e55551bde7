"""Check of the leaves and substitutions in a document. Pure: it reads nothing from the database."""

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.exchange.faults import BadFile, Document, check_unique, moment
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import clean_entrant_name


def check_accidents(document: Document) -> None:
    """Check that they name known entrants, in possible days and positions. Raises BadFile."""
    entrant_ids = {row["id"] for row in document["entrants"]}
    last = max([row["position"] for row in document["log"]], default=0)
    leaves: list[dict[str, Any]] = document.get("leaves", [])
    check_unique([(row["entrant"], row["first"], row["last"]) for row in leaves], "leaves[{}]")
    for at, row in enumerate(leaves):
        path = f"leaves[{at}]"
        if row["entrant"] not in entrant_ids:
            raise BadFile(f"{path}.entrant", _("This entrant does not exist."))
        first, end = (moment(row[name], f"{path}.{name}", date) for name in ("first", "last"))
        starts, ends = (moment(row[name], f"{path}.{name}") for name in ("starts_at", "ends_at"))
        if end < first or ends <= starts:
            raise BadFile(f"{path}.last", _("The last day cannot be before the first."))
    for at, row in enumerate(document.get("substitutions", [])):
        path = f"substitutions[{at}]"
        if row["entrant"] not in entrant_ids:
            raise BadFile(f"{path}.entrant", _("This entrant does not exist."))
        if row["position"] > last:
            raise BadFile(f"{path}.position", _("The log does not reach that far."))
        for name in ("name_before", "name_after"):
            try:
                clean_entrant_name(row[name])
            except NicknameRefused as refused:
                raise BadFile(f"{path}.{name}", str(refused)) from None
