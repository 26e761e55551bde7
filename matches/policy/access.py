"""The only way to fetch a match: who may see it, and whose seat is whose.

Anybody who knows the address of a match may see it (ids are not guessable), unless it is closed to all but its audience
(``matches.policy.audience``); lists show only those that are ``listed``.
"""

from typing import Any, Protocol
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from engines.core.seats import SEATS, Seat
from matches.models import ChatLine, Match, Official
from matches.policy.audience import is_in_audience
from matches.store.rows import MatchRow


def match_or_404(match_id: UUID, user: AbstractBaseUser | AnonymousUser) -> Match:
    """Return the match with its seats if ``user`` may look on. Raises Http404."""
    match = Match.objects.prefetch_related("seats__controllers").filter(pk=match_id).first()
    if match is None:
        raise Http404("This match does not exist.")
    if match.closed and not seats_of(match, user) and not is_in_audience(match.audience, user):
        raise Http404("This match does not exist.")
    return match


def may_look_on(row: MatchRow, user: Any) -> bool:  # a user of the socket's scope, which has no type
    """Return the same for a row of the runtime.

    A query only if the match is closed and ``user`` does not sit there.
    """
    return not row.closed or bool(seats_in(row, user)) or is_in_audience(row.audience, user)


def seats_of(match: Match, user: AbstractBaseUser | AnonymousUser) -> tuple[Seat, ...]:
    """Return the seats of ``user`` in ``match``: none for a spectator, both on a screen for two.

    Guests are users too.
    """
    if not user.is_authenticated:
        return ()
    sides = {seat.side for seat in match.seats.all() if not seat.bot and seat.is_of(user)}
    return tuple(seat for seat in SEATS if seat in sides)


def seat_of(match: Match, user: AbstractBaseUser | AnonymousUser) -> Seat | None:
    """Return the seat of ``user`` in ``match``, None for a spectator; of both seats the first."""
    return next(iter(seats_of(match, user)), None)


def you_of(match: Match, user: AbstractBaseUser | AnonymousUser) -> str | None:
    """Return what ``user`` is at this table: ``home``, ``away``, ``both``, or None for a spectator."""
    seats = seats_of(match, user)
    return "both" if len(seats) > 1 else next(iter(seats), None)


def seat_revealed_to(match: Match, user: AbstractBaseUser | AnonymousUser) -> Seat | None:
    """Return the seat whose secrets ``user`` may see; None for spectators and holders of both."""
    seats = seats_of(match, user)
    return seats[0] if len(seats) == 1 else None


def seats_in(row: MatchRow, user: Any) -> tuple[Seat, ...]:  # a user of the socket's scope, which has no type
    """Return ``seats_of`` for a row of the runtime."""
    if user is None or not user.is_authenticated:
        return ()
    key = str(user.pk)
    return tuple(seat for seat in SEATS if row.seats[seat].belongs_to(key) and not row.seats[seat].bot)


def official_role(match: Match, user: AbstractBaseUser | AnonymousUser) -> str:
    """Return the role in which ``user`` may rule at ``match`` (``referee``, ``organiser``), else ""."""
    if not user.is_authenticated:
        return ""
    role = Official.objects.filter(match=match, user_id=user.pk).values_list("role", flat=True).first()
    return role or ""


class Rooms(Protocol):
    """The chat settings of a match: a row of the ORM or of the runtime."""

    chat: str
    chat_spectators: str
    chat_hidden: bool
    status: str


def policy_of(match: Rooms, room: str) -> str:
    """Return the policy of a room: ``none`` (there is no such room), ``presets`` or ``all``."""
    return match.chat_spectators if room == "spectators" else match.chat


def may_read(match: Rooms, room: str, *, seat: Seat | None, official: bool) -> bool:
    """Return whether a room of the chat is open to the holder of ``seat`` (None: a spectator)."""
    if policy_of(match, room) == "none":
        return False
    if official:
        return True
    if room == "players":
        return seat is not None
    return seat is None or not match.chat_hidden or match.status in ("finished", "void")


def line_or_404(match: Match, room: str, n: int, *, seat: Seat | None, role: str) -> ChatLine:
    """Return a line of a room that is open to the holder of ``seat`` or to ``role``. Raises Http404."""
    if not may_read(match, room, seat=seat, official=bool(role)):
        raise Http404("There is no such line.")
    line = ChatLine.objects.select_related("user").filter(match=match, room=room, n=n).first()
    if line is None:
        raise Http404("There is no such line.")
    return line
