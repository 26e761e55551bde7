"""The chi-square test of dice: known values, uniform p for fair dice, and a loaded die that is found."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.core.chi_square import fit, upper_gamma
from tests.sizes import size

SITES = size(200, 1000)


@pytest.mark.parametrize(
    ("freedom", "statistic", "p"),
    # Abramowitz and Stegun, table 26.8: the points of 5 %, 1 %, 0.1 % and 95 %.
    [
        (1, 3.84146, 0.05),
        (1, 10.8276, 0.001),
        (5, 11.0705, 0.05),
        (5, 15.0863, 0.01),
        (5, 1.145476, 0.95),
        (10, 18.3070, 0.05),
        (30, 50.8922, 0.01),
        (100, 124.342, 0.05),
    ],
)
def test_it_gives_the_printed_tables(freedom, statistic, p):
    assert upper_gamma(freedom / 2, statistic / 2) == pytest.approx(p, rel=1e-4)


def test_its_edges():
    assert fit([0, 0]).p == 1 and fit([10, 10]).p == 1
    assert fit([6, 6, 6, 6, 6, 6]).freedom == 5
    assert 0 <= fit([100_000, 0]).p < 1e-12


def test_p_is_uniform_over_sites_with_fair_dice():
    chance = Random(21)
    for sides, rolls in ((6, 3000), (2, 500), (44, 2000)):
        found = []
        for _site in range(SITES):
            fell = Counter(chance.choices(range(sides), k=rolls))
            found.append(fit([fell[face] for face in range(sides)]).p)
        found.sort()
        off = max(max(abs((n + 1) / SITES - p), abs(n / SITES - p)) for n, p in enumerate(found))
        # Kolmogorov's bound of 0.1 %; two faces have only few different p, which lie up to half a step off
        assert off < 1.95 / SITES**0.5 + (0.04 if sides == 2 else 0), (sides, off)


def test_a_die_loaded_by_three_points_of_a_hundred_is_found():
    chance = Random(22)
    weights = [1 / 6 - 0.006] * 5 + [1 / 6 + 0.03]
    for _die in range(20):
        fell = Counter(chance.choices(range(6), weights, k=20_000))
        assert fit([fell[face] for face in range(6)]).p < 0.001
