"""Ending sessions of an account; what they hold open ends too (``matches.sessions``)."""

from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from league.players.models import User
from matches import feed

SLICE: Final = 60
"""Sessions looked at together: some 400 pages of 8 kB."""


def announce(user_id: UUID) -> None:
    """Close the sockets and streams of the player's ended sessions, once the transaction is committed."""
    transaction.on_commit(partial(feed.publish_signed_out, user_id))


@transaction.atomic
def end(*, user: User, session_id: int) -> bool:
    """End one session of ``user``; return whether there was one. Safe to repeat."""
    row = UserSession.objects.filter(user=user, pk=session_id).first()
    if row is None:
        return False
    Session.objects.filter(session_key=row.session_key).delete()
    row.delete()
    announce(user.pk)
    return True


@transaction.atomic
def end_all(*, user: User) -> None:
    """End every session of ``user``, listed or not.

    The caller keeps the present one: ``django.contrib.auth.update_session_auth_hash``.
    """
    User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
    user.refresh_from_db(fields=["sign_outs"])
    rows = UserSession.objects.filter(user=user)
    Session.objects.filter(session_key__in=rows.values("session_key")).delete()
    rows.delete()
    announce(user.pk)


def forget(now: datetime) -> int:
    """Delete sessions that are over and what is known of them, in slices; return how many sessions. Safe to repeat."""
    deleted, expired = 0, Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    while rows := list(expired.values_list("pk", "expire_date")[:SLICE]):
        deleted += Session.objects.filter(pk__in=[key for key, _over in rows]).delete()[0]
        expired = expired.filter(expire_date__gte=rows[-1][1])  # not from the beginning, over those that are deleted
    live = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=now)
    sessions, after = UserSession.objects.order_by("pk"), 0
    while numbers := list(sessions.filter(pk__gt=after).values_list("pk", flat=True)[:SLICE]):
        UserSession.objects.filter(~Exists(live), pk__in=numbers).delete()
        after = numbers[-1]
    return deleted
