"""Every scenario of every built game, ours and those of TABELLONE_CASES."""

from __future__ import annotations

import pytest

from tests import cases
from tests.engines.scenario import play


def test_there_are_scenarios():
    assert len(cases.built_scenarios()) >= 20


def test_ids_are_unique():
    names = [case["id"] for _, case in cases.scenarios()]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("case", cases.built_scenarios(), ids=lambda case: case["id"])
def test_scenario(case):
    play(case)
