"""A friendly of two legs: when the first is over, the second opens by itself, home and away swapped.

The first may end level. The second carries its goals and ends with a winner, if need be by extra time and a shootout. A
leg that is given up counts at least 3-0 (``matches.terms``), and the other is played all the same; a void one ends
both. The sweep of each web process looks for first legs without a second, so it opens whichever process dies.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from matches import feed
from matches.models import Match
from matches.terms.clock import is_correspondence
from matches.terms.legs import second_terms
from matches.verbs.casual import same_table
from matches.verbs.opening import open_match

WAIT: Final = timedelta(minutes=30)
"""Time to come to the second leg of a match with a clock; who stays away loses that leg."""


def open_second_leg(match_id: UUID) -> Match | None:
    """Open the second leg after the first leg ``match_id``, once; None while that is not over, or has no second.

    Raises BadOptions if today's game does not allow an option of the first leg.
    """
    with transaction.atomic():
        first = Match.objects.select_for_update().get(pk=match_id)
        if first.second_leg_id is not None:
            return first.second_leg
        if first.leg != 1 or first.status != Match.Status.FINISHED:
            return None
        assert first.result is not None  # a constraint of the row
        terms = second_terms(first.terms, first.result)
        again = replace(same_table(first), terms=terms, origin=first.origin, legs=2, leg=2)
        first.second_leg = open_match(replace(again, no_show_at=_no_show_at(first)))
        first.save(update_fields=["second_leg"])
        news = {"second_leg": str(first.second_leg_id)}
        transaction.on_commit(lambda: feed.publish(f"match:{match_id}", news))
    return first.second_leg


def _no_show_at(first: Match) -> datetime | None:
    """Return by when both must be at the second leg; None without a clock, by correspondence and against a bot."""
    timed = (first.move_seconds or first.budget_seconds) and not is_correspondence(first.move_seconds)
    return timezone.now() + WAIT if timed and not first.seats.exclude(bot="").exists() else None
