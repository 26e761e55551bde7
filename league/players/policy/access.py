"""The only door to a player: by id for the profile.

A name that was typed for a competition which is not everybody's is not everybody's either (``unknown_to``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q
from django.http import Http404

from league.players.models import User
from league.prepared_queries import Written
from league.registry import Registry
from matches.models import Seat
from matches.policy.audience import listed_for, seen_by


@dataclass(frozen=True)
class Appearances:
    """Conditions on players: where an app has the names that play in it, for one reader."""

    closed: Q
    """Plays in something that the reader does not know of, or that is not published."""
    known: Q
    """Plays in something that the reader knows of."""


appearance_sources: Registry[Callable[[Any, bool], Appearances]] = Registry()
"""For a reader (User, AnonymousUser or None) and ``address`` as in ``unknown_to``: where an app's players appear."""


def unknown_to(reader: Any, *, address: bool = False) -> Q:  # User, AnonymousUser or None: nobody
    """The condition: a name without account that ``reader`` knows nothing of, since it has only ever played in what is
    for others. ``address``: of a reader who has its address, and so sees what is by link too.
    """
    closed = known = Q(pk__in=[])
    for appearances_for in appearance_sources:
        appearances = appearances_for(reader, address)
        closed |= appearances.closed
        known |= appearances.known
    seats = Seat.objects.filter(seen_by(reader, "match__") if address else listed_for(reader, "match__"))
    known |= Q(Exists(seats.filter(user=OuterRef("pk"))))
    return Q(kind=User.Kind.GUEST) & closed & ~known


KEPT: Final = 10_000
"""Ids of accounts that a process remembers; then it begins anew."""
_accounts: set[UUID] = set()
"""Players that had an account when they were last asked for: nobody has to put together, nor to answer, whether they
are for everybody."""


def player_or_404(player_id: UUID, reader: Any) -> User:  # User, AnonymousUser or None: nobody
    """The player of a profile that ``reader`` may see; a claimed name answers with the account that took it over."""
    if player_id in _accounts:
        player = any_player_or_404(player_id)
        if player.kind != User.Kind.GUEST:
            return player
    # In the list of columns, where the database looks at what follows the kind of account for a guest alone.
    hidden = ExpressionWrapper(unknown_to(reader, address=True), output_field=BooleanField())
    rows = User.objects.select_related("merged_into").annotate(hidden=hidden)
    found = rows.filter(id=player_id).first()
    if found is None or found.hidden:
        raise Http404
    if found.kind == User.Kind.ACCOUNT:
        if len(_accounts) >= KEPT:
            _accounts.clear()
        _accounts.add(player_id)
    return _active(found)


def any_player_or_404(player_id: UUID) -> User:
    """The same for moderators, who may have to do with anybody."""
    found = _ANY.asked(player_id)
    if not found:
        raise Http404
    return _active(found[0])


_ANY = Written(lambda key: User.objects.select_related("merged_into").filter(id=key))


def _active(player: User) -> User:
    if player.merged_into is not None:
        return player.merged_into
    if not player.is_active:
        raise Http404
    return player


def account_of(user: User | AnonymousUser) -> User | None:
    """``user`` if it is signed in with an account (a guest and a bot are not), else None."""
    if isinstance(user, AnonymousUser):
        return None
    if user.kind != User.Kind.ACCOUNT:
        return None
    return user
