"""Standings of a match of Super Goal!: all of the score that its end depends on, as the attack sees it.

A draw and a shootout are both worth a half, so the margin is enough for all terms but one: where away goals decide, it
also matters which side attacks and how many goals the away side has, less home's in the earlier leg.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

WIDEST: Final = 14
"""Margins beyond count as this one."""
SIDES: Final = (0, 1)
Standing: TypeAlias = Any
"""A hashable value whose form belongs to one set of terms."""


def clip(margin: int) -> int:
    return max(-WIDEST, min(WIDEST, margin))


class Standings(Protocol):
    """The standings of one set of terms."""

    @property
    def all(self) -> Sequence[Standing]: ...

    def turned(self, standing: Standing, /) -> Standing:
        """Return the standing as the other side sees it when it attacks."""
        ...

    def after(self, standing: Standing, goal: int, /) -> Standing:
        """Return the standing after a goal by the attack (1), against it (-1) or none (0)."""
        ...

    def result(self, standing: Standing, /) -> tuple[float, float]:
        """Return the attack's score when the match ends so, and whether it is a draw."""
        ...


class Margins:
    """Goals ahead, an earlier leg's included."""

    all: Sequence[int] = range(-WIDEST, WIDEST + 1)

    def turned(self, margin: int) -> int:
        return -margin

    def after(self, margin: int, goal: int) -> int:
        return clip(margin + goal)

    def result(self, margin: int) -> tuple[float, float]:
        return (0.5, 1.0) if margin == 0 else (float(margin > 0), 0.0)


class AwayGoals:
    """Side that attacks, home's margin, and the away side's goals less home's ``earlier`` ones away (at most 1)."""

    def __init__(self, earlier: int) -> None:
        self.all = [(side, margin, lead) for side in SIDES for margin in Margins.all for lead in range(-earlier, 2)]

    def turned(self, standing: tuple[int, int, int]) -> tuple[int, int, int]:
        side, margin, lead = standing
        return 1 - side, margin, lead

    def after(self, standing: tuple[int, int, int], goal: int) -> tuple[int, int, int]:
        side, margin, lead = standing
        of_home = -goal if side else goal
        return side, clip(margin + of_home), min(1, lead + 1) if of_home < 0 else lead

    def result(self, standing: tuple[int, int, int]) -> tuple[float, float]:
        """Return the result of a standing: no draw, since away goals decide level matches, and then the shootout."""
        side, margin, lead = standing
        ahead = margin or -lead
        home = 0.5 if ahead == 0 else float(ahead > 0)
        return 1 - home if side else home, 0.0
