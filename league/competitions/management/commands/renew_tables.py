"""``manage.py renew_tables``: compute anew the tables of running competitions that an older release made by a reading
of the rules that has been corrected. Run it after the migrations; again, it changes nothing.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from league.competitions.verbs.renew_tables import renew_tables


class Command(BaseCommand):
    """See the module."""

    help = "Compute anew the running Swiss tables that an older release made."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and say how many."""
        self.stdout.write(f"{renew_tables()} competitions were computed anew.")
