"""The commands that people are told to type exist, and do what the pages say."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import checks, environment
from deploy.environment import ROOT
from tests import compiled, suite

MAKEFILE = (ROOT / "Makefile").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def verbs():
    """Return the commands that the Makefile offers."""
    hit = re.search(r"^VERBS = (.*)$", MAKEFILE, re.M)
    assert hit
    return set(hit[1].split())


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
    process = subprocess.run(
        ["python3", "deploy/bootstrap.py", "dance"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert process.returncode and "dance is not a command of Tabellone: up, " in process.stderr


def test_a_python_that_is_not_there():
    process = subprocess.run(["make", "up", "PYTHON=python9"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.returncode and "python9 is not here: install Python 3.11 or newer" in process.stderr


def test_each_test_file_is_read_by_one_run_of_make_test():
    left_out = [
        [word.removeprefix("--ignore=") for word in options if word.startswith("--ignore=")]
        for options in (suite.ALONE, suite.BROWSING, suite.KILLING)
    ]
    for path in (ROOT / "tests").rglob("test_*.py"):
        file = path.relative_to(ROOT)
        assert sum(not any(file.is_relative_to(folder) for folder in run) for run in left_out) == 1, file


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
        lambda name: f"/usr/bin/{name}" if name == "apt-get" or any(name in words for words in done[2:]) else None,
    )
    monkeypatch.setattr(suite.subprocess, "run", lambda command, **_named: done.append(command))
    assert suite.browser() == "/usr/bin/chromium"
    assert done[-1][-1] == "chromium"


@pytest.mark.parametrize("there", [True, False])
def test_beside_a_whole_browser_the_light_one_is_installed_if_it_can_be(monkeypatch, there):
    installed = {"apt-get", "chromium"}
    monkeypatch.delenv("TABELLONE_BROWSER", raising=False)
    monkeypatch.setattr(suite.os, "geteuid", lambda: 0)
    monkeypatch.setattr(suite.shutil, "which", lambda name: f"/usr/bin/{name}" if name in installed else None)
    monkeypatch.setattr(
        suite.subprocess, "run", lambda command, **_named: there and "install" in command and installed.add(command[-1])
    )
    assert suite.browser() == f"/usr/bin/{suite.LIGHT if there else 'chromium'}"
    monkeypatch.setenv("TABELLONE_BROWSER", sys.executable)
    monkeypatch.setattr(suite.subprocess, "run", None)
    assert suite.browser() == sys.executable, "what is named is taken"


def test_tests_that_were_all_left_out_do_not_pass(monkeypatch):
    monkeypatch.setattr(suite, "browser", lambda: "/usr/bin/chromium")
    monkeypatch.setattr(suite.checks, "run", lambda: 0)
    monkeypatch.setattr(suite, "compile_modules", lambda: None)
    monkeypatch.setattr(suite, "seeded", contextlib.nullcontext)
    for codes, failed in (
        ((0, 0, 0), 0),
        ((5, 0, 5), 0),
        ((5, 5, 5), 1),
        ((1, 0, 0), 1),
        ((0, 2, 0), 1),
        ((0, 0, 2), 1),
    ):
        ends = dict(zip((suite.ALONE, suite.BROWSING, suite.KILLING), codes, strict=True))

        def started(*arguments, ends=ends, **_named):
            code = next(code for options, code in ends.items() if options == arguments[: len(options)])
            return subprocess.Popen([sys.executable, "-c", f"raise SystemExit({code})"])

        monkeypatch.setattr(suite, "started", started)
        assert suite.everything() == failed, codes


def test_what_may_not_lie_in_the_tree_is_compiled_once_and_kept_apart(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    compiled.keep()
    assert sys.pycache_prefix == os.environ["PYTHONPYCACHEPREFIX"] and not sys.dont_write_bytecode
    subprocess.run([sys.executable, "-c", "import deploy.plan"], cwd=ROOT, check=True)
    folder = Path(os.environ["PYTHONPYCACHEPREFIX"])
    assert [file for file in folder.rglob("plan.*.pyc") if file.parent.name == "deploy"]


def test_what_may_lie_in_the_tree_is_compiled_there(monkeypatch):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    before = dict(os.environ), sys.pycache_prefix
    compiled.keep()
    assert (dict(os.environ), sys.pycache_prefix) == before


def test_a_failed_check_shows_its_output(monkeypatch, capsys):
    monkeypatch.setattr(checks, "commands", lambda _schema: {"good": ["true"], "bad": ["sh", "-c", "echo why; exit 1"]})
    assert checks.run() == 1
    output = capsys.readouterr().out
    assert "check good: ok" in output and "check bad: FAILED" in output and "why" in output


def test_ci_runs_make_test_with_the_cases_beside_the_checkout():
    script = (ROOT / ".ci" / "run").read_text()
    assert "make test" in script and "TABELLONE_CASES" in script
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=True)
