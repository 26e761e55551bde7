"""PostgreSQL is lost for good in the midst of play, and a streaming copy of it is promoted: the site goes on with that.

As an operator does it (``docs/running.md``): ``pg_basebackup -R``, a ``DATABASE_URL`` that names both places, kill,
``pg_promote()``; no process of the platform is started again. Where a commit waits for the copy no acknowledged move is
lost. Where it does not, what the copy had not received is lost: exactly the end of each match, both players are shown
the position that play goes on from, and nothing of the lost end is played as another move.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from types import SimpleNamespace

import psycopg
import pytest

from deploy import processes
from deploy.stores import Stores, postgres_programs
from tests.faults.household import public_folder
from tests.faults.records import tell
from tests.faults.test_kill_stores import Game, configure
from tests.seed import sow

pytestmark = [pytest.mark.faults, pytest.mark.long]


def streaming_copy(stores: Stores, folder) -> Stores:
    """A standby that receives all that ``stores`` writes, and answers questions."""
    copy = Stores(folder)
    receive(copy, stores)
    return copy


def receive(copy: Stores, stores: Stores) -> None:
    """Let ``copy`` begin as a standby of ``stores``. What it had is gone; it stays at its address."""
    user, data = stores._user(), copy.folder / "postgres"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True, mode=0o700)
    copy.folder.chmod(0o755)
    as_user = {}
    if user:
        shutil.chown(data, user, user)
        as_user = {"user": user, "group": user, "extra_groups": []}
    backup = [postgres_programs() / "pg_basebackup", "-h", stores._sockets, "-U", "postgres", "-D", data]
    options = ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast"]
    process = subprocess.run([*backup, *options], capture_output=True, text=True, check=False, cwd="/", **as_user)
    assert process.returncode == 0, process.stderr
    if copy._sockets:
        copy.start_postgres()
    else:
        copy.start(valkey=False)


def ask(stores: Stores, question: str):
    """The first value of the answer."""
    with psycopg.connect(stores.database_url, autocommit=True) as link:
        row = link.execute(question).fetchone()
    return row and row[0]


def wait_for(stores: Stores, question: str) -> None:
    """Until the answer is true."""
    deadline = time.monotonic() + 60
    while not ask(stores, question):
        assert time.monotonic() < deadline, question
        time.sleep(0.05)


@pytest.fixture
def pair():
    """A primary and its copy, the environment of the platform on whichever of them can be written, and Valkey."""
    folder = public_folder()
    sow(folder / "data")
    stores = Stores(folder / "data")
    stores.start()
    with contextlib.ExitStack() as ends:
        ends.callback(shutil.rmtree, folder, ignore_errors=True)
        ends.callback(stores.stop)
        environment = {
            **os.environ,
            "DATABASE_POOL": "0",
            "DEMO": "0",
            "LOG_LEVEL": "ERROR",
            "VALKEY_PREFIX": "failover",
        }
        environment |= {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url}
        copy = streaming_copy(stores, folder / "copy")
        ends.callback(copy.stop)
        both = f"host={stores._sockets},{copy._sockets}&target_session_attrs=read-write"
        environment["DATABASE_URL"] = f"postgresql://postgres@/tabellone?{both}"
        yield SimpleNamespace(stores=stores, copy=copy, around=processes.surroundings("web", environment))


def lose(stores: Stores) -> None:
    """The primary is gone, and does not come back."""
    assert stores.postgres
    os.killpg(stores.postgres.process.pid, signal.SIGKILL)
    stores.postgres.process.wait(timeout=10)


def test_a_copy_that_every_commit_waits_for_loses_nothing(pair):
    configure(pair.stores, "SET synchronous_standby_names = '*'")
    wait_for(pair.stores, "SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
    with Game(pair, 2) as game:
        game.goes_on(60, moves=20)
        lose(pair.stores)
        began = time.monotonic()
        assert ask(pair.copy, "SELECT pg_promote()")
        game.goes_on(60, moves=20)
        away = time.monotonic() - began
    total, missing = game.lost()
    assert not missing and not any(player.lost for player in game.players)
    assert all(player.timeline == 2 for player in game.players), "the copy is another history"
    tell("postgresql_promoted", tried=1, moves=total, seconds=[away])
    print(f"{total} acknowledged moves, none lost; everybody has made twenty more {away:.1f} s after the promotion")


def test_a_copy_that_lags_loses_the_end_and_everybody_is_told(pair):
    """And the control of the other one: nobody waits for the copy, and the same kill loses what it had not received."""
    with Game(pair, 2) as game:
        game.goes_on(60, moves=10)
        configure(pair.copy, "SET primary_conninfo = ''")  # from now on it receives nothing
        wait_for(pair.copy, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
        game.goes_on(60, moves=10)
        lose(pair.stores)
        query = "SELECT json_object_agg(id, version) FROM matches_match"
        kept = ask(pair.copy, query)
        assert ask(pair.copy, "SELECT pg_promote()")
        game.goes_on(60, moves=10)
    total, missing = game.lost()  # ... and replays the log, which must have no gap and lead to what is stored
    assert not missing, "what was acknowledged before the copy's end, or after the promotion, is there"
    for number, (match, *_cookies) in enumerate(game.seats):
        for player in game.players[2 * number : 2 * number + 2]:
            assert player.lost and min(player.lost.values()) > kept[match], "only the end is lost"
            assert player.timeline == 2
    ends = sum(len(player.lost) for player in game.players)
    tell("copy_behind_promoted", tried=1, moves=total + ends, lost=ends)
    print(f"{total} acknowledged moves are there, {ends} of the end are not")
