"""Delete a person: asked for, taken back, carried out by the schedule; or by a moderator or a class teacher at once."""

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.classes.models import Card
from league.moderation import verbs as moderation
from league.moderation.errors import ModerationError
from league.moderation.models import Act
from league.players.models import User
from league.players.verbs.guests import end_sessions_by_link
from league.players.verbs.notify import notify
from league.privacy import erasing, leaving
from league.privacy.errors import PrivacyError
from league.privacy.models import Deletion

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Persons in one run of the schedule: a task has 30 seconds."""


@transaction.atomic
def ask(*, person: User) -> Deletion:
    """Plan the deletion of ``person`` in ``settings.DELETION_DAYS`` days. Again: the first day stands.

    Raises PrivacyError for a pupil, and if something that the person owns has nobody else to run it.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if row.sheltered:
        raise PrivacyError(_("Your teacher deletes your name: ask there."))
    if row.kind == User.Kind.BOT or not row.is_active:
        raise PrivacyError(_("This account cannot be deleted."))
    things = leaving.to_hand_over(row)
    if things:
        message = _("Hand over, cancel or close these first, or name a co-organiser: %(names)s.")
        raise PrivacyError(message % {"names": ", ".join(each.name for each in things)})
    now = timezone.now()
    due = now + timedelta(days=settings.DELETION_DAYS)
    deletion, new = Deletion.objects.get_or_create(user=row, defaults={"asked_at": now, "due_at": due})
    if new:
        notice = text(
            "your account will be deleted on {day}: until then you can take it back", day=f"{due:%Y-%m-%dT%H:%MZ}"
        )
        key = f"deletion:{row.pk}:{now:%Y%m%d%H%M%S}"
        notify(users=[row], kind="account", message=notice, url=reverse("privacy:data"), key=key)
    return deletion


def take_back(*, person: User) -> None:
    """Forget the wish to be deleted. Again: nothing changes. Raises PrivacyError once its day has come."""
    with transaction.atomic():
        deletion = Deletion.objects.select_for_update().filter(user=person).first()
        if deletion is None:
            return
        if deletion.due_at <= timezone.now():
            raise PrivacyError(_("The deletion has begun: you cannot undo it."))
        deletion.delete()


def delete_due(now: datetime | None = None) -> int:
    """Delete those whose day has come; return how many. A person in the middle of a match is left for the next run."""
    due = Deletion.objects.filter(due_at__lte=now or timezone.now()).order_by("due_at", "pk")
    count = 0
    for person_id in list(due.values_list("pk", flat=True)[:AT_ONCE]):
        try:
            count += delete(person_id=person_id)
        except Exception:
            log.exception("person %s cannot be deleted now", person_id)
    return count


def delete(*, person_id: UUID) -> bool:
    """Take a person out of what runs, then erase; return False if a match must end first. Safe to repeat.

    The person's sessions end before: somebody who entered something meanwhile would leave a nameless player in it.
    """
    _close(person_id)
    left = [leaving.leave(person=each) for each in erasing.people_of(person_id)]
    return all(left) and erasing.erase(person_id=person_id)


@transaction.atomic
def _close(person_id: UUID) -> None:
    """End the sessions of a person and let nobody sign in again."""
    if User.objects.filter(pk=person_id, is_active=True).update(is_active=False):
        end_sessions_by_link(player_id=person_id)


def erase_by_moderator(*, subject: User, by: User, reason: str) -> bool:
    """Delete ``subject`` at once, journalled without the name; return False if a match must end first.

    Raises ModerationError.
    """
    with transaction.atomic():
        reason = moderation.checked(subject, by, reason)
        person = User.objects.select_for_update(no_key=True).get(pk=subject.pk)
        if person.is_moderator or person.is_superuser:
            raise ModerationError(_("You cannot decide about moderators here."))
        if person.bot:
            raise ModerationError(_("This account cannot be deleted."))
        if person.erased_at is not None:  # by a second click; the plan would stand for ever
            return True
        _plan_now(person)
        Act.objects.create(by=by, verb="erase", subject=person, reason=reason)
    return delete(person_id=subject.pk)


def erase_pupil(*, card: Card) -> bool:
    """Delete the name of one pupil at once; return False if a match must end first."""
    with transaction.atomic():
        _plan_now(User.objects.select_for_update(no_key=True).get(pk=card.user_id))
    return delete(person_id=card.user_id)


def _plan_now(person: User) -> None:
    """Plan the deletion for this moment, and close the account."""
    now = timezone.now()
    Deletion.objects.update_or_create(user=person, defaults={"asked_at": now, "due_at": now})
    _close(person.pk)
