"""The only doors to a match: who may see it, and which seat is whose.

A match is seen by whoever knows its address (ids are not guessable); lists show only those that are ``listed``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import Http404

from engines.core.seats import SEATS, Seat
from matches.database import MatchRow
from matches.models import Match

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser


def match_or_404(match_id: UUID) -> Match:
    """The match, with its seats, if there is one."""
    match = Match.objects.prefetch_related("seats").filter(pk=match_id).first()
    if match is None:
        raise Http404("There is no such match.")
    return match


def seat_of(match: Match, user: AbstractBaseUser | AnonymousUser) -> Seat | None:
    """The seat of ``user`` in ``match``, None for a spectator. A guest is a user too."""
    if not user.is_authenticated:
        return None
    sides = {seat.side for seat in match.seats.all() if seat.user_id == user.pk and not seat.bot}
    return next((seat for seat in SEATS if seat in sides), None)


def seat_in(row: MatchRow, user: Any) -> Seat | None:  # a user of the socket's scope, which has no type
    """The same for a row of the runtime."""
    if user is None or not user.is_authenticated:
        return None
    key = str(user.pk)
    return next((seat for seat in SEATS if row.seats[seat].user == key and not row.seats[seat].bot), None)
