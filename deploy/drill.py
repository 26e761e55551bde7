"""``make restore-drill [FILE=...]``: proof that a backup can be restored, in a PostgreSQL that is thrown away after.

The live data is not touched, nor asked: the file is restored into an empty database in a temporary folder, its rows are
counted against its manifest, this release's migrations run, and the site answers its pages from it. Without FILE it is
the newest backup.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from deploy import backup, processes, restore
from deploy.backup import BackupError
from deploy.environment import ROOT, last_lines
from deploy.stores import Stores

ASK = """
import django; django.setup()
from django.test import Client
for path in ("/", "/competitions/", "/matches/", "/games/", "/api/v1/competitions/"):
    answer = Client(raise_request_exception=True).get(path)
    assert answer.status_code == 200, f"{path} answers {answer.status_code}"
"""
"""Question to the restored site."""


def backup_file() -> Path:
    """Return FILE, or the newest backup. Raises BackupError."""
    path = os.environ.get("FILE", "")
    if path:
        return Path(path).expanduser().resolve()
    files = sorted(backup.folder().glob("*.tabellone"), key=lambda file: file.stat().st_mtime)
    if not files:
        raise BackupError(f"There is no backup in {backup.folder()}: make one with make backup, or name it: FILE=...")
    return files[-1]


def drill(file: Path) -> str:
    """Restore ``file`` aside and look at it; return what was proved. Raises BackupError, StoreError."""
    began = time.monotonic()
    manifest = backup.read_manifest(file)
    backup.check_release(file, manifest)
    folder = Path(tempfile.mkdtemp(prefix="tabellone-drill-"))
    folder.chmod(0o755)  # PostgreSQL's own user must get there
    stores = Stores(folder)
    try:
        stores.start()
        restore.into(stores.database_url, file)
        for step, command in (("migrated", ["-m", "deploy.prepare"]), ("shown", ["-c", ASK])):
            process = _run(command, stores)
            if process.returncode:
                raise BackupError(
                    f"{file} was restored, but its data could not be {step}: {last_lines(process.stderr, 1)}"
                )
    finally:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)
    rows = sum(manifest["rows"].values())
    return (
        f"{file.name} of {manifest['made_at']} (Tabellone {manifest['version']}) can be restored: {rows} rows as "
        f"counted, migrated to this release, pages answer. It took {time.monotonic() - began:.0f} s; nothing else was "
        "touched."
    )


def _run(command: list[str], stores: Stores) -> subprocess.CompletedProcess[str]:
    """Run Python on the restored data, with none of the live site's addresses."""
    around = {
        "PATH": os.environ.get("PATH", ""),
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": stores.database_url,
        "VALKEY_URL": stores.valkey_url,
        "ALLOWED_HOSTS": "testserver",
        "SECURE_COOKIES": "0",
        "SSL_REDIRECT": "0",
        "LOG_LEVEL": "ERROR",
        "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", "/tmp"),
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=processes.surroundings("prepare", around),
        capture_output=True,
        text=True,
        check=False,
    )


def main() -> int:
    backup.end_by_signals()
    try:
        print(drill(backup_file()))
    except backup.FAULTS as error:
        print(backup.sentence(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
