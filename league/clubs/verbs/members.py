"""Who is of a club: by its link, by asking, by a name that the staff types; staff are appointed; all may leave."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.clubs.errors import ClubRefused
from league.clubs.journal import held, must_be_open, record
from league.clubs.models import Club, Membership
from league.clubs.verbs.clubs import told_of_staff
from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Entrant
from league.competitions.verbs import entries
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy.nicknames import clean_nickname
from league.players.verbs.guests import guests
from league.players.verbs.notify import notify
from matches.policy.audience import left

MOST = 500
"""Members of one club, with those who have asked."""
NAMES_AT_ONCE = 100


def join(*, club: Club, by: User, key: str = "") -> Membership | None:
    """Become a member: at once with the ``key`` of the club's link or where everybody may; else it is asked for.

    Again: nothing changes, but a key lets in who has only asked. None for the owner, who is in already. Raises
    ClubRefused.
    """
    if by.is_banned:
        raise ClubRefused(_("You may not play here now: %(reason)s") % {"reason": by.banned_because})
    with held(club.id) as row:
        if row.owner_id == by.id:
            return None
        must_be_open(row)
        invited = bool(row.key) and secrets.compare_digest(row.key, key)
        at_once = invited or row.joining == Club.Joining.OPEN
        mine = row.memberships.filter(user=by).first()
        if mine is not None and (not mine.asked or not at_once):
            return mine
        if not at_once and row.joining == Club.Joining.INVITED:
            raise ClubRefused(_("Members of this club come in by its link: ask for it."))
        if mine is None and row.memberships.count() >= MOST:
            raise ClubRefused(_("A club has at most %(count)d members.") % {"count": MOST})
        mine = mine or Membership(club=row, user=by)
        mine.asked, mine.since = not at_once, timezone.now()
        if by.kind == User.Kind.GUEST and not mine.key:
            mine.key = secrets.token_urlsafe(24)
        mine.save()
        if at_once:
            record(row, by, "join", text("became a member"))
        else:
            record(row, by, "ask", text("asked to become a member"))
            _tell_staff(row, by)
    return mine


def _tell_staff(row: Club, who: User) -> None:
    staff = [one.user for one in row.memberships.filter(staff=True).select_related("user")]
    message = text("{name} asks to become a member", name=who.nickname)
    url, key = reverse("clubs:members", args=[row.slug]), f"club:{row.pk}:asks:{who.pk}:{timezone.now():%Y%m%d}"
    notify(users=[row.owner, *staff], kind="invitation", message=message, url=url, key=key, competition=row.name)


def approve(*, membership: Membership, by: User) -> Membership:
    """Let in who has asked. Again: nothing changes."""
    with held(membership.club_id) as row:
        mine = row.memberships.select_related("user").get(pk=membership.pk)
        if mine.asked:
            mine.asked, mine.since = False, timezone.now()
            mine.save(update_fields=["asked", "since"])
            record(row, by, "approve", text("made {name} a member", name=mine.user.nickname))
            said, url = text("you are a member now"), reverse("clubs:page", args=[row.slug])
            key = f"club:{row.pk}:in:{mine.pk}"
            notify(users=[mine.user], kind="invitation", message=said, url=url, key=key, competition=row.name)
    return mine


def end(*, membership: Membership, by: User) -> None:
    """Leave, or remove somebody, or say no to who asked. Again: nothing changes.

    What was played stays; competitions for members are not shown to who is none, unless he plays in them. Raises
    ClubRefused where one of the staff removes another.
    """
    with held(membership.club_id) as row:
        mine = row.memberships.select_related("user").filter(pk=membership.pk).first()
        if mine is None:
            return
        own, name = mine.user_id == by.id, mine.user.nickname
        if mine.staff and not own and row.owner_id != by.id and not by.is_staff:
            raise ClubRefused(_("Only the owner ends the office of one of the staff."))
        mine.delete()
        if mine.asked:
            said = text("took the wish to be a member back") if own else text("did not let {name} in", name=name)
        else:
            said = text("left the club") if own else text("ended the membership of {name}", name=name)
        record(row, by, "end", said)
        left(user_id=mine.user_id)
        if mine.staff:
            told_of_staff(row)


def appoint(*, membership: Membership, by: User, staff: bool) -> Membership:
    """Make a member with an account one of the staff, or an ordinary member again. Again: nothing changes.

    Raises ClubRefused: no account, or has only asked.
    """
    with held(membership.club_id) as row:
        mine = row.memberships.select_related("user").get(pk=membership.pk)
        if mine.staff == staff:
            return mine
        if mine.asked or mine.user.kind != User.Kind.ACCOUNT:
            raise ClubRefused(_("The staff are members with an account."))
        mine.staff = staff
        mine.save(update_fields=["staff"])
        name = mine.user.nickname
        said = text("took {name} into the staff", name=name) if staff else text("{name} is no longer staff", name=name)
        record(row, by, "appoint", said)
        told_of_staff(row)
    return mine


def add_names(*, club: Club, by: User, names: str | Sequence[str]) -> list[Membership]:
    """Members without account, a line a name, each with a personal link. All or none. Blank lines are skipped.

    Raises ClubRefused naming the line that is wrong or doubled.
    """
    lines = names.splitlines() if isinstance(names, str) else list(names)
    lines = [" ".join(line.split()) for line in lines if line.strip()]
    if not lines:
        raise ClubRefused(_("Type at least one name."))
    if len(lines) > NAMES_AT_ONCE:
        raise ClubRefused(_("At most %(count)d names at once.") % {"count": NAMES_AT_ONCE})
    with held(club.id) as row:
        must_be_open(row)
        if row.memberships.count() + len(lines) > MOST:
            raise ClubRefused(_("A club has at most %(count)d members.") % {"count": MOST})
        taken = {name.casefold() for name in row.memberships.values_list("user__nickname", flat=True)}
        for line in lines:
            if line.casefold() in taken:
                raise ClubRefused(_("%(name)s is there already.") % {"name": line})
            taken.add(line.casefold())
            try:
                clean_nickname(line)
            except NicknameRefused as refused:
                raise ClubRefused(f"{line}: {refused}") from None
        rows = [Membership(club=row, user=user, key=secrets.token_urlsafe(24)) for user in guests(nicknames=lines)]
        Membership.objects.bulk_create(rows)
        record(row, by, "add_names", text("added {count} members without account", count=len(rows)))
    return rows


def new_link(*, club: Club, by: User) -> Club:
    """A new link that makes members of whoever opens it; the old one no longer works."""
    with held(club.id) as row:
        must_be_open(row)
        row.key = secrets.token_urlsafe(24)
        row.save(update_fields=["key"])
        record(row, by, "link", text("made a new link for members"))
    return row


def end_link(*, club: Club, by: User) -> Club:
    """No link any more. Again: nothing changes."""
    with held(club.id) as row:
        if row.key:
            row.key = ""
            row.save(update_fields=["key"])
            record(row, by, "link", text("ended the link for members"))
    return row


def enter_members(*, club: Club, competition: Competition, by: User, chosen: Sequence[str]) -> list[Entrant]:
    """Enter the members ``chosen`` (ids of memberships) into a competition of the club whose registration is open.

    Who is in already stays; who finds no place waits. Raises EntryRefused, WrongStep, ClubRefused.
    """
    if competition.club_id != club.id:
        raise ClubRefused(_("This competition is not one of the club's."))
    rows = club.memberships.inside().filter(pk__in=chosen).select_related("user").order_by("since", "id")
    people = [row.user for row in rows]
    if not people:
        raise EntryRefused(_("Choose at least one member."))
    return [entries.enter(competition=competition, player=person, invited=True) for person in people]
