"""Handover of a competition or a club: offered and accepted, or claimed from a silent owner.

An offer waits two weeks for an answer. If the owner gave no sign (``signs``) for the configured days, one of its
organisers may claim it: the owner is told and may object; after the objection period the schedule transfers it,
unless the owner gave a sign since. Every step is in the audit.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.core.text import Text, text
from league.clubs.errors import HandoverRefused
from league.clubs.journal import locked_club, record
from league.clubs.models import Club, Handover, Membership
from league.clubs.signs import last_sign
from league.clubs.verbs.clubs import SUCCESSION, notify_tables_of_staff
from league.competitions.errors import StaffRefused
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Staff
from league.competitions.models.roles import Right
from league.competitions.policy import access as competition_access
from league.competitions.policy.officials import tell_tables
from league.competitions.setup import columns
from league.competitions.verbs.staff import account_called
from league.players.models import User
from league.players.verbs.notify import notify

OFFER: Final = timedelta(days=14)
"""Time that an offer waits for its answer."""
State = Handover.State
Thing: TypeAlias = Competition | Club


@contextmanager
def _locked(thing: Thing) -> Iterator[Thing]:
    """Hold the locked row of ``thing``."""
    if isinstance(thing, Club):
        with locked_club(thing.pk) as club:
            yield club
    else:
        with locked(thing.pk) as row:
            yield row


def of(thing: Thing) -> dict[str, Any]:
    """Return the column of a handover that refers to ``thing``."""
    return {"club": thing} if isinstance(thing, Club) else {"competition": thing}


def thing_of(handover: Handover) -> Thing:
    """Return the competition or club that is handed over."""
    thing = handover.club or handover.competition
    assert thing is not None  # guaranteed by a constraint
    return thing


def _record(row: Thing, by: User | None, verb: str, message: Text) -> None:
    if isinstance(row, Club):
        record(row, by, verb, message)
    else:
        journal.note(row, by, verb, message)


def _tell(row: Thing, people: list[User], handover: Handover, message: Text) -> None:
    url, key = reverse("clubs:handover", args=[handover.pk]), f"handover:{handover.pk}:{handover.state}"
    notify(users=people, kind="invitation", message=message, url=url, key=key, competition=row.name)


def _open(row: Thing) -> Handover | None:
    """Return the open handover of ``row``; an expired one is ended first."""
    handover = row.handovers.filter(state=State.OPEN).select_related("owner", "to").first()
    if handover is not None and handover.ends_at <= timezone.now():
        _end_overdue(row, handover)
        return None
    return handover


def _in_the_way(existing: Handover) -> str:
    """Return the sentence that there can be no other handover while ``existing`` is open."""
    offered = existing.kind == Handover.Kind.OFFER
    sentence = (
        _("An offer to %(name)s is already open.") if offered else _("%(name)s has claimed the ownership already.")
    )
    return sentence % {"name": existing.to.nickname}


def _must_be_open(row: Thing) -> None:
    """Raise HandoverRefused for a closed club."""
    if isinstance(row, Club) and row.closed_at is not None:
        raise HandoverRefused(_("This club is closed."))


def _end(handover: Handover, state: str) -> None:
    handover.state, handover.ended_at = state, timezone.now()
    handover.save(update_fields=["state", "ended_at"])


def offer(*, thing: Thing, by: User, name: str) -> Handover:
    """Offer ``thing`` to the account called ``name``. Again to the same person: returns the same offer.

    Raises HandoverRefused: unknown name, the owner's own name, or another handover is open.
    """
    try:
        to = account_called(name)
    except StaffRefused as refused:
        raise HandoverRefused(str(refused)) from None
    with _locked(thing) as row:
        _must_be_open(row)
        existing = _open(row)
        if existing is not None and existing.kind == Handover.Kind.OFFER and existing.to_id == to.pk:
            return existing
        if existing is not None:
            raise HandoverRefused(_in_the_way(existing))
        if to.pk == row.owner_id:
            raise HandoverRefused(_("%(name)s already owns it.") % {"name": to.nickname})
        if to.is_banned:
            raise HandoverRefused(_("%(name)s cannot become the owner now.") % {"name": to.nickname})
        now = timezone.now()
        handover = Handover.objects.create(
            **of(row), kind=Handover.Kind.OFFER, owner=row.owner, to=to, made_at=now, ends_at=now + OFFER
        )
        _record(row, by, "offer", text("offered the ownership to {name}", name=to.nickname))
        _tell(row, [to], handover, text("{name} offers you the ownership", name=by.nickname))
    return handover


def answer(*, handover: Handover, by: User, accept: bool) -> Handover:
    """Accept or decline an offer to ``by``. The same answer again changes nothing.

    Raises HandoverRefused if it is not offered to ``by``, or no longer, or if ``by`` has been banned since.
    """
    with _locked(thing_of(handover)) as row:
        current = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        state = State.PASSED if accept else State.DECLINED
        if current.kind != Handover.Kind.OFFER or current.to_id != by.pk:
            raise HandoverRefused(_("This offer is for someone else."))
        if current.state == state:
            return current
        if current.state == State.OPEN and current.ends_at <= timezone.now():
            _end_overdue(row, current)
        if current.state != State.OPEN:
            raise HandoverRefused(_("This offer is closed."))
        if accept and current.to.is_banned:
            raise HandoverRefused(_("%(name)s cannot become the owner now.") % {"name": current.to.nickname})
        if accept:
            _pass(row, current, by)
        else:
            _end(current, State.DECLINED)
            _record(row, by, "decline_offer", text("declined the ownership"))
            _tell(row, [current.owner], current, text("{name} declined the ownership", name=by.nickname))
    return current


def withdraw(*, handover: Handover, by: User) -> Handover:
    """Withdraw one's own offer or claim. Again: nothing changes.

    Raises HandoverRefused if it is another's or has passed.
    """
    with _locked(thing_of(handover)) as row:
        current = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        own = current.owner_id if current.kind == Handover.Kind.OFFER else current.to_id
        if own != by.pk:
            raise HandoverRefused(_("Only the person who made it can withdraw it."))
        if current.state == State.OPEN:
            _end(current, State.WITHDRAWN)
            offered = current.kind == Handover.Kind.OFFER
            message = text("withdrew the offer") if offered else text("withdrew the claim")
            _record(row, by, "withdraw_offer", message)
        elif current.state != State.WITHDRAWN:
            raise HandoverRefused(_("This is closed."))
    return current


def respond(*, handover: Handover, by: User, do: str) -> Handover:
    """Accept or decline an offer, object to a claim, or withdraw one's own (``do``). Again: nothing changes.

    Raises HandoverRefused.
    """
    match do:
        case "accept" | "decline":
            return answer(handover=handover, by=by, accept=do == "accept")
        case "object":
            return object_to(handover=handover, by=by)
        case _:
            return withdraw(handover=handover, by=by)


def claimable_at(thing: Thing) -> datetime | None:
    """Return the first moment at which ``thing`` may be claimed, as far as is known now; None: never. Three queries."""
    if thing.succession_days == 0:
        return None
    return last_sign(thing.owner) + timedelta(days=thing.succession_days)


def claim(*, thing: Thing, by: User) -> Handover:
    """Claim ``thing``, which ``by`` helps to run, from its silent owner. Again: returns the same claim.

    Raises HandoverRefused: ``by`` does not run it, the owner is not silent for long enough, or a handover is open.
    """
    with _locked(thing) as row:
        _must_be_open(row)
        existing = _open(row)
        if existing is not None and existing.kind == Handover.Kind.CLAIM and existing.to_id == by.pk:
            return existing
        if existing is not None:
            raise HandoverRefused(_in_the_way(existing))
        if not may_claim(row, by):
            raise HandoverRefused(_("Only staff can claim it."))
        now, due = timezone.now(), claimable_at(row)
        if due is None:
            raise HandoverRefused(_("Succession is turned off here."))
        if due > now:
            left = (due - now).days + 1
            sentence = ngettext(
                "The owner has been active. You can claim it in %(days)d day.",
                "The owner has been active. You can claim it in %(days)d days.",
                left,
            )
            raise HandoverRefused(sentence % {"days": left})
        ends = now + timedelta(days=row.objection_days)
        handover = Handover.objects.create(
            **of(row), kind=Handover.Kind.CLAIM, owner=row.owner, to=by, made_at=now, ends_at=ends
        )
        _record(row, by, "claim", text("claimed the ownership, since the owner is inactive"))
        message = text(
            "{name} claims the ownership after your inactivity. Days left to object: {days}",
            name=by.nickname,
            days=row.objection_days,
        )
        _tell(row, [row.owner], handover, message)
    return handover


def may_claim(row: Thing, by: User) -> bool:
    """Return whether ``by`` helps to run ``row`` without owning it."""
    if by.kind != User.Kind.ACCOUNT or row.owner_id == by.pk or by.is_banned:
        return False
    if isinstance(row, Club):
        return Membership.objects.filter(club=row, user=by, staff=True).exists()
    return Right.RUN in competition_access.rights_of(by, row) and not by.runs_site


def object_to(*, handover: Handover, by: User) -> Handover:
    """Object to a claim as the owner. Again: nothing changes. Raises HandoverRefused."""
    with _locked(thing_of(handover)) as row:
        current = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        if current.kind != Handover.Kind.CLAIM or current.owner_id != by.pk:
            raise HandoverRefused(_("Only the owner can object to a claim."))
        if current.state == State.OPEN:
            _end(current, State.OBJECTED)
            _record(row, by, "object", text("objected to the claim of {name}", name=current.to.nickname))
            _tell(row, [current.to], current, text("{name} objects to your claim", name=by.nickname))
        elif current.state != State.OBJECTED:
            raise HandoverRefused(_("This is closed."))
    return current


def pass_due(limit: int = 50) -> int:
    """Expire unanswered offers and transfer claims whose objection period has ended; return how many."""
    rows = Handover.objects.filter(state=State.OPEN, ends_at__lte=timezone.now())
    return one_by_one.total(_pass_one, rows.select_related("club", "competition").order_by("ends_at")[:limit])


def _pass_one(offer: Handover) -> int:
    with _locked(thing_of(offer)) as row:
        handover = row.handovers.select_related("owner", "to").filter(pk=offer.pk, state=State.OPEN).first()
        if handover is not None:
            _end_overdue(row, handover)
    return 1


def _end_overdue(row: Thing, offer: Handover) -> None:
    """End an open handover whose time is over: an offer expires, a claim passes unless something prevents it."""
    if offer.kind == Handover.Kind.OFFER:
        _end(offer, State.EXPIRED)
        _record(row, None, "offer_expired", text("the offer to {name} was not answered", name=offer.to.nickname))
        _tell(row, [offer.owner], offer, text("{name} did not answer your offer", name=offer.to.nickname))
    elif row.owner_id == offer.owner_id and last_sign(offer.owner) <= offer.made_at and may_claim(row, offer.to):
        _pass(row, offer, None)
    else:
        _end(offer, State.EXPIRED)
        _record(
            row,
            None,
            "claim_ended",
            text("the claim of {name} ended: there is no reason for it any more", name=offer.to.nickname),
        )
        _tell(row, [offer.to], offer, text("your claim ended: the owner is active again, or you no longer help run it"))


def _pass(row: Thing, handover: Handover, by: User | None) -> None:
    """Transfer to the new owner; the old one stays as staff."""
    before, now = row.owner, timezone.now()
    row.owner = handover.to
    row.save(update_fields=["owner"])
    if isinstance(row, Club):
        Membership.objects.filter(club=row, user=handover.to).delete()
        Membership.objects.update_or_create(
            club=row, user=before, defaults={"staff": before.kind == User.Kind.ACCOUNT, "asked": False}
        )
        notify_tables_of_staff(row)
    else:
        row.staff.filter(user=handover.to).delete()
        row.staff.update_or_create(
            user=before,
            defaults={
                "role": Staff.Given.CO_ORGANISER,
                "key": secrets.token_urlsafe(24),
                "invited_by": handover.to,
                "invited_at": now,
                "accepted_at": now,
            },
        )
        tell_tables(row)
    _end(handover, State.PASSED)
    message = text("the ownership passed from {before} to {name}", before=before.nickname, name=handover.to.nickname)
    _record(row, by, "handover", message)
    _tell(row, [before, handover.to], handover, message)


def pass_on(*, thing: Thing, to: User) -> Handover:
    """Transfer ``thing`` to ``to`` at once, since its owner leaves the site; an open handover ends."""
    with _locked(thing) as row:
        existing = _open(row)
        if existing is not None:
            _end(existing, State.EXPIRED)
        now = timezone.now()
        handover = Handover.objects.create(
            **of(row), kind=Handover.Kind.OFFER, owner=row.owner, to=to, made_at=now, ends_at=now
        )
        _pass(row, handover, None)
    return handover


def set_succession(*, thing: Thing, by: User, **values: Any) -> Thing:
    """Set after how many silent days a claim is possible (0: never), and the days to object. Again: nothing changes.

    ``values``: of ``clubs.SUCCESSION``. Raises BadSetting naming the field.
    """
    with _locked(thing) as row:
        if columns.take(row, values, SUCCESSION):
            row.save(update_fields=list(SUCCESSION))
            message = (
                text(
                    "set succession: {days} days of inactivity, {objection} days to object",
                    days=row.succession_days,
                    objection=row.objection_days,
                )
                if row.succession_days
                else text("turned succession off")
            )
            _record(row, by, "succession", message)
    return row
