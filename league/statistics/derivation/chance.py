"""A sign test: is a difference of two counts more than chance makes? Pure."""

from enum import StrEnum
from typing import Final

FEWEST: Final = 20
"""Below this many nothing is said: one match more or less would turn the sentence round."""


class Verdict(StrEnum):
    """The verdict on a difference."""

    TOO_FEW = "too few"
    CHANCE = "chance"
    REAL = "real"


def verdict(first: int, second: int) -> Verdict:
    """Judge ``first`` against ``second`` by the sign test at 95 %, in its normal approximation with its correction."""
    if first + second < FEWEST:
        return Verdict.TOO_FEW
    difference = max(0, abs(first - second) - 1)
    return Verdict.REAL if difference**2 > 1.96**2 * (first + second) else Verdict.CHANCE
