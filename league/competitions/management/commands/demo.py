"""``manage.py demo``: fill an empty Tabellone with a running cup, a league half-way, and accounts."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.competitions import demo
from league.competitions.models import Competition
from league.players.models import User


class Command(BaseCommand):
    help = "Make the demo: bots playing a cup, a league half-way through, accounts whose random password is printed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--first", action="store_true", help="make it only if the database is empty")
        parser.add_argument("--show-token", action="store_true", help="make a token for the demo's bot and print it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the demo and print its accounts. Raises CommandError unless the database is empty."""
        if Competition.objects.exists() or User.objects.filter(kind=User.Kind.ACCOUNT).exists():
            if not options["first"]:
                raise CommandError("There are accounts or competitions already: the demo is for an empty database.")
            renewed, password = demo.renew_password()
            if renewed:
                self._print_accounts(renewed, password)
            return
        content = demo.make(with_token=options["show_token"])
        self.stdout.write(f"Demo: {content.matches} matches played, a cup at /competitions/{content.cup}/")
        self.stdout.write(f"      a league at /competitions/{content.league}/")
        self.stdout.write(f"      a cup that may be entered at /competitions/{content.open}/")
        if content.token:
            self.stdout.write(f"      a bot's token for the API (docs/bots-api.md): {content.token}")
        self._print_accounts(content.accounts, content.password)

    def _print_accounts(self, names: list[str], password: str) -> None:
        self.stdout.write(f"Demo accounts: {', '.join(names)}; the password of each is: {password}")
