"""Check-in: entrants confirm their presence, then absent ones give their places to those waiting.

House bots count as present, and so does an entrant who enters while the check-in is open. Latecomers stay at the end of
the waiting list, and move up as soon as the organiser checks them in and a place is free.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.policy.parties import people_of, plays_for
from league.competitions.verbs.drawing import entrants_changed
from league.competitions.verbs.entries import move_up, must_be_open
from league.competitions.verbs.schedule import stored_moment
from league.fields import column, refusal
from league.players.models import User
from league.players.verbs.notify import notify
from league.sentences import moment_words
from matches.store.bulk import save_fields

CALLS: Final = {Entrant.Status.ENTERED: "check_in", Entrant.Status.WAITING: "check_in_waiting"}


def set_check_in(
    *, competition: Competition, by: User, opens_at: datetime | None, closes_at: datetime | None
) -> Competition:
    """Set or, with None and None, remove the times of the check-in. Entrants who have checked in stay so.

    Who waits has the places that an earlier check-in left free. Raises BadSetting, WrongStep once the competition has
    started.
    """
    if (opens_at is None) != (closes_at is None):
        raise BadSetting("closes_at" if closes_at is None else "opens_at", _("Enter both times, or neither."))
    for name, at in {"opens_at": opens_at, "closes_at": closes_at}.items():
        if sentence := refusal(column(Competition, f"check_in_{name}"), at):
            raise BadSetting(name, sentence)
    if opens_at is not None and closes_at is not None:
        if closes_at <= opens_at:
            raise BadSetting("closes_at", _("The check-in must close after it opens."))
        if closes_at <= timezone.now():
            raise BadSetting("closes_at", _("The check-in must close in the future."))
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. Check-in is closed."))
        if (row.check_in_opens_at, row.check_in_closes_at) == (opens_at, closes_at):
            return row
        row.check_in_opens_at, row.check_in_closes_at, row.check_in_done_at = opens_at, closes_at, None
        row.save(update_fields=["check_in_opens_at", "check_in_closes_at", "check_in_done_at"])
        if opens_at is None or closes_at is None:
            message = text("removed the check-in")
        else:
            message = text(
                "set the check-in from {opens} to {closes}",
                opens=stored_moment(opens_at),
                closes=stored_moment(closes_at),
            )
        journal.record(row, by, "check_in", message)
        move_up(row)  # an earlier check-in may have left places free for want of anybody present
        journal.changed(row)
    return row


def check_in(*, entrant: Entrant, by: User) -> Entrant:
    """Check ``entrant`` in: one of its own people between the two times, an organiser until the start.

    Repeating it changes nothing. Raises EntryRefused, WrongStep.
    """
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        entrant = row.entrants.get(id=entrant.id)
        if entrant.checked_in_at is not None and entrant.status == Entrant.Status.ENTERED:
            return entrant
        if row.check_in_opens_at is None or row.check_in_closes_at is None:
            raise WrongStep(_("This competition has no check-in."))
        if entrant.status == Entrant.Status.WITHDRAWN:
            own = plays_for(by, entrant)
            sentence = _("You left and cannot check in.") if own else _("%(name)s left and cannot check in.")
            raise EntryRefused(sentence % {"name": entrant.name})
        if not access.may(by, row, Right.RUN):
            _must_be_time(row, entrant, by)
        first = entrant.checked_in_at is None
        if first:
            entrant.checked_in_at = timezone.now()
            entrant.save(update_fields=["checked_in_at"])
            journal.record(row, by, "check_in", text("checked {name} in", name=entrant.name))
        if row.check_in_done_at is not None:
            move_up(row)
            entrant.refresh_from_db()
        if first or entrant.status == Entrant.Status.ENTERED:
            journal.changed(row)
    return entrant


def check_out(*, entrant: Entrant, by: User) -> Entrant:
    """Undo a check-in, while the check-in is not over. Repeating it changes nothing. Raises WrongStep."""
    with locked(entrant.competition_id) as row:
        must_be_open(row)
        entrant = row.entrants.get(id=entrant.id)
        if entrant.checked_in_at is None:
            return entrant
        if row.check_in_done_at is not None:
            raise WrongStep(_("The check-in is closed. Remove the entrant instead."))
        entrant.checked_in_at = None
        entrant.save(update_fields=["checked_in_at"])
        journal.note(row, by, "check_in", text("undid the check-in of {name}", name=entrant.name))
    return entrant


def close_check_in(*, competition: Competition, by: User | None) -> int:
    """End the check-in: absent entrants go to the end of the waiting list, present ones there move up.

    Returns the number of places that changed hands. Repeating it changes nothing; nor does a call without a person
    (``by``) once an organiser has moved or removed the time. Raises WrongStep.
    """
    with locked(competition.id) as row:
        now = timezone.now()
        if row.check_in_done_at is not None:
            return 0
        if by is None and (row.check_in_closes_at is None or row.check_in_closes_at > now):
            return 0
        must_be_open(row)
        if row.check_in_opens_at is None:
            raise WrongStep(_("This competition has no check-in."))
        if row.check_in_opens_at > now:
            raise WrongStep(_("The check-in has not opened yet. Remove it instead."))
        absent = list(_absent(row))
        for place, entrant in enumerate(absent):
            entrant.status, entrant.seed = Entrant.Status.WAITING, None
            entrant.entered_at = now + timedelta(microseconds=place)
        save_fields(absent, ["status", "seed", "entered_at"])
        row.check_in_done_at = now
        row.check_in_closes_at = min(now, row.check_in_closes_at or now)
        row.check_in_opens_at = min(row.check_in_opens_at, row.check_in_closes_at - timedelta(seconds=1))
        row.save(update_fields=["check_in_done_at", "check_in_closes_at", "check_in_opens_at"])
        names = ", ".join(each.name for each in absent)
        if absent:
            message = text("closed the check-in; absent: {names}", names=names[:400])
        else:
            message = text("closed the check-in; everyone is here")
        journal.record(row, by, "close_check_in", message)
        move_up(row)
        if absent:
            entrants_changed(row)
        _tell_absent(row, absent)
        journal.changed(row)
    return len(absent)


def close_due() -> int:
    """End overdue check-ins, and remind entrants to check in to open ones; return the number of both."""
    now = timezone.now()
    open_now = Competition.objects.filter(status=Competition.Status.REGISTRATION, check_in_done_at__isnull=True)
    over = list(open_now.filter(check_in_closes_at__lte=now).values_list("id", flat=True))
    begun = list(open_now.filter(check_in_opens_at__lte=now, check_in_closes_at__gt=now))
    return one_by_one.total(_close_due, over) + one_by_one.total(_call, begun)


def _close_due(competition_id: UUID) -> int:
    close_check_in(competition=Competition(id=competition_id), by=None)
    return 1


def _absent(row: Competition) -> QuerySet[Entrant]:
    """Return the entrants with a place who have not checked in, in the order of entry."""
    rows = row.entrants.filter(status=Entrant.Status.ENTERED, checked_in_at__isnull=True)
    return rows.exclude(player__kind=User.Kind.BOT).order_by("entered_at", "id")


def _call(row: Competition) -> int:
    """Notify entrants with a place and those who wait, each once, that it is time to check in."""
    assert row.check_in_opens_at is not None and row.check_in_closes_at is not None
    values = {"name": row.name, "when": stored_moment(row.check_in_closes_at)}
    messages = {
        Entrant.Status.ENTERED: text("Check in for {name} by {when}, or your place goes to the waiting list", **values),
        Entrant.Status.WAITING: text("Check in for {name} by {when} to get a place that becomes free", **values),
    }
    called = 0
    for status, message in messages.items():
        called += notify(
            users=people_of(row.entrants.filter(checked_in_at__isnull=True, status=status)),
            kind="check_in",
            message=message,
            url=reverse("competitions:entrants", args=[row.slug]),
            # By status: who moves up before the end is told of the place that can be lost.
            key=f"{CALLS[status]}:{row.id}:{row.check_in_opens_at.isoformat()}",
            competition=row.name,
        )
    return called


def _tell_absent(row: Competition, absent: list[Entrant]) -> None:
    assert row.check_in_done_at is not None
    notify(
        users=people_of(row.entrants.filter(id__in=[each.id for each in absent])),
        kind="check_in",
        message=text("You did not check in for {name}: you are now on the waiting list", name=row.name),
        url=reverse("competitions:entrants", args=[row.slug]),
        key=f"checked_out:{row.id}:{row.check_in_done_at.isoformat()}",
        competition=row.name,
    )


def _must_be_time(row: Competition, entrant: Entrant, by: User) -> None:
    """Check that one of the entrant's own people may check in now. Raises EntryRefused, WrongStep."""
    assert row.check_in_opens_at is not None and row.check_in_closes_at is not None
    if not plays_for(by, entrant):
        raise EntryRefused(_("Only the player or the organiser can check in."))
    now = timezone.now()
    if now < row.check_in_opens_at:
        raise WrongStep(_("The check-in opens at %(when)s.") % {"when": moment_words(row.check_in_opens_at)})
    if now >= row.check_in_closes_at:
        raise WrongStep(_("The check-in is closed. Ask the organiser."))
