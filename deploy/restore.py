"""``make restore FILE=...``: a backup into a fresh folder, or over data, which is backed up first."""

import contextlib
import datetime as dt
import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg

from deploy import backup
from deploy.backup import BackupError
from deploy.environment import last_lines
from deploy.plan import Note, Plan, write_private
from deploy.releases import Stored, refusal
from deploy.stores import Stores, postgres_programs


def into(url: str, file: Path) -> str:
    """Replace everything at ``url`` by the backup ``file``; return its secret key. Raises BackupError.

    The new rows come in one transaction and are then counted against the manifest.
    """
    manifest = backup.read_manifest(file)
    with (
        tempfile.TemporaryDirectory(prefix="tabellone-restore-") as place,
        tarfile.open(file, backup.UNCOMPRESSED) as tar,
    ):
        backup.unpack(tar, Path(place))
        try:
            with psycopg.connect(url, autocommit=True) as link:
                link.execute("DROP SCHEMA public CASCADE")
                link.execute("CREATE SCHEMA public")
        except psycopg.Error as error:
            raise BackupError(f"The database cannot be emptied for the backup: {error}") from error
        command: list[str | Path] = [
            postgres_programs() / "pg_restore",
            "--no-owner",
            "--no-privileges",
            "--exit-on-error",
        ]
        database, around = backup.without_password(url)
        command += ["--single-transaction", "-d", database, Path(place) / "database.dump"]
        process = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
        if process.returncode:
            raise BackupError(f"The backup could not be put into the database: {last_lines(process.stderr)}")
        secret = (Path(place) / "secret_key").read_text()
    rows = backup.counts(url)
    if rows != manifest["rows"]:
        wrong = sorted(name for name in {*rows, *manifest["rows"]} if rows.get(name) != manifest["rows"].get(name))
        raise BackupError(f"{file} is damaged: the rows of {', '.join(wrong)} do not agree with its own count.")
    return secret


@contextlib.contextmanager
def _target(plan: Plan) -> Iterator[str]:
    """Yield the database to restore into, locked for us."""
    if plan.database_url:
        yield plan.database_url
        return
    if not plan.data.exists():
        plan.data.mkdir(parents=True)
        plan.data.chmod(0o755)
    with (plan.data / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupError(f"Tabellone runs with the data in {plan.data}: stop it with Ctrl-C first.") from None
        Note(plan.data).remove()  # left by a run that lost power: a concurrent command would be sent to its database
        stores = Stores(plan.data)
        stores.start(valkey=False)
        try:
            yield stores.database_url
        finally:
            stores.stop()


def _check_replaceable(url: str) -> None:
    """Check that the tables at ``url`` are not another program's. Raises BackupError."""
    with psycopg.connect(url) as link, link.cursor() as cursor:
        stored = Stored.read(cursor)
    if stored.is_foreign:
        raise BackupError(refusal(stored, "The database"))


def main() -> int:
    path = os.environ.get("FILE", "")
    if not path:
        print("Name the backup: make restore FILE=backups/name.tabellone", file=sys.stderr)
        return 1
    backup.end_by_signals()
    file = Path(path).expanduser().resolve()
    try:
        manifest = backup.read_manifest(file)
        backup.check_release(file, manifest)
        plan = Plan.from_environment()
        with _target(plan) as url:
            if backup.counts(url):
                _check_replaceable(url)
                now = dt.datetime.now().astimezone()
                before = backup.folder() / f"before-restore-{now:%Y-%m-%d-%H%M%S}.tabellone"
                old = plan.data / "secret_key"
                key = os.environ.get("SECRET_KEY") or (old.read_text() if old.exists() else "")
                backup.make(url, key, before)
                print(f"What was here is kept in {before}")
            secret = into(url, file)
        if not plan.database_url:
            write_private(plan.data / "secret_key", secret)
            # Its queue and cache belong to the replaced data.
            shutil.rmtree(plan.data / "valkey", ignore_errors=True)
    except backup.FAULTS as error:
        print(backup.sentence(error), file=sys.stderr)
        return 1
    print(f"Restored: the backup of {manifest['made_at']}, {sum(manifest['rows'].values())} rows. Now: make up")
    return 0


if __name__ == "__main__":
    sys.exit(main())
