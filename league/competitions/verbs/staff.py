"""Staff of a competition: the owner invites by name or by link, the invited accept, either may end it."""

import secrets
from collections.abc import Callable

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import StaffRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Staff
from league.competitions.models.roles import STAFF
from league.competitions.policy.officials import tell_tables
from league.competitions.verbs.visibility import no_longer_of
from league.players.models import User
from league.registry import Registry

MOST = 30
"""Staff and open invitations of one competition."""
leavers: Registry[Callable[[QuerySet[Competition], User], None]] = Registry()
"""Listeners of upper apps to a user who ceased to help with the competitions, by this role at least."""


def invite(*, competition: Competition, by: User, role: str, name: str = "") -> Staff:
    """Invite the account called ``name`` to help as ``role``.

    By its sign-in name or, if unique, its nickname; without a name the invitation is a link for the first who opens it.
    Inviting the same person again changes the role of an open invitation. Raises StaffRefused.
    """
    if role not in STAFF:
        raise StaffRefused(_("Choose the role: co-organiser or referee."))
    with locked(competition.id) as row:
        account = account_called(name) if name.strip() else None
        if account is not None and account.id == row.owner_id:
            raise StaffRefused(_("The owner already has all rights."))
        existing = row.staff.filter(user=account).first() if account is not None else None
        if existing is not None and (existing.accepted_at is not None or existing.role == role):
            if existing.role == role:
                return existing
            raise StaffRefused(_("%(name)s already helps. Remove that role first.") % {"name": account})
        if existing is None and row.staff.count() >= MOST:
            raise StaffRefused(_("At most %(count)d people and open invitations.") % {"count": MOST})
        invitation = existing or Staff(competition=row, user=account, key=secrets.token_urlsafe(24))
        invitation.role, invitation.invited_by, invitation.invited_at = role, by, timezone.now()
        invitation.save()
        if account is not None:
            message = text("invited {name} to help as {role}", name=account.nickname, role=text(_WORD[role]))
        else:
            message = text("created an invitation link for a {role}", role=text(_WORD[role]))
        journal.note(row, by, "invite_staff", message)
    return invitation


def accept(*, key: str, by: User) -> Staff:
    """Take the role of the invitation ``key``. Repeating it changes nothing.

    Raises StaffRefused: no account, somebody else's invitation, used up, or ``by`` has a role there already.
    """
    invitation = Staff.objects.filter(key=key).first()
    if invitation is None:
        raise StaffRefused(_("This invitation has ended."))
    with locked(invitation.competition_id) as row:
        office = row.staff.filter(key=key).first()
        if office is None:
            raise StaffRefused(_("This invitation has ended."))
        if office.accepted_at is not None and office.user_id == by.id:
            return office
        if by.kind != User.Kind.ACCOUNT:
            raise StaffRefused(_("You need an account to help run a competition."))
        if office.accepted_at is not None or (office.user_id is not None and office.user_id != by.id):
            raise StaffRefused(_("This invitation is for someone else, or someone has taken it."))
        if row.owner_id == by.id or row.staff.filter(user=by).exclude(id=office.id).exists():
            raise StaffRefused(_("You already have a role in this competition."))
        office.user, office.accepted_at = by, timezone.now()
        office.save(update_fields=["user", "accepted_at"])
        tell_tables(row)
        journal.note(row, by, "accept_staff", text("now helps as {role}", role=text(_WORD[office.role])))
    return office


def end(*, staff: Staff, by: User) -> None:
    """End a role or revoke an invitation: the owner any, others their own. Repeating it changes nothing."""
    with locked(staff.competition_id) as row:
        office = row.staff.select_related("user").filter(id=staff.id).first()
        if office is None:
            return
        office.delete()
        tell_tables(row)
        if office.user is not None:
            no_longer_of(row, [office.user.pk])
            tell_leavers(Competition.objects.filter(pk=row.pk), office.user)
        role = text(_WORD[office.role])
        if office.accepted_at is None:
            message = text("withdrew an invitation as {role}", role=role)
        elif office.user_id == by.id:
            message = text("no longer helps as {role}", role=role)
        else:
            message = text("removed the role of {name}, {role}", name=str(office.user), role=role)
        journal.note(row, by, "end_staff", message)


def tell_leavers(competitions: QuerySet[Competition], user: User) -> None:
    for tell in leavers:
        tell(competitions, user)


_WORD = {"co_organiser": "co-organiser", "referee": "referee"}
"""Roles as written in the audit log."""


def account_called(name: str) -> User:
    """Return the account with ``name`` as its sign-in name or unique nickname. Raises StaffRefused."""
    accounts = User.objects.filter(kind=User.Kind.ACCOUNT, is_active=True)
    exact = accounts.filter(username__iexact=name.strip()).first()
    if exact is not None:
        return exact
    called = list(accounts.filter(nickname__iexact=name.strip())[:2])
    if len(called) == 1:
        return called[0]
    if called:
        raise StaffRefused(_("Several accounts are called %(name)s. Send a link instead.") % {"name": name.strip()})
    raise StaffRefused(_("There is no account called %(name)s.") % {"name": name.strip()})
