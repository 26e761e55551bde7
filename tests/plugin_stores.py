"""Starts throw-away PostgreSQL and Valkey before pytest-django reads the settings, once a run.

Must be a plugin named by ``addopts``: ``conftest.py`` is too late. Workers of xdist inherit the environment.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "PYTEST_XDIST_WORKER" not in os.environ and "TABELLONE_TEST_STORES" not in os.environ:
    from deploy.stores import Stores
    from deploy.translations import compile_all
    from tests.seed import sow

    compile_all()

    folder = Path(tempfile.mkdtemp(prefix="tabellone-test-", dir="/tmp"))
    folder.chmod(0o755)
    sow(folder)
    stores = Stores(folder, fast=True)
    stores.start()
    os.environ.update(
        TABELLONE_TEST_STORES="1",
        DATABASE_URL=stores.database_url,
        VALKEY_URL=stores.valkey_url,
        DATABASE_POOL="0",
        SECRET_KEY="only for tests",
        EMAIL_URL="memory:",
        SECURE_COOKIES="0",
        RATE_LIMITS="0",
        BOT_LADDER="0",
        PAGE_CACHE="0",
    )

    def _end() -> None:
        stores.stop()
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(_end)

os.environ["VALKEY_PREFIX"] = "test-" + os.environ.get("PYTEST_XDIST_WORKER", "main")
