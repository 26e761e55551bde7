"""Running competitions whose Swiss tables were made under the first reading of FIDE's rules of 2023.

That reading took every unplayed round of an opponent for a draw, which no edition of C.07 since 2023 does. What was
over keeps the table that it ended with (``FIRST``); what runs goes on under the corrected reading, and its audit says
so.
"""

from __future__ import annotations

from typing import Final

from engines.core.text import text
from league.competitions.derivation.recompute import recompute
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Group, Stage

FIRST: Final = "fide-swiss/2023-first"
CORRECTED: Final = "fide-swiss/2023"


def renew_tables() -> int:
    """Compute anew the running competitions whose Swiss tables do not tell their edition yet; returns how many."""
    old = Group.objects.filter(
        stage__format=Stage.Format.SWISS, stage__competition__status=Competition.Status.RUNNING
    ).exclude(table__has_key="unplayed")
    rows = list(old.values_list("stage__competition_id", flat=True).distinct())
    for competition_id in rows:
        with locked(competition_id) as row:
            if row.status == Competition.Status.RUNNING:
                correct(row)
    return len(rows)


def correct(row: Competition) -> None:
    """Compute the tables of ``row`` (locked by the caller) anew under the corrected reading, and say so."""
    if row.standings == FIRST:
        row.standings = CORRECTED
        row.save(update_fields=["standings"])
    if row.standings == CORRECTED:
        journal.record(
            row,
            None,
            "correct",
            text("byes and walkovers of opponents count in the tie-breaks as they were paid, as FIDE C.07 says"),
        )
    recompute(row)
