"""``manage.py rebuild [tables|statistics|all]``: compute again what follows from the logs, with a bar of progress."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from rich.console import Console
from rich.progress import Progress

from league.competitions.models import Competition
from league.competitions.verbs.closing import swept
from league.statistics.models import MatchFigures
from league.statistics.verbs.rebuilding import rebuild_all


class Command(BaseCommand):
    help = (
        "Compute again the tables of running competitions, and all statistics. Safe to repeat, also while people play."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", nargs="?", choices=("tables", "statistics", "all"), default="all")

    def handle(self, *args: Any, **options: Any) -> None:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            if options["what"] in ("tables", "all"):
                keys = list(Competition.objects.running().values_list("id", flat=True))
                changed = sum(swept(key) for key in bar.track(keys, description="competitions"))
                self.stdout.write(f"{len(keys)} running competitions computed, {changed} changed.")
            if options["what"] in ("statistics", "all"):
                task = bar.add_task("matches", total=MatchFigures.objects.count())
                derived = rebuild_all(lambda: bar.advance(task))
                self.stdout.write(f"{derived} matches counted; ratings, books and careers made anew.")
