"""``make test`` and its smaller and larger sisters: the checks and, beside them, pytest with a real browser.

Three runs of pytest at once, each with stores and servers of its own: the tests that stand alone and those that drive
a browser on two workers each, those that kill processes one at a time. The last two wait for servers, pages and clocks
a good part of their time; the first and the checks compute meanwhile.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from deploy import checks
from deploy.environment import ROOT
from tests import compiled, seed

LIGHT = "chromium-headless-shell"
"""Package and program of Debian: Chromium without a window. 72 pages cost 2.6 s of CPU, in a whole Chromium 7 to 9."""
BROWSERS = (LIGHT, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
SERVERS = {"pgbouncer": "pgbouncer", "nginx": "nginx-light"}
"""Programs that tests run, and their packages in Debian."""
LONG_SERVERS = {"java": "default-jre-headless"}
"""As above, of 200 MB: a long run installs it. A short one without it leaves out the test that needs it."""
APART = "browser or faults"
ASKED_FOR = "bench or shots"
"""Not tests: run only by their own command."""


def find_browser() -> str | None:
    """Find a Chromium or Chrome: ``TABELLONE_BROWSER``, the PATH, or macOS's folder."""
    browser = os.environ.get("TABELLONE_BROWSER", "")
    if browser:
        return browser if Path(browser).exists() else None
    for name in BROWSERS:
        program = shutil.which(name)
        if program:
            return program
    return next((path for path in MAC_BROWSERS if Path(path).exists()), None)


def browser() -> str:
    """Find a browser, or install one where that may be done (root on Debian).

    Where only a whole Chromium is found, the light one is installed if it can be.

    Raises SystemExit with what to install.
    """
    path = find_browser()
    may_install = os.geteuid() == 0 and shutil.which("apt-get") and not os.environ.get("TABELLONE_BROWSER")
    for package in (LIGHT, "chromium"):
        if may_install and (path is None or (package == LIGHT and Path(path).name != LIGHT)):
            _install(package)
            path = find_browser()
    if path is None:
        how = "brew install --cask chromium" if platform.system() == "Darwin" else "sudo apt install chromium"
        sys.exit(
            f"The browser tests need Chromium or Chrome, and there is none here: {how}, "
            "or name one: TABELLONE_BROWSER=/path/to/chrome make test"
        )
    return path


def servers(long: bool) -> None:
    """Install the programs that some tests run, where that may be done (root on Debian)."""
    for program, package in (SERVERS | LONG_SERVERS if long else SERVERS).items():
        installed = shutil.which(program) or Path("/usr/sbin", program).exists()
        if not installed and os.geteuid() == 0 and shutil.which("apt-get"):
            _install(package)


def _install(package: str) -> None:
    """Try to install a package of Debian; without a network it gives up soon."""
    print(f"Installing Debian's {package} for the tests ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # 1: a server is not started
    patience = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10")
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", package]):
        subprocess.run(
            ["apt-get", *patience, *command],
            env=quiet,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )


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
    options = shlex.split(os.environ.get("ARGS", ""))
    command = [sys.executable, "-m", "pytest", *arguments, *options]
    return subprocess.Popen(command, cwd=ROOT, env=around, stdout=out, stderr=out and subprocess.STDOUT, text=True)


def pytest(*arguments: str, long: bool = False) -> int:
    return started(*arguments, long=long).wait()


def compile_modules() -> None:
    """Compile each module once for all processes of the run, the rewritten tests too, by collecting the tests.

    A run starts hundreds of processes; one that collects all tests spends 20 s of a core where nothing is compiled.
    """
    compiled.keep()
    with Path(os.devnull).open("w") as unheard:
        started("-q", "--collect-only", "-p", "no:cacheprovider", out=unheard).wait()


def _stopped(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
    process.wait()


@contextlib.contextmanager
def seeded() -> Iterator[None]:
    """Name the migrated, empty database that tests copy (``tests.seed``). Raises CalledProcessError."""
    os.environ["TABELLONE_TEST_SEED"] = str(seed.keep())
    try:
        yield
    finally:
        os.environ.pop("TABELLONE_TEST_SEED", None)


FOLDERS = ("browser", "faults")
"""Folders of tests that stand apart. Each run reads its own test files alone: 3 s of CPU a process, of all 10."""


def reading_only(folder: str) -> list[str]:
    """Return pytest's options that leave out every test but those in ``folder`` of tests. Paths in ``ARGS`` stay."""
    entries = [path for path in sorted((ROOT / "tests").iterdir()) if path.is_dir() or path.name.startswith("test_")]
    return [f"--ignore={path.relative_to(ROOT)}" for path in entries if path.name != folder]


ALONE = (
    *("-q", "-n", "2", "--dist", "worksteal", "--durations=25", "-m", f"not ({APART} or {ASKED_FOR})"),
    *(f"--ignore=tests/{folder}" for folder in FOLDERS),
)
BROWSING = (
    *("-q", "-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder", "--durations=15"),
    *("-m", f"browser and not ({ASKED_FOR})", *reading_only("browser")),
)
KILLING = ("-q", "--durations=10", "-m", f"faults and not ({ASKED_FOR})", *reading_only("faults"))


def everything(long: bool = False) -> int:
    """Run all at once: the checks, and the tests that stand alone, those in a browser, those that kill processes."""
    os.environ["TABELLONE_BROWSER"] = browser()
    servers(long)
    with ThreadPoolExecutor(1) as other, seeded(), contextlib.ExitStack() as ending:
        checking = other.submit(checks.run)
        compile_modules()
        beside = []
        for arguments in (BROWSING, KILLING):
            out = ending.enter_context(tempfile.TemporaryFile("w+"))
            process = started(*arguments, long=long, out=out)
            ending.callback(_stopped, process)
            beside.append((process, out))
        codes = [pytest(*ALONE, long=long)]
        for process, out in beside:
            codes.append(process.wait())
            out.seek(0)
            print(out.read(), flush=True)
        failed = checking.result()
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
