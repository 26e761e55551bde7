"""Ask entrants of a season, by one link each, whether they play the next one ("in or out").

Every place is held until the deadline. "Out" gives it to the waiting list at once; silence gives it away at the
deadline, when the divisions are filled again: those who stay go where the final tables send them, free places are
filled from below, newcomers come in at the foot. House bots answer yes.
"""

import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.errors import BadSetting, EntryRefused, WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant
from league.competitions.policy.parties import people_of
from league.competitions.verbs import entries, seasons
from league.competitions.verbs.drawing import entrants_changed
from league.competitions.verbs.schedule import stored_moment
from league.days import later
from league.players.models import User
from league.players.verbs.notify import notify
from league.seasons.models import Asking, Renewal
from league.sentences import DID_NOT_ANSWER, NOT_IN_THIS_SEASON, given
from matches.store.bulk import save_fields

USUAL: Final = 7
"""Default days to answer."""
MOST: Final = timedelta(days=90)
ANSWERS: Final = (Renewal.Answer.IN.value, Renewal.Answer.OUT.value)


def next_season(*, competition: Competition, by: User, until: datetime | None = None) -> Competition:
    """Make the next season of a finished ``competition`` and ask everybody "in or out".

    The answer is due at ``until`` (default: in ``USUAL`` days). Again: returns the same season and asks nobody twice.
    Raises BadSetting, WrongStep.
    """
    with locked(competition.id) as row:
        following = seasons.next_of(row)
        if following is not None:
            return following
        ends = until or later(timezone.now(), timedelta(days=USUAL), ZoneInfo(row.time_zone))
        _check(ends)
        following = seasons.following(competition=row, by=by)
        carried = {entrant.player_id: entrant for entrant in row.entrants.all()}
        asking = Asking.objects.create(competition=following, until=ends)
        now = timezone.now()
        rows = [
            Renewal(
                asking=asking,
                entrant=entrant,
                carried=carried[entrant.player_id],
                key=secrets.token_urlsafe(24),
                answer=Renewal.Answer.IN if entrant.player.bot else Renewal.Answer.NONE,
                answered_at=now if entrant.player.bot else None,
            )
            for entrant in following.entrants.select_related("player")
            if entrant.player_id in carried
        ]
        Renewal.objects.bulk_create(rows)
        message = text("asked {count} entrants in or out, until {when}", count=len(rows), when=stored_moment(ends))
        journal.record(following, by, "ask", message)
        for renewal in rows:
            _send_question(following, renewal, ends)
    return following


def answer(*, key: str, reply: str, by: User | None = None) -> Renewal:
    """Answer in or out by the link that holds ``key``; a later answer replaces an earlier one.

    The same answer again changes nothing. Raises EntryRefused: unknown link, unknown answer, too late; WrongStep.
    """
    if reply not in ANSWERS:
        raise EntryRefused(_("Answer in or out."))
    renewal = Renewal.objects.select_related("asking").filter(key=key).first()
    if renewal is None:
        raise EntryRefused(_("This link does not work."))
    with locked(renewal.asking.competition_id) as row:
        locked_renewal = Renewal.objects.select_related("asking", "entrant__player").get(pk=renewal.pk)
        if locked_renewal.answer == reply:
            return locked_renewal
        if locked_renewal.asking.closed_at is not None or row.status != Competition.Status.REGISTRATION:
            raise EntryRefused(_("It is too late to answer. Ask the organiser."))
        locked_renewal.answer, locked_renewal.answered_at = reply, timezone.now()
        locked_renewal.save(update_fields=["answer", "answered_at"])
        name = locked_renewal.entrant.name
        message = text("{name} is in", name=name) if reply == "in" else text("{name} is out", name=name)
        journal.record(row, None, "answer", message)
        if reply == "out":
            entries.leave(entrant=locked_renewal.entrant, by=by, reason=given(NOT_IN_THIS_SEASON))
        elif locked_renewal.entrant.status == Entrant.Status.WITHDRAWN:
            entries.put_back(entrant=locked_renewal.entrant, by=locked_renewal.entrant.player)
        journal.changed(row)
    return locked_renewal


def follow_entry(row: Competition, entrant: Entrant) -> None:
    """Answer the open question for an entrant who came in or left by another way. Under the lock."""
    if row.previous_id is None:
        return
    left = entrant.status == Entrant.Status.WITHDRAWN
    reply = Renewal.Answer.OUT if left else Renewal.Answer.IN
    asked = Renewal.objects.filter(entrant=entrant, asking__closed_at=None).exclude(answer=reply)
    asked.update(answer=reply, answered_at=timezone.now())


def extend(*, competition: Competition, until: datetime, by: User) -> Asking:
    """Extend everybody's time to answer. Again: nothing changes. Raises BadSetting, WrongStep."""
    with locked(competition.id) as row:
        asking = _open(row)
        if asking.until == until:
            return asking
        _check(until)
        asking.until = until
        asking.save(update_fields=["until"])
        journal.note(row, by, "ask", text("asked everyone in or out, until {when}", when=stored_moment(until)))
    return asking


def ask_again(*, competition: Competition, by: User) -> int:
    """Remind those who have not answered, at most once a day; return how many people were reminded."""
    with locked(competition.id) as row:
        asking = _open(row)
        silent = asking.renewals.filter(answer="").select_related("entrant")
        today = timezone.now().date().isoformat()
        notified = sum(_send_question(row, renewal, asking.until, today) for renewal in silent)
        if notified:
            journal.note(row, by, "ask", text("reminded {count} without an answer", count=notified))
    return notified


def close(*, competition: Competition, by: User | None) -> int:
    """End the asking: the silent are out, the waiting list moves up, the divisions are filled again.

    Returns how many were silent. Again: nothing changes; nor does a call without a person (``by``) once an organiser
    has extended the time. Raises WrongStep.
    """
    with locked(competition.id) as row:
        asking = Asking.objects.filter(competition=row).first()
        if asking is None:
            raise WrongStep(_("Nobody was asked here."))
        if asking.closed_at is not None or (by is None and asking.until > timezone.now()):
            return 0
        asking.closed_at = timezone.now()
        asking.save(update_fields=["closed_at"])
        if row.status != Competition.Status.REGISTRATION:
            return 0
        silent = list(asking.renewals.filter(answer="").select_related("entrant__player"))
        for renewal in silent:
            entries.leave(entrant=renewal.entrant, by=by, reason=given(DID_NOT_ANSWER))
        place(row)
        stay = row.entrants.filter(status=Entrant.Status.ENTERED).count()
        message = text(
            "closed the question in or out: {count} are in, {silent} did not answer", count=stay, silent=len(silent)
        )
        journal.note(row, by, "ask", message)
    return len(silent)


def close_due() -> int:
    """End the askings whose deadline has come; return how many."""
    due = Asking.objects.filter(closed_at=None, until__lte=timezone.now()).values_list("competition_id", flat=True)
    return one_by_one.total(_close_due, list(due))


def _close_due(competition_id: UUID) -> int:
    close(competition=Competition(id=competition_id), by=None)
    return 1


def prepare_start(row: Competition) -> None:
    """Assign everybody a division before the draw, unless it is made. Under the lock.

    Raises WrongStep while the question is open.
    """
    if Asking.objects.filter(competition=row, closed_at=None).exists():
        raise WrongStep(_("You are still waiting for answers. Close that first."))
    if row.previous_id is not None and not row.entrants.filter(seed__isnull=False).exists():
        place(row)


def place(row: Competition) -> None:
    """Put every confirmed entrant into the division that the last season and the free places give. Under the lock."""
    if row.previous_id is None or row.previous is None or not seasons.has_divisions(row):
        return
    inside = list(row.entrants.filter(status=Entrant.Status.ENTERED).order_by("entered_at"))
    before = {entrant.player_id: entrant.pk for entrant in row.previous.entrants.filter(status=Entrant.Status.ENTERED)}
    # By the place that was held: a team may have another captain by now.
    held = Renewal.objects.filter(entrant__in=inside, carried__in=before.values())
    carried = dict(held.values_list("entrant", "carried"))
    for entrant in inside:
        own = before.get(entrant.player_id)
        if own is not None and entrant.pk not in carried and own not in carried.values():
            carried[entrant.pk] = own
    leaving = [str(key) for key in before.values() if key not in carried.values()]
    new = [entrant for entrant in inside if entrant.pk not in carried]
    entrant_by_id = {str(carried.get(entrant.pk, entrant.pk)): entrant for entrant in inside}
    divisions = seasons.placed(row.previous, leaving=leaving, newcomers=[str(entrant.id) for entrant in new])
    changed = []
    for number, ids in enumerate(divisions, start=1):
        for key in ids:
            if entrant_by_id[key].division != number:
                entrant_by_id[key].division = number
                changed.append(entrant_by_id[key])
    if changed:
        save_fields(changed, ["division"])
        entrants_changed(row)


def path_of(renewal: Renewal) -> str:
    return reverse("seasons:in_or_out", args=[renewal.key])


def _check(until: datetime) -> None:
    now = timezone.now()
    if not now < until < now + MOST:
        raise BadSetting("until", _("Choose a deadline in the future, within 90 days."))


def _open(row: Competition) -> Asking:
    asking = Asking.objects.filter(competition=row, closed_at=None).first()
    if asking is None:
        raise WrongStep(_("Nobody is being asked here."))
    return asking


def _send_question(row: Competition, renewal: Renewal, until: datetime, again: str = "") -> int:
    """Send the question with its link to the people of one entrant; return how many were sent."""
    return notify(
        users=people_of(row.entrants.filter(id=renewal.entrant_id)),
        kind="invitation",
        message=text("In or out of {name}? One tap, until {when}", name=row.name, when=stored_moment(until)),
        url=path_of(renewal),
        key=f"renewal:{renewal.pk}:{again}",
        competition=row.name,
    )
