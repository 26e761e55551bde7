"""``make up``: it runs, keeps the data, and leaves no process behind, however it is ended; what fails is a sentence."""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
import venv
from functools import cache
from pathlib import Path

import psycopg
import pytest

from deploy import environment
from deploy.children import FORKS
from deploy.environment import ROOT
from tests.faults.household import Household, public_folder, refused
from tests.sizes import DAY, LONG

pytestmark = pytest.mark.faults


@pytest.fixture
def house():
    """A household that is not yet started."""
    one = Household()
    yield one
    one.clear()


def wait_until(true, patience=120.0):
    """Wait for a condition."""
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.2)


BEHIND_A_PROXY = {"BEHIND_PROXY": "1", "SECURE_COOKIES": "1", "ALLOWED_HOSTS": "cup.example.org", "DEMO": ""}
"""The variables that deploy/nginx.conf asks for: the supervisor must get an answer all the same."""


PARTS = re.compile(r"^\d+ (web|worker|outward|beat) |uvicorn deploy|bin/celery|valkey-server|bin/postgres -D")
PROCESSES = 4 + 2 + 2
"""Web, two workers and beat; the children of a worker; PostgreSQL and Valkey."""


def kill_parts(house):
    """Kill every process but the supervisor, and wait until each has come back."""

    def parts():
        return [int(line.split()[0]) for line in house.processes() if PARTS.search(line)]

    wait_until(lambda: len(parts()) == PROCESSES)  # what PostgreSQL forks is called as PostgreSQL for a moment
    killed = set(parts())
    for part in killed:
        with contextlib.suppress(ProcessLookupError):  # a worker's child, which has died with it
            os.kill(part, signal.SIGKILL)

    def ready():
        try:
            return house.get("readyz")[0] == 200
        except OSError:
            return False

    wait_until(lambda: "web ended" in house.told())
    wait_until(ready)
    wait_until(lambda: len(parts()) == PROCESSES and not killed & set(parts()))
    for name in ("web", "worker", "outward", "beat", "PostgreSQL", "Valkey"):
        assert f"{name} ended" in house.told()


def assert_nothing_runs_or_is_open_beside_what_is_forked(supervisor):
    """A copy has the locks of threads that it has not, and a socket that its parent uses too."""
    if FORKS:
        assert os.listdir(f"/proc/{supervisor}/task") == [str(supervisor)]
        files = [os.readlink(place) for place in Path(f"/proc/{supervisor}/fd").iterdir()]
        assert not any(file.startswith("socket:") for file in files), files


def test_every_part_comes_back_data_survive_and_no_process_is_left_behind(house):
    """Three runs of one house, each ended in another way; in the second, parts are killed while it runs."""
    times = []
    solving = {"SOLVE_VALUES": "1"}
    surroundings = (solving, BEHIND_A_PROXY, solving)
    for run, number in enumerate((signal.SIGKILL, signal.SIGINT, signal.SIGTERM)):
        began = time.monotonic()
        house.start(**surroundings[run])
        times.append(time.monotonic() - began)
        with psycopg.connect(house.note()["database_url"], autocommit=True) as link:
            link.execute("CREATE TABLE IF NOT EXISTS run (number integer)")
            assert link.execute("SELECT count(*) FROM run").fetchone() == (run,)
            link.execute("INSERT INTO run VALUES (%s)", [run])
        commands = "\n".join(house.processes())
        for part in ("postgres", "valkey-server", "web", "worker", "outward", "beat"):
            assert part in commands
        assert_nothing_runs_or_is_open_beside_what_is_forked(int(house.note()["pid"]))
        if "SOLVE_VALUES" in surroundings[run]:
            wait_until(lambda: "engines.values.super_goal --missing" in "\n".join(house.processes()))
        else:
            wait_until(lambda: house.get("readyz")[0] == 200)
            kill_parts(house)
        house.end(number)
    print(f"first start {times[0]:.1f} s, warm starts {', '.join(f'{each:.1f}' for each in times[1:])} s")


def test_a_taken_port_names_another(house):
    with socket.create_server(("127.0.0.1", house.port)):
        assert refused(house) == (
            f"Port {house.port} is taken by another program: end that one, or use another port: "
            f"make up PORT={house.port + 1}"
        )


@pytest.mark.parametrize("port", ["0", "http", "70000"])
def test_a_port_that_is_none_is_refused(house, port):
    assert "name a port from 1 to 65535" in refused(house, PORT=port)


def test_a_folder_that_cannot_be_written(house):
    house.data.parent.joinpath("file").write_text("")
    told = refused(house, DATA=str(house.folder / "file" / "data"))
    assert "cannot be written" in told and "DATA=" in told


def test_a_database_that_does_not_answer(house):
    told = refused(house, DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert "could not prepare the database at DATABASE_URL" in told


def test_a_python_that_is_too_old(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["deploy/bootstrap.py", "up"])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit) as told:
        runpy.run_path(str(ROOT / "deploy" / "bootstrap.py"), run_name="__main__")
    assert "needs Python 3.11 or newer" in str(told.value) and "is Python 3.9" in str(told.value)
    assert "apt install" in str(told.value) and "brew install" in str(told.value)


def test_a_newer_python_beside_the_old_one_is_taken(monkeypatch, tmp_path):
    newer = tmp_path / "python3.12"
    newer.write_text("#!/bin/sh\n")
    newer.chmod(0o755)
    taken = []
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    monkeypatch.setattr(sys, "argv", ["deploy/bootstrap.py", "up"])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TABELLONE_REEXEC", "")
    monkeypatch.setattr(os, "execv", lambda path, arguments: taken.append((path, arguments)) or sys.exit(0))
    with pytest.raises(SystemExit):
        runpy.run_path(str(ROOT / "deploy" / "bootstrap.py"), run_name="__main__")
    assert taken == [(str(newer), [str(newer), str(ROOT / "deploy" / "bootstrap.py"), "up"])]


def test_the_bootstrap_can_be_read_by_any_python_3():
    import ast

    ast.parse((ROOT / "deploy" / "bootstrap.py").read_text(), feature_version=(3, 4))


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv(monkeypatch, tmp_path, missing):
    find = environment.importlib.util.find_spec
    monkeypatch.delenv("TABELLONE_ENV", raising=False)
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    with pytest.raises(environment.NoEnvironment, match="sudo apt install python3-venv"):
        environment.ensure("run", tmp_path / "env")


def test_an_environment_on_a_full_disk(monkeypatch, tmp_path):
    def full(*_arguments, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.delenv("TABELLONE_ENV", raising=False)
    monkeypatch.setattr(environment, "_make", full)
    with pytest.raises(environment.NoEnvironment, match=r"No space left on device.*make room"):
        environment.ensure("run", tmp_path / "env")


def test_packages_that_cannot_be_installed(monkeypatch, tmp_path):
    monkeypatch.delenv("TABELLONE_ENV", raising=False)
    monkeypatch.setattr(environment, "_make", lambda place: (place / "bin").mkdir(parents=True))

    def fails(command, stdout, **_named):
        stdout.write("ERROR: no matching distribution")
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(environment.subprocess, "run", fails)
    with pytest.raises(environment.NoEnvironment, match=r"no matching distribution.*network"):
        environment.ensure("run", tmp_path / "env")


PIP = """
print("Collecting amqp==1", "Ignoring colorama: markers do not match", sep="\\n", flush=True)
time.sleep(0.3)
print("Collecting billiard==1", "Installing collected packages: amqp, billiard", sep="\\n", flush=True)
time.sleep(0.3)
"""
"""An installer that takes its time."""


def test_a_long_installation_says_how_far_it_is(monkeypatch, tmp_path, capsys):
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text(
        "amqp==1 \\\n    --hash=x\nbilliard==1\ncolorama==1 ; x\n# a==b\n"
    )
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "PULSE", 0.02)
    slow = [sys.executable, "-c", f"import time; time.sleep(0.3); {PIP.strip()}"]
    monkeypatch.setattr(environment, "_installers", lambda _python, _kind: [slow])
    environment._install(Path(sys.executable), "run")
    stages = [re.sub(r" \(\d+ s\)$", "", line.strip()) for line in capsys.readouterr().out.splitlines()]
    in_between = "3 of 3 packages fetched"  # told where a pulse falls between the last package and its unpacking
    assert [stage for stage in dict.fromkeys(stages) if stage != in_between] == [
        "fetching packages",
        "2 of 3 packages fetched",
        "all 3 packages are here; unpacking them",
    ]


def test_a_quick_installation_says_nothing_more(monkeypatch, tmp_path, capsys):
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").write_text("# nothing\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "_installers", lambda _python, _kind: [[sys.executable, "-c", ""]])
    environment._install(Path(sys.executable), "run")
    assert capsys.readouterr().out == ""


def test_an_environment_that_is_named_but_not_there(monkeypatch):
    monkeypatch.setenv("TABELLONE_ENV", "/nowhere")
    with pytest.raises(environment.NoEnvironment, match="name a virtual environment"):
        environment.ensure("run")


def test_an_environment_that_may_not_be_entered():
    """As an ordinary user, who is stopped by permissions: root would not be."""
    system = shutil.which("python3", path="/usr/bin:/usr/local/bin:/opt/homebrew/bin") or ""
    if not system:
        pytest.skip("there is no Python that an ordinary user may run")
    folder = public_folder()
    try:
        foreign = folder / "foreign"
        (foreign / "bin").mkdir(parents=True)
        (foreign / "bin" / "python").symlink_to(system)
        foreign.chmod(0o700 if os.geteuid() == 0 else 0)
        shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
        account = pwd.getpwnam("nobody")
        user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        process = subprocess.run(
            [system, "deploy/bootstrap.py", "up"],
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "TABELLONE_ENV": str(foreign)},
            capture_output=True,
            text=True,
            check=False,
            **user,
        )
        assert process.returncode and "Traceback" not in process.stderr, process.stderr
        assert re.search(
            r"TABELLONE_ENV is .*cannot be run \(Permission denied\): give yourself the right", process.stderr
        )
    finally:
        (folder / "foreign").chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)


def test_an_environment_without_the_packages(tmp_path, monkeypatch):
    venv.create(tmp_path / "bare", with_pip=False)
    monkeypatch.setenv("TABELLONE_ENV", str(tmp_path / "bare"))
    with pytest.raises(environment.NoEnvironment, match=r"has no django,psycopg,.*pip install --require-hashes"):
        environment.ensure("run")


@pytest.mark.parametrize(
    ("program", "told"),
    [("exit 3", "its Python does not start"), ("echo old", "older than 3.11"), ("", "cannot be run")],
)
def test_an_environment_that_is_none(tmp_path, monkeypatch, program, told):
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f"#!/bin/sh\n{program}\n")
    python.chmod(0o755 if program else 0o644)
    monkeypatch.setenv("TABELLONE_ENV", str(tmp_path))
    with pytest.raises(environment.NoEnvironment, match=told):
        environment.ensure("run")


def test_a_very_busy_machine_keeps_its_environment(monkeypatch, tmp_path):
    def slow(*_arguments, **_named):
        raise subprocess.TimeoutExpired("python", 60)

    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    monkeypatch.setattr(environment.subprocess, "run", slow)
    assert environment._works(python)
    monkeypatch.setenv("TABELLONE_ENV", str(tmp_path))
    assert environment.ensure("run") == python


UV = """#!/bin/sh
echo "$@" >> {log}
case "$*" in *--offline*) exit {offline};; *) exit {online};; esac
"""


@pytest.fixture
def commands(monkeypatch):
    """The commands that make an environment, in order."""
    calls, run = [], subprocess.run
    monkeypatch.setattr(
        environment.subprocess, "run", lambda command, **named: (calls.append(command), run(command, **named))[1]
    )
    return calls


@pytest.fixture
def project(monkeypatch, tmp_path):
    """A project that needs no packages, so that the network is not needed."""
    root = tmp_path / "project"
    (root / "requirements").mkdir(parents=True)
    (root / "requirements" / "run.txt").write_text("# nothing\n")
    monkeypatch.setattr(environment, "ROOT", root)
    monkeypatch.delenv("TABELLONE_ENV", raising=False)
    return root


def put_uv(monkeypatch, folder, online, offline):
    """Put a uv on the PATH that ends as told; return the file in which it notes what it was asked."""
    programs, log = folder / "programs", folder / "log"
    programs.mkdir()
    (programs / "uv").write_text(UV.format(log=log, online=online, offline=offline))
    (programs / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return log


@pytest.mark.parametrize(("online", "tries"), [(0, 1), (1, 2)])
def test_uv_is_used_where_it_is_there(monkeypatch, tmp_path, project, commands, online, tries):
    """With the network, or without it from what it keeps."""
    log = put_uv(monkeypatch, tmp_path, online, 0)
    # Three seconds of a core put pip into an environment; the test below does it.
    monkeypatch.setattr(environment, "_make", lambda made: venv.create(made, with_pip=False))
    place = tmp_path / "env"
    environment.ensure("run", place)
    asked = log.read_text().splitlines()
    assert len(asked) == tries and all("--require-hashes" in line for line in asked)
    assert not any("pip" in command for command in commands if Path(command[0]).name != "uv")
    assert (place / "tabellone-run.stamp").exists()


def test_a_judge_has_a_place_and_a_stamp_of_its_own(monkeypatch, tmp_path, project, commands):
    """Whatever environment the others are to take, and made once."""
    log, place = put_uv(monkeypatch, tmp_path, 0, 0), tmp_path / "judges"
    monkeypatch.setattr(environment, "_make", lambda made: venv.create(made, with_pip=False))
    monkeypatch.setenv("TABELLONE_ENV", str(tmp_path / "another"))
    (project / "requirements" / "judges.txt").write_text("# nothing\n")
    python = environment.ensure("judges", place)
    assert python.parent.parent == place == environment.ensure("judges", place).parent.parent
    assert len(log.read_text().splitlines()) == 1 and not (place / "tabellone-run.stamp").exists()


def test_an_environment_is_made_once_and_again_when_its_list_changed(monkeypatch, tmp_path, project, commands):
    """By pip, where uv fails with and without the network; everything but that uv is real."""
    log, place = put_uv(monkeypatch, tmp_path, 1, 1), tmp_path / "env"
    python = environment.ensure("run", place)
    assert python.exists() and (place / "tabellone-run.stamp").exists()

    def installs():
        return sum(command[1:3] == ["-m", "pip"] for command in commands)

    assert installs() == 1 and len(log.read_text().splitlines()) == 2
    assert environment.ensure("run", place) == python and installs() == 1
    (project / "requirements" / "run.txt").write_text("# still nothing\n")
    environment.ensure("run", place)
    assert installs() == 2


PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


@pytest.mark.parametrize("python", PYTHONS)
def test_every_python_makes_the_environment_without_a_network(python, tmp_path):
    """In a path with blanks and umlauts; the packages cannot be had, and a sentence says so.

    A short run asks one of those that are here, each day another.
    """
    program, here = found_python(python), [name for name in PYTHONS if found_python(name)]
    if program is None:
        pytest.skip(f"there is no {python} here")
    if not LONG and python != here[DAY % len(here)]:
        pytest.skip(f"{python} is asked on another day")
    project = tmp_path / "Meine Übungen è qui"
    (project / "requirements").mkdir(parents=True)
    shutil.copytree(ROOT / "deploy", project / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    (project / "requirements" / "run.txt").write_text("no-such-package==1 --hash=sha256:" + 64 * "0" + "\n")
    around = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PIP_INDEX_URL": "http://127.0.0.1:1/",
        "PIP_RETRIES": "0",
    }
    process = subprocess.run(
        [program, "deploy/bootstrap.py", "up"], cwd=project, env=around, capture_output=True, text=True, check=False
    )
    assert process.returncode and "Traceback" not in process.stderr, process.stderr
    assert "The packages could not be installed" in process.stderr and "See that the network reaches" in process.stderr


@cache
def found_python(name: str) -> str | None:
    """Return the program, if it is here and starts."""
    known = sorted(Path("~/.pyenv/versions").expanduser().glob(f"{name.removeprefix('python')}.*/bin/{name}"))
    program = str(known[-1]) if known else shutil.which(name)
    works = program and subprocess.run([program, "-c", "import ensurepip"], capture_output=True).returncode == 0
    return program if works else None


def test_a_folder_that_postgresql_cannot_reach_moves_the_home():
    folder = public_folder()
    try:
        inner = folder / "inner"
        inner.mkdir()
        inner.chmod(0o755)
        assert environment.home(inner, superuser=True) == inner
        folder.chmod(0o700)
        moved = environment.home(inner, superuser=True)
        assert moved.parent.as_posix() == "/var/lib/tabellone" and len(moved.name) == 12
        assert environment.home(inner, superuser=False) == inner
        assert folder.stat().st_mode & 0o777 == 0o700
    finally:
        shutil.rmtree(folder)
