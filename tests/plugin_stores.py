"""Starts throw-away PostgreSQL and Valkey before pytest-django reads the settings, once a run.

Must be a plugin named by ``addopts``: ``conftest.py`` is too late. Workers of xdist inherit the environment. A run that
names pure tests alone starts nothing: to start the stores takes longer than most of those files.
"""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

from deploy.environment import ROOT
from tests import compiled

PURE = (ROOT / "tests" / "engines", ROOT / "tests" / "league" / "pure")
"""Folders of tests that use neither the database nor Valkey."""
ENVIRONMENT = {
    "TABELLONE_TEST_STORES": "1",
    "DATABASE_POOL": "0",
    "SECRET_KEY": "only for tests, whose sessions end with the process that made them",
    "EMAIL_URL": "memory:",
    "SECURE_COOKIES": "0",
    "RATE_LIMITS": "0",
    "BOT_LADDER": "0",
    "PAGE_CACHE": "0",
}
NOWHERE = {
    "DATABASE_URL": "postgresql://nobody@/no-stores-in-a-run-of-pure-tests",
    "VALKEY_URL": "redis://127.0.0.1:1/0",
}


def only_pure(arguments: list[str]) -> bool:
    """Tell whether every path among pytest's ``arguments`` lies in a folder of pure tests, and there is one."""
    paths = [Path(word.partition("::")[0]).resolve() for word in arguments if not word.startswith("-")]
    matching_paths = [path for path in paths if path.exists()]
    return bool(matching_paths) and all(any(path.is_relative_to(folder) for folder in PURE) for path in matching_paths)


def start() -> dict[str, str]:
    """Start both stores on a copy of the migrated database until this process ends; return their addresses."""
    from deploy.stores import Stores
    from tests.seed import keep, sow

    os.environ.setdefault("TABELLONE_TEST_SEED", str(keep()))
    folder = Path(tempfile.mkdtemp(prefix="tabellone-test-", dir="/tmp"))
    folder.chmod(0o755)
    sow(folder)
    stores = Stores(folder, fast=True)
    stores.start()

    def end() -> None:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)
    return {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url}


compiled.keep()
if "PYTEST_XDIST_WORKER" not in os.environ and "TABELLONE_TEST_STORES" not in os.environ:
    from deploy.translations import compile_all

    compile_all()
    os.environ.update(NOWHERE if only_pure(sys.argv[1:]) else start(), **ENVIRONMENT)

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ["VALKEY_PREFIX"] = f"test-{WORKER}"
if WORKER != "main":
    # A database of its own for each worker: Django empties a whole one where a test clears the cache.
    server, _, _number = os.environ["VALKEY_URL"].rpartition("/")
    os.environ["VALKEY_URL"] = f"{server}/{int(WORKER.removeprefix('gw')) + 1}"
