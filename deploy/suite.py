"""``make test`` and its smaller and larger variants: checks, a real browser, then pytest.

First the independent tests, on three workers: they wait for servers and clocks a good part of their time. Then browser
tests, a file at a time on two workers. Beside both, one at a time, those that kill processes. Each group has its own
stores and servers.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from deploy import checks
from deploy.environment import ROOT

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
APART = "browser or faults"
ASKED_FOR = "bench or shots"
"""Not tests: run only by their own command."""


def find_browser() -> str | None:
    """Find a Chromium or Chrome: ``TABELLONE_BROWSER``, the PATH, or macOS's folder."""
    given = os.environ.get("TABELLONE_BROWSER", "")
    if given:
        return given if Path(given).exists() else None
    for name in BROWSERS:
        program = shutil.which(name)
        if program:
            return program
    return next((path for path in MAC_BROWSERS if Path(path).exists()), None)


def browser() -> str:
    """Return a browser, installed if possible (root on Debian). Raises SystemExit with what to install."""
    path = find_browser()
    if path is None and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's chromium for the browser tests ...", flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, check=False)
        path = find_browser()
    if path is None:
        how = "brew install --cask chromium" if platform.system() == "Darwin" else "sudo apt install chromium"
        sys.exit(
            f"The browser tests need Chromium or Chrome, and there is none here: {how}, "
            "or name one: TABELLONE_BROWSER=/path/to/chrome make test"
        )
    return path


FIGURES = (
    "tests/benchmarks/test_live.py",
    "tests/benchmarks/test_memory.py",
    "tests/live/test_storm.py",
    "tests/live/test_crowd.py",
    "tests/live/test_races.py",
    "tests/matches/test_order.py",
    "tests/faults/test_kill.py",
    "tests/faults/test_kill_everything.py",
    "tests/faults/test_kill_stores.py",
    "tests/faults/test_database.py",
    "tests/faults/test_network.py",
)
"""Measurements of live play at full counts (``make figures``), for a quiet machine."""


def started(*arguments: str, long: bool = False, out: IO[str] | None = None) -> subprocess.Popen[str]:
    """Start pytest with these arguments and ``ARGS``; its output goes to ``out`` if given."""
    around = {**os.environ, "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", "/tmp")}
    if long:
        around["TABELLONE_LONG"] = "1"
    given = shlex.split(os.environ.get("ARGS", ""))
    command = [sys.executable, "-m", "pytest", *arguments, *given]
    return subprocess.Popen(command, cwd=ROOT, env=around, stdout=out, stderr=out and subprocess.STDOUT, text=True)


def pytest(*arguments: str, long: bool = False) -> int:
    return started(*arguments, long=long).wait()


@contextlib.contextmanager
def compiled() -> Iterator[None]:
    """Compile each module once for all processes, the rewritten tests too, in the background.

    Without a cache each of a run's hundreds of processes compiles anew: 20 s of a core for one that collects the tests.
    With PYTHONDONTWRITEBYTECODE the cache is a folder of the run.
    """
    with contextlib.ExitStack() as ending:
        if "PYTHONDONTWRITEBYTECODE" in os.environ:
            folder = ending.enter_context(tempfile.TemporaryDirectory(prefix="tabellone-compiled-"))
            ending.callback(_put_back, dict(os.environ))
            os.environ.pop("PYTHONDONTWRITEBYTECODE")
            os.environ.update(PYTHONPYCACHEPREFIX=folder)
        unheard = ending.enter_context(Path(os.devnull).open("w"))
        collecting = started("-q", "--collect-only", "-p", "no:cacheprovider", out=unheard)
        ending.callback(_stopped, collecting)
        yield


def _put_back(around: dict[str, str]) -> None:
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"):
        os.environ.pop(name, None)
        if name in around:
            os.environ[name] = around[name]


def _stopped(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
    process.wait()


@contextlib.contextmanager
def seeded() -> Iterator[None]:
    """Name the migrated, empty database that tests copy (``tests.seed``). Raises CalledProcessError."""
    from tests import seed

    os.environ["TABELLONE_TEST_SEED"] = str(seed.keep())
    try:
        yield
    finally:
        os.environ.pop("TABELLONE_TEST_SEED", None)


def everything(long: bool = False) -> int:
    """Run checks, then all tests: independent ones, browser ones, and the faults beside both."""
    os.environ["TABELLONE_BROWSER"] = browser()
    failed = checks.run()
    codes = []
    with tempfile.TemporaryFile("w+") as output, compiled(), seeded():
        killing = started(
            "-q", "--durations=10", "-m", f"faults and not browser and not ({ASKED_FOR})", long=long, out=output
        )
        try:
            alone = ("-q", "-n", "3", "--dist", "worksteal", "--durations=25")
            codes.append(pytest(*alone, "-m", f"not ({APART} or {ASKED_FOR})", long=long))
            browsing = ("-q", "-n", "2", "--dist", "loadgroup", "--durations=15")
            codes.append(pytest(*browsing, "-m", f"browser and not ({ASKED_FOR})", long=long))
            codes.append(killing.wait())
        finally:
            _stopped(killing)
        output.seek(0)
        print(output.read(), flush=True)
    for code in codes:
        failed += code not in (0, 5)  # 5: nothing was selected, which ARGS="-k ..." makes likely
    if all(code == 5 for code in codes):
        print("No test was run.")
        failed += 1
    return failed


def main(verb: str) -> int:
    """Run ``make <verb>``; return 0 if all is well."""
    if verb == "cases":
        return pytest("-q", "-m", "cases")
    if verb == "bench":
        return pytest("-q", "-s", "-m", "bench")
    if verb == "figures":
        return pytest("-q", "-s", "-m", "", *FIGURES, long=True)
    if verb == "mutants":
        return subprocess.run([sys.executable, "-m", "tests.mutation"], cwd=ROOT, check=False).returncode
    if verb == "shots":
        os.environ["TABELLONE_BROWSER"] = browser()
        return pytest("-q", "-s", "-m", "shots")
    return 1 if everything(long=verb == "test-long") else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "test"))
