"""Places of a typed name in competitions, for the account that claims the name."""

from uuid import UUID

from django.db.models import F, Q
from django.utils.translation import gettext as _

from league.competitions.models import (
    Absence,
    Availability,
    CalledPlayer,
    Competition,
    Entrant,
    Fixture,
    Member,
    OnePerson,
)
from league.competitions.verbs import boards
from league.competitions.verbs.calling import follow_up
from league.players.errors import ClaimRefused
from league.players.models import User
from league.players.verbs.claims import Holdings


class Places(Holdings):
    """The entrants of a name, and its places in sides."""

    def __init__(self, name: User, account: User) -> None:
        super().__init__(name, account)
        self.competitions: list[UUID] = []

    def lock(self) -> None:
        """Lock the competitions: always before what belongs to them."""
        self.competitions += Entrant.objects.filter(player=self.name).values_list("competition_id", flat=True)
        self.competitions += Member.objects.filter(user=self.name).values_list("competition_id", flat=True)
        list(Competition.objects.select_for_update().filter(id__in=self.competitions).order_by("id").values_list("id"))

    def check(self) -> None:
        entrants = Entrant.objects.filter(player=self.account, competition__in=self.competitions)
        entrant = entrants.select_related("competition").first()
        if entrant is not None:
            raise _second_place(entrant)
        members = Member.objects.filter(user=self.account, competition__in=self.competitions)
        member = members.select_related("entrant__competition").first()
        if member is not None:
            raise _second_place(member.entrant)

    def hand_over(self) -> None:
        Competition.objects.filter(id__in=self.competitions).update(log_position=F("log_position") + 1)
        Entrant.objects.filter(player=self.name).update(player=self.account, personal_key="")
        Member.objects.filter(user=self.name).update(user=self.account, personal_key="")
        boards.pass_on(Fixture.objects.all(), self.name, self.account)
        CalledPlayer.objects.filter(user=self.name, ended_at__isnull=False).update(user=self.account)
        self._days()
        self._same_people()
        for competition in Competition.objects.filter(id__in=self.competitions, hall__isnull=False):
            follow_up(competition)

    def _days(self) -> None:
        """Let the account keep the days on which the name cannot play, and its answers to captains."""
        own_days = set(Absence.objects.filter(user=self.account).values_list("first", "last"))
        for absence in Absence.objects.filter(user=self.name):
            if (absence.first, absence.last) not in own_days:
                Absence.objects.filter(pk=absence.pk).update(user=self.account)
        answered = Availability.objects.filter(user=self.account).values("tie")
        Availability.objects.filter(user=self.name).exclude(tie__in=answered).update(user=self.account)

    def _same_people(self) -> None:
        """Let the account be one person with whom the name was one."""
        pairs = OnePerson.objects.filter(Q(one=self.name) | Q(other=self.name))
        others = [(pair.hall_id, pair.other_id if pair.one_id == self.name.pk else pair.one_id) for pair in pairs]
        pairs.delete()
        for hall_id, other in others:
            if other != self.account.pk:
                one, other = sorted((other, self.account.pk))
                OnePerson.objects.get_or_create(hall_id=hall_id, one_id=one, other_id=other)


def _second_place(entrant: Entrant) -> ClaimRefused:
    return ClaimRefused(
        _("You already play in %(competition)s as %(name)s. One player cannot have two places.")
        % {"competition": entrant.competition.name, "name": entrant.name}
    )
