"""Every scenario of every built game, ours and those of TABELLONE_CASES; and no rule id without a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import cases
from tests.engines.scenario import play

pytestmark = pytest.mark.cases

RULE_IDS = Path(__file__).parent / "rule_ids"


def test_there_are_scenarios():
    assert len(cases.built_scenarios()) >= 20


def test_ids_are_unique():
    names = [case["id"] for case in cases.scenarios()]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("case", cases.built_scenarios(), ids=lambda case: case["id"])
def test_scenario(case):
    play(case)


def rule_ids(slug: str) -> tuple[set[str], set[str]]:
    """All rule ids of a game, and those that concern presentation only (``id: reason`` in the list)."""
    played, presented = set(), set()
    for line in (RULE_IDS / f"{slug}.txt").read_text(encoding="utf-8").splitlines():
        words, _, reason = line.partition("#")
        if not words.strip():
            continue
        name, _, mark = words.strip().partition(" ")
        if mark:
            assert mark.strip() == "presentation", line
            assert reason.strip(), f"{name} is marked as presentation without a reason"
            presented.add(name)
        else:
            played.add(name)
    return played, presented


@pytest.mark.parametrize("slug", cases.built())
def test_every_rule_is_named_by_a_scenario(slug):
    played, presented = rule_ids(slug)
    named = {rule for case in cases.built_scenarios() if cases.slug_of(case) == slug for rule in case["rules"]}
    assert sorted(played - named) == [], "rules that no scenario names"
    assert sorted(named - played - presented) == [], "scenarios name rules that are not in the list"
