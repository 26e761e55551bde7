"""The best third-placed entrants: which go through, and against which group winner.

The first is a ranking of rows from different groups (``league.standings.table.classify``). The second is a table of
the regulations, one line for each combination of groups; where the regulations have none, ``allocate`` finds the
first allocation, slot by slot, in which every third has an allowed slot.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from league.formats import slots
from league.formats.slots import Slot

Allowed: TypeAlias = Mapping[str, str]
"""Slot (``1B``) -> the groups (``ADEF``) whose third may have it."""

EURO_24_ALLOWED: Final[Allowed] = {"1B": "ADEF", "1C": "DEF", "1E": "ABCD", "1F": "ABC"}

EURO_24: Final[dict[str, str]] = {
    "ABCD": "ADBC",
    "ABCE": "AEBC",
    "ABCF": "AFBC",
    "ABDE": "DEAB",
    "ABDF": "DFAB",
    "ABEF": "EFBA",
    "ACDE": "EDCA",
    "ACDF": "FDCA",
    "ACEF": "EFCA",
    "ADEF": "EFDA",
    "BCDE": "EDBC",
    "BCDF": "FDCB",
    "BCEF": "FECB",
    "BDEF": "FEDB",
    "CDEF": "FEDC",
}
"""UEFA Euro with 24 teams (2016, 2020, 2024): the groups whose thirds meet the winners of B, C, E and F in turn."""


def euro_24() -> list[tuple[Slot, Slot]]:
    """Return the round of sixteen of a UEFA Euro with 24 teams, in bracket order (``knockout.bracket_of``)."""
    return [
        (slots.rank(1, "B"), slots.third("1B")),
        (slots.rank(1, "A"), slots.rank(2, "C")),
        (slots.rank(1, "F"), slots.third("1F")),
        (slots.rank(2, "D"), slots.rank(2, "E")),
        (slots.rank(1, "E"), slots.third("1E")),
        (slots.rank(1, "D"), slots.rank(2, "F")),
        (slots.rank(1, "C"), slots.third("1C")),
        (slots.rank(2, "A"), slots.rank(2, "B")),
    ]


def allocation(groups: str, table: Mapping[str, str] = EURO_24, allowed: Allowed = EURO_24_ALLOWED) -> dict[str, str]:
    """Return slot -> group of its third, for the thirds of ``groups`` (any order)."""
    combination = "".join(sorted(groups))
    if combination in table:
        return dict(zip(allowed, table[combination], strict=True))
    return allocate(combination, allowed)


def allocate(groups: str, allowed: Allowed) -> dict[str, str]:
    """Find the first allocation in which every slot has an allowed third. Raises ValueError if there is none."""
    allocated = _fill(list(allowed), sorted(groups), allowed)
    if allocated is None:
        raise ValueError(f"the thirds of {groups} do not fit into {', '.join(allowed)}")
    return allocated


def _fill(free: Sequence[str], left: Sequence[str], allowed: Allowed) -> dict[str, str] | None:
    if not free:
        return {}
    slot, *others = free
    for group in left:
        if group in allowed[slot]:
            rest = _fill(others, [other for other in left if other != group], allowed)
            if rest is not None:
                return {slot: group, **rest}
    return None
