"""Notifications: one verb, one row a person, and an e-mail where there is an address.

``notify`` runs in the caller's transaction, so a rolled-back event notifies nobody. Celery writes the mail of the rows
that have none yet, one a row; it leaves by the outbox of mail. ``key`` makes repeating harmless.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from engines.core.text import Text
from league.compat.prepared_queries import PreparedQuery
from league.players.models import Notification, User
from league.players.policy.addresses import reachable
from league.players.policy.channels import wants
from league.players.words.zones import known_zone
from league.sentences import translated
from matches import feed

KEPT: Final = timedelta(days=90)
"""Age at which read notifications are deleted."""
DAY: Final = timedelta(days=1)
STALE: Final = DAY
"""Age at which a notification is no longer worth a mail; one that waits for its server is given up then."""
_SALT: Final = "unsubscribe"


@dataclass(frozen=True)
class Notice:
    """An event, and who is to be notified of it.

    ``message`` is stored, and translated when shown; ``url`` is a path of this site. ``key`` names the event: a user
    already notified of it is left out.
    """

    users: Iterable[User]
    kind: str
    message: Text
    url: str
    key: str
    competition: str = ""


def notify(*, users: Iterable[User], kind: str, message: Text, url: str, key: str, competition: str = "") -> int:
    """Notify each of ``users`` except bots, as ``Notice`` tells; return how many rows were made."""
    return notify_all([Notice(users, kind, message, url, key, competition)])


def notify_all(notices: Iterable[Notice]) -> int:
    """Notify of all these events, by two queries; return how many rows were made."""
    addressed = {
        (user.pk, notice.key): (user, notice)
        for notice in notices
        for user in notice.users
        if user.kind != User.Kind.BOT and user.is_active
    }
    users, keys = {user for user, _key in addressed}, {key for _user, key in addressed}
    for pair in Notification.objects.filter(user__in=users, key__in=keys).values_list("user_id", "key"):
        addressed.pop(pair, None)
    now = timezone.now()
    rows = [
        Notification(
            user=user,
            kind=notice.kind,
            message=notice.message,
            url=notice.url,
            key=notice.key,
            about=notice.competition[:80],
            at=now,
            on_page=wants(user, notice.kind, "page"),
            by_mail=wants(user, notice.kind, "mail"),
            by_push=wants(user, notice.kind, "push"),
        )
        for user, notice in addressed.values()
    ]
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    for row in rows:
        topic, payload = f"user:{row.user_id}", {"kind": row.kind}
        transaction.on_commit(lambda topic=topic, payload=payload: feed.publish(topic, payload))  # type: ignore[misc]
    return len(rows)


def unread(user: User | UUID) -> QuerySet[Notification]:
    """Return the notifications that ``user`` has not read."""
    return Notification.objects.filter(user=user, read_at__isnull=True, on_page=True)


def _unread_count(key: UUID) -> QuerySet[Notification, int]:
    rows = unread(key).order_by().values("user")
    return rows.annotate(number=Count("pk")).values_list("number", flat=True)


_UNREAD_COUNT = PreparedQuery(_unread_count)


def unread_count(user: User) -> int:
    """Count the notifications that ``user`` has not read. One query, which every page of a signed-in reader asks."""
    return next(iter(_UNREAD_COUNT.rows(user.pk)), 0)


def on_page(user: User) -> QuerySet[Notification]:
    """Return the notifications on the page of ``user``, newest first."""
    return Notification.objects.filter(user=user, on_page=True)


def mark_read(*, user: User, now: datetime) -> int:
    """Mark every notification of ``user`` as read; return how many were new."""
    return unread(user).update(read_at=now)


def _to_mail(since: datetime) -> QuerySet[Notification]:
    fresh = Notification.objects.filter(mailed_at__isnull=True, by_mail=True, at__gte=since)
    return fresh.filter(reachable("user__"), user__mail=True, user__is_active=True).order_by("at")


def waiting_mails() -> QuerySet[Notification]:
    """Return the rows whose mail is due, oldest first."""
    return _to_mail(timezone.now() - STALE).filter(user__digest=False)


def send_mails(limit: int = 50) -> int:
    """Hand due mails to the outbox; return how many.

    A row is marked in the transaction that writes its mail, so none is lost or written twice.
    """
    return sum(_write_mail(row) for row in waiting_mails().select_related("user")[:limit])


@transaction.atomic
def _write_mail(row: Notification) -> bool:
    if not Notification.objects.filter(pk=row.pk, mailed_at__isnull=True).update(mailed_at=timezone.now()):
        return False
    _mail(row).send()
    return True


def send_digests(limit: int = 50) -> int:
    """Hand one mail to the outbox for each user who wants one a day, with the events since the last; return how many.

    Without events there is no mail.
    """
    due = Q(digest_at__isnull=True) | Q(digest_at__lte=timezone.now() - DAY)
    people = User.objects.filter(due, reachable(), digest=True, mail=True, is_active=True)
    waiting = people.filter(pk__in=_to_mail(timezone.now() - 2 * DAY).values("user"))
    return sum(_write_digest(user, people) for user in waiting[:limit])


@transaction.atomic
def _write_digest(user: User, people: QuerySet[User]) -> bool:
    """Write the digest of ``user``, unless another worker did: the update waits for its lock and finds nobody."""
    now = timezone.now()
    if not people.filter(pk=user.pk).update(digest_at=now):
        return False
    rows = list(_to_mail(now - 2 * DAY).filter(user=user))
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(mailed_at=now)
    _digest(user, rows).send()
    return True


@contextmanager
def as_read_by(user: User) -> Iterator[None]:
    """Use the language and the time zone of ``user``, for text written outside a request."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(known_zone(user.time_zone)):
        yield


def _mail(row: Notification) -> EmailMessage:
    """Build the mail of ``row`` in its reader's language and zone, with an unsubscribe link."""
    with as_read_by(row.user):
        sentence = translated(row.message)
        subject = f"{row.about}: {sentence}" if row.about else sentence
        lines = [{"said": sentence, "link": settings.PUBLIC_URL.rstrip("/") + row.url}]
        return _letter(row.user, subject, lines)


def _digest(user: User, rows: list[Notification]) -> EmailMessage:
    root = settings.PUBLIC_URL.rstrip("/")
    with as_read_by(user):
        words = ngettext("%(count)d notification", "%(count)d notifications", len(rows)) % {"count": len(rows)}
        lines = []
        for row in rows:
            sentence = translated(row.message)
            lines.append({"said": f"{row.about}: {sentence}" if row.about else sentence, "link": root + row.url})
        return _letter(user, words, lines)


def _letter(user: User, subject: str, lines: list[dict[str, str]]) -> EmailMessage:
    out = settings.PUBLIC_URL.rstrip("/") + reverse(
        "players:unsubscribe", args=[signing.dumps(str(user.pk), salt=_SALT)]
    )
    body = render_to_string("players/mail/notification.txt", {"lines": lines, "out": out})
    headers = {
        "List-Unsubscribe": f"<{out}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Content-Language": translation.get_language() or settings.LANGUAGE_CODE,
        "Expires": format_datetime(timezone.now() + STALE),
    }
    return EmailMessage(" ".join(subject.split())[:150], body, to=[user.email], headers=headers)


def unsubscribed(token: str) -> User | None:
    """Return the person of a mail's signed unsubscribe ``token``, or None for a foreign token."""
    try:
        key = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=key).first()
    if user is not None and user.mail:
        user.mail = False
        user.save(update_fields=["mail"])
    return user


def is_ours(token: str) -> bool:
    try:
        signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return False
    return True


def throw_away() -> int:
    """Delete old read notifications; return how many."""
    return Notification.objects.filter(read_at__lt=timezone.now() - KEPT).delete()[0]
