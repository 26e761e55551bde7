"""Counting of all rolls ever, match by match as they end: each is recomputed from its secret, and counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from engines.core.dice import commitment, fair_roll
from matches.log import moves_of
from matches.models import CheckedMatch, FaceCount, Match

OVER: Final = (Match.Status.FINISHED, Match.Status.VOID)
PLAYED: Final = (Match.Mode.ORDINARY, Match.Mode.HOT_SEAT)
"""Practice boards take rolls back, and guided matches have rolls of a script."""
LATELY: Final = timedelta(days=2)
_ADD: Final = f"""
    INSERT INTO {FaceCount._meta.db_table} (sides, face, rolls) VALUES (%s, %s, %s)
    ON CONFLICT (sides, face) DO UPDATE SET rolls = {FaceCount._meta.db_table}.rolls + EXCLUDED.rolls
"""


def count_finished(most: int, everything: bool = False) -> int:
    """Count up to ``most`` matches that are over and not counted yet; return how many.

    Looks at those of the last days alone, or at ``everything``.
    """
    checked = CheckedMatch.objects.filter(match_id=OuterRef("pk"))
    rows = Match.objects.filter(~Exists(checked), status__in=OVER, mode__in=PLAYED, rolls__gt=0).exclude(commitment="")
    if not everything:
        rows = rows.filter(created_at__gt=timezone.now() - LATELY)
    matches = rows.order_by("created_at").select_related("secret").prefetch_related("seats")[:most]
    return sum(count(match) for match in matches)


def count(match: Match) -> bool:
    """Recompute and count the rolls of ``match``, which is over, once; return whether they were counted now."""
    rolls = list(_rolls(match))[match.resumed_rolls :]  # those before were counted with the match that it continues
    wrong = _wrong(match, rolls)
    faces = Counter(rolls)
    with transaction.atomic():
        _row, new = CheckedMatch.objects.get_or_create(
            match_id=match.pk, defaults={"commitment": match.commitment, "rolls": len(rolls), "wrong": wrong}
        )
        if not new:
            return False
        with connection.cursor() as cursor:
            # In one order everywhere: two workers that wait for each other's row would be a deadlock.
            cursor.executemany(_ADD, [(sides, face, n) for (sides, face), n in sorted(faces.items())])
    return True


def _rolls(match: Match) -> Iterator[tuple[int, int]]:
    """Yield faces and value of every roll in the log, in order."""
    for events in (match.opening.get("events", []), *(row.events for row in moves_of(match))):
        for event in events:
            if event["type"] == "roll":
                yield event["sides"], event["value"]


def _wrong(match: Match, rolls: list[tuple[int, int]]) -> int:
    """Return how many of ``rolls`` do not follow from the committed secret."""
    secret = bytes.fromhex(match.secret.value)
    if commitment(secret) != match.commitment:
        return len(rolls)
    seeds = {seat.side: seat.dice_seed.lower() for seat in match.seats.all()}
    first = match.resumed_rolls + 1
    return sum(
        fair_roll(secret, str(match.pk), seeds["home"], seeds["away"], number, sides) != value
        for number, (sides, value) in enumerate(rolls, first)
    )
