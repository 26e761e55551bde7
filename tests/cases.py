"""Where case files are found: under ``tests/`` and in every folder of ``TABELLONE_CASES`` (colon-separated).

A case file is YAML with ``cases``, a list of mappings that have ``id`` and ``kind``; other YAML (scenarios of games) is
passed over. Ids may repeat in different files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

TESTS = Path(__file__).resolve().parent


def folders() -> list[Path]:
    """``tests/`` and the folders of the environment, each once; one that is not there is an error."""
    named = [Path(name) for name in os.environ.get("TABELLONE_CASES", "").split(":") if name]
    missing = [str(path) for path in named if not path.is_dir()]
    if missing:
        raise FileNotFoundError(f"TABELLONE_CASES names no folder: {', '.join(missing)}")
    return list(dict.fromkeys(path.resolve() for path in (TESTS, *named)))


def yaml_files() -> list[Path]:
    """Every YAML file of ``folders``, those of subfolders included, each once."""
    found = (path for folder in folders() for path in sorted(folder.rglob("*.y*ml")))
    return list(dict.fromkeys(path.resolve() for path in found))


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """``(file name:case id, case)`` of each case of each case file."""
    for path in yaml_files():
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        listed = content.get("cases") if isinstance(content, dict) else None
        for case in listed if isinstance(listed, list) else []:
            if isinstance(case, dict) and "kind" in case:
                yield f"{path.name}:{case.get('id', '?')}", case
