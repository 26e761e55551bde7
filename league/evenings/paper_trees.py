"""A bracket cut into sheets of paper: at most eight ties high and six rounds wide, so that names stay readable.

The first sheets hold parts of the first rounds, from the top of the tree to its foot; the last sheets begin with the
round in which these parts end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

TIES: Final = 8
"""Ties of the first round on a sheet."""
ROUNDS: Final = 6
"""Rounds side by side on a sheet."""


@dataclass(frozen=True, slots=True)
class Column:
    """A round, or its part, on a sheet."""

    name: str
    ties: Sequence[Any]
    last: bool = False
    """No line leads on from it on this sheet."""
    straight: bool = False
    """Each tie leads to one of its own: the next round has as many."""
    third: Any = None
    """The third-place match below it."""


def cut(rounds: Sequence[Column]) -> list[list[Column]]:
    """Cut the bracket ``rounds``, the first round first, into sheets; none without rounds."""
    if not rounds:
        return []
    parts = -(-len(rounds[0].ties) // TIES)
    if parts <= 1:
        head, rest = list(rounds[:ROUNDS]), rounds[ROUNDS - 1 :] if len(rounds) > ROUNDS else []
        return [_ended(head), *cut(rest)]
    deep = 1
    while deep < min(len(rounds), ROUNDS) and len(rounds[deep].ties) >= parts:
        deep += 1
    sheets = [_ended([_part(row, at, parts) for row in rounds[:deep]]) for at in range(parts)]
    return sheets + (cut(rounds[max(1, deep - 1) :]) if deep < len(rounds) else [])


def _part(row: Column, at: int, parts: int) -> Column:
    """Return the ties of ``row`` that belong to one of ``parts``."""
    size = len(row.ties)
    return replace(row, ties=row.ties[size * at // parts : size * (at + 1) // parts], third=None)


def _ended(columns: list[Column]) -> list[Column]:
    """Return ``columns`` with no lines from the last one, and straight ones between rounds with as many ties."""
    pairs = pairwise(columns)
    straightened = [replace(row, straight=len(row.ties) == len(following.ties)) for row, following in pairs]
    return [*straightened, replace(columns[-1], last=True)]
