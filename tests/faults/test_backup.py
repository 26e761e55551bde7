"""Backup and restore: a cup is carried to another machine in its middle, equal row by row, and played on there."""

from __future__ import annotations

import datetime as dt
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from deploy import backup, drill, restore
from deploy.backup import BackupError
from deploy.environment import ROOT
from deploy.plan import version
from deploy.stores import Stores
from tests.deploy.test_note import AT_REST
from tests.faults.household import Household
from tests.league.builders import running
from tests.league.tables import open_fixtures, play_out
from tests.server import test_database_url as database_url

pytestmark = pytest.mark.faults

PLAY_ON = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
import django; django.setup()
from league.competitions.models import Competition
from tests.league.tables import play_out
cup = Competition.objects.get()
assert cup.status == "running", cup.status
played = play_out(cup)
cup.refresh_from_db()
print(played, cup.status, cup.champion.name)
"""


def hashes(link):
    """A hash of all rows of each table."""
    found = {}
    for (name,) in link.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall():
        query = sql.SQL("SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {} t")
        row = link.execute(query.format(sql.Identifier(name))).fetchone()
        assert row
        found[name] = row[0]
    return found


def make(verb, house, **extra):
    """``make backup`` or ``make restore`` in that house."""
    process = subprocess.run(
        ["make", "--no-print-directory", verb],
        cwd=ROOT,
        env=house.around(**extra),
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert "Traceback" not in process.stderr, process.stderr
    return process


@pytest.fixture
def house():
    """Another machine, so to speak."""
    house = Household()
    yield house
    house.clear()


@pytest.fixture
def cup(transactional_db, cast):
    """A cup of eight in its second round."""
    competition = running(cast.organiser, entrants=8, settings={"legs": 2})
    play_out(competition, until=9)
    return competition


def test_a_cup_is_restored_in_its_middle_and_played_on(cup, house, monkeypatch):
    assert cup.status == "running" and open_fixtures(cup)
    then, count_rows = {}, backup._counts
    # Hashed at the moment that the dump shows: a server of other tests may be sweeping this database all the while.
    monkeypatch.setattr(backup, "_counts", lambda link: then.update(hashes(link)) or count_rows(link))
    file = backup.make(database_url(), "the secret of the first machine", house.folder / "cup.tabellone")
    monkeypatch.undo()
    assert file.stat().st_mode & 0o777 == 0o600

    competition = make("restore", house, FILE=str(file))
    assert competition.returncode == 0, competition.stderr
    assert (house.data / "secret_key").read_text() == "the secret of the first machine"

    there = Stores(house.data)
    there.start()
    try:
        assert backup.counts(there.database_url) == backup.read_manifest(file)["rows"]
        with psycopg.connect(there.database_url) as link:
            assert hashes(link) == then and len(then) > 20
        around = house.around(
            DATABASE_URL=there.database_url, VALKEY_URL=there.valkey_url, SECRET_KEY="0123456789" * 5, DATABASE_POOL="0"
        )
        played = subprocess.run(
            [sys.executable, "-c", PLAY_ON], cwd=ROOT, env=around, capture_output=True, text=True, check=False
        )
        assert played.returncode == 0, played.stderr
        count, status, champion = played.stdout.split(maxsplit=2)
        assert (int(count), status) == (14 - 9, "finished") and champion.strip()
    finally:
        there.stop()


def test_a_drill_proves_a_backup_and_touches_nothing(cup, house, monkeypatch):
    """The live database is named wrongly on purpose: who asked it would fail."""
    house.folder.joinpath("backups").mkdir()
    file = backup.make(database_url(), "the secret", house.folder / "backups" / "cup.tabellone")
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "VALKEY_URL": "redis://127.0.0.1:1"}
    before = set(Path("/tmp").glob("tabellone-drill-*"))
    competition = make("restore-drill", house, **nowhere)
    assert competition.returncode == 0, competition.stderr
    assert "cup.tabellone of" in competition.stdout and "can be restored" in competition.stdout
    assert set(Path("/tmp").glob("tabellone-drill-*")) == before and not house.data.exists()
    counted = re.search(rb'"players_user": (\d)', file.read_bytes())
    other = counted[0][:-1] + (b"1" if counted[1] != b"1" else b"2")
    file.write_bytes(file.read_bytes().replace(counted[0], other, 1))
    competition = make("restore-drill", house, FILE=str(file), **nowhere)
    assert competition.returncode and "is damaged: the rows of players_user" in competition.stderr
    file.unlink()
    competition = make("restore-drill", house, **nowhere)
    assert competition.returncode and "There is no backup in" in competition.stderr


def live_match(url, match_id=None):
    """A match that bots are playing just now: its id and version."""
    with psycopg.connect(url) as link:
        return link.execute(
            "SELECT id, version FROM matches_match WHERE status = 'live' AND version > 3 AND %(id)s::uuid IS NULL"
            " OR id = %(id)s::uuid ORDER BY version DESC LIMIT 1",
            {"id": match_id},
        ).fetchone()


def colour(link, other=None):
    """The only ball's colour, changed to ``other`` first where there is one."""
    if other:
        link.execute("UPDATE ball SET colour = %s", [other])
    return link.execute("SELECT colour FROM ball").fetchall()


def plays_on(house, live):
    """The match ``live``, which was backed up while bots played it, goes on in ``house``, and its log is whole."""
    url = house.note()["database_url"]
    there = live_match(url, live[0])
    assert there and there[1] >= live[1]
    wait_for(lambda: live_match(url, live[0])[1] > there[1] + 3)
    with psycopg.connect(url) as link:
        assert colour(link) == [("white",)]
        row = link.execute(
            "SELECT count(*), max(seq) FROM matches_matchevent WHERE match_id = %s", [live[0]]
        ).fetchone()
    assert row and row[0] == row[1], "the log has no hole and no double"


def test_a_running_cup_plays_on_where_it_is_restored_in_place_and_elsewhere(house):
    """Everything real: the demo's cup is backed up while its bots play, put back, and carried to a second house."""
    house.start(DEMO="1")
    live = wait_for(lambda: live_match(house.note()["database_url"]))
    with psycopg.connect(house.note()["database_url"], autocommit=True) as link:
        link.execute("CREATE TABLE ball (colour text)")
        link.execute("INSERT INTO ball VALUES ('white')")
    key = (house.data / "secret_key").read_text()
    competition = make("backup", house)
    assert competition.returncode == 0, competition.stderr
    (file,) = (house.folder / "backups").glob("tabellone-*.tabellone")
    assert str(file) in competition.stdout and key not in competition.stdout

    running_yet = make("restore", house, FILE=str(file))
    assert running_yet.returncode and "stop it with Ctrl-C first" in running_yet.stderr

    with psycopg.connect(house.note()["database_url"], autocommit=True) as link:
        assert colour(link, "orange") == [("orange",)]
    house.end()
    competition = make("restore", house, FILE=str(file))
    assert competition.returncode == 0, competition.stderr
    (before,) = (house.folder / "backups").glob("before-restore-*.tabellone")
    assert str(before) in competition.stdout

    house.start(DEMO="1")
    plays_on(house, live)
    house.end()
    at_rest = make("backup", house, FILE=str(house.folder / "rest.tabellone"))
    assert at_rest.returncode == 0 and (house.folder / "rest.tabellone").exists()

    second = Household()
    try:
        assert make("restore", second, FILE=str(file)).returncode == 0
        second.start(DEMO="1")
        plays_on(second, live)
        second.end()
    finally:
        second.clear()


def wait_for(condition, patience=60.0):
    """The first true answer."""
    deadline = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.3)
    return found


def test_a_file_may_follow_the_word_restore(house):
    process = subprocess.run(
        ["make", "--no-print-directory", "restore", str(house.folder / "none.tabellone")],
        cwd=ROOT,
        env=house.around(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode and f"{house.folder}/none.tabellone is not there" in process.stderr
    process = make("restore", house)
    assert process.returncode and "Name the backup: make restore FILE=" in process.stderr
    process = make("backup", house)
    assert process.returncode and "There is no data in" in process.stderr


def written(folder, content=None, **manifest):
    """A file that looks like a backup."""
    file = folder / "looks.tabellone"
    with tarfile.open(file, "w") as tar:
        for name in content if content is not None else ("database.dump", "secret_key"):
            backup._add(tar, name, b"x")
        backup._add(
            tar, "manifest.json", json.dumps({"format": 1, "version": version(), "rows": {}} | manifest).encode()
        )
    return file


def test_what_is_no_backup_is_refused(tmp_path):
    file = tmp_path / "photo.jpg"
    file.write_bytes(b"JFIF")
    with pytest.raises(BackupError, match="is not a backup"):
        backup.read_manifest(file)
    with pytest.raises(BackupError, match="is not a complete backup"):
        backup.read_manifest(written(tmp_path, content=["secret_key"]))
    with pytest.raises(BackupError, match=r"made by Tabellone 99\.0\.0.*update this one first"):
        backup.read_manifest(written(tmp_path, version="99.0.0"))
    with pytest.raises(BackupError, match="update this one first"):
        backup.read_manifest(written(tmp_path, format=2))
    assert backup.read_manifest(written(tmp_path))["format"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_broken_dump_says_so(tmp_path):
    with psycopg.connect(database_url(), autocommit=True) as link:
        link.execute("DROP DATABASE IF EXISTS spare")
        link.execute("CREATE DATABASE spare")
    spare = database_url().split("@/")[0] + "@/spare?" + database_url().split("?", 1)[1]
    with pytest.raises(BackupError, match="could not be put into the database"):
        restore.into(spare, written(tmp_path))


def no_room(*_, **__):
    raise OSError(28, "No space left on device", "/tmp/tabellone-restore-x/database.dump")


def test_what_ends_them_is_a_sentence(tmp_path, monkeypatch, capsys):
    silent = "postgresql://nobody@127.0.0.1:9/none"
    for name, value in {"DATABASE_URL": silent, "FILE": str(written(tmp_path)), "BACKUPS": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(backup, "check_release", lambda *_: None)
    assert restore.main() == 1
    assert "The database does not answer" in capsys.readouterr().err
    monkeypatch.setattr(backup, "unpack", no_room)
    monkeypatch.setattr(drill, "Stores", lambda _folder: AT_REST)
    assert drill.main() == 1
    assert "database.dump" in (told := capsys.readouterr().err) and "the disk has room" in told
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.setenv("DATA", str(tmp_path))
    (tmp_path / "lock").mkdir()  # root, who runs the tests, may write to every file
    for command in (backup.main, restore.main):
        assert command() == 1
        assert f"{tmp_path}/lock" in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_a_backup_on_a_full_disk_says_so_and_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "_add", full)
    with pytest.raises(BackupError, match=r"No space left on device.*make room"):
        backup.make(database_url(), "x", tmp_path / "one.tabellone")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_the_nightly_backup_keeps_the_last_seven(tmp_path):
    night = dt.datetime(2026, 3, 1, 3, 5, tzinfo=dt.UTC)
    for day in range(9):
        now = night + dt.timedelta(days=day)
        assert backup.nightly(database_url(), "x", now, tmp_path)
        assert backup.nightly(database_url(), "x", now, tmp_path) is None, "once a day"
    names = sorted(path.name for path in tmp_path.glob("*.tabellone"))
    assert names == [f"nightly-2026-03-0{day}.tabellone" for day in range(3, 10)]
    assert backup.read_manifest(tmp_path / names[0])["rows"]["players_user"] == 0


def test_a_killed_nightly_backup_leaves_its_dump_only_until_the_next(tmp_path, monkeypatch):
    """One that takes too long is killed, and tried again every ten minutes."""
    now = dt.datetime(2026, 3, 1, 3, 5, tzinfo=dt.UTC)

    def dump(_url, place):
        place.write_bytes(b"all rows")
        if killed:
            os.kill(os.getpid(), signal.SIGKILL)
        return {}

    monkeypatch.setattr(backup, "_dump", dump)
    for killed in (True, True, False):
        process = multiprocessing.get_context("fork").Process(target=backup.nightly, args=("", "x", now, tmp_path))
        process.start()
        process.join()
        assert process.exitcode == (-signal.SIGKILL if killed else 0)
        assert len(list(tmp_path.iterdir())) == 2, "the lock, and a dump or the backup"
    assert (tmp_path / "nightly-2026-03-01.tabellone").exists()


@pytest.mark.django_db(transaction=True)
def test_a_laptop_that_sleeps_at_night_gets_its_backup_when_it_wakes(tmp_path):
    one = dt.datetime(2026, 3, 1, 21, 0, tzinfo=dt.UTC)
    assert backup.nightly(database_url(), "x", one, tmp_path)
    assert backup.nightly(database_url(), "x", one + dt.timedelta(hours=4), tmp_path) is None, "1 o'clock: not yet"
    assert backup.nightly(database_url(), "x", one + dt.timedelta(hours=18), tmp_path)
    assert backup.nightly(database_url(), "x", one + dt.timedelta(days=4, hours=4), tmp_path), "1 o'clock, days later"


@pytest.mark.django_db(transaction=True)
def test_beat_asks_for_it(tmp_path, settings):
    from deploy.tasks import BEAT, nightly_backup

    assert BEAT["deploy-nightly-backup"]["task"] == nightly_backup.name
    settings.BACKUPS, settings.DATABASE_URL = str(tmp_path), database_url()
    nightly_backup()
    nightly_backup()
    assert len(list(tmp_path.glob("nightly-*.tabellone"))) == 1
    settings.BACKUPS = ""
    nightly_backup()


def test_the_backups_go_where_they_are_told(monkeypatch, tmp_path):
    monkeypatch.setenv("BACKUPS", str(tmp_path))
    assert backup.folder() == tmp_path
    monkeypatch.delenv("BACKUPS")
    assert backup.folder() == ROOT / "backups"
    assert os.environ.get("BACKUPS") is None
