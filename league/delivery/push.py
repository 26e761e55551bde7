"""Web push notifications: subscribing, sending, forgetting dead subscriptions."""

import json
import logging
from collections.abc import Collection, Iterable
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
from league.fields import column, refusal
from league.players.models import Notification, User
from league.players.policy.sessions import still_open
from league.players.verbs.notify import as_read_by
from league.sentences import translated

log = logging.getLogger("league.delivery.push")

MOST: Final = 10
"""Browsers of one person; the oldest give way."""
SLICE: Final = 200
"""Browsers whose sessions are looked at together."""
FRESH: Final = timedelta(hours=12)
"""Age after which an event is not pushed."""
KEEP: Final = 24 * 3600
"""Seconds that the service keeps a message for an offline browser."""
GONE: Final = (404, 410)
BUSY: Final = (429, 503)
"""Answers of a service that has too much to do: they say nothing of the browser."""
LONGEST_WAIT: Final = 3600
"""Seconds for which such a service is believed."""
FAILURES: Final = 8
"""Failures in a row after which a browser is forgotten."""
FIRST_WAIT: Final = timedelta(seconds=30)
"""Pause after a failure, doubled with each more: the eighth comes an hour after the first."""


class PushRefused(ValueError):
    """An invalid push subscription; the sentence says why."""


def own_key() -> str:
    """Return this site's private key; the first caller creates it."""
    row = PushKey.objects.filter(pk=1).first()
    if row is None:
        PushKey.objects.bulk_create([PushKey(private=encryption.new_key())], ignore_conflicts=True)
        row = PushKey.objects.get(pk=1)
    return row.private


def public_key() -> str:
    """Return the key that a browser subscribes with."""
    return encryption.encode(encryption.public_bytes(encryption.load_key(own_key()).public_key()))


def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, browser: str = "", session: str = ""
) -> PushSubscription:
    """Push to this browser until ``session`` ends. A repeated call moves the subscription to its caller.

    Raises PushRefused.
    """
    try:
        _secure, host, _port, _path = outward.parts(endpoint)
        encryption.read_browser(p256dh, auth)
    except ValueError as error:
        raise PushRefused(str(error)) from None
    if refusal(column(PushSubscription, "endpoint"), endpoint):
        raise PushRefused(_("The address is too long."))
    values = {"user": user, "host": host, "p256dh": p256dh, "auth": auth, "browser": browser[:80], "failures": 0}
    values["session"] = session
    subscription, _fresh = PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=values)
    subscription.messages.exclude(notification__user=user).delete()  # of whoever had the browser before
    extra = PushSubscription.objects.filter(user=user).order_by("-made_at").values("pk")[MOST:]
    PushSubscription.objects.filter(pk__in=list(extra.values_list("pk", flat=True))).delete()
    return subscription


def unsubscribe(*, user: User, key: str) -> int:
    """Forget one browser of ``user`` by its id or its endpoint; return how many there were."""
    browsers = PushSubscription.objects.filter(user=user)
    return sum(browsers.filter(pk=row.pk).delete()[0] for row in browsers if key in (str(row.pk), row.endpoint))


def with_session(browsers: Iterable[PushSubscription]) -> list[PushSubscription]:
    """Return those of ``browsers`` whose owner is still signed in there. Two queries."""
    rows = list(browsers)
    open_pairs = still_open({(row.session, str(row.user_id)) for row in rows if row.session})
    return [row for row in rows if not row.session or (row.session, str(row.user_id)) in open_pairs]


def forget_ended(browsers: Iterable[PushSubscription]) -> list[PushSubscription]:
    """Delete those of ``browsers`` whose owner is no longer signed in there; return the rest."""
    rows = list(browsers)
    kept = with_session(rows)
    ended = {row.pk for row in rows} - {row.pk for row in kept}
    PushSubscription.objects.filter(pk__in=ended).delete()
    return kept


def forget_all_ended() -> int:
    """Delete the browsers of all sessions that are over, in slices; return how many."""
    count, browsers = 0, PushSubscription.objects.exclude(session="").order_by("pk")
    rows = list(browsers[:SLICE])
    while rows:
        count += len(rows) - len(forget_ended(rows))
        rows = list(browsers.filter(pk__gt=rows[-1].pk)[:SLICE])
    return count


def follow(before: str, after: str) -> None:
    """Keep the pushes of a session that gets another key. Registered in ``key_listeners``."""
    PushSubscription.objects.filter(session=before).update(session=after)


def write_due(limit: int = 500) -> int:
    """Write a message for each browser of each waiting notification's reader; return the number of notifications."""
    fresh = timezone.now() - FRESH
    PushMessage.objects.filter(notification__at__lt=fresh).delete()
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    waiting = Notification.objects.filter(Exists(browsers), by_push=True, pushed_at=None, at__gte=fresh)
    with transaction.atomic():
        rows = list(waiting.select_for_update(skip_locked=True).order_by("at")[:limit])
        of_users = forget_ended(PushSubscription.objects.filter(user__in={row.user_id for row in rows}))
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
    """Claim the oldest due message of each browser, one a host, none to ``busy``, up to ``room``.

    Each is deleted before it is sent: a notification shown twice is worse than a missing one.
    """
    waiting = PushMessage.objects.filter(subscription=OuterRef("pk"))
    due_subscriptions = PushSubscription.objects.filter(Exists(waiting), next_at__lte=timezone.now()).exclude(
        host__in=busy
    )
    one_a_host = due_subscriptions.order_by("host", "next_at").distinct("host")
    browsers = PushSubscription.objects.filter(pk__in=one_a_host.values("pk")).order_by("next_at")
    requests = []
    for browser in forget_ended(browsers[: max(0, room)]):
        messages = browser.messages.select_related("notification__user").order_by("pk")
        message = messages.first()
        if message is not None and PushMessage.objects.filter(pk=message.pk).delete()[0]:
            requests.append(_request(message.notification, browser))
    return requests


def pause_host(host: str, until: datetime) -> None:
    """Send nothing to ``host`` before ``until``."""
    PushSubscription.objects.filter(host=host, next_at__lt=until).update(next_at=until)


def words_of(row: Notification) -> bytes:
    """Return the service worker's payload, in the language and the time zone of its reader."""
    with as_read_by(row.user):
        words = translated(row.message)
    message = {"title": row.about or "Tabellone", "body": words[:300], "url": row.url, "tag": row.key[:64]}
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
    """Record the browser's outcome; return whether the notification was accepted."""
    status = outcome.status if isinstance(outcome, outward.Answer) else 0
    rows, now = PushSubscription.objects.filter(pk=browser.pk), timezone.now()
    if 200 <= status < 300:
        rows.update(failures=0, next_at=now)
        return True
    if not status:
        log.info("a push was not taken: %s", outcome)
    failures = browser.failures + 1
    if isinstance(outcome, outward.Answer) and status in BUSY:
        rows.update(next_at=now + max(FIRST_WAIT, timedelta(seconds=min(outcome.retry_after, LONGEST_WAIT))))
    elif status in GONE or failures >= FAILURES:
        rows.delete()
    else:
        rows.update(failures=failures, next_at=now + FIRST_WAIT * 2 ** (failures - 1))
    return False


def _contact() -> str:
    site = str(settings.PUBLIC_URL)
    return (
        site if site.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL.rpartition('<')[2].rstrip('>')}"
    )
