"""Where worked examples are found: under ``tests/`` and in every folder of ``TABELLONE_CASES`` (colon-separated).

A YAML file that is a list holds scenarios of games (mappings with ``rules``); one that is an object holds cases of
competitions under ``cases``, mappings that have ``id`` and ``kind``. Ids of cases may repeat in different files. What
no game plays yet is told by name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import engines

TESTS = Path(__file__).resolve().parent
GAME_OF = {"ST": "soccer_tactics", "FU": "fuba", "DJ": "dom_jim", "SG": "super_goal", "SX": "six_a_side"}
"""The prefix of a rule id -> the slug of its game."""

Case = dict[str, Any]


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


@cache
def _content(path: Path) -> Any:  # whatever the YAML says
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def cases() -> Iterator[tuple[str, Case]]:
    """``(file name:case id, case)`` of each case of a competition."""
    for path in yaml_files():
        content = _content(path)
        listed = content.get("cases") if isinstance(content, dict) else None
        for case in listed if isinstance(listed, list) else []:
            if isinstance(case, dict) and "kind" in case:
                yield f"{path.name}:{case.get('id', '?')}", case


def scenarios() -> Iterator[Case]:
    """Every scenario of a game, built or not."""
    for path in yaml_files():
        content = _content(path)
        for case in content if isinstance(content, list) else []:
            if isinstance(case, dict) and "rules" in case:
                yield case


def slug_of(case: Case) -> str:
    """The game that a scenario belongs to, by the prefix of its rules."""
    return GAME_OF[case["rules"][0].partition("-")[0]]


def built() -> list[str]:
    """The slugs of the built games of ours; test games that a suite has registered are left out."""
    return [slug for slug in engines.games() if slug in GAME_OF.values()]


def built_scenarios() -> list[Case]:
    """The scenarios of the games that are built."""
    return [case for case in scenarios() if slug_of(case) in built()]


def not_built_scenarios() -> dict[str, list[str]]:
    """Slug -> ids of the scenarios of the games that are not built yet."""
    waiting: dict[str, list[str]] = {}
    for case in scenarios():
        if slug_of(case) not in built():
            waiting.setdefault(slug_of(case), []).append(case["id"])
    return waiting


def report_files() -> list[tuple[Path, Case]]:
    """Every tournament report file of the folders, with what its ``manifest.yaml`` says about it."""
    listed = [(path, _content(path)) for path in yaml_files() if path.name == "manifest.yaml"]
    return [
        (path.with_name(entry["file"]), entry)
        for path, content in listed
        for entry in (content if isinstance(content, list) else [])
        if isinstance(entry, dict) and str(entry.get("file", "")).endswith(".trf")
    ]
