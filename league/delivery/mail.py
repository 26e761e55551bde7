"""The outbox of mail: each message is a row, whoever writes it, and leaves by the outward worker alone.

``Outbox`` is Django's ``EMAIL_BACKEND``: ``send_mail``, allauth and everything else write rows, in the transaction of
what the mail is about, and no request talks to a mail server. A mail is sent until a server takes it, at least once: a
killed worker's hold ends, and the twin has the same Message-ID. While the server is away, all mail waits for it
together; a mail that is refused for now waits alone, longer each time. What it said, and to whom, goes with it.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from email.utils import format_datetime, make_msgid, parseaddr, parsedate_to_datetime
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone, translation
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from league.delivery.models import MailMessage

log = logging.getLogger("league.delivery.mail")

TASK: Final = "league.delivery.tasks.send_mail"
KEEP_TRYING: Final = timedelta(days=4)
"""Age at which a mail without an ``Expires`` is given up."""
HELD: Final = timedelta(minutes=1)
"""Time that a worker holds a mail before another one may send it: above ``smtp.WHOLE``."""
FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)
"""First and longest pause of a mail that was refused for now, doubled with each attempt."""
FIRST_REST: Final = 5
LONGEST_REST: Final = 300
"""Seconds for which nothing is sent to a server that is away: at first, doubled with each failure, and at most."""
RESTS: Final = "mail:rests"
FAILURES: Final = "mail:failures"
WOKEN: Final = "mail:woken"
"""Keys of the cache: the server rests; its failures in a row; a wake waits for the worker."""
WAKE_EXPIRES: Final = 10
"""Seconds after which a wake is worth nothing: the sweep has come meanwhile."""
TOO_LARGE: Final = 552
CLOSING: Final = 421
"""Answers of SMTP: the mail is too large; the server ends the session."""
EMPTY: Final[dict[str, Any]] = {"to": "", "subject": "", "text": "", "html": "", "headers": {}, "due_at": None}


class Outbox(BaseEmailBackend):
    """The ``EMAIL_BACKEND`` that keeps mails until ``mailing`` sends them by ``EMAIL_TRANSPORT``."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write a row for each recipient, and wake the worker on commit; return the number of messages."""
        rows = [row for message in email_messages for row in _rows(message)]
        for row in rows:
            message_of(row).message()  # a header that cannot be sent is the writer's fault, not the worker's
        MailMessage.objects.bulk_create(rows)
        transaction.on_commit(wake)
        return len(email_messages)


def _rows(message: EmailMessage) -> Iterator[MailMessage]:
    """Yield a row for each recipient of ``message``: an address that is refused holds up no other."""
    if message.attachments:
        raise ValueError("a mail has no attachments here: link to a page that has them")
    bodies = {f"text/{message.content_subtype}": str(message.body)}
    bodies |= {each.mimetype: str(each.content) for each in getattr(message, "alternatives", ())}
    if not bodies.keys() <= {"text/plain", "text/html"}:
        raise ValueError(f"a mail is text/plain and text/html here, not {', '.join(bodies)}")
    now = timezone.now()
    given = {name: str(value) for name, value in message.extra_headers.items()}
    expires = given.pop("Expires", "")
    lists = {"To": message.to, "Cc": message.cc, "Reply-To": message.reply_to}
    headers = {
        "Auto-Submitted": "auto-generated",  # RFC 3834: no machine answers it
        "Content-Language": translation.get_language() or settings.LANGUAGE_CODE,
        "Date": format_datetime(now),
        **{name: ", ".join(map(str, people)) for name, people in lists.items() if people},
        **given,
    }
    domain = parseaddr(str(message.from_email))[1].rpartition("@")[2]
    for recipient in message.recipients():
        yield MailMessage(
            to=parseaddr(recipient)[1] or recipient,
            sender=message.from_email,
            subject=str(message.subject),
            text=bodies.get("text/plain", ""),
            html=bodies.get("text/html", ""),
            headers={"Message-ID": make_msgid(domain=domain or "localhost"), **headers},
            made_at=now,
            expires_at=parsedate_to_datetime(expires) if expires else now + KEEP_TRYING,
            due_at=now,
        )


def message_of(row: MailMessage) -> EmailMessage:
    """Return the mail of ``row``, the same each time."""
    message = EmailMultiAlternatives(row.subject, row.text or row.html, row.sender, [row.to], headers=row.headers)
    if not row.text:
        message.content_subtype = "html"
    elif row.html:
        message.attach_alternative(row.html, "text/html")
    return message


def wake() -> None:
    """Tell the outward worker that mail waits, if no other wake does; the sweep finds it in any case."""
    try:
        if cache.add(WOKEN, True, timeout=WAKE_EXPIRES):
            current_app.send_task(TASK, ignore_result=True, expires=WAKE_EXPIRES)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("a mail waits for the sweep: %s", error)


def waiting() -> QuerySet[MailMessage]:
    """Return the mails that no server has taken yet."""
    return MailMessage.objects.filter(due_at__isnull=False)


def held_up() -> QuerySet[MailMessage]:
    """Return the mails that wait for the server or the worker: not those refused while the server took later ones."""
    later = MailMessage.objects.filter(made_at__gt=OuterRef("made_at"), taken_at__isnull=False)
    return waiting().exclude(~Q(answer="") & Exists(later))


def claim(room: int) -> list[MailMessage]:
    """Claim up to ``room`` due mails, the one that waits longest first; none while the server rests."""
    now = timezone.now()
    for row in waiting().filter(expires_at__lte=now):
        _give_up(row, row.answer or "it came too late")
    if room < 1 or cache.get(RESTS):
        return []
    with transaction.atomic():
        due = waiting().select_for_update(skip_locked=True).filter(due_at__lte=now).order_by("due_at")
        rows = list(due[:room])
        MailMessage.objects.filter(pk__in=[row.pk for row in rows]).update(
            due_at=now + HELD, attempts=F("attempts") + 1
        )
    for row in rows:
        row.attempts += 1
    return rows


def record(row: MailMessage, error: BaseException | None) -> bool:
    """Record how the sending of ``row`` ended; return whether the server took it."""
    if error is None:
        MailMessage.objects.filter(pk=row.pk).update(**EMPTY, taken_at=timezone.now(), given_up_at=None, answer="taken")
        cache.delete_many([RESTS, FAILURES])
        return True
    if not isinstance(error, OSError):
        log.error("a mail failed in a way that nobody foresaw", exc_info=error)
    answer = _answer(error).replace(row.to, "...")[:200]
    if _is_final(error):
        _give_up(row, answer)
        return False
    # A server that was away for hours leaves hundreds of attempts: as many doublings are no time any more.
    grown = min(FIRST_WAIT * 2 ** min(row.attempts - 1, 10), LONGEST_WAIT)
    wait = timedelta(0) if isinstance(error, ServerAway) else grown
    waiting().filter(pk=row.pk).update(due_at=timezone.now() + wait, answer=answer)
    if _is_of_server(error):
        _let_rest(answer)
    return False


class ServerAway(OSError):
    """No session with the mail server: nothing was said of any mail."""


def _give_up(row: MailMessage, answer: str) -> None:
    """Give ``row`` up and tell the operator. The log names no person."""
    if waiting().filter(pk=row.pk).update(**EMPTY, given_up_at=timezone.now(), answer=answer[:200]):
        log.error("mail %s was given up after %d attempts: %s", row.pk, row.attempts, answer)


def _let_rest(answer: str) -> None:
    """Send nothing for a while, longer after each failure in a row."""
    failures = cache.get(FAILURES) or 0
    seconds = min(FIRST_REST * 2 ** min(failures, 10), LONGEST_REST)
    if cache.add(RESTS, True, timeout=seconds):
        cache.set(FAILURES, failures + 1, timeout=12 * LONGEST_REST)
        log.warning("the mail server takes no mail, next attempt in %d s: %s", seconds, answer)


def _reply(error: BaseException) -> tuple[int, str]:
    """Return the server's code and words; 0 if it gave none."""
    if isinstance(error, ServerAway) and error.__cause__ is not None:
        return _reply(error.__cause__)
    if isinstance(error, SMTPRecipientsRefused):  # of one recipient: each mail has one
        ((code, words),) = error.recipients.values()
        return code, _text(words)
    return (error.smtp_code, _text(error.smtp_error)) if isinstance(error, SMTPResponseException) else (0, "")


def _text(words: bytes | str) -> str:
    return words if isinstance(words, str) else words.decode(errors="replace")


def _answer(error: BaseException) -> str:
    code, words = _reply(error)
    return f"{code} {words}" if code else str(error) or type(error).__name__


def _is_final(error: BaseException) -> bool:
    """Return whether the server will refuse this mail again: there is no such address, say."""
    code, _words = _reply(error)
    if isinstance(error, SMTPSenderRefused):
        return code == TOO_LARGE  # any other is about our sender, and so about every mail
    return isinstance(error, SMTPRecipientsRefused | SMTPDataError) and 500 <= code < 600


def _is_of_server(error: BaseException) -> bool:
    """Return whether the server would refuse any other mail as well, or does not talk."""
    of_one = isinstance(error, SMTPRecipientsRefused | SMTPDataError)
    return isinstance(error, OSError) and (not of_one or _reply(error)[0] == CLOSING)
