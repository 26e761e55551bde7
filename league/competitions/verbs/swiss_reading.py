"""Correction of running Swiss tables made under the first reading of FIDE's rules of 2023.

That reading took every unplayed round of an opponent for a draw, which no edition of C.07 since 2023 does. Finished
competitions keep their final tables (``FIRST``), also when their file is imported; running ones continue under the
corrected reading, and their audit logs say so.
"""

from typing import Final

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.log import journal
from league.competitions.models import Competition

FIRST: Final = "fide-swiss/2023-first"
CORRECTED: Final = "fide-swiss/2023"


def correct(row: Competition) -> None:
    """Recompute the tables of ``row`` (locked by the caller) under the corrected reading, and log it."""
    if row.standings == FIRST:
        row.standings = CORRECTED
        row.save(update_fields=["standings"])
    if row.standings == CORRECTED:
        journal.record(
            row,
            None,
            "correct",
            text("byes and walkovers of opponents count in the tie-breaks for the points they gave, as in FIDE C.07"),
        )
    recompute(row)
