"""``manage.py demo``: fill an empty Tabellone with a running cup, a league half-way through, and accounts to try."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.competitions import demo
from league.competitions.models import Competition
from league.players.models import User


class Command(BaseCommand):
    """See the module's docstring."""

    help = "Make the demo: bots playing a cup, a league half-way through, accounts whose password is printed."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--first``: do nothing where anything is there already."""
        parser.add_argument("--first", action="store_true", help="only if the database is empty; else do nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and print who can sign in."""
        if Competition.objects.exists() or User.objects.filter(kind=User.Kind.ACCOUNT).exists():
            if options["first"]:
                return
            raise CommandError("There are accounts or competitions already: the demo is for an empty database.")
        made = demo.make()
        self.stdout.write(f"Demo: {made.matches} matches played, a cup at /competitions/{made.cup}/")
        self.stdout.write(f"      a league at /competitions/{made.league}/")
        self.stdout.write(f"      a cup that may be entered at /competitions/{made.open}/")
        self.stdout.write(f"      a bot's token for the API (docs/bots-api.md): {made.token}")
        self.stdout.write(f"Demo accounts: {', '.join(made.accounts)}; the password of each is: {demo.PASSWORD}")
