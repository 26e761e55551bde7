"""The suite really stands on PostgreSQL and on Valkey."""

import pytest
from django.core.cache import cache
from django.db import connection

from deploy import releases
from deploy.environment import ROOT
from tests import seed
from tests.plugin_stores import only_pure


def test_it_works(cast):
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        assert cursor.fetchone()[0].startswith("PostgreSQL 18")
    cache.set("ball", "C6")
    assert cache.get("ball") == "C6"
    assert cast.anna.check_password("a long enough password")


@pytest.mark.parametrize(
    ("arguments", "pure"),
    [
        (["-q", "tests/engines"], True),
        (["tests/league/pure/test_table.py::test_names", "tests/engines/test_dice.py"], True),
        (["tests/engines", "tests/matches"], False),
        (["-q", "-k", "cup"], False),
        ([], False),
    ],
)
def test_a_run_of_pure_tests_alone_starts_no_stores(monkeypatch, arguments, pure):
    monkeypatch.chdir(ROOT)
    assert only_pure(arguments) is pure


def test_a_changed_migration_makes_another_seed(monkeypatch, tmp_path):
    monkeypatch.setattr(seed, "ROOT", tmp_path)
    monkeypatch.setattr(releases, "ROOT", tmp_path)
    made_from = [f"deploy/{name}" for name in ("stores.py", "prepare.py", "schema.py", "schema.sql")]
    for path in ("league/players/migrations/0001.py", "requirements/dev.txt", *made_from):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("first")
    before = seed.mark()
    assert seed.mark() == before
    (tmp_path / "league/players/migrations/0001.py").write_text("second")
    assert seed.mark() != before
