"""Correction of running Swiss tables made under the first reading of FIDE's rules of 2023.

That reading took every unplayed round of an opponent for a draw, which no edition of C.07 since 2023 does. Finished
competitions keep their final tables (``FIRST``); running ones continue under the corrected reading, and their audit
logs say so.
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
    """Recompute running Swiss tables that do not name their edition yet; return their number."""
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
