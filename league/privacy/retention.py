"""Delete rows that nobody needs any longer, once a day, if no task of their own app does."""

from datetime import timedelta

from allauth.account.models import EmailConfirmation
from django.conf import settings
from django.utils import timezone

from league.delivery import push
from league.delivery.models import HookMessage, MailMessage
from league.players.models import Notification, ResetRequest
from matches.models import Challenge


def delete_old() -> int:
    """Delete unread notifications, and challenges, links, requests, messages, mails that are over; return how many."""
    now = timezone.now()
    since = now - timedelta(days=settings.LEFTOVER_DAYS)
    rows = (
        Notification.objects.filter(at__lt=now - timedelta(days=settings.UNREAD_DAYS)),
        ResetRequest.objects.filter(expires_at__lt=now - timedelta(days=1)),
        EmailConfirmation.objects.filter(sent__lt=since),
        Challenge.objects.filter(expires_at__lt=since),
        MailMessage.objects.filter(made_at__lt=since, due_at=None),
    )
    # The row itself stays: it says that the hook was told of it.
    emptied = HookMessage.objects.filter(made_at__lt=since, due_at=None).exclude(words="").update(words="", answer="")
    return push.forget_all_ended() + emptied + sum(each.delete()[0] for each in rows)
