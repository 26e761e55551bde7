"""The build of play without a server: its pins, what it takes, and what it says where something is missing."""

from __future__ import annotations

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from deploy import offline
from deploy.environment import ROOT


def test_npm_checks_every_package_and_no_lock_names_a_host():
    lock = json.loads((offline.PACKAGING / "package-lock.json").read_text())
    packages = {name: about for name, about in lock["packages"].items() if name}
    assert packages and all(about["integrity"].startswith("sha512-") for about in packages.values())
    assert not any("resolved" in about for about in packages.values())
    assert "omit-lockfile-registry-resolved=true" in (offline.PACKAGING / ".npmrc").read_text()


def test_the_browser_has_the_servers_msgspec():
    pins = [(ROOT / "requirements" / f"{name}.txt").read_text() for name in ("run", "browser")]
    versions = [re.search(r"^msgspec==(\S+)", text, re.M) for text in pins]
    assert all(versions) and versions[0][1] == versions[1][1]


def test_the_archive_holds_the_host_and_the_engines_and_no_django():
    names = {name for name, _path in offline.sources()}
    assert {"matches/offline/host.py", "matches/live/frames.py", "engines/core/game.py"} <= names
    assert {"league/analysis/offline.py", "engines/puzzles/answers.py", "league/puzzles/data/fuba.jsonl"} <= names
    assert "league/puzzles/models.py" not in names and "engines/puzzles/mining.py" not in names
    assert "matches/live/runtime.py" not in names and "matches/models/match.py" not in names
    assert not any("locale" in name or name.endswith(".md") for name in names)


def test_without_npm_it_says_so_and_what_was_built_stays(monkeypatch, tmp_path, capsys):
    (tmp_path / offline.CURRENT).write_text("before")
    monkeypatch.setenv("TABELLONE_OFFLINE", str(tmp_path))
    monkeypatch.setattr(offline.shutil, "which", lambda _name: None)
    assert offline.main() == 1
    assert "npm is not here" in capsys.readouterr().err
    assert (tmp_path / offline.CURRENT).read_text() == "before"


def test_a_step_that_fails_names_its_last_words(tmp_path):
    with pytest.raises(offline.CannotBuild, match="no such file"):
        offline._run(["sh", "-c", "echo no such file >&2; exit 1"], tmp_path)


def test_a_build_that_is_there_is_used_again(tmp_path):
    made = tmp_path / offline.mark()
    made.mkdir()
    (made / offline.WHOLE).touch()
    assert offline.build(tmp_path) == made and (tmp_path / offline.CURRENT).read_text() == made.name


def test_of_two_that_build_at_once_one_waits(monkeypatch, tmp_path):
    """Each used to remove what the other was making: its folder was older than the one just built."""
    begun = []

    def made(scratch, _npm):
        begun.append(scratch)
        folder = scratch / "made"
        folder.mkdir()
        time.sleep(0.3)
        (folder / offline.WHOLE).touch()
        return folder

    monkeypatch.setattr(offline, "_made", made)
    monkeypatch.setattr(offline.shutil, "which", lambda _name: "npm")
    with ThreadPoolExecutor(2) as two:
        built = {*two.map(lambda _n: offline.build(tmp_path), range(2))}
    assert len(begun) == len(built) == 1 and (built.pop() / offline.WHOLE).exists()
