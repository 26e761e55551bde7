"""Figures of the dice of a match or a player, and what fair dice would give. Pure.

Counts are kept as plain numbers under names like ``roll_6_3`` (a die of six faces showed a three), so that those of
many matches add up; ``table`` makes rows of them. A mean is compared with how far chance alone takes it: about one mean
in twenty is further off than two standard errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

PREFIX: Final = "roll_"
USUAL: Final = 2.0
"""Standard errors within which nineteen means of twenty lie."""
MOST_FACES: Final = 12
"""Dice of more faces are shown by their mean alone."""


@dataclass(frozen=True, slots=True)
class Die:
    """All rolls of dice with ``sides`` faces."""

    sides: int
    rolls: int
    faces: list[tuple[int, int]]
    """Each face with its count; empty for dice of many faces."""
    mean: float
    expected: float
    each: float
    """Average count of each face of a fair die."""
    errors: float
    """Standard errors by which the mean is off, with its sign."""

    @property
    def usual(self) -> bool:
        """Return whether chance alone brings this in nineteen of twenty cases."""
        return abs(self.errors) <= USUAL


def counted(events: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str | None, str]]:
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
    return [_die(sides, kinds[sides]) for sides in sorted(kinds) if sides > 1]


def _die(sides: int, fell: Counter[int]) -> Die:
    rolls = fell.total()
    mean, expected = sum(face * n for face, n in fell.items()) / rolls, (sides + 1) / 2
    error = ((sides**2 - 1) / 12 / rolls) ** 0.5
    faces = [(face, fell[face]) for face in range(1, sides + 1)] if sides <= MOST_FACES else []
    return Die(sides, rolls, faces, mean, expected, rolls / sides, (mean - expected) / error)
