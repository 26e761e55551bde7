"""``running.json``: what a run that lost power left of itself misleads nobody while the next one starts."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from deploy import backup, restore
from deploy.plan import CannotRun, Note, Plan
from deploy.supervisor import Supervisor

AT_REST = SimpleNamespace(start=lambda **_: None, stop=lambda: None, database_url="at rest")
"""Stores that are not started."""


@pytest.fixture
def plan(monkeypatch, tmp_path):
    for name, value in {"DATA": str(tmp_path), "PORT": "8001", "DATABASE_URL": "", "VALKEY_URL": ""}.items():
        monkeypatch.setenv(name, value)
    return Plan.from_environment()


def refused(plan: Plan) -> str:
    """Return the words that a second supervisor prints."""
    second = Supervisor(plan)
    with pytest.raises(CannotRun) as told:
        second._take_data()
    second.stop()
    return str(told.value)


def test_what_a_killed_run_left_is_not_taken_for_the_one_that_starts(plan):
    Note(plan.data).write(pid=1, url="http://gone/", database_url="postgresql://gone")
    starting = Supervisor(plan)
    starting._take_data()
    try:
        with pytest.raises(backup.BackupError, match="just starting"), backup.database(plan):
            pass
        told = refused(plan)
        assert "runs already" in told and "gone" not in told
    finally:
        starting.stop()


def test_who_runs_is_told_to_the_second(plan):
    running = Supervisor(plan)
    running._take_data()
    try:
        Note(plan.data).write(pid=77, url="http://localhost:8001/", database_url="postgresql://here")
        assert "http://localhost:8001/ (process 77)" in refused(plan)
        assert Note(plan.data).read()["pid"] == 77, "the second takes nothing away"
        with backup.database(plan) as url:
            assert url == "postgresql://here"
    finally:
        running.stop()


@pytest.mark.parametrize(("room", "held"), [(backup, backup.database), (restore, restore._target)])
def test_who_holds_data_at_rest_sends_nobody_to_a_database_that_is_gone(plan, monkeypatch, room, held):
    monkeypatch.setattr(room, "Stores", lambda _folder: AT_REST)
    Note(plan.data).write(pid=1, url="http://gone/", database_url="postgresql://gone")
    with held(plan) as url:
        assert url == "at rest"
        with pytest.raises(backup.BackupError, match="just starting"), backup.database(plan):
            pass
