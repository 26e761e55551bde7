"""The run that sends waiting mail, a few at once: a server that is slow with one holds up no other.

The thread that calls ``send_due`` reads and writes all rows; the pool's threads only talk to the mail server.
"""

import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.core.mail import get_connection

from league.delivery import mail
from league.delivery.models import MailMessage
from league.delivery.sending import SILENCE, only_run

LANES: Final = 4
"""Mails sent at once."""
RUN: Final = 10.0
"""Seconds after which a run sends no further mail; it ends ``smtp.WHOLE`` later, within the ``visibility_timeout``."""
SENDER: Final = "mail:sender"


def send_due() -> int:
    """Send waiting mails for up to ``RUN`` seconds and return how many were taken; 0 while another run sends."""
    cache.delete(mail.WOKEN)  # first: who writes from now on wakes again
    with only_run(SENDER) as alone:
        if not alone:
            return 0
        with ThreadPoolExecutor(LANES, thread_name_prefix="mail") as pool:
            return _run(pool)


def _run(pool: ThreadPoolExecutor) -> int:
    ends, taken = time.monotonic() + RUN, 0
    running: dict[Future[None], MailMessage] = {}
    while True:
        if time.monotonic() < ends:
            for row in mail.claim(LANES - len(running)):
                running[pool.submit(transmit, row)] = row
        if not running:
            return taken
        finished, _ = wait(running, timeout=1, return_when=FIRST_COMPLETED)
        for future in finished:
            taken += mail.record(running.pop(future), future.exception())
        cache.touch(SENDER, SILENCE)


def transmit(row: MailMessage) -> None:
    """Hand ``row`` to the server of ``EMAIL_URL``. Raises mail.ServerAway, OSError."""
    # Celery makes lines of its log of what a task prints; a printed mail is to be read.
    options: dict[str, Any] = {"stream": sys.__stdout__} if "console" in settings.EMAIL_TRANSPORT else {}
    server = get_connection(settings.EMAIL_TRANSPORT, **options)
    try:
        try:
            server.open()
        except OSError as error:
            raise mail.ServerAway(str(error)) from error
        server.send_messages([mail.message_of(row)])
    finally:
        with suppress(OSError):
            server.close()
