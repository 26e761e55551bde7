"""``manage.py remove_factors NAME REASON``: take second factor and passkeys from an account that lost them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.moderation import factors
from league.moderation.errors import ModerationError
from league.players.models import User


class Command(BaseCommand):
    help = (
        "Take the authenticator app, passkeys and recovery codes from the account that signs in as NAME, and end its "
        "sessions. Make sure first that you talk to its owner. The audit says so; the owner gets a mail."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="what the account signs in with")
        parser.add_argument("reason", help="how you know that its owner asks, for the audit")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the factors. Again: nothing changes."""
        user = User.objects.filter(kind=User.Kind.ACCOUNT, username__iexact=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account that signs in as {options['name']}.")
        try:
            removed = factors.take(user=user, reason=options["reason"])
        except ModerationError as refused:
            raise CommandError(str(refused)) from None
        if not removed:
            self.stdout.write(f"{user.username} has no second factor: nothing changed.")
            return
        self.stdout.write(f"{user.username} signs in with the password alone: {', '.join(removed)} taken.")
