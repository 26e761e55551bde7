"""Each planted fault of the live half is found by its model (``tests/live/machine``), which knows none of them."""

from __future__ import annotations

import pytest
from hypothesis.errors import FlakyFailure

from tests.live.machine import table as live_machine
from tests.live.machine.table import Table, explore, replay, tables
from tests.live.model import Wrong
from tests.planted.live import PLANTED, SEEN
from tests.sizes import DAY, size

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS, EXAMPLES = 4, 4
"""Rounds, and examples of each setting in a round, in which a fault must be found."""
NAMES = sorted(PLANTED)
LATE = ("outlived_offer",)
"""Found after a hundred examples, for which ``make test`` has no time."""
SOON = [name for name in NAMES if name not in LATE]
ASKED_FOR = size([SOON[DAY % len(SOON)]], NAMES)
"""Another one each day; all of them in a long run."""


@pytest.mark.parametrize("name", ASKED_FOR)
def test_a_planted_fault_is_found(cast, name):
    with tables(cast) as machine, PLANTED[name]():
        with pytest.raises(Wrong) as found:
            for number in range(ROUNDS):
                explore(machine, EXAMPLES, number=number)
        print(f"{name}: found by example {machine.world.examples}: {found.value}")
        print("\n".join(getattr(found.value, "__notes__", ())))


@pytest.mark.parametrize("name", size([sorted(SEEN)[DAY % len(SEEN)]], sorted(SEEN)))
def test_a_planted_fault_is_seen_in_its_steps(cast, name):
    """The same steps end well without it."""
    plant, setting, steps = SEEN[name]
    with tables(cast) as machine:
        replay(machine, setting, steps)
        with plant(), pytest.raises(Wrong) as found:
            replay(machine, setting, steps)
        print(f"{name}: {found.value}")


def test_a_fault_is_found_if_its_example_ends_well_the_second_time(monkeypatch):
    """Steps take real time: whatever comes too late on a busy machine may be in time when Hypothesis tries again."""

    def busy(table, settings):
        raise FlakyFailure("once and not again", [Wrong("a step is missing")])

    monkeypatch.setattr(live_machine, "run_state_machine_as_test", busy)
    with pytest.raises(Wrong, match="a step is missing"):
        explore(Table, 1)
