"""Whatever people do with a competition, in any order: what must be true of it is true after every step."""

from __future__ import annotations

from tests.league.machine.competitions import Competitions, explore
from tests.sizes import LONG, size


def test_any_history_is_what_the_model_expects(cast):
    explore(Competitions, cast, histories=size(5, 900), steps=size(12, 40), chance=LONG)
