"""Chi-square test of dice: how far counts of faces are from fair ones, and how often chance takes them so far.

Pure Python: the regularised incomplete gamma function by its series and its continued fraction.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

EPSILON: Final = 1e-14
TINY: Final = 1e-300
STEPS: Final = 10_000


class Fit(NamedTuple):
    """Counts of one kind of die against a fair one."""

    statistic: float
    freedom: int
    p: float
    """Chance that a fair die is at least this far off."""


def fit(counts: Sequence[int]) -> Fit:
    """Test ``counts`` of each face against a fair die; at least two faces."""
    total, faces = sum(counts), len(counts)
    if not total:
        return Fit(0.0, faces - 1, 1.0)
    expected = total / faces
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return Fit(statistic, faces - 1, upper_gamma((faces - 1) / 2, statistic / 2))


def upper_gamma(a: float, x: float) -> float:
    """Return Q(a, x), the upper regularised incomplete gamma function, for a > 0 and x >= 0."""
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        return max(0.0, 1 - scale * _series(a, x))
    return scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for step in range(1, STEPS):
        term *= x / (a + step)
        total += term
        if term < total * EPSILON:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate the continued fraction of Q by Lentz's method."""
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    value = d
    for step in range(1, STEPS):
        an = -step * (step - a)
        b += 2
        d = 1 / (an * d + b or TINY)
        c = b + an / c or TINY
        value *= d * c
        if abs(d * c - 1) < EPSILON:
            break
    return value
