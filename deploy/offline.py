"""The files with which a browser plays without a server: Pyodide, msgspec for it, the engines and the host of a match.

``python -m deploy.offline`` builds them into ``TABELLONE_OFFLINE`` (``var/offline``); ``make up`` does so beside the
running site. Pyodide comes from npm (``packaging/offline``), msgspec from PyPI (``requirements/browser.txt``), both by
their hashes. Where npm or the network is missing nothing is built, and the page says so (``matches.pages.offline``).
"""

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from deploy.environment import ROOT, last_lines, offline_folder, one_at_a_time, put_in_place, settle
from deploy.wheel import LEFT_OUT

PACKAGING: Final = ROOT / "packaging" / "offline"
REQUIREMENTS: Final = ROOT / "requirements" / "browser.txt"
SCRIPTS: Final = (
    *(PACKAGING / name for name in ("worker.js", "proof.js", "boards.js", "python.js")),
    ROOT / "static" / "js" / "offline" / "store.js",
)
"""Scripts of the workers. They are served beside Pyodide, so that all of one build fit each other."""
TAKEN: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""Files of Pyodide that are sent as they are."""
PLATFORM: Final = (
    "--platform=pyemscripten_2026_0_wasm32",
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
)
"""The platform of the pinned Pyodide."""
OTHER_ENGINES: Final = (
    "environments",
    "puzzles",
    "review.py",
    "sense.py",
    "terminal.py",
    "tools.py",
    "__main__.py",
    "locale",
    "rules",
)
"""Parts of ``engines`` that no match needs."""
HOST: Final = (
    "import sys, matches.offline.host, league.competitions.proof.reading; "
    "import league.analysis.offline, league.puzzles.offline; "
    "rooms = ('matches.', 'league.', 'engines.puzzles.'); "
    "print(*(m.__file__ for n, m in sys.modules.items() if f'{n}.'.startswith(rooms)))"
)
"""Prints the modules that a match, the check of a proof, the analysis board and puzzles need."""
PUZZLES: Final = ROOT / "league" / "puzzles" / "data"
CURRENT: Final = "current"
"""File that names the build to serve; written last."""
WHOLE: Final = "whole"
"""File of a build that is complete."""


class CannotBuild(RuntimeError):
    """Something that the build needs is not here; the sentence says what."""


def sources() -> Iterator[tuple[str, Path]]:
    """Yield each file of ours that goes into the archive of Python, with its name there."""
    ignored = shutil.ignore_patterns(*LEFT_OUT, *OTHER_ENGINES)
    for place, folders, files in os.walk(ROOT / "engines"):
        left_out = ignored(place, [*folders, *files])
        folders[:] = sorted(name for name in folders if name not in left_out)
        for name in sorted(set(files) - left_out):
            path = Path(place) / name
            yield path.relative_to(ROOT).as_posix(), path
    program = [sys.executable, "-c", HOST]
    answer = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    for path in sorted([*map(Path, answer.stdout.split()), *PUZZLES.glob("*.jsonl")]):
        yield path.relative_to(ROOT).as_posix(), path


def mark() -> str:
    """Return a digest of everything that a build is made from."""
    digest = hashlib.sha256()
    for name, path in [*sources(), *((path.name, path) for path in (*_own(), *SCRIPTS, REQUIREMENTS, Path(__file__)))]:
        digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _own() -> list[Path]:
    return [PACKAGING / name for name in ("package.json", "package-lock.json", ".npmrc", "compile.mjs", "compile.py")]


def build(place: Path | None = None) -> Path:
    """Build what is not built yet and return its folder; of two that build at once one waits. Raises CannotBuild."""
    place = place or offline_folder()
    place.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(place / "lock"):
        return _build(place)


def _build(place: Path) -> Path:
    made = place / (name := mark())
    if not (made / WHOLE).exists():
        npm = shutil.which("npm")
        if npm is None:
            raise CannotBuild("npm is not here (Debian: sudo apt install npm): play without a network is not built in.")
        with tempfile.TemporaryDirectory(dir=place) as scratch:
            fresh = _made(Path(scratch), npm)
            settle(*fresh.iterdir(), fresh)
            shutil.rmtree(made, ignore_errors=True)
            fresh.rename(made)
    part = place / f"{CURRENT}.part"
    part.write_text(name)
    put_in_place(part, place / CURRENT)
    for old in place.iterdir():
        if old.is_dir() and old != made and old.stat().st_mtime < made.stat().st_mtime:
            shutil.rmtree(old, ignore_errors=True)
    return made


def _made(scratch: Path, npm: str) -> Path:
    """Fetch, compile and compress everything in ``scratch``; return the folder to serve."""
    made, packages = scratch / "made", scratch / "packages"
    made.mkdir()
    packages.mkdir()
    for path in _own():
        shutil.copy(path, packages)
    _run([npm, "ci"], packages)
    wheels = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run([*wheels, "--only-binary=:all:", *PLATFORM, "--require-hashes", "-r", str(REQUIREMENTS), "-d", "."], packages)
    pyodide = packages / "node_modules" / "pyodide"
    shutil.copy(pyodide / "python_stdlib.zip", made)
    with zipfile.ZipFile(made / "site.zip", "w") as site:
        for wheel in packages.glob("*.whl"):
            with zipfile.ZipFile(wheel) as parts:
                for name in parts.namelist():
                    if name.endswith((".py", ".so")):
                        site.writestr(name, parts.read(name))
        for name, path in sources():
            site.write(path, name)
    _run(["node", "compile.mjs", str(made)], packages)
    for path in [*(pyodide / name for name in TAKEN), *SCRIPTS]:
        shutil.copy(path, made)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (made / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    for path in sorted(made.iterdir()):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    (made / WHOLE).touch()
    return made


def _run(command: list[str], place: Path) -> None:
    """Run one step. Raises CannotBuild with its last words."""
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise CannotBuild(f"Play without a network is not built in: {last_lines(done.stdout + done.stderr)[-300:]}")


def main() -> int:
    """Build; say in a sentence why not."""
    try:
        build()
    except (CannotBuild, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
