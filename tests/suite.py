"""``make test`` and its smaller and larger sisters: the checks and, beside them, pytest with a real browser.

Three runs of pytest at once, each with stores and servers of its own: the tests that stand alone on two workers, those
that drive a browser and those that kill processes one at a time. The last two wait for servers, pages and clocks a
good part of their time; the first and the checks compute meanwhile. Two browsers beside that made pages of a slow
machine late: ten of 230 tests ran into their time-out. A failed browser test is tried once more when
nothing else runs; one that passes then is named as flaky, and few may be. No other test is tried again: the failure of
a live or fault test is a race until it is understood.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from deploy import checks
from deploy.environment import ROOT
from tests import compiled, seed
from tests.faults import records

LIGHT = "chromium-headless-shell"
"""Package and program of Debian: Chromium without a window. 72 pages cost 2.6 s of CPU, in a whole Chromium 7 to 9."""
BROWSERS = (LIGHT, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC_BROWSERS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
SERVERS = {"pgbouncer": "pgbouncer", "nginx": "nginx-light", "npm": "npm"}
"""Programs that tests run, and their packages in Debian; npm fetches what plays without a server."""
JUDGES = {"calcurse": "calcurse", "java": "default-jre-headless"}
"""Programs of others that read what the site writes: ``make test-long`` installs them (Java and its Nu HTML checker are
200 MB). A short run leaves out what needs one that is not there."""
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


def install(programs: Mapping[str, str]) -> None:
    """Install programs that some tests run, where that may be done (root on Debian)."""
    for program, package in programs.items():
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
    "tests/faults/test_valkey.py",
    "tests/faults/test_failover.py",
    "tests/faults/test_full_disk.py",
    "tests/planted/test_live.py",
)
"""Measurements of live play at full counts (``make figures``), for a quiet machine."""


def started(
    *arguments: str, long: bool = False, out: IO[str] | None = None, chosen: bool = True
) -> subprocess.Popen[str]:
    """Start pytest with these arguments and, where tests are ``chosen`` by them, ``ARGS``; it writes to ``out``."""
    around = {**os.environ, "XDG_RUNTIME_DIR": os.environ.get("XDG_RUNTIME_DIR", "/tmp")}
    if long:
        around["TABELLONE_LONG"] = "1"
    options = shlex.split(os.environ.get("ARGS", "")) if chosen else []
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
    *("-q", "-n", "1", "--dist", "loadgroup", "--no-loadscope-reorder", "--durations=15"),
    *("-m", f"browser and not ({ASKED_FOR})", *reading_only("browser")),
)
KILLING = ("-q", "--durations=10", "-m", f"faults and not ({ASKED_FOR})", *reading_only("faults"))
AGAIN = ("-q", "-n", "0", "-m", "browser")
"""One after the other; only tests that are named."""

MOST_FLAKY = 3
"""Number of browser tests that may pass on their second try alone."""
MOST_AGAIN = 10
"""Number of browser tests that are tried again; where more fail there is a fault."""


@dataclass
class Group:
    """One of the runs of pytest that are beside each other, heard aside or at once."""

    name: str
    arguments: tuple[str, ...]
    long: bool
    aside: bool = True
    code: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of the processor of all its processes but those that nobody waited for, such as killed renderers."""
    words: str = ""
    process: subprocess.Popen[str] | None = None

    def run(self) -> None:
        """Run it to its end, and keep its exit code, its seconds, its CPU and, when aside, its words."""
        with tempfile.TemporaryFile("w+") as out:
            began = time.monotonic()
            self.process = started(*self.arguments, long=self.long, out=out if self.aside else None)
            _pid, status, used = os.wait4(self.process.pid, 0)
            self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds, self.cpu = time.monotonic() - began, cpu_of(used)
            out.seek(0)
            self.words = out.read()

    def stop(self) -> None:
        """End it, if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    @property
    def is_red(self) -> bool:
        """Whether a test failed. 5: nothing was selected, which ARGS="-k ..." makes likely."""
        return self.code not in (0, 5)


def cpu_of(used: resource.struct_rusage) -> float:
    return used.ru_utime + used.ru_stime


def everything(long: bool = False) -> int:
    """Run all at once: the checks, and the tests that stand alone, those in a browser, those that kill processes."""
    os.environ["TABELLONE_BROWSER"] = browser()
    install(SERVERS | JUDGES if long else SERVERS)
    with ThreadPoolExecutor(1) as other, seeded():
        began = time.monotonic()
        checking = other.submit(lambda: (checks.run(), time.monotonic() - began))
        compile_modules()
        return run_groups(long, checking.result)


def run_groups(long: bool, checked: Callable[[], tuple[int, float]]) -> int:
    """Run the three groups of tests beside each other, then failed browser tests again; return 0 if all is well.

    ``checked`` waits for the checks that run beside, and returns how many failed and their seconds.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as beside, contextlib.ExitStack() as ending:
        noted = Path(folder) / "failed.json"
        alone = Group("alone", ALONE, long, aside=False)
        browsing = Group("browser", (*BROWSING, "-p", "tests.plugin_failed", f"--note-failed={noted}"), long)
        killing = Group("faults", KILLING, long)
        groups = (alone, browsing, killing)
        for group in groups:
            ending.callback(group.stop)
        waiting = [beside.submit(group.run) for group in groups[1:]]
        alone.run()
        for each in waiting:
            each.result()
        wrong, seconds = checked()
        again = failed_tests(browsing, noted)
        for group in groups[1:]:
            print(indented(group.words) if again and group is browsing else group.words, flush=True)
        red = [group.name for group in groups if group.is_red and not (again and group is browsing)]
        times = {"checks": seconds} | {group.name: group.seconds for group in groups}
        flaky: list[str] = []
        if again:
            flaky, code, times["browser again"] = tried_again(again, noted, long)
            if code or len(flaky) > MOST_FLAKY:
                red.append("browser")
    if all(group.code == 5 for group in groups):
        print("No test was run.")
        red.append("no test")
    if wrong:
        red.append("checks")
    for test in flaky:
        print(f"flaky: {test}")
    if len(flaky) > MOST_FLAKY:
        print(f"{len(flaky)} flaky browser tests are too many: at most {MOST_FLAKY} may need a second try.")
    print("Time: " + ", ".join(f"{name} {spent:.0f} s" for name, spent in times.items()))
    whole = cpu_of(resource.getrusage(resource.RUSAGE_CHILDREN))
    print("CPU: " + ", ".join([*(f"{group.name} {group.cpu:.0f} s" for group in groups), f"in all {whole:.0f} s"]))
    print(f"Red: {', '.join(red)}" if red else "Green", flush=True)
    return 1 if red else 0


def failed_tests(browsing: Group, noted: Path) -> list[str]:
    """Return the browser tests that are to be tried again: none where other things went wrong, or too many did."""
    if browsing.code != 1 or not noted.exists():
        return []
    note = json.loads(noted.read_text())
    return note["failed"] if note["whole"] and len(note["failed"]) <= MOST_AGAIN else []


def tried_again(names: list[str], noted: Path, long: bool) -> tuple[list[str], int, float]:
    """Try these tests once more while nothing else runs; return those that pass now, pytest's code and the seconds."""
    print(f"{len(names)} browser tests are tried once more, alone:", flush=True)
    began = time.monotonic()
    noted.unlink()
    # Without ARGS: a path or a word there would choose others.
    options = (*AGAIN, "-p", "tests.plugin_failed", f"--note-failed={noted}", *names)
    code = started(*options, long=long, chosen=False).wait()
    failed = json.loads(noted.read_text())["failed"] if code in (0, 1) else names
    return [name for name in names if name not in failed], code, time.monotonic() - began


def indented(words: str) -> str:
    """Return the words of a first try so that nobody takes its summary for that of the run."""
    return "".join(f"first try | {line}" for line in words.splitlines(True))


def main(verb: str) -> int:
    """Run ``make <verb>``; return 0 if all is well."""
    if verb == "cases":
        return pytest("-q", "-m", "cases")
    if verb == "bench":
        return pytest("-q", "-s", "-m", "bench")
    if verb == "figures":
        code = pytest("-q", "-s", "-m", "", *FIGURES, long=True)
        records.write()
        return code
    if verb == "mutants":
        return subprocess.run([sys.executable, "-m", "tests.mutation"], cwd=ROOT, check=False).returncode
    if verb == "shots":
        os.environ["TABELLONE_BROWSER"] = browser()
        return pytest("-q", "-s", "-m", "shots")
    return everything(long=verb == "test-long")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "test"))
