"""The release before this one: its code in a folder, and its web process, worker and beat on the tests' database."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.environment import ROOT
from deploy.releases import releases
from tests.server import Process, Web, Workers, surroundings


def commit() -> str:
    """Return the commit of the last release: that of the newest tag before this commit, or the last listed one.

    Skips the test where git is not there.
    """
    try:
        tag = _git("describe", "--tags", "--abbrev=0", "HEAD^")
        found = tag.stdout.decode().strip() if tag.returncode == 0 else releases()[-1].commit
    except OSError:
        pytest.skip("git is not installed, so the release before cannot be run beside this one")
    return found


def unpack(folder: Path, release: str = "") -> None:
    """Put the code of ``release``, else of the last one, into ``folder``, with the tests' own game for its worker.

    Skips the test where git or the history is not there.
    """
    release = release or commit()
    try:
        known = _git("cat-file", "-e", f"{release}^{{commit}}").returncode == 0
    except OSError:
        pytest.skip("git is not installed, so an older release cannot be run")
    if not known:
        pytest.skip(
            f"the release {release[:12]} is not in this history, as in a shallow clone or an archive: "
            "git fetch --unshallow --tags"
        )
    packed = _git("archive", "--format=tar", release)
    assert packed.returncode == 0, packed.stderr.decode()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    dueling = folder / "tests" / "faults" / "dueling.py"
    if not dueling.exists():
        dueling.write_bytes((ROOT / "tests" / "faults" / "dueling.py").read_bytes())


def _git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)


@dataclass
class Release:
    """A web process, a worker and beat of the code in ``code``, which play the tests' own game too."""

    code: Path
    logs: Path
    """A folder for ``<name>-web.log`` and ``<name>-worker.log``."""
    name: str

    def __post_init__(self) -> None:
        self.web, self.workers = Web(), Workers(app="tests.faults.dueling")
        self.web.command = [part.replace("deploy.asgi:", "tests.live.application:") for part in self.web.command]
        for process, kind in ((self.web, "web"), (self.workers.worker, "worker"), (self.workers.beat, "beat")):
            process.folder, process.log = self.code, self.logs / f"{self.name}-{kind}.log"
            process.around |= {"BEAT_SCHEDULE": str(self.logs / f"{self.name}-beat")}

    def manage(self, *words: str) -> str:
        """Return what ``manage.py`` of this release prints."""
        process = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=self.code,
            env=surroundings("worker"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert process.returncode == 0, process.stderr
        return process.stdout

    def processes(self) -> list[Process]:
        """Return all its processes, in the order in which they end."""
        return [self.workers.beat, self.workers.worker, self.web]

    def told(self) -> str:
        """Return all that its processes logged."""
        return "".join(process.log.read_text() for process in self.processes() if process.log and process.log.exists())
