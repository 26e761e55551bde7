"""``manage.py incident "Mails are late" --story "..."``, told on ``/status/``; ``incident --end`` ends open ones."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from deploy.models import Incident

LONGEST = 120


class Command(BaseCommand):
    help = "Tell people on /status/ of a disturbance, or of its end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", nargs="?", default="")
        parser.add_argument("--story", default="", help="more about it")
        parser.add_argument("--end", action="store_true", help="end what is open; with a title, only that one")

    def handle(self, *args: Any, **options: Any) -> None:
        title = options["title"].strip()
        if options["end"]:
            open_ones = Incident.objects.filter(ended_at=None, **({"title": title} if title else {}))
            self.stdout.write(f"{open_ones.update(ended_at=timezone.now())} ended.")
            return
        if not title or len(title) > LONGEST:
            raise CommandError(f'Say what happens, in up to {LONGEST} letters: incident "Mails are late"')
        _incident, is_new = Incident.objects.update_or_create(
            title=title, ended_at=None, defaults={"story": options["story"][:2000]}
        )
        self.stdout.write("Told on /status/." if is_new else "Told already; its story is changed.")
