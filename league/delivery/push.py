"""Notifications in the browsers of people who want them there: subscribing, sending, forgetting who is gone."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from league.competitions.words import translated
from league.delivery import encryption, outward
from league.delivery.models import PushKey, PushSubscription
from league.players.models import Notification, User
from league.players.notify import as_read_by

log = logging.getLogger("league.delivery.push")

MOST: Final = 10
"""Browsers of one person; the oldest give way."""
FRESH: Final = timedelta(hours=12)
"""What happened longer ago is pushed no more."""
KEEP: Final = 24 * 3600
"""Seconds that the service keeps a message for a browser that is off."""
GONE: Final = (404, 410)
FAILURES: Final = 8
"""A browser that failed so often running is forgotten."""


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
        outward.parts(endpoint)
        encryption.read_browser(p256dh, auth)
    except ValueError as error:
        raise PushRefused(str(error)) from None
    if len(endpoint) > 800:
        raise PushRefused(_("The address is too long."))
    said = {"user": user, "p256dh": p256dh, "auth": auth, "browser": browser[:80], "failures": 0}
    made, _fresh = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=said)
    extra = PushSubscription.objects.filter(user=user).order_by("-made_at").values("pk")[MOST:]
    PushSubscription.objects.filter(pk__in=list(extra.values_list("pk", flat=True))).delete()
    return made


def unsubscribe(*, user: User, key: str) -> int:
    """Forget one browser of ``user`` by its id or its endpoint; how many there were."""
    mine = PushSubscription.objects.filter(user=user)
    return sum(mine.filter(pk=row.pk).delete()[0] for row in mine if key in (str(row.pk), row.endpoint))


def send_due(limit: int = 50) -> int:
    """Push what waits; how many notifications. Each is marked before it goes: twice is worse than not at all."""
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    rows = Notification.objects.filter(Exists(browsers), by_push=True, pushed_at=None, at__gte=timezone.now() - FRESH)
    sent = 0
    for row in rows.select_related("user").order_by("at")[:limit]:
        if not Notification.objects.filter(pk=row.pk, pushed_at=None).update(pushed_at=timezone.now()):
            continue
        taken = [_push(row, browser) for browser in PushSubscription.objects.filter(user=row.user)]
        sent += any(taken)
    return sent


def words_of(row: Notification) -> bytes:
    """What the service worker shows, in the language and the zone of its reader."""
    with as_read_by(row.user):
        said = translated(row.message)
    message = {"title": row.about or "Tabellone", "body": said[:300], "url": row.url, "tag": row.key[:64]}
    return json.dumps(message, ensure_ascii=False).encode()


def _push(row: Notification, browser: PushSubscription) -> bool:
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEEP),
        "Urgency": "high" if row.kind in ("waiting", "move") else "normal",
        "Authorization": encryption.authorization(own_key(), browser.endpoint, _contact(), timezone.now().timestamp()),
    }
    mine = PushSubscription.objects.filter(pk=browser.pk)
    try:
        body = encryption.encrypt(words_of(row), browser.p256dh, browser.auth)
        status = outward.post(browser.endpoint, body, headers).status
    except (outward.Refused, outward.Unreachable) as error:
        log.info("a push was not taken: %s", error)
        status = 0
    if 200 <= status < 300:
        mine.exclude(failures=0).update(failures=0)
        return True
    if status in GONE:
        mine.delete()
        return False
    mine.update(failures=F("failures") + 1)
    mine.filter(failures__gte=FAILURES).delete()
    return False


def _contact() -> str:
    site = str(settings.PUBLIC_URL)
    return (
        site if site.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"
    )
