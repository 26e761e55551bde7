"""``manage.py maintenance on "A new disk." --at 21:30 --until 22:00``, ``off``, or alone to tell: planned work."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from matches.models import Maintenance
from matches.upkeep import planned_work

LONGEST = 300


def moment(text: str, after: dt.datetime) -> dt.datetime:
    """Return ``22:00`` (the next one after ``after``) or ``2026-05-01 22:00`` as a time. Raises CommandError."""
    here = timezone.localtime(after)
    try:
        if "-" in text:
            return timezone.make_aware(dt.datetime.fromisoformat(text))
        hour, minute = map(int, text.split(":"))
        moment = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    except ValueError:
        raise CommandError(f"{text!r} is no time: write 22:00, or 2026-05-01 22:00 (UTC).") from None
    return moment if moment > here else moment + dt.timedelta(days=1)


class Command(BaseCommand):
    help = "Announce planned work and close the site for it (on), open it again or call it off (off), or tell of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("do", nargs="?", choices=("on", "off", "show"), default="show")
        parser.add_argument("sentence", nargs="?", default="", help="what people read")
        parser.add_argument("--at", help="when it begins, in UTC, as 21:30 or 2026-05-01T21:30; now without it")
        parser.add_argument("--until", help="when it is to end")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["do"] == "on":
            self._on(now, options)
        elif options["do"] == "off":
            work = planned_work.end(now)
            sentence = "There was no work." if work is None else f"The site is open. “{work.sentence}” has ended."
            self.stdout.write(sentence)
        else:
            work = Maintenance.objects.filter(ended_at=None).first()
            self.stdout.write("No work is planned." if work is None else _notice(work, now))

    def _on(self, now: dt.datetime, options: dict[str, Any]) -> None:
        sentence = options["sentence"].strip()
        if not sentence or len(sentence) > LONGEST:
            raise CommandError(f'Say what for, in up to {LONGEST} letters: maintenance on "A new disk." --until 22:00')
        begins_at = moment(options["at"], now) if options["at"] else now
        until = moment(options["until"], begins_at) if options["until"] else None
        if until is not None and until <= begins_at:
            raise CommandError("--until must be later than --at.")
        self.stdout.write(_notice(planned_work.announce(sentence, begins_at, until), now))


def _notice(work: Maintenance, now: dt.datetime) -> str:
    when = "The site is closed" if work.begins_at <= now else f"The site closes at {work.begins_at:%Y-%m-%d %H:%M} UTC"
    until = "" if work.until is None else f" until {work.until:%Y-%m-%d %H:%M} UTC"
    return f"{when}{until}: {work.sentence}"
