"""Notifications in the browsers of people who want them there: subscribing, sending, forgetting who is gone."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from league.delivery import encryption, outward
from league.delivery.models import PushKey, PushMessage, PushSubscription
from league.players.models import Notification, User
from league.players.verbs.notify import as_read_by
from league.sentences import translated

log = logging.getLogger("league.delivery.push")

MOST: Final = 10
"""Browsers of one person; the oldest give way."""
FRESH: Final = timedelta(hours=12)
"""What happened longer ago is pushed no more."""
KEEP: Final = 24 * 3600
"""Seconds that the service keeps a message for a browser that is off."""
GONE: Final = (404, 410)
FAILURES: Final = 8
"""A browser that failed so often in a row is forgotten."""
FIRST_WAIT: Final = timedelta(seconds=30)
"""Pause after a failure, doubled with each more: the eighth comes an hour after the first."""


class PushRefused(ValueError):
    """What a browser sent is no subscription; the sentence says why."""


def own_key() -> str:
    """This site's private key; made now if there is none yet, by whoever is first."""
    found = PushKey.objects.filter(pk=1).first()
    if found is None:
        PushKey.objects.bulk_create([PushKey(private=encryption.new_key())], ignore_conflicts=True)
        found = PushKey.objects.get(pk=1)
    return found.private


def public_key() -> str:
    """What a browser subscribes with."""
    return encryption.encode(encryption.public_bytes(encryption.load_key(own_key()).public_key()))


def subscribe(*, user: User, endpoint: str, p256dh: str, auth: str, browser: str = "") -> PushSubscription:
    """Push to this browser from now on; said again it is the same, and it belongs to whoever said it last.

    Raises PushRefused.
    """
    try:
        _secure, host, _port, _path = outward.parts(endpoint)
        encryption.read_browser(p256dh, auth)
    except ValueError as error:
        raise PushRefused(str(error)) from None
    if len(endpoint) > 800:
        raise PushRefused(_("The address is too long."))
    values = {"user": user, "host": host, "p256dh": p256dh, "auth": auth, "browser": browser[:80], "failures": 0}
    made, _fresh = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
    extra = PushSubscription.objects.filter(user=user).order_by("-made_at").values("pk")[MOST:]
    PushSubscription.objects.filter(pk__in=list(extra.values_list("pk", flat=True))).delete()
    return made


def unsubscribe(*, user: User, key: str) -> int:
    """Forget one browser of ``user`` by its id or its endpoint; how many there were."""
    mine = PushSubscription.objects.filter(user=user)
    return sum(mine.filter(pk=row.pk).delete()[0] for row in mine if key in (str(row.pk), row.endpoint))


def write_due(limit: int = 500) -> int:
    """Make a message for each browser of whom a notification waits for; how many notifications."""
    fresh = timezone.now() - FRESH
    PushMessage.objects.filter(notification__at__lt=fresh).delete()
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    waiting = Notification.objects.filter(Exists(browsers), by_push=True, pushed_at=None, at__gte=fresh)
    with transaction.atomic():
        rows = list(waiting.select_for_update(skip_locked=True).order_by("at")[:limit])
        of_users = PushSubscription.objects.filter(user__in={row.user_id for row in rows})
        messages = [
            PushMessage(subscription=browser, notification=row)
            for row in rows
            for browser in of_users
            if browser.user_id == row.user_id
        ]
        PushMessage.objects.bulk_create(messages, ignore_conflicts=True)
        Notification.objects.filter(pk__in=[row.pk for row in rows]).update(pushed_at=timezone.now())
    return len(rows)


def claim(busy: Collection[str], room: int) -> list[outward.Request]:
    """The oldest message of each browser that is due, one browser a host, none to ``busy``; at most ``room``.

    Each is deleted before it goes: a notification shown twice is worse than one that is missing.
    """
    waiting = PushMessage.objects.filter(subscription=OuterRef("pk"))
    due = PushSubscription.objects.filter(Exists(waiting), next_at__lte=timezone.now()).exclude(host__in=busy)
    one_a_host = due.order_by("host", "next_at").distinct("host")
    browsers = PushSubscription.objects.filter(pk__in=one_a_host.values("pk")).order_by("next_at")
    requests = []
    for browser in browsers[: max(0, room)]:
        messages = browser.messages.select_related("notification__user").order_by("pk")
        message = messages.first()
        if message is not None and PushMessage.objects.filter(pk=message.pk).delete()[0]:
            requests.append(_request(message.notification, browser))
    return requests


def rest(host: str, until: datetime) -> None:
    """Send nothing to ``host`` before ``until``."""
    PushSubscription.objects.filter(host=host, next_at__lt=until).update(next_at=until)


def words_of(row: Notification) -> bytes:
    """What the service worker shows, in the language and the zone of its reader."""
    with as_read_by(row.user):
        said = translated(row.message)
    message = {"title": row.about or "Tabellone", "body": said[:300], "url": row.url, "tag": row.key[:64]}
    return json.dumps(message, ensure_ascii=False).encode()


def _request(row: Notification, browser: PushSubscription) -> outward.Request:
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEEP),
        "Urgency": "high" if row.kind in ("waiting", "move") else "normal",
        "Authorization": encryption.authorization(own_key(), browser.endpoint, _contact(), timezone.now().timestamp()),
    }
    body = encryption.encrypt(words_of(row), browser.p256dh, browser.auth)
    return outward.Request(browser.host, browser.endpoint, body, headers, partial(_record, browser))


def _record(browser: PushSubscription, outcome: outward.Outcome) -> bool:
    """Write down how ``browser`` fares; whether the notification was taken."""
    status = outcome.status if isinstance(outcome, outward.Answer) else 0
    rows, now = PushSubscription.objects.filter(pk=browser.pk), timezone.now()
    if 200 <= status < 300:
        rows.update(failures=0, next_at=now)
        return True
    if not status:
        log.info("a push was not taken: %s", outcome)
    failures = browser.failures + 1
    if status in GONE or failures >= FAILURES:
        rows.delete()
    else:
        rows.update(failures=failures, next_at=now + FIRST_WAIT * 2 ** (failures - 1))
    return False


def _contact() -> str:
    site = str(settings.PUBLIC_URL)
    return (
        site if site.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"
    )
