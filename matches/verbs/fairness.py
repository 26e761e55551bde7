"""Counting of all rolls ever, match by match as they end: each is recomputed from its secret, and counted once."""

import logging
from collections import Counter
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from engines.core.dice import commitment, fair_roll
from matches.log import UNDO, rows_of
from matches.models import CheckedMatch, FaceCount, Match, MatchEvent

log = logging.getLogger("matches.verbs.fairness")

PLAYED: Final = (Match.Mode.ORDINARY, Match.Mode.HOT_SEAT)
"""Practice boards take rolls back, and guided matches have rolls of a script."""
SLICE: Final = 50
"""Matches read together: with secrets and seats some 400 pages of 8 kB."""
_ADD: Final = f"""
    INSERT INTO {FaceCount._meta.db_table} (sides, face, rolls) VALUES (%s, %s, %s)
    ON CONFLICT (sides, face) DO UPDATE SET rolls = {FaceCount._meta.db_table}.rolls + EXCLUDED.rolls
"""


def count_finished(most: int) -> int:
    """Look at up to ``most`` matches that are over, oldest first, and count their rolls; return how many were counted.

    In slices, each from the end of the last: a match that cannot be read holds up no other, and is tried next time.
    """
    rolls = looked_at = 0
    after: datetime | None = None
    while looked_at < most:
        rows = Match.objects.uncounted()
        rows = rows.filter(created_at__gt=after) if after else rows
        matches = list(rows.order_by("created_at").select_related("secret").prefetch_related("seats")[:SLICE])
        for match in matches:
            try:
                rolls += count(match)
            except Exception:
                log.exception("the rolls of match %s cannot be counted", match.pk)
        looked_at += len(matches)
        if len(matches) < SLICE:
            break
        after = matches[-1].created_at
    return rolls


def count(match: Match) -> bool:
    """Recompute and count the rolls of ``match``, which is over, once; return whether they were counted now."""
    counts = match.mode in PLAYED and match.rolls > 0 and match.commitment != ""
    if not counts or CheckedMatch.objects.filter(match_id=match.pk).exists():
        Match.objects.filter(pk=match.pk).update(rolls_counted=True)
        return False
    rolls = _rolls(match)
    wrong = _count_wrong(match, rolls)
    faces = Counter((sides, value) for _number, sides, value in rolls)
    with transaction.atomic():
        _row, new = CheckedMatch.objects.get_or_create(
            match_id=match.pk, defaults={"commitment": match.commitment, "rolls": len(rolls), "wrong": wrong}
        )
        Match.objects.filter(pk=match.pk).update(rolls_counted=True)
        if not new:
            return False
        with connection.cursor() as cursor:
            # In one order everywhere: two workers that wait for each other's row would be a deadlock.
            cursor.executemany(_ADD, [(sides, face, n) for (sides, face), n in sorted(faces.items())])
    return True


def _rolls(match: Match) -> set[tuple[int, int, int]]:
    """Return number, faces and value of the rolls in the log, each once: a move made again after an undo repeats them.

    Those of a match that it continues were counted with that one.
    """
    rolls: set[tuple[int, int, int]] = set()
    number = 0
    opening = MatchEvent(kind="move", events=match.opening.get("events", []))
    for row in (opening, *rows_of(match)):
        if row.kind == "ruling":
            number = row.move["rolls"] if row.move.get("type") == UNDO else number
            continue
        for event in row.events:
            if event["type"] == "roll":
                number += 1
                rolls.add((number, event["sides"], event["value"]))
    return {roll for roll in rolls if roll[0] > match.resumed_rolls}


def _count_wrong(match: Match, rolls: set[tuple[int, int, int]]) -> int:
    """Return how many of ``rolls`` do not follow from the committed secret."""
    secret = bytes.fromhex(match.secret.value)
    if commitment(secret) != match.commitment:
        return len(rolls)
    seeds = {seat.side: seat.dice_seed.lower() for seat in match.seats.all()}
    return sum(
        fair_roll(secret, str(match.pk), seeds["home"], seeds["away"], number, sides) != value
        for number, sides, value in rolls
    )
