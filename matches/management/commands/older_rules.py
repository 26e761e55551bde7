"""``manage.py older_rules``: check before migrating that this release can take over running matches."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from matches.upkeep.upgrades import begin_under_todays_rules, in_play_under_other_rules, sentence


class Command(BaseCommand):
    """List the waiting matches, and fail.

    With ``--carry``, after the migrations, those not begun take today's rules.
    """

    help = "Fail, naming them, while matches are in play under rules that this release does not play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--carry", action="store_true", help="let matches not begun start under today's rules")

    def handle(self, *args: Any, **options: Any) -> None:
        waiting = in_play_under_other_rules()
        if waiting:
            raise CommandError(sentence(waiting))
        carried = begin_under_todays_rules() if options["carry"] else 0
        if carried:
            self.stdout.write(f"{carried} matches that have not kicked off will begin under the rules of this release.")
