"""``make up``: stores, web server, two workers and beat, started, kept running and ended together.

However the supervisor ends, its children end too (``deploy.children``). A child that dies is restarted, slower each
time. Every failure before that is a sentence that says what to do.
"""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

from deploy import lan, processes
from deploy.children import FORKS, Child, fork, spawn
from deploy.environment import last_lines
from deploy.plan import CannotRun, Note, Plan, write_private
from deploy.stores import StoreError, Stores

PATIENCE = 8.0
"""Seconds that web, workers and beat have to end; a longer task goes back to the queue."""
SLOWEST = 30.0
"""Longest pause in seconds before a repeatedly dying child is restarted."""
SLOWEST_STORE = 4.0
"""The same before a store: after a full disk nobody is to wait half a minute once there is room."""
SLOWEST_START = 600.0
"""Seconds in which a living web process must answer; on a machine at load 20 it took 93."""
STEADY = 60.0
"""Seconds after which a child counts as stable: its next restart has a short pause again."""

DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks this machine itself: a proxy that the environment names cannot reach it."""

ACCOUNTS_LINE = "Demo accounts:"
"""Start of the line of ``manage.py demo`` that holds the password. Django is imported later, if at all."""


class Stopped(BaseException):
    """A signal to end."""


def say(text: str) -> None:
    with contextlib.suppress(OSError):  # a closed terminal or a log on a full disk takes no words; the site goes on
        print(text, flush=True)


def demo_note(data: Path, printed: str) -> str:
    """Keep the ``printed`` demo accounts in the data folder, for its owner only; return the whole note.

    A password is printed once, when it is made; at home it is shown at each start.
    """
    place = data / "demo.txt"
    note = place.read_text() if place.exists() else ""
    if printed.startswith(ACCOUNTS_LINE):  # the accounts have a new password; addresses and token are unchanged
        note = "".join(line for line in note.splitlines(True) if not line.startswith(ACCOUNTS_LINE)) + printed
    elif printed.strip():
        note = printed
    if note:
        write_private(place, note)
    return note


@dataclass
class Kept:
    """A process that is kept running."""

    name: str
    command: list[str]
    around: dict[str, str]
    forked: bool = False
    """It is a copy of this process, which has loaded what it needs (``deploy.preloading``)."""
    child: Child | None = None
    began: float = 0.0
    pause: float = 1.0
    due: float | None = None

    def start(self) -> None:
        self.began = time.monotonic()
        if self.forked:
            from deploy import preloading  # noqa: PLC0415  loaded by now

            self.child = fork(partial(preloading.run, self.command, self.around), self.name)
        else:
            self.child = spawn([*self.command], around=self.around)
        self.due = None

    def tend(self) -> None:
        """Notice its death and restart it after a pause, which grows each time."""
        now = time.monotonic()
        if self.due is not None:
            if now >= self.due:
                try:
                    self.start()
                except OSError as error:  # no memory for one more process is no reason to end the others
                    self._rest(now, f"cannot be started ({error.strerror})")
            return
        code = self.child.poll() if self.child else None
        if code is None:
            return
        if now - self.began > STEADY:
            self.pause = 1.0
        self._rest(now, f"ended ({_ending(code)})")

    def _rest(self, now: float, event: str) -> None:
        say(f"{self.name} {event}; starting it again in {self.pause:.0f} s")
        self.due, self.pause = now + self.pause, min(self.pause * 2, SLOWEST)


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"


def _why(code: int) -> str:
    """Return what to do about a web server that ended with ``code``; a killed one had no last words."""
    if code == -signal.SIGKILL:
        return "Something killed it: the machine has too little memory, or somebody did."
    return "Its own words are above; LOG_LEVEL=INFO make up tells more."


@dataclass
class Supervisor:
    """One run of Tabellone on this machine."""

    plan: Plan
    stores: Stores = field(init=False)
    processes: list[Kept] = field(default_factory=list)
    stopping: bool = False
    _lock: IO[str] | None = None
    _makers: list[Child] = field(default_factory=list)
    """Make, once, what pages do without until then: win expectations, and what plays without a server."""
    _pauses: dict[str, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stores = Stores(self.plan.data, connections=processes.connections(self.plan.web))

    def run(self) -> int:
        """Run until a signal ends it; return the exit code."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # by nohup
                signal.signal(number, self._signalled)
        try:
            self._start()
            while True:
                self._tend()
                time.sleep(0.25)
        except (CannotRun, StoreError) as error:
            print(error, file=sys.stderr, flush=True)
            return 1
        except OSError as error:
            print(
                f"Tabellone cannot go on ({error}): see that the files in {self.plan.data} are yours and that the disk "
                "has room, and start again.",
                file=sys.stderr,
                flush=True,
            )
            return 1
        except Stopped:
            say("Stopping ...")
            return 0
        finally:
            self.stop()

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        if self.stopping:  # second signal: no more patience
            for each in self.processes:
                if each.child:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(each.child.process.pid, signal.SIGKILL)
            return
        self.stopping = True
        raise Stopped

    def _start(self) -> None:
        began = time.monotonic()
        self._take_data()
        self.plan.check_ports()
        postgres, valkey = not self.plan.database_url, not self.plan.valkey_url
        first = postgres and not (self.plan.data / "postgres").exists()
        step = "making the database, its tables and a demo (once; some seconds)"
        say(f"First start: {step} ..." if first else "Starting ...")
        self.stores.start(postgres=postgres, valkey=valkey)
        around = self.plan.settings(
            self.stores.database_url if postgres else self.plan.database_url,
            self.stores.valkey_url if valkey else self.plan.valkey_url,
        )
        output = self._prepare(around)
        if first:
            say("The tables are there; starting the pages ...")
        commands = (
            *((f"web{n or ''}", processes.web(self.plan.host, port)) for n, port in enumerate(self.plan.ports)),
            ("worker", processes.worker()),
            ("outward", processes.outward()),
            ("beat", processes.beat()),
        )
        if FORKS:
            self._load(processes.surroundings("worker", around))
        for number, (name, command) in enumerate(commands):
            if self.plan.metrics_port:
                around["METRICS_PORT"] = str(self.plan.metrics_port + number)
            process = Kept(name, command, processes.surroundings(name.rstrip("0123456789"), around), forked=FORKS)
            self.processes.append(process)
            if number < len(self.plan.ports):
                process.start()
        self._wait_for_page()  # the others would take the cores from it meanwhile
        for process in self.processes[len(self.plan.ports) :]:
            process.start()
        stores = {"database_url": around["DATABASE_URL"], "valkey_url": around["VALKEY_URL"]}
        Note(self.plan.data).write(pid=os.getpid(), url=self.plan.url, **stores)
        self._greet(output, time.monotonic() - began)
        for is_wanted, command in ((self.plan.solves, processes.values()), (self.plan.builds, processes.offline())):
            if is_wanted:
                self._makers.append(spawn([*command], around=processes.surroundings("values", around)))

    def _take_data(self) -> None:
        """Lock the data folder; refuse a second ``make up`` with the address of the first."""
        data = self.plan.data
        try:
            if not data.exists():
                data.mkdir(parents=True)
                data.chmod(0o755)
            self._lock = (data / "lock").open("w")
        except OSError as error:
            raise CannotRun(
                f"{data} cannot be written ({error.strerror}): give yourself the right to write there, "
                "or keep the data elsewhere: make up DATA=/another/folder"
            ) from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            running = Note(data).read()
            address = f" at {running['url']} (process {running['pid']})" if running else ""
            raise CannotRun(
                f"Tabellone runs already with the data in {data}{address}: use that one, or stop it with Ctrl-C first, "
                "or start a second one beside it: make up DATA=another/folder PORT=8001"
            ) from None
        Note(data).remove()  # left by a run that lost power: its address and its database are gone

    def _prepare(self, around: dict[str, str]) -> str:
        """Run translations, migrations and the demo; return the output for the person."""
        child = subprocess.run(
            [sys.executable, "-m", "deploy.prepare", "--show-token"],
            env=processes.surroundings("prepare", around),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if child.returncode:
            _error, wrong_setting, sentence = last_lines(child.stderr, 1).partition("ImproperlyConfigured: ")
            if wrong_setting:
                raise CannotRun(sentence)
            log = self.plan.data / "prepare.log"
            log.write_text(child.stdout + child.stderr)
            place = "the database at DATABASE_URL" if self.plan.database_url else f"the data in {self.plan.data}"
            raise CannotRun(
                f"Tabellone could not prepare {place}: {last_lines(child.stderr, 1)} (all of it is in {log})"
            )
        sys.stderr.write(child.stderr)
        return demo_note(self.plan.data, child.stdout) if self.plan.demo else ""

    def _load(self, around: dict[str, str]) -> None:
        """Import what the processes share. Raises CannotRun."""
        from deploy import preloading  # noqa: PLC0415  a start that is refused before needs none of it

        try:
            preloading.load(around)
        except preloading.SystemCheckError as error:
            raise CannotRun(str(error)) from error

    def _wait_for_page(self) -> None:
        deadline = time.monotonic() + SLOWEST_START
        for web, port in zip(self.processes, self.plan.ports, strict=False):
            while not self._answers(port):
                code = web.child.poll() if web.child else 0
                if code is not None:
                    self.plan.check_ports()  # another program may have taken one meanwhile
                    raise CannotRun(f"The web server ended at once ({_ending(code)}). {_why(code)}")
                if time.monotonic() > deadline:
                    raise CannotRun(
                        f"The web server runs, but http://localhost:{port}/livez did not answer for "
                        f"{SLOWEST_START:.0f} s: the machine is too busy, or DATABASE_URL or VALKEY_URL leads to a "
                        "server that is silent. LOG_LEVEL=INFO make up tells more."
                    )
                time.sleep(0.05)

    def _answers(self, port: int) -> bool:
        with contextlib.suppress(urllib.error.URLError, OSError):
            DIRECTLY.open(f"http://localhost:{port}/livez", timeout=5).close()
            return True
        return False

    def _greet(self, output: str, seconds: float) -> None:
        say(f"\nTabellone is at {self.plan.url}  (started in {seconds:.1f} s; Ctrl-C ends it)")
        if self.plan.lan_url:
            say(f"For phones on this Wi-Fi: {self.plan.lan_url}  (also on the page {self.plan.url}lan/)\n")
            say(lan.in_terminal(self.plan.lan_url))
        if output.strip():
            say(output.rstrip())
        if self.plan.web > 1:
            last = self.plan.ports[-1]
            say(f"{self.plan.web} web processes, ports {self.plan.port} to {last}: a proxy should stand in front.")
        say(f"The data is in {self.plan.data} and stays there.")

    def _tend(self) -> None:
        """Restart dead processes, the stores first; bury the makers that are done."""
        self._makers = [maker for maker in self._makers if maker.poll() is None]
        for name, child, start in (
            ("PostgreSQL", self.stores.postgres, self.stores.start_postgres),
            ("Valkey", self.stores.valkey, self.stores.start_valkey),
        ):
            if child is None or (code := child.poll()) is None:
                continue
            pause, due = self._pauses.get(name, (1.0, 0.0))
            if time.monotonic() < due:
                continue
            say(f"{name} ended ({_ending(code)}); starting it again")
            self._pauses[name] = (min(pause * 2, SLOWEST_STORE), time.monotonic() + pause)
            try:
                start()
                say(f"{name} is back")
            except (StoreError, OSError) as error:  # a full disk takes not even Valkey's settings
                say(str(error))
        for each in self.processes:
            each.tend()

    def stop(self) -> None:
        """End everything, the stores last; safe to call twice."""
        self.stopping = True
        if self._lock and self.processes:
            Note(self.plan.data).remove()
        running = [child for child in (*self._makers, *(each.child for each in reversed(self.processes))) if child]
        for child in running:
            child.ask()
        deadline = time.monotonic() + PATIENCE
        for child in running:
            child.wait(max(0.1, deadline - time.monotonic()))
        self.processes.clear()
        self.stores.stop()
        if self._lock:
            self._lock.close()
            self._lock = None


def main() -> int:
    try:
        plan = Plan.from_environment()
    except CannotRun as error:
        print(error, file=sys.stderr)
        return 1
    return Supervisor(plan).run()


if __name__ == "__main__":
    sys.exit(main())
