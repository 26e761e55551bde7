"""Data that this release does not take over is refused in a sentence, before anything is touched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace

import psycopg
import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from deploy import backup, drill, releases, restore
from deploy.backup import BackupError
from deploy.environment import ROOT
from deploy.plan import version
from deploy.releases import Stored
from tests.plugin_stores import WORKER
from tests.server import test_database_url as database_url

OLD, BEFORE = releases.releases()[0], releases.releases()[-1]
HALF = ("matches", "0007_part")
FUTURE = ("matches", "9999_of_tomorrow")
STARTS = (
    f"start that release with it first, then this one (docs/upgrading.md, Over several releases). {releases.UNCHANGED}"
)


def leave(cursor, migrations):
    """Leave only these of the project's migrations in ``django_migrations``, as a database of their release has."""
    gone = Stored.read(cursor).own - migrations
    for app, name in gone:
        cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", [app, name])


def add(cursor, migration):
    cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, now())", migration)


def of_the_old_release(cursor):
    leave(cursor, OLD.migrations)


def of_code_in_between(cursor):
    leave(cursor, OLD.migrations | {("matches", "0014_conditional_moves")})


def of_an_older_one(cursor):
    leave(cursor, OLD.migrations - {("statistics", "0004_last_rating")})


def half_of_a_squash(cursor):
    leave(cursor, Stored.read(cursor).own - {HALF})


def of_a_newer_one(cursor):
    add(cursor, FUTURE)


def of_somebody_else(cursor):
    leave(cursor, frozenset())
    cursor.execute("CREATE TABLE recipes (name text)")


def test_a_release_is_named_by_its_version_or_its_day():
    listed = replace(BEFORE, version="1.0.0")
    assert str(listed) == f"release 1.0.0 (commit {BEFORE.commit[:12]})"
    assert str(BEFORE) == f"the release of 24 November 2026 (commit {BEFORE.commit[:12]})"


def chapters() -> list[tuple[str, str]]:
    """Return the chapters of ``CHANGELOG.md``: heading and text, the newest first."""
    parts = re.split(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_the_version_is_that_of_the_newest_chapter_of_the_changelog():
    (later, _), (newest, _), *_ = chapters()
    assert later == "Unreleased"
    assert newest.partition(" – ")[0] == version()
    assert f"\n### {version()}\n" in (ROOT / "docs" / "upgrading.md").read_text()


def test_what_is_installed_is_called_by_the_version():
    chart = yaml.safe_load((ROOT / "deploy" / "chart" / "Chart.yaml").read_text())
    assert chart["version"] == chart["appVersion"] == version()
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    assert compose["x-tabellone"]["image"] == f"tabellone:${{TABELLONE_VERSION:-{version()}}}"


def test_a_release_is_told_in_at_most_sixty_lines():
    for heading, words in chapters():
        assert len(words.strip().splitlines()) <= 60, heading


def unlisted(versions: list[str]) -> list[str]:
    """Return those of ``versions`` that ``releases.toml`` lacks (CONTRIBUTING.md, A release)."""
    return sorted({*versions} - {release.version for release in releases.releases()})


def test_each_release_before_this_one_is_listed():
    assert unlisted([heading.partition(" – ")[0] for heading, _ in chapters()[2:]]) == []
    assert unlisted(["0.9.0"]) == ["0.9.0"]


OTHERS = [
    (
        of_the_old_release,
        rf"is of the release of 23 November 2026 \(commit {OLD.commit[:12]}\), and this one takes over",
    ),
    (of_code_in_between, rf"is of code after the release of 23 November 2026 \(commit {OLD.commit[:12]}\)"),
    (of_an_older_one, "is of a release before the release of 23 November 2026"),
    (half_of_a_squash, r"takes over the release of 24 November 2026 .* whose migration matches\.0007_part it lacks"),
    (of_a_newer_one, r"is of a newer release, whose migration matches\.9999_of_tomorrow this one does not know"),
    (of_somebody_else, "holds tables of another program"),
]


@pytest.mark.parametrize(("change", "words"), OTHERS)
def test_migrate_refuses_the_data_of(db, change, words):
    with connection.cursor() as cursor:
        change(cursor)
        before = Stored.read(cursor)
        with pytest.raises(CommandError, match=words) as refused:
            call_command("migrate", verbosity=0)
        assert Stored.read(cursor) == before
    assert str(refused.value).endswith(releases.UNCHANGED) and "\n" not in str(refused.value)


def test_the_sentence_says_what_to_start_and_where_it_is_told(db):
    with connection.cursor() as cursor:
        of_the_old_release(cursor)
    with pytest.raises(CommandError) as refused:
        call_command("migrate", verbosity=0)
    assert f"takes over {BEFORE} only" in str(refused.value) and str(refused.value).endswith(STARTS)
    assert "## Over several releases" in (ROOT / "docs" / "upgrading.md").read_text()


def test_data_of_the_release_before_and_of_this_one_is_taken_over():
    own = BEFORE.migrations
    for migrations in (frozenset(), own, own | {("matches", "0015_maintenance")}, releases.known()):
        assert releases.refusal(Stored(frozenset({"django_migrations"}), migrations), "It") == ""


def test_newer_data_is_taken_over_by_who_says_so(db, monkeypatch):
    with connection.cursor() as cursor:
        of_a_newer_one(cursor)
    monkeypatch.setenv("NEWER_DATA", "1")
    call_command("migrate", verbosity=0)


def test_a_first_start_that_was_cut_off_goes_on(db):
    """After any of its migrations: Django notes those that a squash stands for, not the squash."""
    executor = MigrationExecutor(None)
    squashes = [frozenset(each.replaces) for each in executor.loader.disk_migrations.values() if each.replaces]
    plan, ran, tables = executor.migration_plan(executor.loader.graph.leaf_nodes()), set(), {"django_migrations"}
    refused = []
    for migration, _ in plan:
        ran.update(migration.replaces or [(migration.app_label, migration.name)])
        tables.update(f"{migration.app_label}_{getattr(each, 'name', '').lower()}" for each in migration.operations)
        stored = Stored(frozenset(tables) if any(app in OWN for app, _ in ran) else releases.FIRST, frozenset(ran))
        if releases.refusal(stored, "It", stored.was_cut_off(iter(squashes))):
            refused.append(migration)
    assert len(plan) > 80 and not refused


OWN = {app for app, _ in releases.known()}


def test_the_first_own_migration_finds_only_the_tables_that_are_told():
    loader = MigrationLoader(None)
    executor = MigrationExecutor(None)
    made = set()
    for migration, _ in executor.migration_plan(loader.graph.leaf_nodes()):
        if migration.app_label in OWN:
            break
        state = executor.loader.project_state((migration.app_label, migration.name))
        made |= {
            model._meta.db_table
            for model in state.apps.get_models(include_auto_created=True)
            if model._meta.app_label not in OWN
        }
    assert made <= releases.FIRST


def test_every_squashed_migration_is_listed():
    disk = MigrationLoader(None).disk_migrations.values()
    assert {tuple(each) for migration in disk for each in migration.replaces} <= BEFORE.migrations


def test_tables_of_extensions_are_nobodys(db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE of_an_extension (number int)")
        before = Stored.read(cursor).tables
        cursor.execute("CREATE EXTENSION plpgsql" if not _has(cursor, "plpgsql") else "SELECT 1")
        cursor.execute("ALTER EXTENSION plpgsql ADD TABLE of_an_extension")
        assert before - Stored.read(cursor).tables == {"of_an_extension"}


def _has(cursor, extension):
    cursor.execute("SELECT 1 FROM pg_extension WHERE extname = %s", [extension])
    return bool(cursor.fetchone())


@pytest.fixture
def spare(transactional_db):
    """``spare(change)``: the address of a copy of the migrated database, changed like that."""
    server, _, place = database_url().partition("@/")
    template = os.environ["DATABASE_URL"].partition("@/")[2].partition("?")[0]
    name = f"spare_{WORKER}"  # another worker of the run has its own
    address = f"{server}@/{name}?{place.partition('?')[2]}"

    def make(change):
        with psycopg.connect(database_url(), autocommit=True) as link:
            link.execute(f"DROP DATABASE IF EXISTS {name}")
            link.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        with psycopg.connect(address) as link, link.cursor() as cursor:
            change(cursor)
        return address

    yield make
    with psycopg.connect(database_url(), autocommit=True) as link:
        link.execute(f"DROP DATABASE IF EXISTS {name}")


def stored(address):
    with psycopg.connect(address) as link, link.cursor() as cursor:
        return Stored.read(cursor)


def prepared(address):
    """Run what container, chart and ``make up`` run before a start, on that database."""
    return subprocess.run(
        [sys.executable, "-m", "deploy.prepare"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address, "DEMO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_preparation_ends_in_the_sentence_alone(spare):
    address = spare(of_the_old_release)
    before = stored(address)
    process = prepared(address)
    assert process.returncode == 1 and process.stdout == ""
    assert (
        process.stderr.startswith("The database is of the release of 23 November") and process.stderr.count("\n") == 1
    )
    assert stored(address) == before


def emptied(cursor):
    cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def test_an_empty_database_is_prepared(spare):
    address = spare(emptied)
    process = prepared(address)
    assert process.returncode == 0, process.stderr
    assert ("matches", "0014_conditional_moves") in stored(address).migrations


@pytest.mark.parametrize("change", [of_the_old_release, half_of_a_squash, of_a_newer_one])
def test_such_a_backup_is_neither_restored_nor_drilled(spare, tmp_path, monkeypatch, capsys, change):
    """The data folder is not even made; the database that would be replaced is not asked."""
    file = backup.make(spare(change), "the secret", tmp_path / "old.tabellone")
    with pytest.raises(BackupError, match=rf"{file} is of .*{releases.UNCHANGED}$"):
        drill.drill(file)
    for name, value in {"FILE": str(file), "DATA": str(tmp_path / "data"), "DATABASE_URL": ""}.items():
        monkeypatch.setenv(name, value)
    assert restore.main() == 1
    assert f"{file} is of " in capsys.readouterr().err and not (tmp_path / "data").exists()


def test_a_backup_of_the_release_before_is_taken_over(spare, tmp_path):
    file = backup.make(spare(lambda cursor: leave(cursor, BEFORE.migrations)), "secret", tmp_path / "x.tabellone")
    backup.check_release(file, backup.read_manifest(file))


def test_a_broken_dump_leaves_what_is_there(spare, tmp_path, monkeypatch, capsys):
    address = spare(lambda cursor: None)
    file = backup.make(address, "secret", tmp_path / "x.tabellone")
    raw = bytearray(file.read_bytes())
    start = raw.index(b"PGDMP")
    raw[start : start + 5] = b"wrong"
    file.write_bytes(raw)
    monkeypatch.setenv("FILE", str(file))
    monkeypatch.setenv("DATABASE_URL", address)
    assert restore.main() == 1
    assert "could not be put into the database" in capsys.readouterr().err and stored(address).own


def test_another_programs_database_is_not_replaced_by_a_backup(spare, tmp_path, monkeypatch, capsys):
    file = backup.make(spare(lambda cursor: None), "secret", tmp_path / "x.tabellone")
    address = spare(lambda cursor: (emptied(cursor), cursor.execute("CREATE TABLE recipes (name text)")))
    monkeypatch.setenv("FILE", str(file))
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("BACKUPS", str(tmp_path / "backups"))
    assert restore.main() == 1
    assert "holds tables of another program (recipes)" in capsys.readouterr().err
    assert stored(address).tables == {"recipes"} and not (tmp_path / "backups").exists()
