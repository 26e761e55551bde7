"""Memberships: by link, by application, by a name that the staff types; staff appointments; leaving."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs.errors import ClubRefused
from league.clubs.journal import locked_club, must_be_open, record
from league.clubs.models import Club, Membership
from league.clubs.verbs.clubs import notify_tables_of_staff
from league.competitions.errors import EntryRefused
from league.competitions.exchange import people
from league.competitions.models import Competition, Entrant
from league.competitions.verbs import entries
from league.competitions.verbs.staff import tell_leavers
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy.nicknames import clean_nickname, name_key
from league.players.verbs.guests import guests
from league.players.verbs.notify import notify
from matches.policy.audience import announce_leaving

MOST = 500
"""Members of one club, applicants included."""
NAMES_AT_ONCE = 100


def join(*, club: Club, by: User, key: str = "") -> Membership | None:
    """Join at once with the ``key`` of the club's link or if joining is open; otherwise apply.

    Again: nothing changes, but a key admits an applicant. None for the owner. Raises ClubRefused,
    also for a pupil, whose name stays in the class.
    """
    if by.is_banned:
        raise ClubRefused(_("You cannot play here now: %(reason)s") % {"reason": by.banned_because})
    if by.sheltered:
        raise ClubRefused(_("Your class card only works in the class."))
    with locked_club(club.id) as row:
        if row.owner_id == by.id:
            return None
        must_be_open(row)
        invited = bool(row.key) and secrets.compare_digest(row.key, key)
        at_once = invited or row.joining == Club.Joining.OPEN
        membership = row.memberships.filter(user=by).first()
        if membership is not None and (not membership.asked or not at_once):
            return membership
        if not at_once and row.joining == Club.Joining.INVITED:
            raise ClubRefused(_("You need a link to join this club. Ask for it."))
        if membership is None and row.memberships.count() >= MOST:
            raise ClubRefused(_("A club can have at most %(count)d members.") % {"count": MOST})
        membership = membership or Membership(club=row, user=by)
        membership.asked, membership.since = not at_once, timezone.now()
        if by.kind == User.Kind.GUEST and not membership.key:
            membership.key = secrets.token_urlsafe(24)
        membership.save()
        if at_once:
            record(row, by, "join", text("became a member"))
        else:
            record(row, by, "ask", text("requested membership"))
            _tell_staff(row, by)
    return membership


def _tell_staff(row: Club, applicant: User) -> None:
    staff = [membership.user for membership in row.memberships.filter(staff=True).select_related("user")]
    message = text("{name} requests membership", name=applicant.nickname)
    url, key = reverse("clubs:members", args=[row.slug]), f"club:{row.pk}:asks:{applicant.pk}:{timezone.now():%Y%m%d}"
    notify(users=[row.owner, *staff], kind="invitation", message=message, url=url, key=key, competition=row.name)


def approve(*, membership: Membership, by: User) -> Membership:
    """Admit an applicant. Again: nothing changes."""
    with locked_club(membership.club_id) as row:
        member = row.memberships.select_related("user").get(pk=membership.pk)
        if member.asked:
            member.asked, member.since = False, timezone.now()
            member.save(update_fields=["asked", "since"])
            record(row, by, "approve", text("admitted {name} as a member", name=member.user.nickname))
            message, url = text("you are now a member"), reverse("clubs:page", args=[row.slug])
            key = f"club:{row.pk}:in:{member.pk}"
            notify(users=[member.user], kind="invitation", message=message, url=url, key=key, competition=row.name)
    return member


def end(*, membership: Membership, by: User) -> Membership | None:
    """Leave, remove a member, or reject an applicant; return what ended. Again: nothing changes.

    Played matches stay; competitions for members are hidden from a former member who does not play in them. Raises
    ClubRefused if one of the staff removes another.
    """
    with locked_club(membership.club_id) as row:
        member = row.memberships.select_related("user").filter(pk=membership.pk).first()
        if member is None:
            return None
        own, name = member.user_id == by.id, member.user.nickname
        if member.staff and not own and row.owner_id != by.id and not by.runs_site:
            raise ClubRefused(_("Only the owner can remove staff."))
        member.delete()
        if member.asked:
            message = (
                text("withdrew the request for membership")
                if own
                else text("declined the membership of {name}", name=name)
            )
        else:
            message = text("left the club") if own else text("removed {name} from the members", name=name)
        record(row, by, "end", message)
        announce_leaving(user_id=member.user_id)
        if member.staff:
            notify_tables_of_staff(row)
            tell_leavers(Competition.objects.filter(club=row), member.user)
    return member


def leave(*, club: Club, by: User) -> Membership | None:
    """End the membership, or the application, of ``by``; return what ended. Again: nothing changes."""
    membership = club.memberships.filter(user=by).first()
    return None if membership is None else end(membership=membership, by=by)


def appoint(*, membership: Membership, by: User, staff: bool) -> Membership:
    """Make a member with an account one of the staff, or an ordinary member again. Again: nothing changes.

    Raises ClubRefused for a name without account or an applicant.
    """
    with locked_club(membership.club_id) as row:
        member = row.memberships.select_related("user").get(pk=membership.pk)
        if member.staff == staff:
            return member
        if member.asked or member.user.kind != User.Kind.ACCOUNT:
            raise ClubRefused(_("The staff are members with an account."))
        member.staff = staff
        member.save(update_fields=["staff"])
        name = member.user.nickname
        words = text("added {name} to the staff", name=name) if staff else text("{name} is no longer staff", name=name)
        record(row, by, "appoint", words)
        notify_tables_of_staff(row)
        if not staff:
            tell_leavers(Competition.objects.filter(club=row), member.user)
    return member


def add_names(*, club: Club, by: User, names: str | Sequence[str]) -> list[Membership]:
    """Add members without account, a line a name, each with a personal link. All or none. Blank lines are skipped.

    Raises ClubRefused naming the invalid or duplicate line.
    """
    reading = people.typed(names)
    for number, sentence in reading.problems:
        raise ClubRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": sentence})
    lines = [person.name.strip() for person in reading.people]
    if not lines:
        raise ClubRefused(_("Enter at least one name."))
    if len(lines) > NAMES_AT_ONCE:
        raise ClubRefused(_("At most %(count)d names at once.") % {"count": NAMES_AT_ONCE})
    with locked_club(club.id) as row:
        must_be_open(row)
        if row.memberships.count() + len(lines) > MOST:
            raise ClubRefused(_("A club can have at most %(count)d members.") % {"count": MOST})
        names_taken = {name_key(name) for name in row.memberships.values_list("user__nickname", flat=True)}
        clean_names = []
        for line in lines:
            try:
                name = clean_nickname(line)
            except NicknameRefused as refused:
                raise ClubRefused(f"{line}: {refused}") from None
            if name_key(name) in names_taken:
                raise ClubRefused(_("%(name)s is already entered.") % {"name": name})
            names_taken.add(name_key(name))
            clean_names.append(name)
        rows = [
            Membership(club=row, user=user, key=secrets.token_urlsafe(24)) for user in guests(nicknames=clean_names)
        ]
        Membership.objects.bulk_create(rows)
        record(row, by, "add_names", text("added members without account: {count}", count=len(rows)))
    return rows


def new_link(*, club: Club, by: User) -> Club:
    """Replace the joining link; the old one no longer works."""
    with locked_club(club.id) as row:
        must_be_open(row)
        row.key = secrets.token_urlsafe(24)
        row.save(update_fields=["key"])
        record(row, by, "link", text("created a new link for members"))
    return row


def end_link(*, club: Club, by: User) -> Club:
    """Remove the joining link. Again: nothing changes."""
    with locked_club(club.id) as row:
        if row.key:
            row.key = ""
            row.save(update_fields=["key"])
            record(row, by, "link", text("removed the link for members"))
    return row


def enter_members(*, club: Club, competition: Competition, by: User, chosen: Sequence[str]) -> list[Entrant]:
    """Enter the members ``chosen`` (ids of memberships) into a competition of the club whose registration is open.

    All or none. Members already in stay; those without a place wait. Raises EntryRefused naming who cannot enter,
    WrongStep, ClubRefused.
    """
    if competition.club_id != club.id:
        raise ClubRefused(_("This competition does not belong to the club."))
    rows = club.memberships.inside().filter(pk__in=chosen).select_related("user").order_by("since", "id")
    people = [row.user for row in rows]
    if not people:
        raise EntryRefused(_("Choose at least one member."))
    entrants = []
    with transaction.atomic():
        for person in people:
            if person.is_banned:  # the reason is not for others to read
                raise EntryRefused(_("%(name)s cannot play on this site now.") % {"name": person.nickname})
            try:
                entrants.append(entries.enter(competition=competition, player=person, invited=True))
            except EntryRefused as refused:
                raise EntryRefused(f"{person.nickname}: {refused}") from None
    return entrants
