"""Figures of a calendar: venues, breaks and runs of each entrant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby, pairwise

from league.formats.round_robin import Pair


def venues(matchdays: Iterable[Sequence[Pair]]) -> dict[int, str]:
    """Return each entrant's venues in order, one letter a match: ``H`` or ``A``. A bye leaves no letter."""
    sequence: dict[int, list[str]] = {}
    for home, away in chain.from_iterable(matchdays):
        sequence.setdefault(home, []).append("H")
        sequence.setdefault(away, []).append("A")
    return {number: "".join(letters) for number, letters in sequence.items()}


def breaks(matchdays: Iterable[Sequence[Pair]]) -> int:
    """Count the times that an entrant plays two consecutive matches at home, or two away."""
    return sum(one == two for letters in venues(matchdays).values() for one, two in pairwise(letters))


def longest_run(matchdays: Iterable[Sequence[Pair]]) -> int:
    """Return the longest series of consecutive home or away matches of any entrant."""
    return max(len(list(run)) for letters in venues(matchdays).values() for _venue, run in groupby(letters))
