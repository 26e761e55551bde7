"""Web hooks: pairings and results of a competition, posted in the form that chat services take.

News is found by looking at the competition and written once for each hook; messages are sent in order, each until it
is accepted, with growing waits. A hook that fails repeatedly is stopped, and its owner may switch it on again. Each
message is signed, so that a program can tell who sent it. Names are people's own words: in no chat may one of them
mention everybody.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league import outgoing
from league.competitions.log import one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Round
from league.competitions.models.roles import Right
from league.competitions.pages import reading
from league.competitions.policy import access, school_rules
from league.delivery import outward
from league.delivery.cards import fixtures_with_sides, score_of
from league.delivery.models import HookMessage, WebHook
from league.delivery.views import round_words
from league.fields import column, refusal
from league.players.models import User
from league.players.verbs.notify import notify
from league.players.words.zones import known_zone
from league.sentences import translated

MOST: Final = 5
"""Hooks of one competition."""
FAILURES: Final = 9
"""Failures in a row after which a hook is stopped."""
FIRST_WAIT: Final = timedelta(seconds=30)
"""Doubled with each failure: the ninth comes two hours after the first."""
GONE: Final = (404, 410)
LATER: Final = (408, 425, 429)
"""Client-error statuses after which the same message may be accepted later."""
LONGEST: Final = 1900
"""Characters of a message; Discord's limit is 2,000."""
HELD: Final = timedelta(seconds=30)
"""Time that a worker holds a message before another one may send it: above ``OUTWARD_SECONDS``, 10 at most."""
HELLO: Final = "hello"
"""Key of the first message."""
NOT_ANSWERED: Final = text("A web hook has stopped. Turn it on again when its address works")
OVER: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)


class HookRefused(ValueError):
    """A hook that cannot be set; the sentence says why."""


def set_hook(*, competition: Competition, url: str, by: User) -> WebHook:
    """Send news to ``url`` from now on; a repeated call resumes a stopped hook.

    The address is parsed but not looked up: a web request makes no name lookup. Raises HookRefused.
    """
    url = url.strip()
    try:
        _secure, host, _port, _path = outward.parts(url)
    except outward.Refused as error:
        raise HookRefused(str(error)) from None
    address = column(WebHook, "url")
    if refusal(address, url):
        raise HookRefused(_("The address can have at most %(most)d characters.") % {"most": address.max_length})
    with locked(competition.id) as row:
        if school_rules.is_sheltered(row):
            raise HookRefused(_("This is a class. You cannot pass on its names."))
        existing = WebHook.objects.filter(competition=row, url=url).first()
        if existing is not None:
            _switch_on(existing)
            return existing
        _check_counts(row, by)
        hook = WebHook.objects.create(competition=row, url=url, host=host, by=by, secret=secrets.token_urlsafe(32))
        _write_down(hook, row, news=False)
        hello = _("%(name)s: from now on we post pairings and results here.") % {"name": row.name}
        HookMessage.objects.create(hook=hook, key=HELLO, words=hello, due_at=timezone.now())
    return hook


def _check_counts(row: Competition, by: User) -> None:
    """Raise HookRefused if ``row`` or ``by`` is at the limit of hooks."""
    if WebHook.objects.filter(competition=row).count() >= MOST:
        raise HookRefused(_("A competition can have at most %(most)d web hooks.") % {"most": MOST})
    User.objects.select_for_update(of=("self",)).get(pk=by.pk)  # serialise: two requests might both find room
    most = settings.HOOKS_PER_PERSON
    if WebHook.objects.filter(by=by).count() >= most:
        raise HookRefused(_("You have %(most)d web hooks, the maximum. Remove one first.") % {"most": most})


def switch_on(*, competition: Competition, key: str) -> None:
    """Resume the hook ``key`` at the message at which it stopped. Raises HookRefused."""
    with locked(competition.id) as row:
        if school_rules.is_sheltered(row):
            raise HookRefused(_("This is a class. You cannot pass on its names."))
        for hook in WebHook.objects.filter(competition=row):
            if str(hook.pk) == key:
                _switch_on(hook)


def _switch_on(hook: WebHook) -> None:
    if hook.stopped:
        hook.stopped, hook.failures, hook.next_at = "", 0, timezone.now()
        hook.save(update_fields=["stopped", "failures", "next_at"])


def end_hook(*, competition: Competition, key: str) -> int:
    """Delete the hook ``key``; return how many there were."""
    return sum(row.delete()[0] > 0 for row in WebHook.objects.filter(competition=competition) if str(row.pk) == key)


def write_due(limit: int = 20) -> int:
    """Write down the news of changed competitions for their hooks; return how many hooks were examined."""
    stale = WebHook.objects.filter(stopped="").exclude(seen_position=F("competition__log_position"))
    return one_by_one.total(_write_due, list(stale.select_related("competition")[:limit]))


@transaction.atomic
def _write_due(hook: WebHook) -> int:
    locked = WebHook.objects.select_for_update(skip_locked=True).filter(pk=hook.pk).first()
    if locked is not None:
        _write_down(locked, hook.competition, news=True)
    return 1


def _write_down(hook: WebHook, row: Competition, *, news: bool) -> None:
    """Write a message for everything that has happened; without ``news`` it counts as known and is not sent."""
    due = timezone.now() if news else None
    # A chat has many readers: times are those of the competition's zone.
    zone = timezone.override(known_zone(row.time_zone))
    last_keys = {_event_of(key): key for key in hook.messages.order_by("pk").values_list("key", flat=True)}
    with translation.override(hook.by.language or settings.LANGUAGE_CODE), zone:
        there = _events(row, last_keys)
        events = [
            (key, words)
            for key, words in there
            # The release before named no tie in the key of a round.
            if last_keys.get(event := _event_of(key)) not in (key, event)
        ]
    keys, about = [key for key, _words in events], {_event_of(key) for key, _words in events}
    # What still waits about the same is stale, and was never said of a score that was corrected to and fro. So is what
    # waits about a fixture or round that is there no longer.
    still = {_event_of(key) for key, _words in there} - about | {HELLO}
    stale = [key for key in _waiting(hook.pk).values_list("key", flat=True) if _event_of(key) not in still]
    hook.messages.filter(key__in=[*keys, *stale]).delete()
    messages = [HookMessage(hook=hook, key=key, words=_shortened(words), due_at=due) for key, words in events]
    HookMessage.objects.bulk_create(messages, ignore_conflicts=True)
    WebHook.objects.filter(pk=hook.pk).update(seen_position=row.log_position)


def _event_of(key: str) -> str:
    """Return what a message's key is about, without the score or the pairings."""
    return ":".join(key.split(":")[:2])


def _shortened(words: str) -> str:
    """Return the first lines of ``words`` and its last one, the link to the whole round; no line is cut."""
    if len(words) <= LONGEST:
        return words
    *lines, last = words.strip().split("\n")
    while lines and len("\n".join([*lines, "…", last])) > LONGEST:
        lines.pop()
    return "\n".join([*lines, "…", last])


def _events(row: Competition, told: Collection[str] = ()) -> list[tuple[str, str]]:
    """Return ``(key, words)`` of each open round and each finished fixture.

    A corrected score is news again, and so is a round that is paired again: its ties are others then. Of a fixture in
    ``told`` (``result:<id>``) that has no result any more, this is news.
    """
    events, root = [], settings.PUBLIC_URL.rstrip("/")
    for day in reading.matchdays(reading.stages_of(row)):
        fixtures = fixtures_with_sides(day)
        if day.round.status != Round.Status.PENDING and fixtures:
            first = min(fixture.tie_id for fixture in day.fixtures)
            events.append((f"round:{day.round.pk}:{first.hex}", round_words(row, day, root)))
        for fixture in fixtures:
            event, head = f"result:{fixture.pk}", f"{row.name} · {day.name}\n"
            if fixture.tie.decided if fixture.tie.of_teams else fixture.status in OVER:
                score = score_of(fixture)
                words = f"{fixture.home} {score or _('walkover')} {fixture.away}"
                events.append((f"{event}:{score or 'walkover'}", head + words))
            elif event in told:
                words = _("%(home)s – %(away)s: the result no longer counts")
                events.append((f"{event}:none", head + words % {"home": fixture.home, "away": fixture.away}))
    return events


def claim(busy: Collection[str], room: int) -> list[outward.Request]:
    """Claim the oldest due message of each hook, one a host, none to ``busy``, up to ``room``.

    A hook is held while its message is in flight, and its messages keep their order: the next waits until this one is
    accepted or given up. A killed worker's hold ends after ``HELD``, and the message is sent again under its id.
    """
    now = timezone.now()
    due_hooks = WebHook.objects.filter(Exists(_waiting(OuterRef("pk"))), stopped="", next_at__lte=now)
    one_a_host = due_hooks.exclude(host__in=busy).order_by("host", "next_at").distinct("host")
    hooks = WebHook.objects.filter(pk__in=one_a_host.values("pk")).select_related("by").order_by("next_at")
    requests = []
    for hook in hooks[: max(0, room)]:
        unchanged = WebHook.objects.filter(pk=hook.pk, next_at=hook.next_at, stopped="")
        message = _waiting(hook.pk).order_by("pk").first()
        if message is not None and unchanged.update(next_at=now + HELD):
            HookMessage.objects.filter(pk=message.pk).update(attempts=F("attempts") + 1)
            requests.append(_request(hook, message))
    return requests


def pause_host(host: str, until: datetime) -> None:
    """Send nothing to ``host`` before ``until``."""
    WebHook.objects.filter(host=host, stopped="", next_at__lt=until).update(next_at=until)


def _waiting(hook: UUID | OuterRef) -> QuerySet[HookMessage]:
    return HookMessage.objects.filter(hook=hook, due_at__isnull=False)


def _request(hook: WebHook, message: HookMessage) -> outward.Request:
    body = body_of(message.words)
    headers = {
        "Content-Type": "application/json",
        "X-Tabellone-Id": f"{hook.pk}/{message.pk}",
        **signature(hook.secret, body),
    }
    return outward.Request(hook.host, hook.url, body, headers, partial(_record, hook, message))


@transaction.atomic
def _record(hook: WebHook, message: HookMessage, outcome: outward.Outcome) -> bool:
    """Record the outcome of ``message`` and when its hook continues; return whether it was accepted."""
    status = outcome.status if isinstance(outcome, outward.Answer) else 0
    rows, now = HookMessage.objects.filter(pk=message.pk), timezone.now()
    with translation.override(hook.by.language or settings.LANGUAGE_CODE):
        answer = _answer_words(outcome)
        if 200 <= status < 300:
            rows.update(due_at=None, taken_at=now, answer=answer)
            WebHook.objects.filter(pk=hook.pk).update(failures=0, next_at=now)
            return True
        failures = hook.failures + 1
        pause = FIRST_WAIT * 2 ** (failures - 1)
        if isinstance(outcome, outward.Answer):
            pause = max(pause, timedelta(seconds=min(outcome.retry_after, 3600)))
        if 400 <= status < 500 and status not in (*GONE, *LATER):
            rows.update(due_at=None)  # they rejected this message: the next may be right
            pause = timedelta(0)
        rows.update(answer=answer)
        WebHook.objects.filter(pk=hook.pk).update(failures=failures, next_at=now + pause)
        if status in GONE or isinstance(outcome, outward.Refused):
            _stop(hook, answer)
        elif failures >= FAILURES:
            words = _("The last %(count)d messages failed. Last answer: %(answer)s.")
            _stop(hook, words % {"count": failures, "answer": answer})
    return False


def _answer_words(outcome: outward.Outcome) -> str:
    """Return one of a few fixed sentences: the owner of a hook must learn nothing else about the network."""
    if isinstance(outcome, outward.Answer):
        return _("answered %(status)d") % {"status": outcome.status}
    if isinstance(outcome, outward.Refused):
        return str(outcome)
    return _("no answer in time") if isinstance(outcome, outgoing.TooSlow) else _("refused")


def stop_of_leaver(competitions: QuerySet[Competition], user: User) -> None:
    """Stop the hooks that ``user`` set for those of ``competitions`` that ``user`` runs no more; tell their owners."""
    for hook in WebHook.objects.filter(by=user, stopped="", competition__in=competitions):
        if access.may(user, hook.competition, Right.RUN):
            continue
        message = text("A web hook has stopped: {name}, who set it, no longer runs the competition", name=user.nickname)
        with translation.override(hook.competition.owner.language or settings.LANGUAGE_CODE):
            reason = translated(message)
        _stop(hook, reason, message)


def _stop(hook: WebHook, reason: str, message: Text = NOT_ANSWERED) -> None:
    """Stop ``hook`` until it is switched on again, and notify who set it, or the owner if that person cannot do so."""
    if not WebHook.objects.filter(pk=hook.pk, stopped="").update(stopped=reason[:200]):
        return
    competition = hook.competition
    notify(
        users=[hook.by if access.may(hook.by, competition, Right.RUN) else competition.owner],
        kind="hook",
        message=message,
        url=reverse("delivery:hooks", args=[competition.slug]),
        key=f"hook:{hook.pk}:{timezone.now():%Y-%m-%d}",
        competition=competition.name,
    )


def body_of(words: str) -> bytes:
    """Return the body for the usual chats: ``content`` for Discord, ``text`` for Slack, Mattermost, Google Chat.

    Discord is told to mention nobody; Slack's control signs between angle brackets are written as words. No name hides
    an address behind other words, as Markdown does.
    """
    words = words.replace("](", "]\u200b(")
    plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for caller in ("@everyone", "@here", "@channel", "@all"):
        plain = plain.replace(caller, "@\u200b" + caller[1:])
    message = {"username": "Tabellone", "content": words, "text": plain, "allowed_mentions": {"parse": []}}
    return json.dumps(message, ensure_ascii=False).encode()


def signature(secret: str, body: bytes) -> dict[str, str]:
    """Return the header that proves a message ours and new: HMAC-SHA256 of time, a dot and the body."""
    at = str(int(timezone.now().timestamp()))
    mark = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"X-Tabellone-Signature": f"t={at},v1={mark}"}
