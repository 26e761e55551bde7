"""Each planted bug of competitions is found by their machine (``tests/league/machine``), which knows none of them."""

from __future__ import annotations

import pytest

from tests.league.machine.competitions import Competitions, explore
from tests.planted.competitions import PLANTED

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
