"""Taking the second factor from an account whose owner has lost it, by whoever administers the server."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from league.moderation.errors import ModerationError
from league.moderation.models import REASON, Act
from league.players.models import User
from league.players.policy.addresses import may_receive
from league.players.verbs import sessions

VERB = "factors"
"""The verb of its line in the audit; ``by`` is empty, for the administrator has no account here."""


@transaction.atomic
def take(*, user: User, reason: str) -> list[str]:
    """Take all factors of ``user``, end the sessions, journal it and tell the owner; return the kinds taken.

    Again: nothing changes. Raises ModerationError for a reason that says nothing.
    """
    reason = " ".join(reason.split())
    if not REASON[0] <= len(reason) <= REASON[1]:
        raise ModerationError(
            _("The audit keeps the reason: write %(low)d to %(high)d characters.")
            % {"low": REASON[0], "high": REASON[1]}
        )
    rows = Authenticator.objects.select_for_update().filter(user=user)
    kinds = sorted({row.type for row in rows})
    if not kinds:
        return []
    rows.delete()
    sessions.end_all(user=user)
    Act.objects.create(by=None, verb=VERB, subject=user, reason=reason, detail={"kinds": kinds})
    _tell(user)
    return kinds


def _tell(user: User) -> None:
    """Mail the owner, if an address may receive mail."""
    email = EmailAddress.objects.get_primary_email(user) or user.email
    if not email or not may_receive(user, email):
        return
    with translation.override(user.language or settings.LANGUAGE_CODE):
        prefix = "mfa/email/factors_taken"
        subject = get_adapter().format_email_subject(render_to_string(f"{prefix}_subject.txt").strip())
        body = render_to_string(f"{prefix}_message.txt", {"address": settings.PUBLIC_URL})
        send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [email])
