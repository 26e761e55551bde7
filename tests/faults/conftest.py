"""A fault test that passes leaves a record (``tests.faults.records``)."""

from __future__ import annotations

import pytest

from tests.faults import records


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.passed:
        records.passed(f"{item.path.stem}::{item.originalname}")
    elif report.when == "call":
        records.forget()
    return report
