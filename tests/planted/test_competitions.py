"""Each planted bug of competitions is found by their machine (``tests/league/machine``), which knows none of them."""

from __future__ import annotations

import pytest

from tests.league.machine.competitions import Competitions, explore
from tests.planted.competitions import PLANTED, SEEN
from tests.sizes import DAY, size

MOST = 60
"""Histories in which a bug must be found."""


SOON = ("a_withdrawal_leaves_a_fixture_open",)
"""Found within a few histories; the others take longer than ``make test`` has for them."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in SOON else pytest.mark.long) for name in PLANTED]
)
def test_a_planted_bug_is_found(cast, name, monkeypatch):
    PLANTED[name](monkeypatch)
    with pytest.raises(AssertionError) as found:
        explore(Competitions, cast, histories=MOST, steps=12)
    print(f"{name}: {found.value}")
    print("\n".join(getattr(found.value, "__notes__", ())))


def history(cast, steps):
    """Live through ``steps``, and what is asked at the end of every history."""
    state = Competitions(cast)
    try:
        steps(state)
        state.to_the_end = False
    finally:
        state.teardown()


@pytest.mark.parametrize("name", size([sorted(SEEN)[DAY % len(SEEN)]], sorted(SEEN)))
def test_a_planted_bug_is_seen_in_its_steps(cast, name, monkeypatch):
    """The same steps end well without it."""
    plant, steps = SEEN[name]
    history(cast, steps)
    plant(monkeypatch)
    with pytest.raises(AssertionError) as found:
        history(cast, steps)
    print(f"{name}: {found.value}")
