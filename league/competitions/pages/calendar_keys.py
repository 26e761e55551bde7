"""The key in the address of a calendar by which a calendar program reads as its owner: programs carry no session.

A key is the signed id of a reader and opens calendars and the feed of announcements alone; what it shows is asked each
time, so it shows no more of a competition once its owner is no longer a member.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core import signing
from django.http import HttpRequest

from league.players.models import User

_SALT = "calendar"


def key_of(user: User) -> str:
    """The key of ``user``."""
    return signing.Signer(salt=_SALT).sign_object(str(user.pk), compress=False)


def reader(request: HttpRequest) -> Any:  # User or AnonymousUser
    """Who reads a calendar: who is signed in, else whose key is in the address; a wrong key is nobody's."""
    key = request.GET.get("key", "")
    if request.user.is_authenticated or not key:
        return request.user
    try:
        known = UUID(signing.Signer(salt=_SALT).unsign_object(key))
    except (signing.BadSignature, ValueError, TypeError):
        return request.user
    return User.objects.filter(pk=known, is_active=True).first() or request.user
