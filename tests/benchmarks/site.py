"""The whole site as ``make up`` runs it, in a data folder of its own, and what each of its processes has cost (Linux).

Accounts are read from ``/proc``: processor time of a process with all that descend from it, so that a busy neighbour
changes them little.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from deploy import manage
from deploy.children import command_of
from deploy.environment import ROOT, home
from deploy.plan import Note
from deploy.stores import free_port
from tests.benchmarks.driver import cpu_seconds

TICKS = os.sysconf("SC_CLK_TCK")
FORKED = ("web", "worker", "outward", "beat")
"""Processes that the supervisor forks, by the names that it gives them."""
MARKS = {"database": "postgres", "valkey": "valkey", "values": "engines.values"}
"""Other process -> part of its command line."""
START_SECONDS = 900


def stats() -> dict[int, tuple[int, float]]:
    """Return of every process its parent and the seconds of the processor of its ended children."""
    found = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (place / "stat").read_text().rpartition(")")[2].split()
                found[int(place.name)] = (int(fields[1]), sum(map(int, fields[13:15])) / TICKS)
    return found


def descendants(parents: dict[int, tuple[int, float]], pid: int) -> list[int]:
    """Return ``pid`` and all that descend from it."""
    family = [pid]
    for each in family:
        family += [child for child, (parent, _seconds) in parents.items() if parent == each]
    return family


@dataclass
class Site:
    """One run of the site, with ``make up``'s own supervisor."""

    folder: Path = field(default_factory=lambda: home() / "var" / "load")
    port: int = field(default_factory=free_port)
    supervisor: subprocess.Popen[bytes] | None = None
    roots: dict[str, int] = field(default_factory=dict)
    """Process -> its id, as the supervisor started it."""

    def __enter__(self) -> Site:
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        self.supervisor = subprocess.Popen(
            [sys.executable, "-m", "deploy.supervisor"], cwd=ROOT, env=self._settings(), stdin=subprocess.DEVNULL
        )
        try:
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        assert self.supervisor
        self.resume(*self.roots)
        self.supervisor.send_signal(signal.SIGINT)
        self.supervisor.wait()
        shutil.rmtree(self.folder / "data", ignore_errors=True)

    def _settings(self) -> dict[str, str]:
        """Return what differs from a bare ``make up``: nobody plays but our players, and nothing limits them."""
        ours = {"DEMO": "0", "BOT_LADDER": "0", "RATE_LIMITS": "0", "EMAIL_URL": "memory:"}
        places = {"DATA": self.folder / "data", "BACKUPS": self.folder / "data" / "backups"}
        places["TABELLONE_VALUES"] = self.folder / "values"
        outside = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "VALKEY_URL")}
        return {**outside, **ours, **{name: str(place) for name, place in places.items()}, "PORT": str(self.port)}

    def _wait(self) -> None:
        """Wait until it is up and has made its tables of win expectations."""
        assert self.supervisor
        deadline = time.monotonic() + START_SECONDS
        while not Note(self.folder / "data").read() or "values" in self._find():
            if self.supervisor.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the site did not start: its own words are above")
            time.sleep(0.2)

    def _find(self) -> dict[str, int]:
        assert self.supervisor
        self.roots = {}
        for pid, (parent, _seconds) in stats().items():
            if parent == self.supervisor.pid:
                name, command = Path(f"/proc/{pid}/comm").read_text().strip(), command_of(pid)
                if name not in FORKED:
                    name = next((name for name, mark in MARKS.items() if mark in command), "")
                self.roots |= {name: pid} if name else {}
        return self.roots

    def environment(self) -> dict[str, str]:
        """Return the environment of the site's processes: where its stores are."""
        os.environ |= self._settings()
        return manage.surroundings()

    def spent(self) -> dict[str, float]:
        """Return of each process its seconds of the processor so far."""
        found, spent = stats(), dict.fromkeys(self.roots, 0.0)
        for name, root in self.roots.items():
            for pid in descendants(found, root):
                with contextlib.suppress(OSError):  # it has just ended: its parent has its time soon
                    spent[name] += found[pid][1] + cpu_seconds(pid)
        return spent

    def memory(self, name: str) -> int:
        """Return the bytes of memory that ``name`` alone holds."""
        lines = Path(f"/proc/{self.roots[name]}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024

    def pause(self, *names: str) -> None:
        """Let these processes stand still."""
        self._signal(signal.SIGSTOP, names)

    def resume(self, *names: str) -> None:
        self._signal(signal.SIGCONT, names)

    def _signal(self, number: int, names: tuple[str, ...]) -> None:
        found = stats()
        for pid in (pid for name in names for pid in descendants(found, self.roots[name])):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
