"""A place for compiled modules where none may be written beside their sources (PYTHONDONTWRITEBYTECODE)."""

from __future__ import annotations

import os
import sys

from deploy.environment import home


def keep() -> None:
    """Let this process and those that it starts keep what they compile, in ``var/compiled``.

    A process that finds nothing compiled pays for it at each start: one that collects all tests 20 s of a core.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) is None:
        return
    folder = home() / "var" / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(folder)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
