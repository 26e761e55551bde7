"""E-mails of an organiser: a personal link or an invitation, written once to a typed address.

The address is deleted with its e-mail, once used; for a month only the fact remains that one was sent, so that nobody
sends more than ``A_DAY``: anybody can organise, and this is no way to mail strangers.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.competitions.errors import EntryRefused
from league.competitions.models import Competition, Entrant, Invitation, Letter
from league.players.models import User

STALE: Final = timedelta(days=7)
"""Time after which an e-mail that was never written is given up."""
KEPT: Final = timedelta(days=30)
A_DAY: Final = 150
"""E-mails of one organiser within a day."""


def write(row: Competition, by: User, letters: list[Letter]) -> None:
    """Queue ``letters`` of ``by``. Needs the competition's lock. Raises EntryRefused if they are too many."""
    if not letters:
        return
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # guards against two competitions of one person at once
    now = timezone.now()
    sent = Letter.objects.filter(by=by, at__gt=now - timedelta(days=1)).count()
    if sent + len(letters) > A_DAY:
        values = {"count": A_DAY, "left": max(0, A_DAY - sent)}
        raise EntryRefused(
            _("At most %(count)d e-mails per day; %(left)d left today. Hand out the links instead.") % values
        )
    language = translation.get_language() or "en"
    for letter in letters:
        letter.competition, letter.by, letter.language, letter.at = row, by, language, now
    Letter.objects.bulk_create(letters)


def send(limit: int = 30) -> int:
    """Hand waiting e-mails to the outbox, oldest first; return their number.

    An address is emptied in the transaction that writes its mail, so none is lost or written twice.
    """
    now, sent = timezone.now(), 0
    Letter.objects.filter(at__lt=now - KEPT).delete()
    Letter.objects.filter(at__lt=now - STALE).exclude(to="").update(to="")
    for _turn in range(limit):
        with transaction.atomic():
            rows = Letter.objects.exclude(to="").select_for_update(skip_locked=True, of=("self",))
            row = rows.select_related("competition__owner", "entrant", "invitation").order_by("at", "id").first()
            if row is None:
                return sent
            Letter.objects.filter(pk=row.pk).update(to="")
            mail = _mail(row)
            if mail is not None:
                sent += mail.send()
    return sent


def _mail(row: Letter) -> EmailMessage | None:
    """Return the e-mail of ``row``; None if its link is no longer valid."""
    root = settings.PUBLIC_URL.rstrip("/")
    if row.entrant is not None:
        if row.entrant.status == Entrant.Status.WITHDRAWN or not row.entrant.personal_key:
            return None
        link, name = reverse("players:enter", args=[row.entrant.personal_key]), row.entrant.name
    else:
        if row.invitation is None or row.invitation.state != Invitation.State.OPEN:
            return None
        link, name = reverse("competitions:invited", args=[row.invitation.key]), row.invitation.name
    context = {
        "name": name,
        "competition": row.competition,
        "organiser": row.competition.owner.nickname,
        "link": root + link,
        "invited": row.invitation is not None,
    }
    with translation.override(row.language):
        body = render_to_string("competitions/mail/letter.txt", context)
        subject = _("You are invited") if row.invitation is not None else _("You are entered")
    headers = {"Content-Language": row.language}
    return EmailMessage(f"{row.competition.name}: {subject}"[:150], body, to=[row.to], headers=headers)
