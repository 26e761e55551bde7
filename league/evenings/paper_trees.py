"""A bracket cut into sheets of paper: eight ties high and six rounds wide at most, so that names can still be read.

The first sheets hold parts of the first rounds, from the top of the tree to its foot; the last sheets begin with the
round in which these parts end.
"""

from __future__ import annotations

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
    """A round as it stands on a sheet, or the part of it that does."""

    name: str
    ties: Sequence[Any]
    last: bool = False
    """No line leads on from it on this sheet."""
    straight: bool = False
    """Each tie leads to one of its own: the next round has as many."""
    third: Any = None
    """The third-place match that stands under it."""


def cut(rounds: Sequence[Column]) -> list[list[Column]]:
    """The sheets of the bracket ``rounds``, the first round first; none where there are no rounds."""
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
    """The ties of ``row`` that belong to one of ``parts``."""
    size = len(row.ties)
    return replace(row, ties=row.ties[size * at // parts : size * (at + 1) // parts], third=None)


def _ended(columns: list[Column]) -> list[Column]:
    """``columns`` with nothing leading on from the last one, and straight on where two rounds have as many ties."""
    pairs = pairwise(columns)
    made = [replace(row, straight=len(row.ties) == len(following.ties)) for row, following in pairs]
    return [*made, replace(columns[-1], last=True)]
