"""``manage.py recount``: throw away all that is derived from finished matches, and make it again from their logs.

Figures, stories, ratings, books and careers. ``--check`` changes nothing: it makes them again and says what differs.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from league.statistics.verbs.rebuilding import again, picture


class _TakenBack(Exception):
    """Ends the transaction of a check."""


class Command(BaseCommand):
    """See the module."""

    help = "Make every figure, rating and book of statistics again from the matches' logs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--check``."""
        parser.add_argument("--check", action="store_true", help="change nothing; fail if anything would differ")

    def handle(self, *args: Any, **options: Any) -> None:  # Django's signature
        """Do it in one transaction."""
        before = picture()
        after = before
        try:
            with transaction.atomic():
                matches = again()
                after = picture()
                if options["check"]:
                    raise _TakenBack
        except _TakenBack:
            pass
        different = [name for name, rows in before.items() if rows != after[name]]
        if options["check"] and different:
            raise CommandError(f"not what the logs say: {', '.join(different)}")
        said = "the same" if not different else f"changed: {', '.join(different)}"
        self.stdout.write(f"{matches} matches counted; {said}")
