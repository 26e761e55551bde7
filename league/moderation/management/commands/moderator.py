"""``manage.py moderator NAME``: let the account that signs in as NAME decide the queue; ``--end`` takes it back."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.players.models import User


class Command(BaseCommand):
    """Gives or takes the one right of moderators."""

    help = "Let the account that signs in as NAME decide the queue of reports."

    def add_arguments(self, parser: CommandParser) -> None:
        """The name, and ``--end``."""
        parser.add_argument("name", help="what the account signs in with")
        parser.add_argument("--end", action="store_true", help="take the right back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it on the account; again: nothing changes."""
        found = User.objects.filter(kind=User.Kind.ACCOUNT, username__iexact=options["name"])
        if not found.update(is_moderator=not options["end"]):
            raise CommandError(f"There is no account that signs in as {options['name']}.")
        said = "is no moderator any more" if options["end"] else "is a moderator: the queue is at /moderation/"
        self.stdout.write(f"{options['name']} {said}.")
