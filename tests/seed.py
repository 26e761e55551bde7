"""A database folder that is ready: made once for a whole run of the suite, and copied where a test needs one.

To migrate an empty database takes a quarter of a minute. ``TABELLONE_TEST_SEED`` names the folder; where it is not set
(a single file run by hand) each database is made from nothing, as the tests of a first start always do.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def seed() -> Path | None:
    """The seed's folder of PostgreSQL, whose database ``tabellone`` is migrated and empty; None where there is none."""
    given = os.environ.get("TABELLONE_TEST_SEED", "")
    return Path(given) / "postgres" if given else None


def sow(data: Path) -> None:
    """Put a copy of the seed into the data folder ``data``, if there is one and no database is there yet."""
    found = seed()
    if found is None or (data / "postgres").exists():
        return
    data.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", found, data / "postgres"], check=True)  # with its owner, which Python's copies lose
