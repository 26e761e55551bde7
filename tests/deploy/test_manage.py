"""A command of manage.py beside ``make up`` finds its key and its stores."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys

import pytest

from deploy.environment import ROOT
from deploy.plan import Note
from tests.server import surroundings


@pytest.fixture
def run(tmp_path):
    around = surroundings("worker")
    stores = {"database_url": around.pop("DATABASE_URL"), "valkey_url": around.pop("VALKEY_URL")}
    around.pop("SECRET_KEY")
    Note(tmp_path).write(pid=os.getpid(), url="http://localhost:8000/", **stores)

    def manage(words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "deploy.manage"]
        env = around | {"DATA": str(tmp_path), "ARGS": words}
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    return manage


@pytest.fixture
def running(tmp_path):
    """Hold the folder as ``make up`` does."""
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.django_db(transaction=True)
def test_it_works_on_the_database_of_the_running_instance(cast, run, running):
    done = run("staff Anna")
    assert done.returncode == 0, done.stderr
    assert "Anna is of the staff" in done.stdout
    cast.anna.refresh_from_db()
    assert cast.anna.is_staff


def test_the_note_of_an_instance_that_lost_power_is_not_believed(run):
    done = run("staff Anna")
    assert done.returncode == 1
    assert done.stderr == ("Tabellone does not run here: say make up first, and this command in a second terminal.\n")


@pytest.mark.parametrize(("words", "named"), [("", "Name a command"), ("staff 'Anna", "close every quote")])
def test_bad_words_are_refused_by_name(run, running, words, named):
    done = run(words)
    assert done.returncode == 1 and named in done.stderr
