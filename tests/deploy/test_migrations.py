"""Migrations since the last release are safe beside it: django-migration-linter reads their statements."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter

from deploy.celery import PACKAGES
from deploy.environment import ROOT

RELEASED = Path(__file__).parent / "released_migrations.txt"
"""The migrations of the last release, one a line; ``test_migrations.write()`` brings it up to date at a release."""
NEEDS_A_STOP: dict[str, str] = {}
"""Migration -> why the release before cannot run beside it; ``docs/upgrading.md`` must name it."""


def own_migrations():
    """Every migration of this project, by ``app.name``."""
    own = {config.label for config in apps.get_app_configs() if config.name.partition(".")[0] in PACKAGES}
    loader = MigrationLoader(connection)
    return {f"{app}.{name}": migration for (app, name), migration in loader.disk_migrations.items() if app in own}


def told(migration, capsys) -> str:
    """What the linter finds wrong with a migration; empty if nothing."""
    linter = MigrationLinter(str(ROOT), no_cache=True, quiet=["ok", "ignore", "warning"])
    linter.lint_migration(migration)
    return capsys.readouterr().out if linter.nb_erroneous else ""


@pytest.mark.django_db(transaction=True)  # outside a transaction, as indexes are made that lock nothing
def test_new_migrations_are_safe_beside_the_release_before(capsys):
    released = set(RELEASED.read_text().split())
    known = own_migrations()
    assert released <= set(known), "a migration of the last release is gone"
    told_of = {name: told(known[name], capsys) for name in sorted(set(known) - released)}
    wrong = {name: found for name, found in told_of.items() if found and name not in NEEDS_A_STOP}
    assert not wrong, (
        "not safe beside the last release: give the column a db_default, split the migration, or name it in "
        "NEEDS_A_STOP and in docs/upgrading.md\n" + "\n".join(f"{name}: {found}" for name, found in wrong.items())
    )
    upgrading = (ROOT / "docs" / "upgrading.md").read_text()
    assert all(f"`{name}`" in upgrading for name in NEEDS_A_STOP)


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


def write() -> None:
    """Write the migrations of today as those of the last release: after a release, in ``manage.py shell``."""
    RELEASED.write_text("\n".join(sorted(own_migrations())) + "\n")
