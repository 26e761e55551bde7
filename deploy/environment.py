"""Virtual environment of the project, and its commands in it. Standard library only.

The environment is ``.venv``; as root, if PostgreSQL's own user cannot traverse the project's path, it is under
``/var/lib/tabellone/<hash>`` (no folder's permissions are ever changed). ``TABELLONE_ENV`` names an existing one, which
is used unchanged.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent

MODULES = {
    "up": ("run", "deploy.supervisor"),
    "backup": ("run", "deploy.backup"),
    "restore": ("run", "deploy.restore"),
    "restore-drill": ("run", "deploy.drill"),
    "manage": ("run", "deploy.manage"),
    "test": ("dev", "tests.suite"),
    "check": ("dev", "deploy.checks"),
    "cases": ("dev", "tests.suite"),
    "test-long": ("dev", "tests.suite"),
    "bench": ("dev", "tests.suite"),
    "figures": ("dev", "tests.suite"),
    "mutants": ("dev", "tests.suite"),
    "shots": ("dev", "tests.suite"),
    "wheel": ("dev", "deploy.wheel"),
    "filled": ("dev", "tests.benchmarks.filled"),
    "load": ("dev", "tests.benchmarks.load"),
}
"""Command -> its requirements and its module."""
PULSE = 10.0
"""Seconds between two lines of progress."""
FETCHED = re.compile(r"^(?:Collecting|Requirement already satisfied:|Ignoring) ", re.MULTILINE)
"""Line of pip for each package, before it is downloaded."""


class NoEnvironment(RuntimeError):
    """An environment that could not be made; the sentence says what to do."""


def traversable(folder: Path) -> bool:
    """Return whether every user may traverse ``folder`` and its existing parents."""
    return all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents) if place.exists())


def home(root: Path = ROOT, superuser: bool | None = None) -> Path:
    """Return the folder for environment and data: the project's own, or one open to PostgreSQL's user."""
    if superuser is None:
        superuser = os.geteuid() == 0
    if not superuser or traversable(root):
        return root
    return Path("/var/lib/tabellone") / hashlib.sha256(str(root).encode()).hexdigest()[:12]


def offline_folder() -> Path:
    """Return where builds of play without a server are: ``TABELLONE_OFFLINE``, or ``var/offline``."""
    return Path(os.environ.get("TABELLONE_OFFLINE") or home() / "var" / "offline")


def data_folder() -> Path:
    """Return the data folder: ``DATA``, else ``.tabellone`` in the project's home."""
    folder = os.environ.get("DATA", "")
    return Path(folder).expanduser().resolve() if folder else home() / ".tabellone"


def settle(*places: Path) -> None:
    """Have the disk hold files and folders as they are: after a power cut a new file may else be there, and empty."""
    for place in places:
        handle = os.open(place, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def put_in_place(partial: Path, place: Path) -> None:
    """Move a written file to ``place``, where a power cut leaves the old one or all of the new one."""
    settle(partial)
    partial.replace(place)
    settle(place.parent)


@contextlib.contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Hold ``lock``: whoever else holds it waits, in this process or another."""
    with lock.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _works(python: Path) -> bool:
    """Return whether the environment's Python starts and is of this version (upgrades break it)."""
    program = "import sys; print(sys.version_info[:2])"
    try:
        answer = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    except OSError:
        return False
    except subprocess.TimeoutExpired:  # a very busy machine: to make it anew would take far longer
        return True
    return answer.stdout.strip() == str(sys.version_info[:2])


def _stamp(kind: str) -> str:
    """Return the key of an up-to-date environment."""
    return hashlib.sha256((ROOT / "requirements" / f"{kind}.txt").read_bytes()).hexdigest()


PROBE = """
import importlib.util, sys
missing = [name for name in ("django", "psycopg", "uvicorn", "celery", "segno") if not importlib.util.find_spec(name)]
print("old" if sys.version_info < (3, 11) else ",".join(missing))
"""
"""Question to an environment that somebody else made."""


def _python_of(name: str) -> Path:
    """Return the Python of the environment that TABELLONE_ENV names. Raises NoEnvironment."""
    python, setting = Path(name) / "bin" / "python", f"TABELLONE_ENV is {name}, but"
    try:
        if not python.exists():
            raise NoEnvironment(f"{setting} there is no {python}: name a virtual environment.")
        answer = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, check=False, timeout=120)
    except subprocess.TimeoutExpired:  # a very busy machine
        return python
    except OSError as error:
        raise NoEnvironment(
            f"{setting} {python} cannot be run ({error.strerror}): give yourself the right to, or name another one."
        ) from error
    missing = answer.stdout.strip()
    if answer.returncode:
        raise NoEnvironment(f"{setting} its Python does not start: {last_lines(answer.stderr, 1)}")
    if missing == "old":
        raise NoEnvironment(f"{setting} its Python is older than 3.11: name another one, or leave it out.")
    if missing:
        raise NoEnvironment(
            f"{setting} it has no {missing}: {python} -m pip install --require-hashes -r requirements/run.txt, "
            "or leave TABELLONE_ENV out."
        )
    return python


def _installers(python: Path, kind: str) -> list[list[str | Path]]:
    """Return the commands that install the packages, of which the first that succeeds is enough.

    uv is several times faster, and can do without a network what it has done before.
    """
    arguments: list[str | Path] = ["--require-hashes", "-r", ROOT / "requirements" / f"{kind}.txt"]
    commands: list[list[str | Path]] = []
    if uv := shutil.which("uv"):
        install: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", python]
        commands += [[*install, *arguments], [*install, "--offline", *arguments]]
    # Python compiles modules on first use; compiling all would take longer.
    plainly = ("--no-input", "--progress-bar=off", "--no-compile", "--disable-pip-version-check")
    return [*commands, [python, "-m", "pip", "install", *plainly, *arguments]]


@contextlib.contextmanager
def _progress(stage: Callable[[], str]) -> Iterator[None]:
    """Print every ``PULSE`` seconds which stage a silent program has reached."""
    done, began = threading.Event(), time.monotonic()

    def tell() -> None:
        while not done.wait(PULSE):
            print(f"  {stage()} ({time.monotonic() - began:.0f} s)", flush=True)

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _install(python: Path, kind: str) -> None:
    """Install the packages of ``requirements/<kind>.txt``. Raises NoEnvironment."""
    total = len(re.findall(r"^[\w.-]+==", (ROOT / "requirements" / f"{kind}.txt").read_text(), re.MULTILINE))
    for command in _installers(python, kind):
        with tempfile.TemporaryFile("w+") as output, _progress(lambda output=output: _stage(output, total)):  # type: ignore[misc]
            process = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, text=True, check=False)
            output.seek(0)
            words = output.read()
        if process.returncode == 0:
            return
    raise NoEnvironment(
        f"The packages could not be installed: {last_lines(words)} "
        "See that the network reaches a package index and that the disk has room, and run it again."
    )


def _stage(output: IO[str], total: int) -> str:
    """Return how far an installer is, by what it has written so far."""
    written = os.pread(output.fileno(), 2**20, 0).decode(errors="replace")
    if "\nInstalling collected packages" in written:
        return f"all {total} packages are here; unpacking them"
    fetched = len(FETCHED.findall(written))
    return f"{fetched} of {total} packages fetched" if fetched else "fetching packages"


def _make(place: Path) -> None:
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise NoEnvironment(
            f"{sys.executable} has no venv, which makes the environment. "
            "On Debian or Ubuntu: sudo apt install python3-venv; then run the same command again."
        )
    shutil.rmtree(place, ignore_errors=True)
    with _progress(lambda: "making the environment"):
        venv = subprocess.run([sys.executable, "-m", "venv", place], capture_output=True, text=True, check=False)
    if venv.returncode:
        shutil.rmtree(place, ignore_errors=True)
        raise NoEnvironment(
            f"The environment {place} could not be made. {last_lines(venv.stdout + venv.stderr)} "
            "On Debian or Ubuntu: sudo apt install python3-venv; else see that the disk has room and can be written."
        )


def last_lines(text: str, count: int = 3) -> str:
    """Return the last lines of a program's output in one line: they name the fault."""
    return " ".join(line.strip() for line in text.strip().splitlines()[-count:])


def ensure(kind: str, place: Path | None = None) -> Path:
    """Return the Python of an environment with ``requirements/<kind>.txt``, made if missing.

    ``kind`` is ``run`` or ``dev``; a further one has a ``place`` of its own. Installs only when that file has changed.
    Raises NoEnvironment.
    """
    name = os.environ.get("TABELLONE_ENV", "")
    if name and place is None:
        return _python_of(name)
    place = place or home() / ".venv"
    python = place / "bin" / "python"
    stamp = place / f"tabellone-{kind}.stamp"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(place.parent / ".venv.lock"):
            fresh = not (python.exists() and _works(python))
            if not fresh and stamp.exists() and stamp.read_text() == _stamp(kind):
                return python
            print("Installing what Tabellone needs (once; a minute or so, more on a busy machine) ...", flush=True)
            if fresh:
                _make(place)
            _install(python, kind)
            for each in ("run", "dev") if kind == "dev" else (kind,):  # dev.txt includes run.txt
                (place / f"tabellone-{each}.stamp").write_text(_stamp(each))
    except OSError as error:
        raise NoEnvironment(
            f"The environment {place} cannot be written ({error.strerror}): "
            "make room or give yourself the right to write there, and run it again."
        ) from error
    return python


def clean() -> None:
    """Remove everything that can be made again: environment, caches, compiled translations. Data stays."""
    for path in (
        home() / ".venv",
        home() / "var" / "test-seed",
        home() / "var" / "test-values",
        home() / "var" / "filled",
        home() / "var" / "load",
        home() / "var" / "offline",
        home() / "var" / "judges",
        ROOT / "staticfiles",
        *(ROOT / f".{name}_cache" for name in ("pytest", "mypy", "ruff", "import_linter")),
    ):
        shutil.rmtree(path, ignore_errors=True)
    for room in ("engines", "matches", "league", "templates", "deploy", "tests"):
        for path in (*(ROOT / room).rglob("*.mo"), *(ROOT / room).rglob("*.pyc")):
            path.unlink()
    print(f"Cleaned. The data in {data_folder()} is untouched.")


def main(arguments: list[str]) -> None:
    """Run one Makefile command in its environment; replaces this process."""
    verb = arguments[0] if arguments else "up"
    if verb == "clean":
        clean()
        return
    if verb not in MODULES:
        sys.exit(f"{verb} is not a command of Tabellone: {', '.join((*MODULES, 'clean'))}")
    kind, module = MODULES[verb]
    try:
        python = ensure(kind)
    except NoEnvironment as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Stopped; run it again to go on.")
    try:
        os.chdir(ROOT)
    except OSError as error:
        sys.exit(f"{ROOT} cannot be entered ({error.strerror}): give yourself the right to.")
    os.execv(python, [str(python), "-m", module, verb, *arguments[1:]])
