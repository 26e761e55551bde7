"""Sending the letters of an organiser: a personal link or an invitation to an address that he gave, once.

The row goes with its letter, so the address is kept no longer than it takes to use it.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.competitions.models import Entrant, Invitation, Letter

log = logging.getLogger(__name__)

STALE: Final = timedelta(days=7)
"""What could not be sent for so long is thrown away."""


def send(limit: int = 30) -> int:
    """Send the letters that wait, oldest first; how many. Two workers never send the same; a worker that dies between
    the two steps loses one letter rather than sending it twice."""
    Letter.objects.filter(at__lt=timezone.now() - STALE).delete()
    sent = 0
    for _turn in range(limit):
        with transaction.atomic():
            rows = Letter.objects.select_for_update(skip_locked=True, of=("self",))
            row = rows.select_related("competition__owner", "entrant", "invitation").order_by("at", "id").first()
            if row is None:
                return sent
            mail = _mail(row)
            row.delete()
        try:
            if mail is not None:
                mail.send()
                sent += 1
        except (SMTPException, OSError) as error:
            log.warning("a letter of %s was not sent: %s", row.competition_id, error)
            row.save(force_insert=True)
            return sent
    return sent


def _mail(row: Letter) -> EmailMessage | None:
    """The mail of ``row``; None when its link leads nowhere any more."""
    root = settings.PUBLIC_URL.rstrip("/")
    if row.entrant is not None:
        if row.entrant.status == Entrant.Status.WITHDRAWN or not row.entrant.personal_key:
            return None
        link, name = reverse("players:enter", args=[row.entrant.personal_key]), row.entrant.name
    else:
        assert row.invitation is not None
        if row.invitation.state != Invitation.State.OPEN:
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
    return EmailMessage(f"{row.competition.name}: {subject}"[:150], body, to=[row.to])
