"""Web hooks: pairings and results of a competition, posted in the form that chat services take.

What is new is found by looking at the competition, and written down once for each hook; a message is sent until it is
taken, with longer and longer waits, and given up at last. Each is signed, so that a program can tell who sent it. Names
are people's own words: in no chat may one of them call everybody.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.competitions import pages, shelter
from league.competitions.locks import locked
from league.competitions.models import Competition, Fixture, Round
from league.delivery import outward
from league.delivery.cards import score_of
from league.delivery.models import HookMessage, WebHook
from league.delivery.views import round_words
from league.players.models import User

MOST: Final = 5
"""Hooks of one competition."""
ATTEMPTS: Final = 9
FIRST_WAIT: Final = timedelta(seconds=30)
"""Doubled with each attempt: the last is made two hours after the first."""
LONGEST: Final = 1900
"""Characters of a message; a chat takes 2,000."""
HELD: Final = timedelta(minutes=2)
"""How long a worker has for a message before another one takes it."""
OVER: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)


class HookRefused(ValueError):
    """A hook that cannot be set; the sentence says why."""


def set_hook(*, competition: Competition, url: str, by: User) -> WebHook:
    """Tell ``url`` of everything that is new from now on. Set again it is the same hook, and goes on if it had stopped.

    Raises HookRefused.
    """
    url = url.strip()
    try:
        _secure, host, port, _path = outward.parts(url)
        outward.public_address(host, port)
    except (outward.Refused, outward.Unreachable) as error:
        raise HookRefused(str(error)) from None
    if len(url) > 500:
        raise HookRefused(_("The address may have %(most)d characters.") % {"most": 500})
    with locked(competition.id) as row:
        if shelter.is_sheltered(row):
            raise HookRefused(_("This is a class: its names go to nobody else."))
        there = WebHook.objects.filter(competition=row, url=url).first()
        if there is not None:
            WebHook.objects.filter(pk=there.pk).update(stopped="")
            there.stopped = ""
            return there
        if WebHook.objects.filter(competition=row).count() >= MOST:
            raise HookRefused(_("A competition has at most %(most)d web hooks.") % {"most": MOST})
        made = WebHook.objects.create(competition=row, url=url, by=by, secret=secrets.token_urlsafe(32))
        _write_down(made, row, news=False)
        hello = _("%(name)s: pairings and results come here from now on.") % {"name": row.name}
        HookMessage.objects.create(hook=made, key="hello", words=hello, due_at=timezone.now())
    return made


def end_hook(*, competition: Competition, key: str) -> int:
    """Tell it no more; how many there were."""
    return sum(row.delete()[0] > 0 for row in WebHook.objects.filter(competition=competition) if str(row.pk) == key)


def write_due(limit: int = 20) -> int:
    """Write down what is new for hooks whose competition has changed; how many hooks were looked at."""
    stale = WebHook.objects.filter(stopped="").exclude(seen_position=F("competition__log_position"))
    rows = list(stale.select_related("competition")[:limit])
    for hook in rows:
        with transaction.atomic():
            held = WebHook.objects.select_for_update(skip_locked=True).filter(pk=hook.pk).first()
            if held is not None:
                _write_down(held, hook.competition, news=True)
    return len(rows)


def _write_down(hook: WebHook, row: Competition, *, news: bool) -> None:
    """The messages of everything that has happened; ``news`` False: that is known, and not sent."""
    due = timezone.now() if news else None
    with translation.override(hook.by.language or settings.LANGUAGE_CODE):
        messages = [HookMessage(hook=hook, key=key, words=words[:LONGEST], due_at=due) for key, words in _happened(row)]
    HookMessage.objects.bulk_create(messages, ignore_conflicts=True)
    WebHook.objects.filter(pk=hook.pk).update(seen_position=row.log_position)


def _happened(row: Competition) -> list[tuple[str, str]]:
    """``(key, words)`` of each open round and each fixture that is over. A corrected score is news again."""
    found, root = [], settings.PUBLIC_URL.rstrip("/")
    for day in pages.matchdays(pages.stages_of(row)):
        known = [one for one in day.fixtures if one.home is not None and one.away is not None]
        if day.round.status != Round.Status.PENDING and known:
            found.append((f"round:{day.round.pk}", round_words(row, day, root)))
        for one in known:
            if one.status in OVER:
                score = score_of(one) or _("walkover")
                words = f"{row.name} · {day.name}\n{one.home} {score} {one.away}"
                found.append((f"result:{one.pk}:{score}", words))
    return found


def send_due(limit: int = 20) -> int:
    """Send what waits; how many were taken. A message is held while it is sent: two workers never send the same."""
    now, taken = timezone.now(), 0
    rows = HookMessage.objects.filter(due_at__lte=now, hook__stopped="").select_related("hook").order_by("due_at", "pk")
    for row in rows[:limit]:
        held = HookMessage.objects.filter(pk=row.pk, due_at=row.due_at)
        if held.update(due_at=now + HELD, attempts=F("attempts") + 1):
            row.attempts += 1
            taken += _send(row)
    return taken


def _send(row: HookMessage) -> bool:
    mine, hook = HookMessage.objects.filter(pk=row.pk), row.hook
    body = body_of(row.words)
    wait: int | None = None
    try:
        answer = outward.post(hook.url, body, {"Content-Type": "application/json", **signature(hook.secret, body)})
        status, wait, said = answer.status, answer.retry_after, f"{answer.status}"
    except outward.Refused as error:
        WebHook.objects.filter(pk=hook.pk).update(stopped=str(error)[:200])
        mine.update(due_at=None, answer=str(error)[:200])
        return False
    except outward.Unreachable as error:
        status, said = 0, str(error)[:200]
    if 200 <= status < 300:
        mine.update(due_at=None, taken_at=timezone.now(), answer=said)
        return True
    if status in (404, 410):
        WebHook.objects.filter(pk=hook.pk).update(stopped=said)
        mine.update(due_at=None, answer=said)
    elif row.attempts >= ATTEMPTS or (400 <= status < 500 and status not in (408, 425, 429)):
        mine.update(due_at=None, answer=said)
    else:
        pause = max(FIRST_WAIT * 2 ** (row.attempts - 1), timedelta(seconds=min(wait or 0, 3600)))
        mine.update(due_at=timezone.now() + pause, answer=said)
    return False


def body_of(words: str) -> bytes:
    """The message for any of the usual chats: ``content`` for Discord, ``text`` for Slack, Mattermost, Google Chat.

    Discord is told to call nobody; Slack reads signs of its own between angle brackets, so these are written as words.
    """
    plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for caller in ("@everyone", "@here", "@channel", "@all"):
        plain = plain.replace(caller, "@\u200b" + caller[1:])
    said = {"username": "Tabellone", "content": words, "text": plain, "allowed_mentions": {"parse": []}}
    return json.dumps(said, ensure_ascii=False).encode()


def signature(secret: str, body: bytes) -> dict[str, str]:
    """The header by which a program knows that a message is ours and new: HMAC-SHA256 of time, a dot and the body."""
    at = str(int(timezone.now().timestamp()))
    mark = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"X-Tabellone-Signature": f"t={at},v1={mark}"}
