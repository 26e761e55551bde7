"""Fixtures for every suite: the fixed cast (organiser, two players, a stranger, a referee)."""

from __future__ import annotations

import time

import pytest

from tests.sizes import LONG


def pytest_collection_modifyitems(config, items):
    """What is marked ``long`` is left out of a short run."""
    left = [item for item in items if item.get_closest_marker("long")]
    if left and not LONG:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.fixture
def cast(db):
    """``cast.organiser``, ``cast.anna``, ``cast.bruno``, ``cast.stranger``, ``cast.referee``: accounts."""
    from tests.cast import Cast

    return Cast.make()


@pytest.fixture
def toy():
    """The toy game, registered as ``toy`` while the test runs. See tests/engines/toy."""
    import engines

    engines.register("toy", "tests.engines.toy")
    yield engines.get("toy")
    engines.forget("toy")


def pytest_terminal_summary(terminalreporter):
    """Scenarios of games that are not built yet are told by name, whenever scenarios were played."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    if any("test_scenarios.py" in getattr(report, "nodeid", "") for report in reports):
        from tests.cases import not_built_scenarios

        for slug, names in not_built_scenarios().items():
            terminalreporter.write_line(f"not built: {slug}, {len(names)} scenarios: {', '.join(names)}")


@pytest.fixture(scope="session", autouse=True)
def patient_flush():
    """Empty the database again where a live process was in the way: of two that wait for each other one is ended."""
    from django.core.management.base import CommandError
    from django.test import TransactionTestCase

    once = TransactionTestCase._fixture_teardown

    def patiently(case):
        for attempt in range(5):
            try:
                return once(case)
            except CommandError:
                if attempt == 4:
                    raise
                time.sleep(0.3)
        return None

    TransactionTestCase._fixture_teardown = patiently
    yield
    TransactionTestCase._fixture_teardown = once
