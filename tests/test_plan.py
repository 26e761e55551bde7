"""Variables of ``make up``."""

from __future__ import annotations

import pytest

from deploy.plan import Plan


@pytest.mark.parametrize(("given", "wanted"), [(None, True), ("", True), ("1", True), ("0", False), ("no", False)])
def test_the_demo_is_there_unless_it_is_refused(monkeypatch, given, wanted):
    """Make exports a variable that was not given as an empty one."""
    monkeypatch.delenv("DEMO", raising=False)
    if given is not None:
        monkeypatch.setenv("DEMO", given)
    assert Plan.from_environment().demo is wanted
