"""Rules for mail addresses: where mail is real, only confirmed ones receive it.

Without real mail nothing can be confirmed; then mail is printed on the server's console, for its administrator.
"""

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower

from league.fields import column
from league.players.models import User

MOST: Final = 10
"""Accounts that may share one unconfirmed address. Signing in by it checks each password."""


def is_address(text: str) -> bool:
    """Return whether ``text`` is a mail address, no longer than what is stored of one."""
    try:
        column(User, "email").clean(text, None)
    except ValidationError:
        return False
    return bool(text)


def may_receive(user: AbstractBaseUser, email: str) -> bool:
    """Return whether mail for ``user`` may go to ``email``."""
    if not settings.EMAIL_IS_REAL:
        return True
    return EmailAddress.objects.filter(user=user.pk, email=email.lower(), verified=True).exists()


def reachable(prefix: str = "") -> Q:
    """Return the condition that mail may go to a user's address.

    ``prefix`` leads from the row to the user: "user__".
    """
    has_address = ~Q(**{f"{prefix}email": ""})
    if not settings.EMAIL_IS_REAL:
        return has_address
    confirmed = EmailAddress.objects.filter(
        user=OuterRef(f"{prefix}pk"), email=Lower(OuterRef(f"{prefix}email")), verified=True
    )
    return has_address & Q(Exists(confirmed))


def is_given_too_often(email: str) -> bool:
    """Return whether no further account may give ``email``."""
    return EmailAddress.objects.filter(email=email.lower()).count() >= MOST
