"""The embedded stores: what a killed owner, another release, a full disk and a taken folder leave, and what is said."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import namedtuple
from pathlib import Path

import psycopg
import pytest
import redis

from deploy import stores as module
from deploy.environment import ROOT
from deploy.stores import STILL_USED, StoreError, Stores
from tests.faults.household import belonging_to, public_folder

pytestmark = pytest.mark.faults


@pytest.fixture
def folder():
    """A fresh folder for the stores."""
    found = public_folder()
    yield found
    shutil.rmtree(found, ignore_errors=True)


@pytest.fixture(scope="module")
def made():
    """A data folder that initdb made once, to be copied."""
    found = public_folder()
    one = Stores(found / "data", fast=True)
    one.start(valkey=False)
    one.stop()
    yield found / "data"
    shutil.rmtree(found, ignore_errors=True)


@pytest.fixture
def used(folder, made):
    """A copy of a data folder that was used before."""
    subprocess.run(["cp", "-a", made, folder / "data"], check=True)
    return folder / "data"


@pytest.fixture
def stores(used):
    """Stores on that copy, not started; stopped afterwards."""
    one = Stores(used, fast=True)
    yield one
    one.stop()


def test_they_keep_their_data_and_leave_nothing(folder):
    for run in range(2):
        one = Stores(folder / "data")
        one.start()
        with psycopg.connect(one.database_url, autocommit=True) as link:
            link.execute("CREATE TABLE IF NOT EXISTS kept (number integer)")
            link.execute("INSERT INTO kept VALUES (1)")
            assert link.execute("SELECT count(*) FROM kept").fetchone() == (run + 1,)
        with redis.Redis.from_url(one.valkey_url) as valkey:
            assert valkey.incr("kept") == run + 1
        one.stop()
        assert belonging_to(-1, folder) == []


def test_a_folder_with_blanks_and_accents(folder):
    one = Stores(folder / "il bar 'è' qui", fast=True)
    one.start()
    one.stop()
    assert (folder / "il bar 'è' qui" / "postgres" / "PG_VERSION").exists()


@pytest.mark.parametrize("name", ["a\\b", "a\N{NO-BREAK SPACE}b", "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"])
def test_a_folder_with_characters_that_python_writes_otherwise(folder, name):
    one = Stores(folder / name, fast=True)
    one.start(postgres=False)
    with redis.Redis.from_url(one.valkey_url) as valkey:
        assert valkey.config_get("dir")["dir"] == str(folder / name / "valkey")
    one.stop()


def test_valkey_asks_for_its_password(stores):
    stores.start(postgres=False)
    with (
        redis.Redis(port=stores.valkey_port) as stranger,
        pytest.raises(redis.exceptions.AuthenticationError),
    ):
        stranger.ping()


def test_text_is_ordered_alike_on_every_system(stores):
    stores.start(valkey=False)
    with psycopg.connect(stores.database_url) as link:
        assert link.execute("SELECT upper('perché'), 'Zoff' < 'albertosi'").fetchone() == ("PERCHÉ", True)


@pytest.mark.parametrize("watched", [False, True], ids=["kernel", "watcher"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_children_die_with_their_owner(folder, watched, number):
    """By the kernel's signal on Linux; and by the watcher, which is what macOS has."""
    if not watched and sys.platform != "linux":
        watched = True
    program = (
        "import functools, sys, time; from pathlib import Path\n"
        "import deploy.stores as s\n"
        f"s.spawn = functools.partial(s.spawn, watched={watched})\n"
        "one = s.Stores(Path(sys.argv[1]), fast=True); one.start(); print('ready', flush=True); time.sleep(60)\n"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", program, str(folder / "data")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout and owner.stdout.readline() == "ready\n"
    found = "\n".join(belonging_to(-1, folder))
    assert "valkey-server" in found and "postgres -D" in found and ("watcher.py" in found) is watched
    owner.send_signal(number)
    owner.wait(timeout=5)
    owner.stdout.close()
    deadline = time.monotonic() + 15
    while left := belonging_to(-1, folder):
        assert time.monotonic() < deadline, left
        time.sleep(0.05)
    one = Stores(folder / "data", fast=True)
    one.start()
    one.stop()


def test_a_watched_store_is_stopped_in_good_order(used, monkeypatch):
    import functools

    monkeypatch.setattr(module, "spawn", functools.partial(module.spawn, watched=True))
    one = Stores(used, fast=True)
    one.start()
    one.stop()
    assert "database system is shut down" in (used / "postgres.log").read_text()
    assert belonging_to(-1, used) == []


def test_a_note_of_a_dead_server_does_not_stop_the_next(stores, used):
    """The number in it may have been given to another process since: here to ourselves."""
    note = used / "postgres" / "postmaster.pid"
    note.write_text(f"{os.getpid()}\n{used / 'postgres'}\n0\n5432\n/tmp\n\n")
    stores.start(valkey=False)


def test_an_orphaned_server_is_stopped_and_replaced(stores, used):
    first = Stores(used, fast=True)
    first.start(valkey=False)
    stores.start(valkey=False)
    assert first.postgres and first.postgres.poll() is not None
    with psycopg.connect(stores.database_url) as link:
        assert link.execute("SELECT 1").fetchone() == (1,)


def test_what_is_left_of_a_killed_server_is_waited_for(stores):
    """A process of it that the machine has not let run yet holds its memory: the next server begins once it is gone."""
    stores.start(valkey=False)
    link = psycopg.connect(stores.database_url)
    left = link.info.backend_pid
    os.kill(left, signal.SIGSTOP)
    assert stores.postgres
    stores.postgres.process.kill()
    stores.postgres.process.wait()
    later = threading.Timer(1.5, os.kill, (left, signal.SIGCONT))
    later.start()
    try:
        stores.start_postgres()
    finally:
        later.join()
        link.close()
    assert STILL_USED in (stores.folder / "postgres.log").read_text(errors="replace"), "nothing was waited for"
    with psycopg.connect(stores.database_url) as again:
        assert again.execute("SELECT 1").fetchone() == (1,)


def test_a_server_with_a_crashed_process_ends_as_a_whole(stores):
    """One that restarted itself could wait for ever on a full disk; the supervisor starts the next."""
    stores.start(valkey=False)
    with psycopg.connect(stores.database_url) as link:
        os.kill(link.info.backend_pid, signal.SIGABRT)
    assert stores.postgres
    stores.postgres.process.wait(60)
    stores.start_postgres()
    with psycopg.connect(stores.database_url) as again:
        assert again.execute("SELECT 1").fetchone() == (1,)


def test_data_of_another_release_of_postgresql(stores, used):
    (used / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(StoreError, match=r"made by PostgreSQL 16, and this is 18.*make backup.*make restore"):
        stores.start()


def test_a_half_made_folder_is_made_anew(folder):
    partial = folder / "data" / "postgres.part"
    partial.mkdir(parents=True)
    (partial / "PG_VERSION").write_text("18\n")
    one = Stores(folder / "data", fast=True)
    one.start(valkey=False)
    one.stop()
    assert not partial.exists()


def test_a_folder_of_something_else_is_left_alone(folder):
    taken = folder / "data" / "postgres"
    taken.mkdir(parents=True)
    (taken / "holiday.jpg").write_text("sun")
    with pytest.raises(StoreError, match="not a data folder of PostgreSQL: move it away"):
        Stores(folder / "data").start()
    assert (taken / "holiday.jpg").read_text() == "sun"


def test_a_nearly_full_disk(stores, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(module.shutil, "disk_usage", lambda _place: usage(2**40, 2**40 - 2**24, 2**24))
    with pytest.raises(StoreError, match=r"Only 16 MB are free.*need 256: make room.*DATA="):
        stores.start()


def test_a_disk_that_fills_up_while_the_folder_is_made(folder):
    """On a real small disk where this user may mount one; else with the words that initdb has for it."""
    small = folder / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=12m", "none", small], capture_output=True, check=False
    )
    try:
        one = Stores(small / "data", room=0)
        if mounted.returncode:
            failure = one._failure("could not make its data folder", "initdb: could not write: No space left on device")
        else:
            small.chmod(0o755)
            with pytest.raises(StoreError) as caught:
                one.start()
            failure = caught.value
        assert "is full" in str(failure) and "make room" in str(failure)
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", small], check=True)


def test_a_folder_that_cannot_be_written(folder):
    (folder / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        Stores(folder / "file" / "data").start()


@pytest.mark.skipif(os.geteuid() != 0, reason="PostgreSQL runs as another user only as root")
def test_as_root_no_folder_is_opened_up(folder):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(StoreError, match="cannot reach"):
        Stores(closed / "data").start()
    assert closed.stat().st_mode & 0o777 == 0o700


def test_what_valkey_cannot_read_is_put_aside(stores, used):
    broken = used / "valkey" / "appendonlydir"
    broken.mkdir(parents=True)
    (broken / "appendonly.aof.manifest").write_text("this is no manifest\n")
    one = Stores(used)
    one.start(postgres=False)
    one.stop()
    assert (used / "valkey.unreadable" / "appendonlydir").exists()


def test_what_a_server_told_is_read_whole_while_another_says_its_last_word(tmp_path, monkeypatch):
    """Both write into one file; the last word comes whenever the size of that is asked for."""
    log, told, size = tmp_path / "postgres.log", len(b"before\n"), Path.stat
    log.write_text(f"before\nFATAL:  {STILL_USED} is there\n")

    def grown(path, **how):
        found = size(path, **how)
        with log.open("a") as lines:
            lines.write("FATAL:  terminating connection due to unexpected postmaster exit\n")
        return found

    monkeypatch.setattr(Path, "stat", grown)
    assert STILL_USED not in module._log_end(log, log.stat().st_size - told), "the control: counted from its end"
    assert STILL_USED in module._log_since(log, told)
