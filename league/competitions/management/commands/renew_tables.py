"""``manage.py renew_tables``: recompute tables of running competitions after a corrected rule.

Run it after the migrations of a release that corrects a rule; running it again changes nothing.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from league.competitions.verbs.renew_tables import renew_tables


class Command(BaseCommand):
    help = "Compute anew the running Swiss tables that an older release made."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{renew_tables()} competitions were computed anew.")
