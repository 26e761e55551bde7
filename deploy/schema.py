"""The tables of an empty database, at once: a dump of what all migrations make, in a second instead of fifteen.

``schema.sql`` begins with the mark of the migrations that made it; with any other ones it is left alone and they run
one by one. ``python -m deploy.schema`` makes it again, after a change of migrations.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import django
from django.apps import apps
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from deploy.checks import surroundings
from deploy.environment import ROOT
from deploy.stores import POSTGRES_MAJOR, Stores, postgres_programs

DUMP = Path(__file__).with_name("schema.sql")
LOCK = 7_401_882
"""Number of the advisory lock under which one of several first starts makes the tables."""
NOT_SQL = re.compile(r"^(?:\\|SET |SELECT pg_catalog\.set_config|--).*\n", re.MULTILINE)
"""Lines for psql alone, and settings that older servers lack."""
APPLIED = re.compile(r"'\d{4}-\d\d-\d\d [\d:.]+\+00'")
"""Time at which a migration ran."""


def mark() -> str:
    """Return the hash of this project's migrations, and of the names of all others."""
    from deploy.celery import PACKAGES  # noqa: PLC0415  needs settings

    digest = hashlib.sha256(POSTGRES_MAJOR.encode())
    own = {config.label for config in apps.get_app_configs() if config.name.partition(".")[0] in PACKAGES}
    for key, migration in sorted(MigrationLoader(None).disk_migrations.items()):
        digest.update("\0".join(key).encode())
        if key[0] in own:
            digest.update(Path(str(sys.modules[type(migration).__module__].__file__)).read_bytes())
    return digest.hexdigest()[:16]


def load() -> bool:
    """Make the tables of an empty database from the dump; return whether it could, by these migrations."""
    if connection.introspection.table_names() or not DUMP.exists():
        return False
    made_by, _, statements = DUMP.read_text().partition("\n")
    if made_by != f"-- {mark()}" or connection.get_database_version()[0] != int(POSTGRES_MAJOR):
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if connection.introspection.table_names():
            return False
        cursor.execute("SET LOCAL check_function_bodies = off")  # they come before the tables that they read
        cursor.execute(statements)
    return True


def write() -> None:
    """Make the dump by all migrations, in a PostgreSQL of its own."""
    with tempfile.TemporaryDirectory(prefix="tabellone-schema-", dir="/tmp") as place:
        folder = Path(place)
        folder.chmod(0o755)
        stores = Stores(folder, fast=True)
        try:
            stores.start(valkey=False)
            around = {**os.environ, "DATABASE_URL": stores.database_url, "DATABASE_POOL": "0"}
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=around, check=True)
            command: list[str | Path] = [postgres_programs() / "pg_dump", "--inserts", "--no-owner", "--no-privileges"]
            dumped = subprocess.run([*command, stores.database_url], capture_output=True, text=True, check=True)
        finally:
            stores.stop()
    statements = APPLIED.sub("now()", re.sub(r"\n{2,}", "\n", NOT_SQL.sub("", dumped.stdout)))
    DUMP.write_text(f"-- {mark()}\n{statements}")


if __name__ == "__main__":
    for name, value in {**surroundings(), "DJANGO_SETTINGS_MODULE": "deploy.settings"}.items():
        os.environ.setdefault(name, value)
    django.setup()
    write()
