"""Migrations since the last release are safe beside it: django-migration-linter reads their statements."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import groupby
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django_migration_linter import MigrationLinter

from deploy import releases
from deploy.celery import PACKAGES
from deploy.environment import ROOT
from deploy.plan import version
from tests.sizes import DAY, size

NEEDS_A_STOP: dict[str, str] = {}
"""Migration -> why the release before cannot run beside it; ``docs/upgrading.md`` must name it."""
REWRITES = {
    "competitions.0031_outlooks_due": "a column that the release before does not know",
    "competitions.0034_fill_day_of_fixture": "columns that the release before does not know",
    "matches.0022_reviews_by_mark": "a table that the release before does not know",
}
"""Migration that changes or deletes rows -> why the release before, which runs beside it, reads them as well."""
DAYS = size(6, 1)
"""In how many days each migration is asked about."""
CHANGE = re.compile(r"^\s*(?:UPDATE|DELETE|INSERT|TRUNCATE)\b", re.IGNORECASE)


def own_migrations():
    """Every migration of this project, by ``app.name``."""
    own = {config.label for config in apps.get_app_configs() if config.name.partition(".")[0] in PACKAGES}
    loader = MigrationLoader(connection)
    return {f"{app}.{name}": migration for (app, name), migration in loader.disk_migrations.items() if app in own}


def squashed(migration) -> set[str]:
    """The migrations that this one stands for, by ``app.name``."""
    return {f"{app}.{name}" for app, name in migration.replaces}


def new_migrations():
    """Return the migrations that a database of the last release lacks, by ``app.name``: no squashes of its own."""
    released, own = {".".join(migration) for migration in releases.releases()[-1].migrations}, own_migrations()
    known = set(own).union(*(squashed(migration) for migration in own.values()))
    assert released <= known, "a migration of the last release is gone"
    return {
        name: migration
        for name, migration in own.items()
        if name not in released and not (migration.replaces and squashed(migration) <= released)
    }


def told(migration, capsys) -> str:
    """What the linter finds wrong with a migration; empty if nothing."""
    linter = MigrationLinter(str(ROOT), no_cache=True, quiet=["ok", "ignore", "warning"])
    linter.lint_migration(migration)
    return capsys.readouterr().out if linter.nb_erroneous else ""


def today_s(names) -> set[str]:
    """Return the last two names of each app, and of the others those whose day it is: all of them in ``DAYS`` days.

    The statements of each cost 0.15 s, and a migration that has landed does not change.
    """
    apps = groupby(sorted(names), key=lambda name: name.partition(".")[0])
    last = {name for _app, of_app in apps for name in list(of_app)[-2:]}
    return last | set(sorted(set(names) - last)[DAY % DAYS :: DAYS])


def test_every_migration_has_its_day(db, monkeypatch):
    names, asked = set(new_migrations()), set()
    for day in range(DAYS):
        monkeypatch.setattr("tests.deploy.test_migrations.DAY", day)
        asked |= today_s(names)
    assert asked == names


@pytest.mark.django_db(transaction=True)  # outside a transaction, as indexes are made that lock nothing
def test_new_migrations_are_safe_beside_the_release_before(capsys):
    new = new_migrations()
    told_of = {name: told(new[name], capsys) for name in sorted(today_s(new))}
    wrong = {name: found for name, found in told_of.items() if found and name not in NEEDS_A_STOP}
    assert not wrong, (
        "not safe beside the last release: give the column a db_default, split the migration, or name it in "
        "NEEDS_A_STOP and in docs/upgrading.md\n" + "\n".join(f"{name}: {found}" for name, found in wrong.items())
    )
    upgrading = (ROOT / "docs" / "upgrading.md").read_text()
    assert all(f"`{name}`" in upgrading for name in NEEDS_A_STOP)


def changes_rows(operation) -> bool:
    """Tell whether it runs a function, or begins a statement that changes rows; the linter looks at tables alone."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return any(changes_rows(part) for part in operation.database_operations)
    return isinstance(operation, migrations.RunPython) or (
        isinstance(operation, migrations.RunSQL) and bool(CHANGE.match(str(operation.sql)))
    )


def test_new_migrations_leave_the_rows_that_the_release_before_reads(db):
    """Names of house bots were changed by one once: its web processes let them play default moves."""
    found = {
        name
        for name, migration in new_migrations().items()
        if any(changes_rows(operation) for operation in migration.operations)
    }
    assert found == set(REWRITES), "change rows by a task once the release before is gone, or say in REWRITES why not"


@pytest.mark.parametrize(
    ("operation", "is_safe"),
    [
        (migrations.AddField("heartbeat", "host", models.CharField(max_length=20, default="")), False),
        (migrations.AddField("heartbeat", "host", models.CharField(max_length=20, db_default="")), True),
        (migrations.AddField("heartbeat", "host", models.CharField(max_length=20, null=True)), True),
        (migrations.RemoveField("heartbeat", "at"), False),
        (migrations.RenameField("heartbeat", "at", "time"), False),
    ],
)
def test_the_linter_finds_what_is_not_safe(db, capsys, monkeypatch, operation, is_safe):
    """On a migration that is made for it, by the statements that it would run."""
    migration = migrations.Migration("tried", "matches")
    migration.operations = [operation]
    state = MigrationLoader(connection).project_state(("matches", sorted_last()))
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        migration.apply(state, editor, collect_sql=True)
        statements = editor.collected_sql
    monkeypatch.setattr(MigrationLinter, "get_sql", lambda *_given: statements)
    monkeypatch.setattr(MigrationLinter, "get_migration_hash", lambda *_given: "")
    assert (told(migration, capsys) == "") is is_safe


def sorted_last() -> str:
    """The name of the last migration of matches."""
    return max(name.partition(".")[2] for name in own_migrations() if name.startswith("matches."))


@pytest.mark.parametrize("release", releases.releases(), ids=lambda release: release.commit[:12])
def test_a_listed_release_has_the_listed_migrations(release):
    """Where the history is there: ``tests/faults/test_two_releases.py`` runs the last one beside this one."""
    command = ["git", "-C", str(ROOT), "ls-tree", "-r", "--name-only", release.commit]
    try:
        process = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        pytest.skip("git is not installed")
    if process.returncode:
        pytest.skip(f"the release {release.commit[:12]} is not in this history")
    paths = [Path(line) for line in process.stdout.split("\n") if re.search(r"/migrations/0\d+\w*\.py$", line)]
    assert {(path.parts[-3], path.stem) for path in paths} == release.migrations


def test_a_release_is_listed_with_its_version_and_its_migrations(tmp_path, monkeypatch):
    listed = tmp_path / "releases.toml"
    listed.write_bytes(releases.LISTED.read_bytes())
    monkeypatch.setattr(releases, "LISTED", listed)
    try:
        write()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("git or the history is not there")
    *_, before, last = releases.releases.__wrapped__()
    assert before == releases.releases()[-1]
    assert (last.version, last.migrations) == (version(), releases.known())


def write() -> None:
    """List the code of today as the last release: on its tag, in ``manage.py shell`` (CONTRIBUTING.md, A release)."""
    head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, cwd=ROOT, check=True, text=True)
    added = sorted(releases.known() - releases.releases()[-1].migrations)
    apps_of_added = {app: [name for of, name in added if of == app] for app, _ in added}
    with releases.LISTED.open("a") as listed:
        listed.write(f'\n[[release]]\nversion = "{version()}"\ncommit = "{head.stdout.strip()}"\n')
        listed.write(f"date = {timezone.now():%Y-%m-%d}\n\n")
        listed.write("[release.migrations]\n")
        listed.writelines(f"{app} = {json.dumps(names)}\n" for app, names in apps_of_added.items())
