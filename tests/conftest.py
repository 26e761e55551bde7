"""Fixtures for every suite: the fixed cast (organiser, two players, a stranger, a referee)."""

from __future__ import annotations

import copy
import gc
import time

import psycopg
import pytest

from tests import planned
from tests.dice import fix_dice
from tests.seed import seed
from tests.sizes import LONG

gc.set_threshold(50_000)  # what is collected stays: to look for garbage meanwhile took a quarter of its time

DEAR = (
    "engines/test_super_goal_values.py",
    "engines/test_puzzles.py",
    "web/test_visibility.py",
    "security/test_permissions.py",
    "web/test_constant_queries.py",
    "web/test_html.py",
    "web/test_links.py",
    "web/test_largest.py",
    "league/analysis/test_from_match.py",
    "live/test_processes.py",
    "live/test_crowd.py",
    "live/test_day.py",
    "live/test_model.py",
    "planted/test_live.py",
)
"""Files with tests that take 4 to 40 s each; they come first, or one of them keeps a single worker busy at the end."""


def pytest_collection_modifyitems(config, items):
    """Leave tests marked ``long`` out of a short run; put the dear ones first."""
    items.sort(key=lambda item: not item.path.as_posix().endswith(DEAR))
    for item in items:
        if (item.get_closest_marker("faults") is None) == (item.path.parent.name == "faults"):
            raise pytest.UsageError(f"tests/faults holds the tests marked so and no others: {item.nodeid}")
    left = [item for item in items if item.get_closest_marker("long")]
    if left and not LONG:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings):
    """Databases of tests are copies of the seed's, where there is one: nothing is left to migrate."""
    from django.conf import settings

    if seed():
        settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = settings.DATABASES["default"]["NAME"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown():
    """After a test and its fixtures: what ANALYZE noted of rows that are rolled back goes too."""
    result = yield
    planned.forget()
    return result


@pytest.fixture(autouse=True)
def site_language():
    """Begin in the site's own language: a request of the test before may have left its reader's."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def quick_hash(monkeypatch):
    """Hash passwords a thousand times, not a million: each sign-up or sign-in would take a fifth of a second."""
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    from tests.cast import QUICK_HASH

    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", QUICK_HASH)


@pytest.fixture(autouse=True)
def quick_passwords(request):
    """Hash quickly but where a server may see what a test commits: it would hash anew, which ends the session.

    A test that commits and starts no process asks for ``quick_hash`` itself.
    """
    marked = request.node.get_closest_marker("django_db")
    if "transactional_db" not in request.fixturenames and not (marked and marked.kwargs.get("transaction")):
        request.getfixturevalue("quick_hash")


@pytest.fixture(scope="session", autouse=True)
def static_files_found_once():
    """Look for static files once a run: each test's client has a handler of its own, which took 8 ms to find them."""
    from django.conf import settings

    from deploy.static import StaticFiles

    once, found = StaticFiles.add_files_from_finders, {}

    def add(middleware):
        key = (middleware.static_prefix, middleware.max_age, *map(str, settings.STATICFILES_DIRS))
        if key not in found:
            once(middleware)
            found[key] = dict(middleware.files)
        middleware.files.update(found[key])

    StaticFiles.add_files_from_finders = add
    yield
    StaticFiles.add_files_from_finders = once


@pytest.fixture(scope="session", autouse=True)
def mail_at_once(django_test_environment):
    """Send mail by the product's own outbox: Django's tests put another backend in its place."""
    from django.conf import settings

    settings.EMAIL_BACKEND = "tests.mail.AtOnce"


@pytest.fixture(scope="session", autouse=True)
def settable_clock():
    """Follow the machine's own time, in which tests travel."""
    from matches.store import timing

    timing.STEADY = None


@pytest.fixture(scope="session", autouse=True)
def runs_to_their_end(django_test_environment):
    """Let runs of tasks take all that waits: by the clock they leave the rest to the next run, on a busy machine."""
    from league.competitions.verbs import closing, results
    from league.players.verbs import idle_guests
    from league.privacy import archives
    from league.statistics.verbs import books
    from matches import archiving

    for task in (results, idle_guests, archives, archiving):
        task.SECONDS = 3600.0
    closing.SWEEP_SECONDS = books.BUDGET_SECONDS = 3600.0


@pytest.fixture
def cast(db):
    """``cast.organiser``, ``cast.anna``, ``cast.bruno``, ``cast.stranger``, ``cast.referee``: accounts."""
    from tests.cast import Cast

    return Cast.make()


@pytest.fixture(scope="module")
def build_once(django_db_setup, django_db_blocker):
    """``build_once(function)``: call it inside a transaction that stays open for the tests of the module.

    Every test finds the rows and rolls back only its own. Copy the objects for each test (``copied``), as
    Django's ``setUpTestData`` does. Not for a module with tests that commit (``transactional_db``).
    """
    from django.db import connection, transaction

    outer = transaction.atomic()
    with django_db_blocker.unblock():
        outer.__enter__()

    def build(function, *args):
        with django_db_blocker.unblock():
            made = function(*args)
            connection.check_constraints()  # now, or after every test again
            return made

    yield build
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        outer.__exit__(None, None, None)


@pytest.fixture
def copied(db, built):
    """What the module's fixture ``built`` made once, to change as one likes."""
    return copy.deepcopy(built)


@pytest.fixture
def fixed_dice(request, monkeypatch):
    """Let matches of this process roll the same dice in each run: secrets, seeds and ids come from the test's name."""
    fix_dice(monkeypatch, request.node.nodeid)


@pytest.fixture
def toy():
    """The toy game, registered as ``toy`` while the test runs. See tests/engines/toy."""
    import engines

    engines.register("toy", "tests.engines.toy")
    yield engines.get("toy")
    engines.forget("toy")


def pytest_collection_finish(session):
    """Freeze all that is loaded by now: Python's collector would take a fifth of the time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter):
    """Scenarios of games that are not built yet are told by name, whenever scenarios were played."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    if any("test_scenarios.py" in getattr(report, "nodeid", "") for report in reports):
        from tests.cases import not_built_scenarios

        for slug, names in not_built_scenarios().items():
            terminalreporter.write_line(f"not built: {slug}, {len(names)} scenarios: {', '.join(names)}")


@pytest.fixture(scope="session", autouse=True)
def quick_flush():
    """Empty the database after a test that commits by deleting what is there.

    Django truncates every table, which asks for a lock on each and rewrites its files, then makes the content types and
    permissions again: together a hundred times dearer than what such a test left. What a live
    process holds up is done again.
    """
    from django.test import TransactionTestCase

    once = TransactionTestCase._fixture_teardown

    def patiently(case):
        for attempt in range(5):
            try:
                return emptied()
            except psycopg.OperationalError:  # of two that wait for each other one is ended; a server may be new
                forget_cleaner()
                if attempt == 4:
                    raise
                time.sleep(0.3)
        return None

    TransactionTestCase._fixture_teardown = patiently
    yield
    TransactionTestCase._fixture_teardown = once


KEPT = ("django_migrations", "django_content_type", "auth_permission")
"""Tables whose rows are made by migrations."""


def emptied():
    """Delete every row of the test database, but those that migrations made; no trigger and no constraint is asked.

    What is deleted, or was rolled back, still lies in its file: large files are swept, or each search would read it.
    """
    link = cleaner()
    tables = [name for (name,) in link.execute(TABLES) if name not in KEPT]
    with link.transaction():
        link.execute("SET LOCAL session_replication_role = replica")
        link.execute("; ".join(f'DELETE FROM "{name}"' for name in tables))
    for (name,) in link.execute(LARGE).fetchall():
        link.execute(f'VACUUM "{name}"')


def cleaner():
    """Return the one connection that empties: a new one needs 35 ms to know 113 tables, this one 3 for all of it."""
    from tests.server import test_database_url

    if not _cleaners:
        _cleaners.append(psycopg.connect(test_database_url(), autocommit=True, options="-c lock_timeout=10s"))
    return _cleaners[0]


def forget_cleaner():
    while _cleaners:
        _cleaners.pop().close()


_cleaners: list[psycopg.Connection] = []


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Close the connection that empties the database, so that it can be dropped."""
    yield
    forget_cleaner()


TABLES = """SELECT relname FROM pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname"""
LARGE = """SELECT relname FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 1000000"""
