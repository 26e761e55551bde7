"""``manage.py recount``: rebuild everything derived from finished matches from their logs.

Figures, stories, ratings, books and careers. ``--check`` changes nothing: it rebuilds and reports the differences.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from league.statistics.verbs.rebuilding import picture, rebuild_all


class _TakenBack(Exception):
    """The signal that ends the transaction of a check."""


class Command(BaseCommand):
    help = "Make every figure, rating and book of statistics again from the matches' logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; fail if anything would differ")

    def handle(self, *args: Any, **options: Any) -> None:  # Django's signature
        before = picture()
        after = before
        try:
            with transaction.atomic():
                matches = rebuild_all()
                after = picture()
                if options["check"]:
                    raise _TakenBack
        except _TakenBack:
            pass
        different = [name for name, rows in before.items() if rows != after[name]]
        if options["check"] and different:
            raise CommandError(f"not what the logs say: {', '.join(different)}")
        outcome = "the same" if not different else f"changed: {', '.join(different)}"
        self.stdout.write(f"{matches} matches counted; {outcome}")
