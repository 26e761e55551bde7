"""Counts of the dice of a match, a player or the site, against fair dice. Pure.

Counts are kept as plain numbers under names like ``roll_6_3`` (a die of six faces showed a three), so that those of
many matches add up; ``table`` makes rows of them, each with its chi-square test. What the dice brought a side is
another question: see the review of a match.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.core.chi_square import Fit, fit

PREFIX: Final = "roll_"
RARE: Final = 0.05
"""Chance below which counts are called rarer than once in twenty."""
FEW: Final = 5
"""Rolls expected of each face below which the test says nothing."""
MOST_FACES: Final = 12
"""Dice of more faces are shown by their test alone."""


@dataclass(frozen=True, slots=True)
class Die:
    """All rolls of dice with ``sides`` faces."""

    sides: int
    rolls: int
    faces: list[tuple[int, int]]
    """Each face with its count; empty for dice of many faces."""
    each: float
    """Average count of each face of a fair die."""
    test: Fit | None
    """None for too few rolls."""

    @property
    def percent(self) -> float | None:
        """Return how many fair dice of a hundred are at least as uneven."""
        return None if self.test is None else 100 * self.test.p


def named_rolls(events: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str | None, str]]:
    """Yield the seat (None: of neither, as a toss) and the name of each roll among ``events``."""
    for event in events:
        if event.get("type") == "roll" and event.get("sides") and event.get("value"):
            yield event.get("seat"), f"{PREFIX}{event['sides']}_{event['value']}"


def table(numbers: Mapping[str, int]) -> list[Die]:
    """Return one row for each kind of die in ``numbers``, which may hold other figures too."""
    kinds: dict[int, Counter[int]] = {}
    for name, count in numbers.items():
        if name.startswith(PREFIX):
            sides, face = (int(part) for part in name.removeprefix(PREFIX).split("_"))
            kinds.setdefault(sides, Counter())[face] += count
    return [die_of(sides, kinds[sides]) for sides in sorted(kinds) if sides > 1]


def die_of(sides: int, fell: Mapping[int, int]) -> Die:
    counts = [fell.get(face, 0) for face in range(1, sides + 1)]
    rolls = sum(counts)
    faces = list(enumerate(counts, 1)) if sides <= MOST_FACES else []
    return Die(sides, rolls, faces, rolls / sides, fit(counts) if rolls >= FEW * sides else None)


def within_chance(dice: Sequence[Die]) -> bool:
    """Return whether ``dice`` together are as uneven as nineteen of twenty lots of fair ones."""
    tested = [die.test.p for die in dice if die.test is not None]
    return not tested or min(tested) * len(tested) >= RARE
