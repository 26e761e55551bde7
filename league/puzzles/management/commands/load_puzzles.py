"""Loading of the shipped puzzles into rows, at each start."""

from typing import Any

from django.core.management.base import BaseCommand

from league.puzzles.loading import load


class Command(BaseCommand):
    help = "Load the shipped puzzles into rows; ratings and answers stay."

    def handle(self, *args: Any, **options: Any) -> None:  # Django's signature
        self.stdout.write(f"{load()} puzzles are offered")
