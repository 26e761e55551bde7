"""``manage.py moderator NAME``: make the account that signs in as NAME a moderator; ``--end`` takes it back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.players.models import User


class Command(BaseCommand):
    help = "Let the account that signs in as NAME decide the queue of reports."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the account signs in with")
        parser.add_argument("--end", action="store_true", help="take the right back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the right on the account. Again: nothing changes."""
        accounts = User.objects.filter(kind=User.Kind.ACCOUNT, username__iexact=options["name"])
        if not accounts.update(is_moderator=not options["end"]):
            raise CommandError(f"There is no account that signs in as {options['name']}.")
        outcome = "is no moderator any more" if options["end"] else "is a moderator: the queue is at /moderation/"
        self.stdout.write(f"{options['name']} {outcome}.")
