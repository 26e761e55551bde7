"""``docs/faults.md`` has a line for each fault that is tried, and says what the records of the tests say."""

from __future__ import annotations

from collections import Counter

from tests.faults import records
from tests.faults.catalogue import CONTROLS, FAULTS, HOUR, NOTHING_FAILS, every_test


def test_every_test_of_faults_belongs_to_one():
    """A new one without a line on the page fails here: name it in ``tests/faults/catalogue.py``."""
    named = Counter(
        [*CONTROLS, *NOTHING_FAILS, *(test for fault in FAULTS.values() for test in {*fault.tests} - {HOUR})]
    )
    assert set(named) | {HOUR} == set(every_test())
    assert [test for test, times in named.items() if times > 1] == []


def test_the_page_is_what_the_records_say():
    assert records.PAGE.read_text() == records.page(records.read()), "python -m tests.faults.records writes it"


def test_a_fault_has_its_count_its_losses_and_its_seconds():
    one = records.Record("1", "web_killed", 3, 40, 0, 1.0, 2.0)
    two = records.Record("1", "web_killed", 2, 60, 1, 3.0, 9.5)
    line = next(
        line for line in records.page([one, two]).splitlines() if line.startswith(f"| {FAULTS['web_killed'].said}")
    )
    assert line.endswith("| 5 | 1 of 100 moves | 2.0, at most 9.5 |")
