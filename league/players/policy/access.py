"""The only way to fetch a player by id for the profile.

A name typed for a competition that is not public is not public either (``names_unknown_to``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q
from django.http import Http404
from django.utils.translation import gettext as _

from league.compat.prepared_queries import PreparedQuery
from league.players.errors import FactorNeeded
from league.players.models import User
from league.registry import Registry
from matches.models import Seat
from matches.policy.audience import listed_for, seen_by


@dataclass(frozen=True)
class Appearances:
    """Conditions on players: where an app has names that play in it, for one reader."""

    closed: Q
    """Plays in something unpublished or unknown to the reader."""
    known: Q
    """Plays in something known to the reader."""


appearance_sources: Registry[Callable[[Any, bool, OuterRef], Appearances]] = Registry()
"""Makers of the appearances of an app's players: from a reader (User, AnonymousUser or None), ``address`` as in
``names_unknown_to``, and the column that names the player.
"""


def names_unknown_to(reader: Any, *, address: bool = False, at: str = "") -> Q:  # User, AnonymousUser or None: nobody
    """Return the condition for names without account that only played in what ``reader`` may not see.

    ``address``: the reader has the name's address, and so also sees what is open by link. ``at`` leads to the player
    (``player__``) from other rows: joined to them, the few names without account are looked at one by one.
    """
    closed = visible = Q(pk__in=[])
    player = OuterRef(f"{at}pk")
    for appearances_for in appearance_sources:
        appearances = appearances_for(reader, address, player)
        closed |= appearances.closed
        visible |= appearances.known
    seats = Seat.objects.filter(seen_by(reader, "match__") if address else listed_for(reader, "match__"))
    visible |= Q(Exists(seats.filter(user=player)))
    return Q(**{f"{at}kind": User.Kind.GUEST}) & closed & ~visible


KEPT: Final = 10_000
"""Account ids that a process remembers before it starts afresh."""
_accounts: set[UUID] = set()
"""Players known to have an account: their visibility needs no query."""


def player_or_404(player_id: UUID, reader: Any) -> User:  # User, AnonymousUser or None: nobody
    """Return the player of a profile that ``reader`` may see. Raises Http404.

    A claimed name answers with the account that took it over.
    """
    if player_id in _accounts:
        player = any_player_or_404(player_id)
        if player.kind != User.Kind.GUEST:
            return player
    # As a selected column, so that the database evaluates the rest of it for guests alone.
    hidden = ExpressionWrapper(names_unknown_to(reader, address=True), output_field=BooleanField())
    rows = User.objects.select_related("merged_into").annotate(hidden=hidden)
    user = rows.filter(id=player_id).first()
    if user is None or user.hidden:
        raise Http404
    if user.kind == User.Kind.ACCOUNT:
        if len(_accounts) >= KEPT:
            _accounts.clear()
        _accounts.add(player_id)
    return _active(user)


def any_player_or_404(player_id: UUID) -> User:
    """Return any player, for moderators. Raises Http404."""
    players = _ANY.rows(player_id)
    if not players:
        raise Http404
    return _active(players[0])


_ANY = PreparedQuery(lambda key: User.objects.select_related("merged_into").filter(id=key))


def _active(player: User) -> User:
    if player.merged_into is not None:
        return player.merged_into
    if not player.is_active and player.erased_at is None:  # results lead to the page of a deleted player
        raise Http404
    return player


def check_factor(user: User) -> None:
    """Raise FactorNeeded if the rights of ``user`` wait for a second factor."""
    if user.lacks_factor:
        raise FactorNeeded(_("Your rights as staff or moderator begin once you have set up a second factor."))


def account_of(user: User | AnonymousUser) -> User | None:
    """Return ``user`` if signed in with an account (not a guest or a bot), else None."""
    if isinstance(user, AnonymousUser):
        return None
    if user.kind != User.Kind.ACCOUNT:
        return None
    return user
