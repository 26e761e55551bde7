"""``manage.py staff NAME``: make the account that signs in as NAME one of the site's staff; ``--end`` takes it back."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.players.models import User


class Command(BaseCommand):
    help = "Let the account that signs in as NAME read /support/, run every competition and come in during work."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the account signs in with")
        parser.add_argument("--end", action="store_true", help="take the right back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the right on the account. Again: nothing changes."""
        accounts = User.objects.filter(kind=User.Kind.ACCOUNT, username__iexact=options["name"])
        if not accounts.update(is_staff=not options["end"]):
            raise CommandError(f"There is no account that signs in as {options['name']}.")
        outcome = "is not of the staff any more" if options["end"] else "is of the staff: support is at /support/"
        self.stdout.write(f"{options['name']} {outcome}.")
