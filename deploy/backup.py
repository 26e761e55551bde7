"""Backup in one file: the database, the secret key and a manifest.

A backup is a tar of ``manifest.json`` (format, version, time, rows of each table), ``database.dump`` (``pg_dump -Fc``)
and ``secret_key`` (sessions and links stay valid). Valkey holds nothing that may not be lost. ``make backup`` reads a
running installation or data at rest; beat makes one each night and keeps the last seven.
"""

import contextlib
import datetime as dt
import fcntl
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, cast

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from deploy.environment import ROOT, last_lines, put_in_place
from deploy.plan import CannotRun, Note, Plan, secret_key, version
from deploy.releases import Stored, refusal
from deploy.stores import StoreError, Stores, postgres_programs

FORMAT = 1
KEPT = 7
"""Number of nightly backups kept."""
UNCOMPRESSED: Final = "r:"
LARGEST: Final = {"manifest.json": 1_000_000, "secret_key": 10_000, "database.dump": 0}
"""Files of a backup, with the most bytes of each; 0: as many as the backup itself."""


MIGRATION_ROW: Final = re.compile(r"^\d+\t([^\t\n]+)\t([^\t\n]+)\t", re.MULTILINE)
"""Row of ``django_migrations`` in a dump: id, app, name, time."""


class BackupError(RuntimeError):
    """A backup that could not be made or read; the sentence says what to do."""


FAULTS: Final = (BackupError, CannotRun, StoreError, OSError, psycopg.Error)
"""Errors that end ``make backup``, ``restore`` and ``restore-drill`` with a sentence."""


def sentence(error: Exception) -> str:
    """Return what a person is told of one of ``FAULTS``."""
    if isinstance(error, psycopg.Error):
        return f"The database does not answer, or refuses: {error}"
    if isinstance(error, OSError):
        return f"{error}: see that you may read and write there and that the disk has room, and try again."
    return str(error)


def end_by_signals() -> None:
    """Have SIGTERM and SIGHUP end this command as Ctrl-C does: no copy of the data stays in a temporary folder."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # by nohup
            signal.signal(number, lambda received, _frame: sys.exit(128 + received))


def folder() -> Path:
    """Return the folder of backups: ``BACKUPS``, else ``backups`` in the project."""
    return Path(os.environ.get("BACKUPS") or ROOT / "backups").expanduser().resolve()


def counts(url: str) -> dict[str, int]:
    """Count the rows of each table."""
    with psycopg.connect(url) as link:
        return _counts(link)


def _counts(link: psycopg.Connection) -> dict[str, int]:
    names = link.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
    rows = {}
    for (name,) in names:
        row = link.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(name))).fetchone()
        rows[name] = int(row[0]) if row else 0
    return rows


def _dump(url: str, dump: Path) -> dict[str, int]:
    """Dump the live database; return the rows of each table in the dump's own snapshot."""
    try:
        with psycopg.connect(url) as link:
            link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            link.read_only = True
            row = link.execute("SELECT pg_export_snapshot()").fetchone()
            command: list[str | Path] = [postgres_programs() / "pg_dump", "-Fc", "--no-owner", "--no-privileges"]
            place, around = without_password(url)
            command += [f"--snapshot={row[0] if row else ''}", "-f", dump, "-d", place]
            dumped = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
            if dumped.returncode:
                raise BackupError(f"The database could not be dumped: {last_lines(dumped.stderr)}")
            return _counts(link)
    except psycopg.OperationalError as error:
        raise BackupError(f"The database does not answer: {error}") from error


def without_password(url: str) -> tuple[str, dict[str, str]]:
    """Return the database at ``url`` for the words of a command, which ps shows to everybody, and the environment."""
    values = conninfo_to_dict(url)
    password = values.pop("password", None)
    return make_conninfo("", **values), os.environ | ({"PGPASSWORD": str(password)} if password else {})


def make(url: str, secret: str, target: Path) -> Path:
    """Write a backup of the database at ``url`` to ``target``, which appears only when complete."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as place:
            dump, whole = Path(place) / "database.dump", Path(place) / "whole"
            rows = _dump(url, dump)
            manifest = {
                "format": FORMAT,
                "version": version(),
                "made_at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
                "rows": rows,
            }
            with (
                os.fdopen(os.open(whole, os.O_RDWR | os.O_CREAT, 0o600), "wb") as out,
                tarfile.open(fileobj=out, mode="w") as tar,
            ):
                _add(tar, "manifest.json", json.dumps(manifest, indent=1).encode())
                _add(tar, "secret_key", secret.encode())
                tar.add(dump, "database.dump")
            put_in_place(whole, target)
    except OSError as error:
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
    """Read a backup's manifest. Raises BackupError for another file or a newer release's backup."""
    try:
        with tarfile.open(file, UNCOMPRESSED) as tar:
            _check_members(file, tar)
            member = tar.extractfile("manifest.json")
            manifest: Any = json.loads(member.read()) if member else {}
    except FileNotFoundError:
        raise BackupError(f"{file} is not there: name one, as in make restore FILE=backups/name.tabellone") from None
    except (OSError, tarfile.TarError, ValueError, RecursionError):
        raise BackupError(f"{file} is not a backup of Tabellone, or only a part of one.") from None
    kinds = {"format": int, "version": str, "rows": dict}
    if not isinstance(manifest, dict) or not all(isinstance(manifest.get(name), kinds[name]) for name in kinds):
        raise BackupError(f"{file} is not a complete backup of Tabellone.")
    if manifest["format"] > FORMAT or _number(manifest["version"]) > _number(version()):
        raise BackupError(
            f"{file} was made by Tabellone {manifest['version']}, and this is {version()}: update this one first."
        )
    return cast("dict[str, Any]", manifest)


def _check_members(file: Path, tar: tarfile.TarFile) -> None:
    """Check that ``tar`` holds a backup's files, none too large and no others. Raises BackupError.

    Unpacked, they take no more room than ``file`` does: neither compressed archives nor files with holes are read.
    """
    members = {member.name: member for member in tar.getmembers()}
    if set(members) != set(LARGEST):
        raise BackupError(f"{file} is not a complete backup of Tabellone.")
    for name, member in members.items():
        if not member.isreg() or member.issparse() or member.size > (LARGEST[name] or file.stat().st_size):
            raise BackupError(f"{file} is not a backup of Tabellone: its {name} is no ordinary file, or too large.")


def unpack(tar: tarfile.TarFile, place: Path) -> None:
    """Write the files of a backup that ``read_manifest`` has checked into the folder ``place``.

    ``extractall`` cannot be told to distrust an archive before Python 3.11.4, and Debian 12 has 3.11.2.
    """
    for name in LARGEST:
        with cast("IO[bytes]", tar.extractfile(name)) as stored, (place / name).open("wb") as file:
            shutil.copyfileobj(stored, file)


def check_release(file: Path, manifest: dict[str, Any]) -> None:
    """Check by the migrations in its dump that this release takes over the backup. Raises BackupError."""
    command: list[str | Path] = [postgres_programs() / "pg_restore", "--data-only", "--table=django_migrations", "-f-"]
    with tarfile.open(file, UNCOMPRESSED) as tar, tempfile.TemporaryFile() as rows, tempfile.TemporaryFile() as errors:
        with (
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=rows, stderr=errors) as process,
            contextlib.suppress(BrokenPipeError),
            cast("IO[bytes]", process.stdin) as pipe,
        ):
            shutil.copyfileobj(cast("IO[bytes]", tar.extractfile("database.dump")), pipe)
        rows.seek(0)
        errors.seek(0)
        if process.returncode:
            raise BackupError(
                f"{file} could not be put into the database: {last_lines(errors.read().decode(errors='replace'))}"
            )
        applied = MIGRATION_ROW.findall(rows.read().decode(errors="replace"))
    if reason := refusal(Stored(frozenset(manifest["rows"]), frozenset(applied)), str(file)):
        raise BackupError(reason)


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isascii() and part.isdigit() and len(part) < 10)


def nightly(url: str, secret: str, now: dt.datetime, place: Path) -> Path | None:
    """Make today's backup after 3 o'clock UTC or a day without one; keep the last seven.

    Safe to run twice, late or concurrently: one run makes it. Returns the file, or None when nothing was due.
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
        for left in place.glob(".nightly-*"):  # by a run that was killed, with a dump of any size
            shutil.rmtree(left, ignore_errors=True)
        make(url, secret, target)
        for old in [*before, target][:-KEPT]:
            old.unlink(missing_ok=True)
    return target


@contextlib.contextmanager
def database(plan: Plan) -> Iterator[str]:
    """Yield the database's address: given, running, or started for now on the data at rest."""
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
        Note(plan.data).remove()  # left by a run that lost power: a concurrent command would be sent to its database
        stores = Stores(plan.data)
        stores.start(valkey=False)
        try:
            yield stores.database_url
        finally:
            stores.stop()


def main() -> int:
    """Run ``make backup``: to FILE, or to a name with the time in the folder of backups."""
    end_by_signals()
    now = dt.datetime.now().astimezone()
    target = Path(os.environ.get("FILE") or folder() / f"tabellone-{now:%Y-%m-%d-%H%M%S}.tabellone").resolve()
    try:
        plan = Plan.from_environment()
        with database(plan) as url:
            make(url, os.environ.get("SECRET_KEY") or secret_key(plan.data), target)
    except FAULTS as error:
        print(sentence(error), file=sys.stderr)
        return 1
    print(f"The backup is {target}\nCarry it to another machine and say there: make restore FILE={target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
