"""Parties to a fixture, and others who could decide it: nobody is judge in their own match.

The organiser of a competition without other staff must be able to go on, so that ruling is allowed and marked.
"""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from engines.bots import NAMES
from engines.core.seats import SEATS, Seat
from league.compat.prepared_queries import PreparedQuery
from league.competitions.errors import RulingRefused
from league.competitions.models import Competition, Entrant, Fixture, Member, Staff
from league.competitions.policy.clubs import club_staff
from league.players.models import User


def players_of(entrant: Entrant | None) -> set[UUID]:
    if entrant is None:
        return set()
    mates = [member.user_id for member in entrant.members.all()] if entrant.side_key else []
    return {entrant.player_id, *mates}


HOUSE_BOTS: Final = NAMES
"""``User.bot`` of house bots; people have none, and programs of others another one."""


def is_house_bot(user: User) -> bool:
    """Return whether ``user`` is a house bot, which plays but names no line-up."""
    return user.bot in HOUSE_BOTS


def leaders_of(entrant: Entrant) -> list[User]:
    """Return who names the line-ups of the team ``entrant``: its captain, and the next person of the squad.

    Nobody in a team of house bots.
    """
    squad = sorted(entrant.members.all(), key=lambda member: member.number)
    second = next((member.user for member in squad if not is_house_bot(member.user)), None)
    return [user for user in (entrant.player, second) if user is not None and not is_house_bot(user)]


def leads(user: User, entrant: Entrant) -> bool:
    """Return whether ``user`` names the line-ups of the team ``entrant``."""
    return user in leaders_of(entrant)


def at_board_of(user: User | UUID) -> Q:
    """Return the Q filter for fixtures of the entrants of ``user`` that are not for others of their team.

    A tie of teams is one row until its line-ups are open.
    """
    return Q(home_player=user) | Q(away_player=user) | Q(home_player=None, away_player=None, board=1)


def players_in(fixture: Fixture, seat: Seat) -> set[UUID]:
    """Return who plays ``fixture`` on ``seat``: one person at a board of teams, else everybody of that side."""
    player = fixture.home_player_id if seat == "home" else fixture.away_player_id
    return {player} if player is not None else players_of(fixture.home if seat == "home" else fixture.away)


def places_of(user: User | UUID) -> Q:
    """Return the Q filter for entrants that ``user`` (the row or its id) plays for, alone or in a side.

    By their ids, so that the database uses its indexes: an OR of both conditions makes it read every entrant of the
    site.
    """
    alone = Entrant.objects.filter(player=user).order_by().values("id")
    return Q(id__in=alone.union(Member.objects.filter(user=user).order_by().values("entrant")))


def entries_of(user: User | UUID) -> list[UUID]:
    """Return the ids of all entrants that ``user`` (the row or its id) plays for, the newest first. One query.

    For conditions of other queries: by hundreds of ids the database finds their few fixtures ahead in an index, but
    it looks up each entrant that it finds within the query itself.
    """
    key = user.pk if isinstance(user, User) else user
    return sorted(_ENTRIES.rows(key), reverse=True)


def _entries(key: UUID) -> QuerySet[Entrant, UUID]:
    alone = Entrant.objects.filter(player=key).order_by().values_list("pk", flat=True)
    return alone.union(Member.objects.filter(user=key).order_by().values_list("entrant", flat=True))


_ENTRIES = PreparedQuery(_entries)


def plays_for(user: User, entrant: Entrant | None) -> bool:
    """Return whether ``user`` plays for ``entrant``. One query per user, for any number of entrants."""
    if entrant is None:
        return False
    if entrant.player_id == user.pk or not entrant.side_key:
        return entrant.player_id == user.pk
    side_ids: set[UUID] | None = getattr(user, "_sides", None)
    if side_ids is None:
        side_ids = set(Member.objects.filter(user=user).values_list("entrant_id", flat=True))
        user._sides = side_ids  # type: ignore[attr-defined]  # lives as long as the request
    return entrant.pk in side_ids


def seat_in(fixture: Fixture, user: User | None) -> Seat | None:
    """Return the side of ``fixture`` that ``user`` plays for, None for everybody else."""
    if user is None:
        return None
    if user.pk == fixture.home_player_id or user.pk in players_of(fixture.home):
        return "home"
    return "away" if user.pk == fixture.away_player_id or user.pk in players_of(fixture.away) else None


def people_in(fixture: Fixture, seat: Seat | None = None) -> list[User]:
    """List the people (no bots) who play ``fixture``, or one side of it."""
    keys = {key for side in SEATS if seat in (None, side) for key in players_in(fixture, side)}
    return list(User.objects.filter(id__in=keys).exclude(kind=User.Kind.BOT))


def people_in_each(fixtures: Collection[Fixture]) -> dict[UUID, list[User]]:
    """List the people (no bots) who play each of ``fixtures``, by its id. One query, two where sides play."""
    entrants = (entrant for fixture in fixtures for entrant in (fixture.home, fixture.away))
    prefetch_related_objects([entrant for entrant in entrants if entrant and entrant.side_key], "members")
    keys = {fixture.pk: players_in(fixture, "home") | players_in(fixture, "away") for fixture in fixtures}
    users = User.objects.filter(id__in=set().union(*keys.values())).exclude(kind=User.Kind.BOT).in_bulk()
    return {pk: [users[key] for key in players if key in users] for pk, players in keys.items()}


def people_of(entrants: QuerySet[Entrant]) -> list[User]:
    """List the people (no bots) who play for any of ``entrants``. One query.

    By a union of ids: for an OR over both joins the database reads every user (100,534 buffers at 100,000 users, of
    which 19 were wanted).
    """
    keys = entrants.order_by().values("id")
    players = Entrant.objects.filter(id__in=keys).order_by().values("player")
    mates = Member.objects.filter(entrant__in=keys).order_by().values("user")
    return list(User.objects.filter(id__in=players.union(mates)).exclude(kind=User.Kind.BOT))


def deciders(row: Competition, fixture: Fixture | None = None) -> list[User]:
    """List the owner and the staff who may decide, without those who play ``fixture``."""
    playing = players_of(fixture.home) | players_of(fixture.away) if fixture is not None else set()
    owner = User.objects.filter(id=row.owner_id).order_by().values("id")
    offices = Staff.objects.filter(competition=row, accepted_at__isnull=False, user__isnull=False).order_by()
    staff = User.objects.filter(club_staff(row)).order_by().values("id")
    keys = owner.union(offices.values("user"), staff)
    people = list(User.objects.filter(id__in=keys, is_active=True).order_by("nickname"))
    return [each for each in people if each.pk not in playing]


def own_match(row: Competition, fixture: Fixture, by: User | None) -> bool:
    """Return whether ``by`` plays in ``fixture`` and nobody else could decide it: such a ruling is marked.

    Raises RulingRefused if somebody else could.
    """
    if seat_in(fixture, by) is None:
        return False
    others = deciders(row, fixture)
    if others:
        names = ", ".join(each.nickname for each in others)
        raise RulingRefused(_("This is your own match. Only %(names)s can decide it.") % {"names": names})
    return True
