"""Matchings of maximum weight, held against every matching that there is."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from league.formats.swiss.matching import PART, Matching


def heaviest(left, weights):
    if len(left) < 2:
        return 0
    first, *rest = left
    met = [
        weights[first, other] + heaviest([each for each in rest if each != other], weights)
        for other in rest
        if weights[first, other]
    ]
    return max([heaviest(rest, weights), *met])


@pytest.mark.parametrize("bits", [2, 8, *range(PART - 3, PART + 2), *range(2 * PART - 3, 2 * PART + 2)])
def test_the_heaviest_matching_is_found_however_long_the_weights(bits):
    """Up to those whose sum just has room in the bits."""
    dice = random.Random(bits)
    for size in (2, 2, 3, 3, 4, 5, 6):
        most = ((1 << bits) - 1) // (size // 2)
        pairs = combinations(range(size), 2)
        weights = {pair: dice.choice([0, most, most - 1, dice.randint(0, most)]) for pair in pairs}
        matching = Matching(size, bits)
        for (one, other), weight in weights.items():
            if weight:
                matching.connect(one, other, matching.weight(weight))
        matching.solve()
        found = [weights[one, other] for one, other in enumerate(matching.partner) if one < other]
        assert sum(found) == heaviest(range(size), weights)


@pytest.mark.parametrize("bits", [1, PART - 1, PART, PART + 1, 3 * PART])
def test_weights_add_up_as_numbers_do(bits):
    weight, most = Matching(2, bits + 1).weight, (1 << bits) - 1
    for one in (0, 1, most // 3, most):
        assert weight(one) + weight(most) == weight(one + most)
        assert (weight(one) < weight(most)) == (one < most)
