"""Fixtures for every suite: the fixed cast (organiser, two players, a stranger, a referee)."""

from __future__ import annotations

import pytest


@pytest.fixture
def cast(db):
    """``cast.organiser``, ``cast.anna``, ``cast.bruno``, ``cast.stranger``, ``cast.referee``: accounts."""
    from tests.cast import Cast

    return Cast.make()


def pytest_terminal_summary(terminalreporter):
    """Scenarios of games that are not built yet are told by name, whenever scenarios were played."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    if any("test_scenarios.py" in getattr(report, "nodeid", "") for report in reports):
        from tests.cases import tell_not_built

        tell_not_built(terminalreporter.write_sep, terminalreporter.write_line)
