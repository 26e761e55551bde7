"""Deadlines: the end of a window that stands still during leave."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from league.competitions.derivation import deadlines


def at(day, hour=0):
    return datetime(2030, 3, day, hour, tzinfo=UTC)


@pytest.mark.parametrize(
    ("away", "end"),
    [
        ([], 8),
        ([(3, 5)], 10),
        ([(3, 5), (4, 6)], 11),
        ([(7, 12)], 13),
        ([(3, 5), (9, 11)], 12),
        ([(9, 11)], 8),
        ([(20, 25)], 8),
    ],
    ids=["none", "inside", "overlapping once", "past the end", "in the added days", "after the end", "long after"],
)
def test_a_window_stands_still_while_somebody_is_away(away, end):
    taken = [(at(first), at(last)) for first, last in away]
    assert deadlines.moved_end(at(1), at(8), taken, ZoneInfo("UTC")) == at(end)
