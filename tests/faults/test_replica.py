"""Visitors' pages from a streaming copy: read there, and in the database while the copy lags or is gone."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
import urllib.request
from types import SimpleNamespace

import pytest

from deploy import processes
from deploy.stores import Stores
from tests.faults.household import public_folder
from tests.faults.test_failover import ask, lose, streaming_copy, wait_for
from tests.faults.test_kill_stores import configure
from tests.seed import sow
from tests.server import Web, printed

pytestmark = pytest.mark.faults


@pytest.fixture
def site():
    """A web process on a database and its copy."""
    folder = public_folder()
    sow(folder / "data")
    stores = Stores(folder / "data")
    stores.start()
    with contextlib.ExitStack() as ends:
        ends.callback(shutil.rmtree, folder, ignore_errors=True)
        ends.callback(stores.stop)
        environment = {**os.environ, "DEMO": "0", "LOG_LEVEL": "ERROR", "VALKEY_PREFIX": "replica", "PAGE_CACHE": "0"}
        environment |= {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url}
        printed(["-m", "tests.faults.seats", "open", "1"], processes.surroundings("worker", environment))
        copy = streaming_copy(stores, folder / "copy")
        ends.callback(copy.stop)
        web = Web(around=processes.surroundings("web", environment | {"DATABASE_REPLICA_URL": copy.database_url}))
        web.start()
        ends.callback(web.stop)
        yield SimpleNamespace(stores=stores, copy=copy, web=web)


def shown(site) -> str:
    """A player's profile, as a visitor sees it."""
    player = ask(site.stores, "SELECT id FROM players_user ORDER BY id LIMIT 1")
    with urllib.request.urlopen(f"http://127.0.0.1:{site.web.port}/players/{player}/", timeout=60) as answer:
        return answer.read().decode()


def rename(site, name: str) -> None:
    ask(site.stores, f"UPDATE players_user SET nickname = '{name}' RETURNING 1")


def until(site, name: str) -> None:
    """Ask for the page until it shows ``name``."""
    deadline = time.monotonic() + 60
    while name not in shown(site):
        assert time.monotonic() < deadline, f"{name} is not shown"
        time.sleep(0.2)


def test_pages_come_from_the_copy_until_it_lags_or_dies(site):
    configure(site.copy, "SET log_statement = 'all'")
    deadline = time.monotonic() + 60
    while '"players_user"' not in (site.copy.folder / "postgres.log").read_text():
        assert time.monotonic() < deadline, "nothing is read from the copy"
        shown(site)
    rename(site, "Renata")
    until(site, "Renata")
    configure(site.copy, "SET primary_conninfo = ''")  # from now on it receives nothing
    wait_for(site.copy, "SELECT count(*) = 0 FROM pg_stat_wal_receiver")
    rename(site, "Ottavia")
    until(site, "Ottavia")
    lose(site.copy)
    rename(site, "Lidia")
    until(site, "Lidia")
