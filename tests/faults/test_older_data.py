"""Data that older releases really made: refused by this one, and carried over by way of the release in between."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import pytest

from deploy import backup, drill, releases
from deploy.backup import BackupError
from deploy.environment import ROOT
from deploy.releases import Stored
from deploy.stores import Stores
from tests.faults import last_release
from tests.faults.household import Household, public_folder, refused

pytestmark = [pytest.mark.faults, pytest.mark.long]


@pytest.fixture
def house():
    house = Household()
    yield house
    house.clear()


@pytest.fixture
def codes():
    """The folders with the code of the listed releases."""
    folder = public_folder()
    places = {release: folder / release.commit for release in releases.releases()}
    for release, place in places.items():
        place.mkdir()
        last_release.unpack(place, release.commit)
    yield places
    subprocess.run(["rm", "-rf", str(folder)], check=True)


def prepare(stores, code):
    """Make the tables by that code."""
    around = {"DATABASE_URL": stores.database_url, "VALKEY_URL": stores.valkey_url, "SECRET_KEY": "0123456789" * 5}
    subprocess.run(
        [sys.executable, "-m", "deploy.prepare"],
        cwd=code,
        env={**os.environ, **around, "DEMO": "0", "DATABASE_POOL": "0"},
        check=True,
    )


def test_data_of_the_oldest_release_goes_over_the_one_between(house, codes):
    oldest, before = releases.releases()[0], releases.releases()[-1]
    stores = Stores(house.data)
    stores.start()
    try:
        prepare(stores, codes[oldest])
        with psycopg.connect(stores.database_url) as link, link.cursor() as cursor:
            assert Stored.read(cursor).own == oldest.migrations
        file = backup.make(stores.database_url, "x" * 50, house.folder / "old.tabellone")
    finally:
        stores.stop()
    told = refused(house)
    assert f"is of {oldest}" in told and f"takes over {before} only" in told
    with pytest.raises(BackupError, match=f"is of the release of .*{oldest.commit[:12]}"):
        drill.drill(file)

    stores.start()
    try:
        with psycopg.connect(stores.database_url) as link, link.cursor() as cursor:
            assert Stored.read(cursor).own == oldest.migrations, "nothing was changed"
        prepare(stores, codes[before])
        prepare(stores, ROOT)
    finally:
        stores.stop()
    house.start()
    assert house.get("readyz?only=migrations")[0] == 200
    house.end()
