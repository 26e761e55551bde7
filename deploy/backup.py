"""One file that carries everything to another machine: the database, the secret key, and what made them.

A backup is a tar of ``manifest.json`` (format, version, time, rows of each table), ``database.dump`` (``pg_dump -Fc``)
and ``secret_key`` (sessions and links stay valid). Valkey holds nothing that may not be lost. ``make backup`` takes one
of what runs, or of data at rest; beat takes one each night and keeps the last seven.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import sql

from deploy.environment import ROOT, last_lines
from deploy.plan import CannotRun, Note, Plan, secret_key, version
from deploy.stores import StoreError, Stores, postgres_programs

FORMAT = 1
KEPT = 7
"""How many nightly backups stay."""
UNCOMPRESSED: Final = "r:"
LARGEST: Final = {"manifest.json": 1_000_000, "secret_key": 10_000, "database.dump": 0}
"""The files of a backup, and the bytes that each may have; 0: as many as the backup itself."""


class BackupError(RuntimeError):
    """The backup could not be made or read; the sentence says what to do."""


def folder() -> Path:
    """Where backups go: ``BACKUPS``, else ``backups`` in the project."""
    return Path(os.environ.get("BACKUPS") or ROOT / "backups").expanduser().resolve()


def counts(url: str) -> dict[str, int]:
    """Rows of each table."""
    with psycopg.connect(url) as link:
        return _counts(link)


def _counts(link: psycopg.Connection) -> dict[str, int]:
    names = link.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
    found = {}
    for (name,) in names:
        row = link.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))).fetchone()
        found[name] = int(row[0]) if row else 0
    return found


def _dump(url: str, dump: Path) -> dict[str, int]:
    """Dump the database while it is being used; the rows of each table at the very moment that the dump shows."""
    try:
        with psycopg.connect(url) as link:
            link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            link.read_only = True
            row = link.execute("SELECT pg_export_snapshot()").fetchone()
            command: list[str | Path] = [postgres_programs() / "pg_dump", "-Fc", "--no-owner", "--no-privileges"]
            command += [f"--snapshot={row[0] if row else ''}", "-f", dump, "-d", url]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise BackupError(f"The database could not be dumped: {last_lines(done.stderr)}")
            return _counts(link)
    except psycopg.OperationalError as error:
        raise BackupError(f"The database does not answer: {error}") from error


def make(url: str, secret: str, target: Path) -> Path:
    """Write a backup of the database at ``url`` to ``target``; it appears there only when it is complete."""
    partial = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as place:
            dump = Path(place) / "database.dump"
            rows = _dump(url, dump)
            manifest = {
                "format": FORMAT,
                "version": version(),
                "made_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
                "rows": rows,
            }
            with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                with tarfile.open(fileobj=out, mode="w") as tar:
                    _add(tar, "manifest.json", json.dumps(manifest, indent=1).encode())
                    _add(tar, "secret_key", secret.encode())
                    tar.add(dump, "database.dump")
                out.flush()
                os.fsync(out.fileno())
        partial.replace(target)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise BackupError(
            f"The backup {target} could not be written ({error.strerror}): make room there, or choose another "
            "folder: make backup BACKUPS=/another/folder"
        ) from error
    return target


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(content), 0o600
    tar.addfile(info, io.BytesIO(content))


def read_manifest(file: Path) -> dict[str, Any]:
    """What a backup says about itself. Raises BackupError for what is none, or is newer than this release."""
    try:
        with tarfile.open(file, UNCOMPRESSED) as tar:
            _check_members(file, tar)
            member = tar.extractfile("manifest.json")
            manifest: dict[str, Any] = json.loads(member.read()) if member else {}
    except FileNotFoundError:
        raise BackupError(f"{file} is not there: name one, as in make restore FILE=backups/name.tabellone") from None
    except (OSError, tarfile.TarError, ValueError, RecursionError):
        raise BackupError(f"{file} is not a backup of Tabellone, or only a part of one.") from None
    if "format" not in manifest:
        raise BackupError(f"{file} is not a complete backup of Tabellone.")
    if manifest["format"] > FORMAT or _number(manifest["version"]) > _number(version()):
        raise BackupError(
            f"{file} was made by Tabellone {manifest['version']}, and this is {version()}: update this one first."
        )
    return manifest


def _check_members(file: Path, tar: tarfile.TarFile) -> None:
    """Raises BackupError unless ``tar`` holds the files of a backup and no others, none larger than it can be.

    Unpacked, they take no more room than ``file`` does: neither compressed archives nor files with holes are read.
    """
    members = {member.name: member for member in tar.getmembers()}
    if set(members) != set(LARGEST):
        raise BackupError(f"{file} is not a complete backup of Tabellone.")
    for name, member in members.items():
        if not member.isreg() or member.issparse() or member.size > (LARGEST[name] or file.stat().st_size):
            raise BackupError(f"{file} is not a backup of Tabellone: its {name} is no ordinary file, or too large.")


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def nightly(url: str, secret: str, now: dt.datetime, place: Path) -> Path | None:
    """Today's backup, if there is none yet and it is 3 o'clock UTC or a day has gone by; keeps the last seven.

    May run twice, late or beside itself: one of them makes it. Returns the file, or None when nothing was due.
    """
    target = place / f"nightly-{now:%Y-%m-%d}.tabellone"
    place.mkdir(parents=True, exist_ok=True)
    with (place / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return None
        before = sorted(place.glob("nightly-????-??-??.tabellone"))
        yesterday = f"nightly-{now - dt.timedelta(days=1):%Y-%m-%d}.tabellone"
        if target.exists() or (now.hour < 3 and before and before[-1].name >= yesterday):
            return None
        make(url, secret, target)
        for old in [*before, target][:-KEPT]:
            old.unlink(missing_ok=True)
    return target


@contextlib.contextmanager
def database(plan: Plan) -> Iterator[str]:
    """The address of the database: the given one, the running one, or the data at rest, started for this moment."""
    if plan.database_url:
        yield plan.database_url
        return
    if not plan.data.exists():
        raise BackupError(f"There is no data in {plan.data}: start it once with make up, or name it: DATA=folder")
    with (plan.data / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            running = Note(plan.data).read()
            if not running:
                raise BackupError("Tabellone is just starting or stopping: try again in a moment.") from None
            yield running["database_url"]
            return
        Note(plan.data).remove()  # of a run that lost power: who comes meanwhile would be sent to its database
        stores = Stores(plan.data)
        stores.start(valkey=False)
        try:
            yield stores.database_url
        finally:
            stores.stop()


def main() -> int:
    """``make backup``: to FILE, or to a name with the time in the folder of backups."""
    now = dt.datetime.now().astimezone()
    target = Path(os.environ.get("FILE") or folder() / f"tabellone-{now:%Y-%m-%d-%H%M%S}.tabellone").resolve()
    try:
        plan = Plan.from_environment()
        with database(plan) as url:
            make(url, os.environ.get("SECRET_KEY") or secret_key(plan.data), target)
    except (BackupError, CannotRun, StoreError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The backup is {target}\nCarry it to another machine and say there: make restore FILE={target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
