"""A competition or a club passes to another owner: offered and accepted, or claimed from an owner who is silent.

An offer waits two weeks for an answer. Where the owner has given no sign (``signs``) for the days that were set, one of
those who run the thing may claim it: the owner is told, may object, and at the end of that time it passes by the
schedule, unless the owner has been heard of since. Every step is in the audit.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.clubs.errors import HandoverRefused
from league.clubs.journal import held, record
from league.clubs.models import Club, Handover, Membership
from league.clubs.signs import last_sign
from league.clubs.verbs.clubs import CHECKS, told_of_staff
from league.competitions.errors import StaffRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Staff
from league.competitions.models.roles import Right
from league.competitions.policy import access as competition_access
from league.competitions.policy.officials import tell_tables
from league.competitions.verbs.staff import account_called
from league.players.models import User
from league.players.verbs.notify import notify

OFFER: Final = timedelta(days=14)
"""How long an offer waits for its answer."""
State = Handover.State
Thing: TypeAlias = Competition | Club


@contextmanager
def _held(thing: Thing) -> Iterator[Thing]:
    """The row of ``thing``, locked."""
    if isinstance(thing, Club):
        with held(thing.pk) as club:
            yield club
    else:
        with locked(thing.pk) as row:
            yield row


def of(thing: Thing) -> dict[str, Any]:
    """The column of a handover that ``thing`` stands in."""
    return {"club": thing} if isinstance(thing, Club) else {"competition": thing}


def thing_of(handover: Handover) -> Thing:
    """What is handed over."""
    found = handover.club or handover.competition
    assert found is not None  # a constraint
    return found


def _record(row: Thing, by: User | None, verb: str, message: Text) -> None:
    if isinstance(row, Club):
        record(row, by, verb, message)
    else:
        journal.record(row, by, verb, message)
        journal.changed(row)


def _tell(row: Thing, people: list[User], made: Handover, message: Text) -> None:
    url, key = reverse("clubs:handover", args=[made.pk]), f"handover:{made.pk}:{made.state}"
    notify(users=people, kind="invitation", message=message, url=url, key=key, competition=row.name)


def _open(row: Thing) -> Handover | None:
    """What is open for ``row``; one whose time is over is ended first."""
    found = row.handovers.filter(state=State.OPEN).select_related("owner", "to").first()
    if found is not None and found.ends_at <= timezone.now():
        _due(row, found)
        return None
    return found


def _must_be_open(row: Thing) -> None:
    """Raises HandoverRefused where it is a closed club."""
    if isinstance(row, Club) and row.closed_at is not None:
        raise HandoverRefused(_("This club is closed."))


def _end(made: Handover, state: str) -> None:
    made.state, made.ended_at = state, timezone.now()
    made.save(update_fields=["state", "ended_at"])


def offer(*, thing: Thing, by: User, name: str) -> Handover:
    """Offer ``thing`` to the account called ``name``. Again to the same: the same offer.

    Raises HandoverRefused: nobody is called so, it is the owner, or something is open already.
    """
    try:
        to = account_called(name)
    except StaffRefused as refused:
        raise HandoverRefused(str(refused)) from None
    with _held(thing) as row:
        _must_be_open(row)
        there = _open(row)
        if there is not None and there.kind == Handover.Kind.OFFER and there.to_id == to.pk:
            return there
        if there is not None:
            raise HandoverRefused(_("It is on its way to %(name)s already.") % {"name": there.to.nickname})
        if to.pk == row.owner_id:
            raise HandoverRefused(_("%(name)s owns it.") % {"name": to.nickname})
        if to.is_banned:
            raise HandoverRefused(_("%(name)s cannot take it now.") % {"name": to.nickname})
        now = timezone.now()
        made = Handover.objects.create(
            **of(row), kind=Handover.Kind.OFFER, owner=row.owner, to=to, made_at=now, ends_at=now + OFFER
        )
        _record(row, by, "offer", text("offered the ownership to {name}", name=to.nickname))
        _tell(row, [to], made, text("{name} offers you the ownership", name=by.nickname))
    return made


def answer(*, handover: Handover, by: User, accept: bool) -> Handover:
    """Take what is offered to ``by``, or decline. The same answer again changes nothing.

    Raises HandoverRefused: it is not offered to ``by``, or no more.
    """
    with _held(thing_of(handover)) as row:
        mine = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        wanted = State.PASSED if accept else State.DECLINED
        if mine.kind != Handover.Kind.OFFER or mine.to_id != by.pk:
            raise HandoverRefused(_("This offer is for somebody else."))
        if mine.state == wanted:
            return mine
        if mine.state == State.OPEN and mine.ends_at <= timezone.now():
            _due(row, mine)
        if mine.state != State.OPEN:
            raise HandoverRefused(_("This offer is no longer open."))
        if accept:
            _pass(row, mine, by)
        else:
            _end(mine, State.DECLINED)
            _record(row, by, "decline_offer", text("declined the ownership"))
            _tell(row, [mine.owner], mine, text("{name} declined the ownership", name=by.nickname))
    return mine


def withdraw(*, handover: Handover, by: User) -> Handover:
    """Take one's own offer or claim back. Again: nothing changes. Raises HandoverRefused: not one's own, or passed."""
    with _held(thing_of(handover)) as row:
        mine = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        own = mine.owner_id if mine.kind == Handover.Kind.OFFER else mine.to_id
        if own != by.pk:
            raise HandoverRefused(_("Only who made it takes it back."))
        if mine.state == State.OPEN:
            _end(mine, State.WITHDRAWN)
            offered = mine.kind == Handover.Kind.OFFER
            said = text("took the offer back") if offered else text("took the claim back")
            _record(row, by, "withdraw_offer", said)
        elif mine.state != State.WITHDRAWN:
            raise HandoverRefused(_("It is no longer open."))
    return mine


def claimable_at(thing: Thing) -> datetime | None:
    """From when on ``thing`` may be claimed, as far as is known now; None: never. Three queries."""
    if thing.succession_days == 0:
        return None
    return last_sign(thing.owner) + timedelta(days=thing.succession_days)


def claim(*, thing: Thing, by: User) -> Handover:
    """Claim ``thing``, which ``by`` helps to run, from its silent owner. Again: the same claim.

    Raises HandoverRefused: ``by`` does not run it, the owner is not silent for so long, or something is open.
    """
    with _held(thing) as row:
        _must_be_open(row)
        there = _open(row)
        if there is not None and there.kind == Handover.Kind.CLAIM and there.to_id == by.pk:
            return there
        if there is not None:
            raise HandoverRefused(_("It is on its way to %(name)s already.") % {"name": there.to.nickname})
        if not may_claim(row, by):
            raise HandoverRefused(_("Only who helps to run it may claim it."))
        now, due = timezone.now(), claimable_at(row)
        if due is None:
            raise HandoverRefused(_("It was set that nobody succeeds here."))
        if due > now:
            left = (due - now).days + 1
            raise HandoverRefused(_("The owner was heard of: in %(days)d days at the earliest.") % {"days": left})
        ends = now + timedelta(days=row.objection_days)
        made = Handover.objects.create(
            **of(row), kind=Handover.Kind.CLAIM, owner=row.owner, to=by, made_at=now, ends_at=ends
        )
        _record(row, by, "claim", text("claimed the ownership, since the owner is silent"))
        message = text(
            "{name} claims the ownership, since you were not heard of: you may object for {days} days",
            name=by.nickname,
            days=row.objection_days,
        )
        _tell(row, [row.owner], made, message)
    return made


def may_claim(row: Thing, by: User) -> bool:
    """Whether ``by`` helps to run ``row`` without owning it."""
    if by.kind != User.Kind.ACCOUNT or row.owner_id == by.pk or by.is_banned:
        return False
    if isinstance(row, Club):
        return Membership.objects.filter(club=row, user=by, staff=True).exists()
    return Right.RUN in competition_access.rights_of(by, row) and not by.is_staff


def object_to(*, handover: Handover, by: User) -> Handover:
    """The owner objects to a claim. Again: nothing changes. Raises HandoverRefused."""
    with _held(thing_of(handover)) as row:
        mine = row.handovers.select_related("owner", "to").get(pk=handover.pk)
        if mine.kind != Handover.Kind.CLAIM or mine.owner_id != by.pk:
            raise HandoverRefused(_("Only the owner objects to a claim."))
        if mine.state == State.OPEN:
            _end(mine, State.OBJECTED)
            _record(row, by, "object", text("objected to the claim of {name}", name=mine.to.nickname))
            _tell(row, [mine.to], mine, text("{name} objects to your claim", name=by.nickname))
        elif mine.state != State.OBJECTED:
            raise HandoverRefused(_("It is no longer open."))
    return mine


def pass_due(limit: int = 50) -> int:
    """End the offers that nobody answered and let the claims pass whose time is over; how many. Again: nothing."""
    rows = Handover.objects.filter(state=State.OPEN, ends_at__lte=timezone.now())
    due = list(rows.select_related("club", "competition").order_by("ends_at")[:limit])
    for each in due:
        with _held(thing_of(each)) as row:
            mine = row.handovers.select_related("owner", "to").filter(pk=each.pk, state=State.OPEN).first()
            if mine is not None:
                _due(row, mine)
    return len(due)


def _due(row: Thing, mine: Handover) -> None:
    """The time of an open handover is over: an offer has expired, a claim passes unless something speaks against it."""
    if mine.kind == Handover.Kind.OFFER:
        _end(mine, State.EXPIRED)
        _record(row, None, "offer_expired", text("the offer to {name} was not answered", name=mine.to.nickname))
        _tell(row, [mine.owner], mine, text("{name} did not answer your offer", name=mine.to.nickname))
    elif row.owner_id == mine.owner_id and last_sign(mine.owner) <= mine.made_at and may_claim(row, mine.to):
        _pass(row, mine, None)
    else:
        _end(mine, State.EXPIRED)
        _record(row, None, "claim_ended", text("the claim of {name} ended: its ground is gone", name=mine.to.nickname))
        _tell(row, [mine.to], mine, text("your claim ended: the owner was heard of, or you no longer help to run it"))


def _pass(row: Thing, mine: Handover, by: User | None) -> None:
    """The owner is another; who owned it stays and helps."""
    before, now = row.owner, timezone.now()
    row.owner = mine.to
    row.save(update_fields=["owner"])
    if isinstance(row, Club):
        Membership.objects.filter(club=row, user=mine.to).delete()
        Membership.objects.update_or_create(
            club=row, user=before, defaults={"staff": before.kind == User.Kind.ACCOUNT, "asked": False}
        )
        told_of_staff(row)
    else:
        row.staff.filter(user=mine.to).delete()
        row.staff.update_or_create(
            user=before,
            defaults={
                "role": Staff.Given.CO_ORGANISER,
                "key": secrets.token_urlsafe(24),
                "invited_by": mine.to,
                "invited_at": now,
                "accepted_at": now,
            },
        )
        tell_tables(row)
    _end(mine, State.PASSED)
    message = text("the ownership passed from {before} to {name}", before=before.nickname, name=mine.to.nickname)
    _record(row, by, "handover", message)
    _tell(row, [before, mine.to], mine, message)


def set_succession(*, thing: Thing, by: User, succession_days: int, objection_days: int) -> Thing:
    """Say after how many silent days a claim is possible (0: never), and how long the owner may object. The same again
    changes nothing. Raises ClubRefused naming the field."""
    values = {"succession_days": succession_days, "objection_days": objection_days}
    checked = {field: CHECKS[field](value) for field, value in values.items()}
    with _held(thing) as row:
        if any(getattr(row, field) != value for field, value in checked.items()):
            row.succession_days, row.objection_days = checked["succession_days"], checked["objection_days"]
            row.save(update_fields=list(checked))
            message = (
                text(
                    "a silent owner can be succeeded after {days} days, with {objection} days to object",
                    days=succession_days,
                    objection=objection_days,
                )
                if succession_days
                else text("a silent owner is never succeeded")
            )
            _record(row, by, "succession", message)
    return row
