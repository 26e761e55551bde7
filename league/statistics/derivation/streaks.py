"""Runs of results, the longest and the current one. Pure.

Results come oldest first as ``W``, ``D`` and ``L``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from re import finditer


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive results: how many, and the indices of the first and the last. ``length`` 0: none."""

    length: int = 0
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Runs:
    """The longest run, and the one that ends with the last result."""

    longest: Run
    current: Run


def runs(outcomes: Iterable[str], letters: str) -> Runs:
    """Return the runs of results all among ``letters`` ("WD": unbeaten); of equally long ones the first."""
    whole = outcomes if isinstance(outcomes, str) else "".join(outcomes)
    longest = current = Run()
    for streak in finditer(f"[{letters}]+", whole):
        current = Run(streak.end() - streak.start(), streak.start(), streak.end() - 1)
        if current.length > longest.length:
            longest = current
    return Runs(longest, current if whole[-1:] and whole[-1] in letters else Run())
