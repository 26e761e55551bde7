"""Take a person out of everything that still runs, by its own rules, before the erasure.

A competition that the person owns passes to the co-organiser who has been one for longest; without one it is cancelled,
a draft and a school class are deleted. A club passes to its oldest staff, else it is closed. An arena that has not
begun is cancelled, a running one ends by itself. Every step is a transaction of its own and safe to repeat.
"""

from uuid import uuid5

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from engines.core.text import text
from league.arenas import verbs as arenas
from league.classes import forgetting
from league.clubs.models import Club, Membership
from league.clubs.verbs import closing, handovers
from league.competitions.models import Competition, Entrant, Member, Staff
from league.competitions.verbs import create, entries, rulings, sides, squads
from league.delivery.models import WebHook
from league.players.models import User
from league.players.verbs.notify import Notice, notify_all
from league.sentences import ORGANISER_LEFT, OWNER_LEFT, given
from matches.live.commands import command
from matches.models import Match, Seat, SeatController

Status = Competition.Status
UNFINISHED = (Match.Status.WAITING, *Match.IN_PLAY)


def successor(thing: Competition | Club) -> User | None:
    """Return who takes over ``thing``: who has helped to run it for longest."""
    able = Q(user__kind=User.Kind.ACCOUNT, user__is_active=True)
    able &= Q(user__banned=False) | Q(user__banned_until__lte=timezone.now())
    if isinstance(thing, Club):
        helpers = thing.memberships.filter(able, staff=True, asked=False).order_by("since", "pk")
        first: Membership | Staff | None = helpers.select_related("user").first()
    else:
        staff = thing.staff.filter(able, role=Staff.Given.CO_ORGANISER, accepted_at__isnull=False)
        first = staff.order_by("accepted_at", "pk").select_related("user").first()
    return None if first is None else first.user


def competitions_of(person: User) -> QuerySet[Competition]:
    """Select the published competitions of ``person`` that are not over."""
    return person.competitions.filter(status__in=(Status.REGISTRATION, Status.RUNNING)).order_by("name", "pk")


def clubs_of(person: User) -> QuerySet[Club]:
    return Club.objects.filter(owner=person, closed_at=None).order_by("name", "pk")


def owned_by(person: User) -> list[Competition | Club]:
    """List the competitions and clubs of ``person`` that are not over."""
    return [*competitions_of(person), *clubs_of(person)]


def to_hand_over(person: User) -> list[Competition | Club]:
    """List what ``person`` must hand over or close before asking for the deletion: nobody else could run it."""
    return [each for each in owned_by(person) if successor(each) is None]


def leave(*, person: User) -> bool:
    """Take ``person``, an account or a bot, out of everything that runs; return whether no match is left open.

    A running match ends by a command that its process carries out: call again later.
    """
    for club in clubs_of(person):
        heir = successor(club)
        if heir is not None:
            handovers.pass_on(thing=club, to=heir)
        else:
            closing.close(club=club, by=person, reason=given(OWNER_LEFT))
    for competition in person.competitions.filter(status__in=(Status.DRAFT, Status.REGISTRATION, Status.RUNNING)):
        _give_up(competition)
    for entrant in Entrant.objects.filter(player=person).exclude(status=Entrant.Status.WITHDRAWN):
        if not squads.succeed(entrant=entrant, by=None):
            _withdraw(entrant)
    for member in Member.objects.filter(user=person).select_related("entrant", "competition"):
        if member.competition.status in (Status.DRAFT, Status.REGISTRATION):
            sides.leave_side(entrant=member.entrant, player=person)
        elif member.competition.status == Status.RUNNING:
            sides.take_out(entrant=member.entrant, player=person)
    arenas.go(person=person)
    _tell_of_hooks(person)
    _leave_tables(person)
    return not Match.objects.filter(_sits(person), status__in=UNFINISHED).exists()


def _give_up(competition: Competition) -> None:
    school = getattr(competition, "school", None)
    heir = successor(competition)
    if heir is not None:
        handovers.pass_on(thing=competition, to=heir)
    elif school is not None:
        forgetting.forget(school=school)
    elif competition.status == Status.DRAFT:
        competition.delete()
    else:
        create.cancel(competition=competition, by=None, reason=given(ORGANISER_LEFT))


def _tell_of_hooks(person: User) -> None:
    """Tell owners which web hooks of their competitions go with ``person``, who set them: an address is its owner's."""
    hooks = WebHook.objects.filter(by=person, competition__status__in=(Status.REGISTRATION, Status.RUNNING))
    notify_all(
        Notice(
            users=[hook.competition.owner],
            kind="hook",
            message=text("A web hook ends with the account that set it. Set it again to go on posting"),
            url=reverse("delivery:hooks", args=[hook.competition.slug]),
            key=f"hook_gone:{hook.pk}",
            competition=hook.competition.name,
        )
        for hook in hooks.exclude(competition__owner=person).select_related("competition__owner")
    )


def _withdraw(entrant: Entrant) -> None:
    competition = entrant.competition
    if competition.status in (Status.DRAFT, Status.REGISTRATION):
        entries.leave(entrant=entrant, by=None)
    elif competition.status == Status.RUNNING:
        rulings.withdraw(entrant=entrant, by=None)


def _sits(person: User) -> Q:
    seats = Seat.objects.filter(user=person).values("match")
    shared = SeatController.objects.filter(user=person).values("seat__match")
    return Q(pk__in=seats) | Q(pk__in=shared)


def _leave_tables(person: User) -> None:
    """Give up every match of ``person`` that is not over; a match without another player is void."""
    for match in Match.objects.filter(_sits(person), status__in=UNFINISHED).prefetch_related("seats__controllers"):
        seats = {seat.side: seat for seat in match.seats.all()}
        own_sides = {side for side, seat in seats.items() if seat.is_of(person)}
        other = next((side for side in seats if side not in own_sides), None)
        again = uuid5(match.pk, f"left by {person.pk}")
        if match.status == Match.Status.WAITING or other is None or len(own_sides) != 1:
            command(match.pk, "void", {"reason": ""}, command_id=again)
        else:
            command(match.pk, "award", {"winner": other, "reason": "", "how": "forfeit"}, command_id=again)
