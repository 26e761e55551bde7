"""Who is a party to a fixture, and who else could decide it: nobody is judge in a match of his own.

Where a competition has no other staff its organiser must be able to go on, so the ruling is allowed and marked.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from engines.core.seats import Seat
from league.competitions.errors import RulingRefused
from league.competitions.models import Competition, Entrant, Fixture
from league.players.models import User


def players_of(entrant: Entrant | None) -> set[UUID]:
    """The users who play for ``entrant``."""
    return {entrant.player_id} if entrant is not None else set()


def seat_in(fixture: Fixture, user: User | None) -> Seat | None:
    """The side of ``fixture`` that ``user`` plays for, None for everybody else."""
    if user is None:
        return None
    if user.pk in players_of(fixture.home):
        return "home"
    return "away" if user.pk in players_of(fixture.away) else None


def people_in(fixture: Fixture, seat: Seat | None = None) -> list[User]:
    """The people (no bots) who play ``fixture``, or one side of it."""
    sides = {"home": fixture.home, "away": fixture.away}
    wanted = [entrant for side, entrant in sides.items() if seat in (None, side)]
    keys = {key for entrant in wanted for key in players_of(entrant)}
    return list(User.objects.filter(id__in=keys).exclude(kind=User.Kind.BOT))


def deciders(row: Competition, fixture: Fixture | None = None) -> list[User]:
    """The owner and the staff who may decide, without those who play ``fixture``."""
    office = Q(id=row.owner_id) | Q(offices__competition=row, offices__accepted_at__isnull=False)
    people = list(User.objects.filter(office, is_active=True).distinct().order_by("nickname"))
    return people if fixture is None else [each for each in people if seat_in(fixture, each) is None]


def own_match(row: Competition, fixture: Fixture, by: User | None) -> bool:
    """Whether ``by`` plays in ``fixture`` and nobody else could decide it: the ruling is marked then.

    Raises RulingRefused where somebody else could.
    """
    if seat_in(fixture, by) is None:
        return False
    others = deciders(row, fixture)
    if others:
        names = ", ".join(each.nickname for each in others)
        raise RulingRefused(_("This is your own match: it is for %(names)s to decide it.") % {"names": names})
    return True
