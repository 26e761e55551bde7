"""Identifiers that sort by time."""

import time
from uuid import RFC_4122

import pytest

from matches.ids import uuid7


@pytest.fixture(autouse=True)
def same_dice():
    """Leave ids as the product makes them."""


def test_ids_sort_in_the_order_in_which_they_are_made():
    made = [uuid7() for _number in range(2000)]
    assert made == sorted(made)


def test_an_id_is_a_version_7_of_its_moment():
    before = time.time_ns() // 1_000_000
    made = uuid7()
    assert (made.version, made.variant) == (7, RFC_4122)
    assert before <= made.int >> 80 <= time.time_ns() // 1_000_000
