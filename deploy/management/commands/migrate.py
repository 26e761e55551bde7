"""``manage.py migrate``: Django's, which first refuses data that this release does not take over."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from deploy.releases import Stored, refusal


def check_data(connection: BaseDatabaseWrapper) -> None:
    """Check that this release takes over the data at ``connection``. Raises CommandError with a sentence."""
    with connection.cursor() as cursor:
        stored = Stored.read(cursor)
    disk = MigrationLoader(None).disk_migrations.values()
    cut_off = stored.was_cut_off(frozenset(migration.replaces) for migration in disk if migration.replaces)
    if reason := refusal(stored, "The database", cut_off):
        raise CommandError(reason)


class Command(Migrate):
    """Refuses data of a release before the last one, of a newer one, and of another program."""

    def handle(self, *args: Any, **options: Any) -> None:
        check_data(connections[options["database"]])
        super().handle(*args, **options)
