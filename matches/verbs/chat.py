"""Writes of a chat room besides new lines: muting, reporting, and actions of officials and moderators.

Synchronous, in the caller's transaction; the sockets are told on commit. The caller checks permission
(``matches.policy.access``), these verbs check the request.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.module_loading import import_string

from engines.core.text import Text, text
from matches import feed
from matches.errors import MatchError
from matches.live import calling, chat
from matches.models import ChatLine, ChatMute, ChatReport, Match, Silence

MINUTES: Final = (5, 10, 30, 120)
"""Lengths of a time-out; a moderator may also silence until it is lifted."""
REASONS: Final = {
    "insult": text("insults or threats"),
    "spam": text("spam"),
    "cheating": text("telling a side what to play"),
    "other": text("breaking the rules of the chat"),
}
"""Reasons of time-outs and reports, in each reader's own language."""


class BadRequest(MatchError):
    """A time-out or a report that says nothing, or too much."""

    code = "bad_request"
    status = 422


def mute(*, user: AbstractBaseUser, muted_id: UUID) -> None:
    """Hide the lines of ``muted_id`` from ``user``. Repeating changes nothing. Raises BadRequest."""
    if user.pk == muted_id:
        raise BadRequest("You cannot mute yourself.")
    ChatMute.objects.get_or_create(user_id=user.pk, muted_id=muted_id)


def unmute(*, user: AbstractBaseUser, muted_id: UUID) -> None:
    """Show the lines of ``muted_id`` to ``user`` again."""
    ChatMute.objects.filter(user_id=user.pk, muted_id=muted_id).delete()


def report(*, line: ChatLine, by: AbstractBaseUser, reason: str) -> bool:
    """Report ``line`` to the moderators; return False if ``by`` already did. Raises BadRequest."""
    if reason not in REASONS:
        raise BadRequest(f"The reason must be one of {', '.join(REASONS)}.")
    if line.user_id is None or line.user_id == by.pk:
        raise BadRequest("There is nobody to report here.")
    with transaction.atomic():
        _row, fresh = ChatReport.objects.get_or_create(line=line, by_id=by.pk, defaults={"reason": reason})
        if fresh and settings.REPORT_VERB:
            tell: Callable[..., Any] = import_string(settings.REPORT_VERB)
            tell(line=line, by=by, reason=reason)
    return fresh


def time_out(
    *, match: Match, user: AbstractBaseUser, minutes: int, reason: str, by: AbstractBaseUser, role: str
) -> Silence:
    """Keep ``user`` from writing at ``match`` for ``minutes``; both rooms are told who decided, and why.

    It replaces a running one. Raises BadRequest.
    """
    if minutes not in MINUTES:
        raise BadRequest(f"A time-out lasts {', '.join(map(str, MINUTES))} minutes.")
    if reason not in REASONS:
        raise BadRequest(f"The reason must be one of {', '.join(REASONS)}.")
    if user.pk == by.pk:
        raise BadRequest("You cannot give yourself a time-out.")
    now = timezone.now()
    with transaction.atomic():
        Silence.objects.filter(user_id=user.pk, match=match, lifted_at=None).update(lifted_at=now)
        row = Silence.objects.create(
            match=match,
            user_id=user.pk,
            until=now + timedelta(minutes=minutes),
            reason=REASONS[reason][0],
            by_id=by.pk,
            role=role,
        )
        notice = text(
            "{name} is muted for {minutes} min: {reason} ({role})",
            name=str(user)[:60],
            minutes=minutes,
            reason=REASONS[reason],
            role=text(role),
        )
        _notice(match, ChatLine.objects.filter(match=match, user_id=user.pk).order_by("-at").first(), notice, by, role)
    return row


def lift(*, silence: Silence) -> None:
    """Lift a silence. Repeating changes nothing."""
    Silence.objects.filter(pk=silence.pk, lifted_at=None).update(lifted_at=timezone.now())


def hide(*, line: ChatLine, reason: str) -> None:
    """Hide a line: everybody sees that it was there, and why it went. Raises BadRequest."""
    if reason not in REASONS:
        raise BadRequest(f"The reason must be one of {', '.join(REASONS)}.")
    changed = ChatLine.objects.filter(pk=line.pk, hidden_at=None).update(
        hidden_at=timezone.now(), hidden_because=REASONS[reason][0]
    )
    if changed:
        _tell(line.match_id)


def _notice(match: Match, last: ChatLine | None, words: Text, by: AbstractBaseUser, role: str) -> None:
    """Write a system line in the room where the person wrote last."""
    room = "spectators" if last is None else last.room
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s::text || %s, 0))", [str(match.id), room])
    n = ChatLine.objects.filter(match=match, room=room).aggregate(last=Max("n"))["last"] or 0
    ChatLine.objects.create(
        match=match,
        room=room,
        n=n + 1,
        client_id=uuid4(),
        user=None,
        name=str(by)[:60],
        role=role,
        say=json.loads(json.dumps(words)),
        at=timezone.now(),
    )
    _tell(match.id)


def _tell(match_id: UUID) -> None:
    """Tell this process's sockets at once, others' by a message (a lost one is made good on reconnecting)."""
    transaction.on_commit(lambda: calling.start_soon(lambda: chat.look_at(match_id)))
    transaction.on_commit(lambda: feed.publish_chat(match_id))


def silenced(user_id: UUID, match: Match | None, now: datetime | None = None) -> Silence | None:
    """Return the silence that keeps ``user_id`` from writing at ``match``, the longest first."""
    now = now or timezone.now()
    rows = Silence.objects.filter(user_id=user_id, lifted_at=None)
    silences = [
        row for row in rows if row.match_id in (None, match and match.pk) and (row.until is None or row.until > now)
    ]
    return max(silences, key=lambda row: (row.until is None, row.until or now), default=None)
