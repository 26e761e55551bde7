"""Counting of all rolls ever, as matches end: each is recomputed from its secret, and counted once."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from engines.core.dice import commitment, fair_roll
from matches.codes import UNDO
from matches.log import rows_of_all
from matches.models import CheckedMatch, FaceCount, Match, MatchEvent

log = logging.getLogger("matches.verbs.fairness")

PLAYED: Final = (Match.Mode.ORDINARY, Match.Mode.HOT_SEAT)
"""Practice boards take rolls back, and guided matches have rolls of a script."""
SLICE: Final = 50
"""Matches read together: with secrets and seats some 400 pages of 8 kB."""
_ADD: Final = f"""
    INSERT INTO {FaceCount._meta.db_table} (sides, face, rolls)
    SELECT * FROM unnest(%s::smallint[], %s::smallint[], %s::bigint[])
    ON CONFLICT (sides, face) DO UPDATE SET rolls = {FaceCount._meta.db_table}.rolls + EXCLUDED.rolls
"""

Roll = tuple[int, int, int]
"""Number, faces and value."""


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
        rolls += count(matches)
        looked_at += len(matches)
        if len(matches) < SLICE:
            break
        after = matches[-1].created_at
    return rolls


def count(matches: Sequence[Match]) -> int:
    """Recompute and count the rolls of ``matches``, which are over, each once; return how many were counted now."""
    with_rolls = [match for match in matches if match.mode in PLAYED and match.rolls > 0 and match.commitment != ""]
    logs = rows_of_all(with_rolls)
    checked: dict[UUID, CheckedMatch] = {}
    faces: dict[UUID, Counter[tuple[int, int]]] = {}
    looked_at = {match.pk for match in matches} - set(logs)
    for match in with_rolls:
        try:
            rolls = _rolls(match, logs[match.pk])
            wrong = _count_wrong(match, rolls)
        except Exception:
            log.exception("the rolls of match %s cannot be counted", match.pk)
            continue
        looked_at.add(match.pk)
        faces[match.pk] = Counter((sides, value) for _number, sides, value in rolls)
        checked[match.pk] = CheckedMatch(match_id=match.pk, commitment=match.commitment, rolls=len(rolls), wrong=wrong)
    return _keep(looked_at, checked, faces)


def _keep(looked_at: set[UUID], checked: dict[UUID, CheckedMatch], faces: dict[UUID, Counter[tuple[int, int]]]) -> int:
    """Write what was counted, unless another worker did meanwhile; return how many are new."""
    with transaction.atomic():
        # In one order everywhere, here and in the faces: two workers that wait for each other would be a deadlock.
        rows = Match.objects.uncounted().filter(pk__in=looked_at).order_by("pk").select_for_update()
        still_open = set(rows.values_list("pk", flat=True))
        new = checked.keys() & still_open
        new -= set(CheckedMatch.objects.filter(match_id__in=new).values_list("match_id", flat=True))
        CheckedMatch.objects.bulk_create(checked[match_id] for match_id in sorted(new))
        total = sum((faces[match_id] for match_id in new), Counter[tuple[int, int]]())
        if total:
            lines = [(sides, face, rolls) for (sides, face), rolls in sorted(total.items())]
            with connection.cursor() as cursor:
                cursor.execute(_ADD, [list(column) for column in zip(*lines, strict=True)])
        Match.objects.filter(pk__in=still_open).update(rolls_counted=True)
    return len(new)


def _rolls(match: Match, rows: Iterable[MatchEvent]) -> set[Roll]:
    """Return the rolls in the log ``rows``, each once: a move made again after an undo repeats them.

    Those of a match that it continues were counted with that one.
    """
    rolls: set[Roll] = set()
    number = 0
    opening = MatchEvent(kind="move", events=match.opening.get("events", []))
    for row in (opening, *rows):
        if row.kind == "ruling":
            number = row.move["rolls"] if row.move.get("type") == UNDO else number
            continue
        for event in row.events:
            if event["type"] == "roll":
                number += 1
                rolls.add((number, event["sides"], event["value"]))
    return {roll for roll in rolls if roll[0] > match.resumed_rolls}


def _count_wrong(match: Match, rolls: set[Roll]) -> int:
    """Return how many of ``rolls`` do not follow from the committed secret."""
    secret = bytes.fromhex(match.secret.value)
    if commitment(secret) != match.commitment:
        return len(rolls)
    seeds = {seat.side: seat.dice_seed.lower() for seat in match.seats.all()}
    return sum(
        fair_roll(secret, str(match.pk), seeds["home"], seeds["away"], number, sides) != value
        for number, sides, value in rolls
    )
