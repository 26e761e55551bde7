"""Back to a moment, as docs/running.md tells it: a base backup, archived changes, recovery to a time."""

from __future__ import annotations

import re
import subprocess
import time

import psycopg
import pytest

from deploy.environment import ROOT
from deploy.stores import Stores, postgres_programs
from tests.faults.household import public_folder
from tests.seed import sow

pytestmark = [pytest.mark.faults]
DOCUMENT = (ROOT / "docs" / "running.md").read_text()


def told(name):
    """The value of a setting in the document."""
    hit = re.search(rf"{name} = '([^']*)'", DOCUMENT)
    assert hit, name
    return hit[1]


@pytest.fixture
def folder():
    place = public_folder()
    place.chmod(0o777)
    yield place
    subprocess.run(["rm", "-rf", place], check=True)


def configure(data, lines):
    with (data / "postgres" / "postgresql.auto.conf").open("a") as conf:
        conf.write(lines)


def stations(link):
    return [name for (name,) in link.execute("SELECT name FROM drill ORDER BY 1").fetchall()]


def test_back_to_the_second_before_a_mistake(folder):
    data, archive = folder / "data", folder / "backup"
    (archive / "wal").mkdir(parents=True)
    for place in (archive, archive / "wal"):
        place.chmod(0o777)
    sow(data)
    stores = Stores(data)
    command = told("archive_command").replace("/backup", str(archive))
    configure(
        data,
        f"archive_mode = on\narchive_command = '{command}'\nwal_level = replica\nmax_wal_senders = 4\n",
    )
    stores.start(valkey=False)
    try:
        with psycopg.connect(stores.database_url, autocommit=True) as link:
            link.execute("CREATE TABLE drill (name text)")
            link.execute("INSERT INTO drill VALUES ('before the base')")
            base_of(stores, archive / "base")
            link.execute("INSERT INTO drill VALUES ('after the base')")
            time.sleep(0.1)
            (moment,) = link.execute("SELECT clock_timestamp()::text").fetchone()
            time.sleep(0.1)
            link.execute("DELETE FROM drill")  # the mistake
            link.execute("SELECT pg_switch_wal()")
            until = time.monotonic() + 60
            while not link.execute("SELECT archived_count >= 2 FROM pg_stat_archiver").fetchone()[0]:
                assert time.monotonic() < until
                time.sleep(0.1)
            assert stations(link) == []
    finally:
        stores.stop()
    subprocess.run(["rm", "-rf", data / "postgres"], check=True)
    subprocess.run(["cp", "-a", archive / "base", data / "postgres"], check=True)
    (data / "postgres" / "recovery.signal").touch()
    configure(
        data,
        f"restore_command = '{told('restore_command').replace('/backup', str(archive))}'\n"
        f"recovery_target_time = '{moment}'\nrecovery_target_action = '{told('recovery_target_action')}'\n",
    )
    again = Stores(data)
    again.start(valkey=False)
    try:
        with psycopg.connect(again.database_url, autocommit=True) as link:
            until = time.monotonic() + 60
            while link.execute("SELECT pg_is_in_recovery()").fetchone()[0]:
                assert time.monotonic() < until
                time.sleep(0.1)
            assert stations(link) == ["after the base", "before the base"]
            link.execute("INSERT INTO drill VALUES ('and on')")
    finally:
        again.stop()


def base_of(stores, target):
    """The document's base backup; by the low-level way where the wheel has no pg_basebackup."""
    program = postgres_programs() / "pg_basebackup"
    if program.exists():
        command = [program, "-d", stores.database_url, "-D", target, "-X", "none", "-c", "fast"]
        subprocess.run(command, check=True, capture_output=True)
    else:
        with psycopg.connect(stores.database_url, autocommit=True) as link:
            link.execute("SELECT pg_backup_start('drill', true)")
            subprocess.run(["cp", "-a", stores.folder / "postgres", target], check=True)
            row = link.execute("SELECT labelfile FROM pg_backup_stop(false)").fetchone()
        (target / "backup_label").write_text(row[0])
        (target / "postmaster.pid").unlink(missing_ok=True)
    owner = (stores.folder / "postgres").stat()
    subprocess.run(["chown", "-R", f"{owner.st_uid}:{owner.st_gid}", target], check=True)
