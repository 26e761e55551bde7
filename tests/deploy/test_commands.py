"""The commands that people are told to type exist, and do what the pages say."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from deploy import checks, environment, suite
from deploy.environment import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def verbs():
    """What the Makefile offers."""
    found = re.search(r"^VERBS = (.*)$", MAKEFILE, re.M)
    assert found
    return set(found[1].split())


def test_every_command_of_the_makefile_is_done_by_the_bootstrap():
    assert verbs() == {*environment.MODULES, "clean"}


def test_every_command_that_a_page_names_exists():
    named = set()
    for page in PAGES:
        code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", page.read_text(), re.S))
        named |= set(re.findall(r"(?m)(?:^|`)(?:[A-Z_]+=\S+ )*make (?:[A-Z_]+=\S+ )*([a-z-]+)", code))
    assert named <= verbs(), named - verbs()
    assert {"up", "test", "backup", "restore"} <= named


def test_a_word_that_is_no_command():
    done = subprocess.run(
        ["python3", "deploy/bootstrap.py", "dance"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode and "dance is not a command of Tabellone: up, " in done.stderr


def test_a_python_that_is_not_there():
    done = subprocess.run(["make", "up", "PYTHON=python9"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode and "python9 is not here: install Python 3.11 or newer" in done.stderr


def test_a_missing_browser_is_a_failure_that_says_what_to_install(monkeypatch):
    monkeypatch.delenv("TABELLONE_BROWSER", raising=False)
    monkeypatch.setattr(suite.shutil, "which", lambda _name: None)
    monkeypatch.setattr(suite, "MAC_BROWSERS", ())
    with pytest.raises(SystemExit, match="sudo apt install chromium"):
        suite.browser()
    monkeypatch.setenv("TABELLONE_BROWSER", "/nowhere/chrome")
    with pytest.raises(SystemExit, match="need Chromium or Chrome"):
        suite.browser()


def test_a_missing_browser_is_installed_where_that_may_be_done(monkeypatch):
    done = []
    monkeypatch.delenv("TABELLONE_BROWSER", raising=False)
    monkeypatch.setattr(suite.os, "geteuid", lambda: 0)
    monkeypatch.setattr(suite, "MAC_BROWSERS", ())
    monkeypatch.setattr(
        suite.shutil,
        "which",
        lambda name: f"/usr/bin/{name}" if name == "apt-get" or (name == "chromium" and done) else None,
    )
    monkeypatch.setattr(suite.subprocess, "run", lambda command, **_named: done.append(command))
    assert suite.browser() == "/usr/bin/chromium"
    assert done[-1][-1] == "chromium"


def test_tests_that_were_all_left_out_do_not_pass(monkeypatch):
    monkeypatch.setattr(suite, "browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(suite.checks, "run", lambda: 0)
    monkeypatch.setattr(suite, "compiled", contextlib.nullcontext)
    monkeypatch.setattr(suite, "seeded", contextlib.nullcontext)
    for codes, failed in (
        ((0, 0, 0), 0),
        ((5, 0, 5), 0),
        ((5, 5, 5), 1),
        ((1, 0, 0), 1),
        ((0, 2, 0), 1),
        ((0, 0, 2), 1),
    ):
        alone, browsing, killing = codes
        left = [alone, browsing]
        monkeypatch.setattr(suite, "pytest", lambda *_a, left=left, **_k: left.pop(0))
        # The group that runs beside the browser's: a process that ends as it is told.
        ended = partial(subprocess.Popen, [sys.executable, "-c", f"raise SystemExit({killing})"])
        monkeypatch.setattr(suite, "started", lambda *_a, ended=ended, **_k: ended())
        assert suite.everything() == failed, codes


@pytest.mark.parametrize("forbidden", [True, False])
def test_what_a_run_compiles_lies_apart_where_the_tree_shall_stay_as_it_is(monkeypatch, forbidden):
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    if forbidden:
        monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    before, begun = dict(os.environ), []

    def started(*_arguments, **_named):
        begun.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]))
        return begun[0]

    monkeypatch.setattr(suite, "started", started)
    with suite.compiled():
        if forbidden:
            folder = Path(os.environ["PYTHONPYCACHEPREFIX"])
            subprocess.run([sys.executable, "-c", "import deploy.plan"], cwd=suite.ROOT, check=True)
            assert [file for file in folder.rglob("plan.*.pyc") if file.parent.name == "deploy"]
        else:
            assert dict(os.environ) == before
    assert begun[0].poll() is not None, "who collects ends with the run"
    assert dict(os.environ) == before
    assert not (forbidden and folder.exists())


def test_a_failed_check_shows_its_output(monkeypatch, capsys):
    monkeypatch.setattr(checks, "commands", lambda _schema: {"good": ["true"], "bad": ["sh", "-c", "echo why; exit 1"]})
    assert checks.run() == 1
    told = capsys.readouterr().out
    assert "check good: ok" in told and "check bad: FAILED" in told and "why" in told


def test_ci_runs_make_test_with_the_cases_beside_the_checkout():
    script = (ROOT / ".ci" / "run").read_text()
    assert "make test" in script and "TABELLONE_CASES" in script
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=True)
