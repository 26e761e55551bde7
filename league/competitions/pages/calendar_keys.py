"""Key in a calendar's address that identifies its owner: calendar programs have no session.

A key is the signed id of a reader and opens only calendars and the feed of announcements. Access is checked on each
request, so a former member sees no more of a competition.
"""

from typing import Any
from uuid import UUID

from django.core import signing
from django.http import HttpRequest

from league.players.models import User

_SALT = "calendar"


def key_of(user: User) -> str:
    return signing.Signer(salt=_SALT).sign_object(str(user.pk), compress=False)


def reader(request: HttpRequest) -> Any:  # User or AnonymousUser
    """Return the reader of a calendar: the signed-in user, else the key's owner, else nobody."""
    key = request.GET.get("key", "")
    if request.user.is_authenticated or not key:
        return request.user
    try:
        user_id = UUID(signing.Signer(salt=_SALT).unsign_object(key))
    except (signing.BadSignature, ValueError, TypeError):
        return request.user
    return User.objects.filter(pk=user_id, is_active=True).first() or request.user
