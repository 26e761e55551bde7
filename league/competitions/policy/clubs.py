"""Clubs that competitions belong to: their people, and what readers see of them.

``Competition.club`` is a column here; ``league.clubs`` knows the members and registers its policy.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, Protocol
from uuid import UUID

from django.db.models import Q

from league.competitions.models import Competition
from league.competitions.models.roles import Role
from league.players.models import User
from league.registry import Registry


class ClubPolicy(Protocol):
    """Rights that come with a club. Users are signed in; a ``Club`` is ``Any`` here, known by name only."""

    def role(self, user: Any, competition: Competition) -> Role | None:
        """Return the role that ``user`` has in ``competition`` by its club. At most one query."""

    def run_by(self, user: Any) -> Q:
        """Return the Q filter for competitions whose club has ``user`` on its staff."""

    def inside(self, user: Any) -> Q:
        """Return the Q filter for competitions whose club has ``user`` as a member."""

    def staff(self, competition: Competition) -> Q:
        """Return the Q filter for users on the staff of the club of ``competition``."""

    def shown(self, user: Any, competition: Competition) -> Any:
        """Return the club of ``competition`` if ``user``, who may be anonymous, may know of it. At most one query."""

    def listed(self, user: Any, club: UUID) -> Q:
        """Return the Q filter for competitions of the ``club`` with this id, if ``user`` may know of it."""

    def organised(self, user: User, club: UUID) -> Any:
        """Return the club with this id if ``user`` is on its staff."""

    def check_owner(self, by: User, club: Any) -> None:
        """Raise BadSetting unless ``by`` may put a competition under ``club``."""


club_policies: Registry[ClubPolicy] = Registry()


def role_by_club(user: Any, competition: Competition) -> Role | None:  # a user who is signed in
    return next((role for policy in club_policies if (role := policy.role(user, competition)) is not None), None)


def run_by_club(user: Any) -> Q:  # a user who is signed in
    """Return the Q filter for competitions whose club has ``user`` on its staff."""
    return _any(policy.run_by(user) for policy in club_policies)


def inside_club(user: Any) -> Q:  # a user who is signed in
    """Return the Q filter for competitions whose club has ``user`` as a member."""
    return _any(policy.inside(user) for policy in club_policies)


def club_staff(competition: Competition) -> Q:
    """Return the Q filter for users on the staff of the club of ``competition``."""
    return _any(policy.staff(competition) for policy in club_policies)


def club_shown(user: Any, competition: Competition) -> Any:  # User or AnonymousUser; a Club or None
    """Return the club of ``competition`` if ``user`` may know of it."""
    clubs = (policy.shown(user, competition) for policy in club_policies)
    return next((club for club in clubs if club is not None), None)


def of_club(user: Any, club: UUID) -> Q:  # User or AnonymousUser
    """Return the Q filter for competitions of the ``club`` with this id, if ``user`` may know of it."""
    return _any(policy.listed(user, club) for policy in club_policies)


def organised_club(user: User, club: UUID) -> Any:  # a Club or None
    clubs = (policy.organised(user, club) for policy in club_policies)
    return next((organised for organised in clubs if organised is not None), None)


def check_club(by: User, club: Any) -> None:  # a Club
    """Raise BadSetting unless ``by`` may put a competition under ``club``."""
    for policy in club_policies:
        policy.check_owner(by, club)


def _any(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions, Q(pk__in=[]))
