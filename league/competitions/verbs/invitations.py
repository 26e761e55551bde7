"""Entry by invitation: personal links for named people, or one secret link for everybody who holds it."""

import secrets
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import EntryRefused, WrongStep
from league.competitions.exchange import people
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Invitation, Letter
from league.competitions.verbs import emails, entries
from league.players.errors import NicknameRefused
from league.players.models import User
from league.players.policy.addresses import is_address
from league.players.policy.nicknames import clean_entrant_name, name_key

MOST = 500
"""Personal invitations of one competition."""


def invite(*, competition: Competition, by: User, names: str | Sequence[str]) -> list[Invitation]:
    """Make personal links for ``names``, one per line; an address after a comma gets it by e-mail.

    A name that has an open invitation keeps its link. All or none. Raises EntryRefused naming the line, WrongStep once
    the competition has started.
    """
    invited_names = [_name_and_address(person) for person in _invited(names)]
    if not invited_names:
        raise EntryRefused(_("Enter at least one name."))
    with locked(competition.id) as row:
        _must_be_ahead(row)
        earlier = {name_key(invitation.name): invitation for invitation in row.invitations.exclude(name="")}
        if len(earlier) + len(invited_names) > MOST:
            raise EntryRefused(_("At most %(count)d invitations.") % {"count": MOST})
        invited, fresh, posted, now = [], [], [], timezone.now()
        for name, address in invited_names:
            invitation = earlier.get(name_key(name))
            if invitation is None:
                invitation = Invitation(
                    competition=row, name=name, key=secrets.token_urlsafe(24), made_by=by, made_at=now
                )
                invitation.save(force_insert=True)
                earlier[name_key(name)] = invitation
                fresh.append(invitation)
            invited.append(invitation)
            if (
                address
                and invitation.state == Invitation.State.OPEN
                and not invitation.letters.filter(to=address).exists()
            ):
                posted.append(Letter(invitation=invitation, to=address))
        emails.write(row, by, posted)
        if fresh:
            listed = ", ".join(invitation.name for invitation in fresh)
            journal.note(row, by, "invite", text("invited {names}", names=listed[:400]))
    return invited


def open_link(*, competition: Competition, by: User) -> Invitation:
    """Return the one secret link by which everybody who holds it enters, made once. Raises WrongStep."""
    with locked(competition.id) as row:
        _must_be_ahead(row)
        open_now = row.invitations.filter(name="", state=Invitation.State.OPEN).first()
        if open_now is not None:
            return open_now
        invitation = Invitation.objects.create(
            competition=row, key=secrets.token_urlsafe(24), made_by=by, made_at=timezone.now()
        )
        journal.note(row, by, "invite", text("created an invitation link for anyone who has it"))
    return invitation


def accept(*, key: str, player: User, name: str = "") -> Entrant:
    """Enter by the invitation ``key``, with a side's ``name`` where several play. Repeating it changes nothing.

    Raises EntryRefused if there is no such invitation or somebody else has taken it, and what ``entries.enter`` raises.
    """
    invitation = _invitation(key)
    with locked(invitation.competition_id) as row:
        link = row.invitations.select_related("entrant").filter(key=key).first()
        if link is None:
            raise EntryRefused(_("This invitation has ended."))
        is_taken = link.entrant is not None and link.entrant.player_id != player.id
        if link.name and link.state == Invitation.State.ACCEPTED and is_taken:
            raise EntryRefused(_("Someone has taken this invitation. Ask the organiser for another."))
        entrant = entries.enter(competition=row, player=player, name=name, invited=True)
        if link.name and (link.state, link.entrant_id) != (Invitation.State.ACCEPTED, entrant.id):
            link.state, link.entrant, link.answered_at = Invitation.State.ACCEPTED, entrant, timezone.now()
            link.save(update_fields=["state", "entrant", "answered_at"])
            message = text("{name} accepted the invitation as {entrant}", name=link.name, entrant=entrant.name)
            journal.note(row, player, "accept", message)
    return entrant


def decline(*, key: str, by: User | None) -> Invitation:
    """Decline a personal invitation; until the start it may still be accepted. Repeating it changes nothing.

    Raises EntryRefused: no such invitation, already accepted (then leave instead), or one for everybody.
    """
    invitation = _invitation(key)
    with locked(invitation.competition_id) as row:
        link = row.invitations.select_related("entrant").filter(key=key).first()
        if link is None:
            raise EntryRefused(_("This invitation has ended."))
        if not link.name:
            raise EntryRefused(_("This link is for everyone. You need not decline it."))
        if link.state == Invitation.State.DECLINED:
            return link
        if link.entrant is not None and link.entrant.status != Entrant.Status.WITHDRAWN:
            raise EntryRefused(_("You accepted this invitation. Leave the competition instead."))
        link.state, link.answered_at = Invitation.State.DECLINED, timezone.now()
        link.save(update_fields=["state", "answered_at"])
        journal.note(row, by, "decline_invitation", text("{name} declined the invitation", name=link.name))
    return link


def take_back(*, invitation: Invitation, by: User) -> None:
    """Make the link invalid; an entrant who accepted it stays. Repeating it changes nothing."""
    with locked(invitation.competition_id) as row:
        link = row.invitations.filter(id=invitation.id).first()
        if link is None:
            return
        link.delete()
        if link.name:
            message = text("withdrew the invitation of {name}", name=link.name)
        else:
            message = text("withdrew the invitation link for everyone")
        journal.note(row, by, "take_back_invitation", message)


def _invitation(key: str) -> Invitation:
    invitation = Invitation.objects.filter(key=key).first()
    if invitation is None:
        raise EntryRefused(_("This invitation has ended."))
    return invitation


def _must_be_ahead(row: Competition) -> None:
    if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
        raise WrongStep(_("The competition has started. You cannot invite anyone now."))


def _invited(names: str | Sequence[str]) -> list[people.Person]:
    """Read a text with one a line, or a list of such lines. Raises EntryRefused naming the line."""
    if not isinstance(names, str):
        given = [(number, line.partition(",")) for number, line in enumerate(names, start=1) if line.strip()]
        return [
            people.Person(number, name, name, {people.EMAIL: address.strip()})
            for number, (name, _comma, address) in given
        ]
    reading = people.read(names, (people.NAME, people.EMAIL), comma_in_names=False)
    for number, sentence in reading.problems:
        raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": sentence})
    return reading.people


def _name_and_address(person: people.Person) -> tuple[str, str]:
    """Return the name and the address of one line. Raises EntryRefused naming it."""
    number, address = person.number, person.cells.get(people.EMAIL, "")
    try:
        name = clean_entrant_name(person.name)
    except NicknameRefused as refused:
        raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": refused}) from None
    if address and not is_address(address):
        message = _("%(address)s is not an e-mail address.") % {"address": address[:60]}
        raise EntryRefused(_("Line %(number)d: %(reason)s") % {"number": number, "reason": message})
    return name, address
