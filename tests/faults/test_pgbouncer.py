"""Behind PgBouncer in transaction mode, as docs/settings.md says: moves and pages on connections that change hands."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from league.players.models import User
from matches.store import database
from tests.live.players import Player, all_there
from tests.live.sockets import cookie_of, serving
from tests.matches.table import duel
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]
PROGRAM = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
CONF = """
[databases]
* = host={host} port={port} user={user} {password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture
def pooled(db):
    """The address of the test database by a PgBouncer with two connections, in transaction mode."""
    if not Path(PROGRAM).exists():
        pytest.skip("PgBouncer is not installed (Debian: apt install pgbouncer)")
    direct = conninfo_to_dict(database.conninfo())
    listen = free_port()
    folder = Path(tempfile.mkdtemp(prefix="tabellone-pgbouncer-", dir="/tmp"))
    password = f"password={direct['password']}" if direct.get("password") else ""
    parts = {"host": direct["host"], "port": direct.get("port", 5432), "user": direct["user"], "password": password}
    conf = folder / "pgbouncer.ini"
    conf.write_text(CONF.format(listen=listen, **parts))
    folder.chmod(0o755)
    account = {}
    if os.geteuid() == 0:  # it refuses to run as root; PostgreSQL's own user may enter the folder of its socket
        owner = Path(direct["host"]).stat() if direct["host"].startswith("/") else folder.stat()
        account = {"user": owner.st_uid, "group": owner.st_gid}
    with (folder / "log").open("w") as log:
        running = subprocess.Popen([PROGRAM, str(conf)], stdout=log, stderr=log, **account)
    try:
        parts = {"host": "127.0.0.1", "port": listen, "user": direct["user"], "dbname": direct["dbname"]}
        until = time.monotonic() + 20
        while True:
            try:
                psycopg.connect(make_conninfo("", **parts, connect_timeout=3)).close()
                break
            except psycopg.OperationalError:
                if time.monotonic() > until or running.poll() is not None:
                    pytest.fail("PgBouncer does not start: " + (folder / "log").read_text()[-2000:])
                time.sleep(0.1)
        yield parts
    finally:
        running.terminate()
        running.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


def test_moves_go_through_two_connections_that_four_tables_share(pooled, settings, monkeypatch):
    settings.DATABASE_PREPARED = False
    monkeypatch.setattr(database, "conninfo", lambda: make_conninfo("", **pooled))
    people = [User.objects.create(kind="guest", nickname=f"player{n}") for n in range(8)]
    games = [duel(people[n], people[n + 1], options={"kicks": 100000}) for n in range(0, 8, 2)]
    players = [Player(games[n // 2], cookie_of(person)) for n, person in enumerate(people)]
    expected_size = size(15, 1250)

    async def scenario(port: int) -> None:
        tasks = [asyncio.create_task(player.play(port)) for player in players]
        while not all(len(player.acknowledged) >= expected_size for player in players):
            await asyncio.sleep(0.05)
            assert not any(task.done() for task in tasks), [task.exception() for task in tasks if task.done()]
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 20)

    with serving() as port:
        asyncio.run(asyncio.wait_for(scenario(port), 120 + expected_size))
    total = sum(all_there(match, *players[2 * n : 2 * n + 2]) for n, match in enumerate(games))
    assert total >= 8 * expected_size and sum(player.cuts for player in players) == 0
    print(f"{total} moves by two pooled connections, none refused")


def test_pages_ask_the_same_questions_on_connections_that_change_hands(pooled):
    """Django's own connection, with the options that ``DATABASE_PREPARED=0`` leaves."""
    User.objects.create(kind="guest", nickname="Ada")
    settings = connections["default"].settings_dict
    options = {"sslmode": "disable"}
    own = {**settings, "HOST": "127.0.0.1", "PORT": pooled["port"], "USER": pooled["user"], "OPTIONS": options}

    def ask(_number: int) -> int:
        link = DatabaseWrapper({**own, "DISABLE_SERVER_SIDE_CURSORS": True}, "pooled")
        with contextlib.closing(link):
            found = 0
            for _time in range(15):
                with link.cursor() as cursor:
                    cursor.execute("SELECT count(*) FROM players_user WHERE nickname = %s", ["Ada"])
                    found += cursor.fetchone()[0]
            return found

    with ThreadPoolExecutor(4) as together:
        assert list(together.map(ask, range(4))) == [15] * 4
