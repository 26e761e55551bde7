"""``make check``: format, lint, types, import directions, templates, migrations, API document.

All checks run; each failing one shows its output, and the exit code says whether any failed.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy.environment import ROOT

BIN = Path(sys.executable).parent
PYTHON = sys.executable


def commands(schema: str) -> dict[str, list[str]]:
    """Return every check by name; the API's document is written to the file ``schema``."""
    manage = [PYTHON, "manage.py"]
    return {
        "types": [str(BIN / "mypy"), "engines", "matches", "league", "deploy"],
        "format": [str(BIN / "ruff"), "format", "--check", "."],
        "lint": [str(BIN / "ruff"), "check", "."],
        "directions of import": [str(BIN / "lint-imports")],
        "templates": [str(BIN / "djlint"), "--lint", "--quiet", "templates"],
        "settings": [*manage, "check", "--fail-level", "WARNING"],
        "migrations": [*manage, "makemigrations", "--check", "--dry-run"],
        "API document": [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema],
    }


def surroundings() -> dict[str, str]:
    """Return placeholder settings for commands that need them but reach no store."""
    return {
        "SECRET_KEY": "only for checks: a key that nobody else has and that signs nothing",
        "DATABASE_URL": "postgresql://postgres@/none?host=/nonexistent",
        "VALKEY_URL": "redis://127.0.0.1:1/0",
        "DATABASE_POOL": "0",
        **os.environ,
    }


def run() -> int:
    """Run all checks, two at a time, the longest first; return the number that failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as two:
        for name, command, process, seconds in two.map(_run, commands(str(Path(folder) / "openapi.yaml")).items()):
            word = "ok" if process.returncode == 0 else "FAILED"
            print(f"check {name}: {word} ({seconds:.1f} s)", flush=True)
            if process.returncode:
                failed += 1
                print(process.stdout.rstrip(), f"\n  (the command was: {' '.join(command)})", flush=True)
    return failed


def _run(check: tuple[str, list[str]]) -> tuple[str, list[str], subprocess.CompletedProcess[str], float]:
    """Run a check; return its name, command, result and seconds."""
    (name, command), began = check, time.monotonic()
    process = subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return name, command, process, time.monotonic() - began


if __name__ == "__main__":
    sys.exit(1 if run() else 0)
