"""Rights in a competition that come with its club."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from league.clubs import circles
from league.clubs.access import listed
from league.clubs.models import Club, Membership
from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.competitions.models.roles import Role
from league.players.models import User


class CompetitionClubs:
    """``league.competitions.policy.clubs.ClubPolicy`` by owners and memberships."""

    def role(self, user: Any, competition: Competition) -> Role | None:  # a user who is signed in
        club = competition.club
        if club is None:
            return None
        if club.owner_id == user.pk:
            return Role.OWNER
        return Role.CO_ORGANISER if circles.run_by(user).filter(pk=club.pk).exists() else None

    def run_by(self, user: Any) -> Q:  # a user who is signed in
        return Q(club__in=circles.run_by(user).values("pk"))

    def inside(self, user: Any) -> Q:  # a user who is signed in
        return Q(club__in=circles.clubs_with(user).values("pk"))

    def staff(self, competition: Competition) -> Q:
        if competition.club_id is None:
            return Q(pk__in=[])
        owner = Club.objects.filter(pk=competition.club_id).order_by().values("owner")
        staff = Membership.objects.filter(club=competition.club_id, staff=True).order_by().values("user")
        return Q(pk__in=owner.union(staff))

    def shown(self, user: Any, competition: Competition) -> Club | None:  # User or AnonymousUser
        club = competition.club
        if club is None or club.visibility != Club.Visibility.MEMBERS:
            return club
        inside = user.is_authenticated and (user.runs_site or circles.clubs_with(user).filter(pk=club.pk).exists())
        return club if inside else None

    def listed(self, user: Any, club: UUID) -> Q:  # User or AnonymousUser
        return Q(club__in=listed(user).filter(pk=club).values("pk"))

    def organised(self, user: User, club: UUID) -> Club | None:
        return circles.run_by(user).filter(pk=club).first()

    def check_owner(self, by: User, club: Club) -> None:
        if club.closed_at is not None:
            raise BadSetting("club", _("This club is closed."))
        if not circles.run_by(by).filter(pk=club.pk).exists():
            raise BadSetting("club", _("Only staff of a club can put a competition under it."))
