"""Who is who across the events of a series. Pure: users' ids in, one id for each person out.

An account that claimed a name holds that name's entries already; what the organiser matched is added here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID


def representatives(pairs: Iterable[tuple[UUID, UUID]], merged: Mapping[UUID, UUID]) -> dict[UUID, UUID]:
    """User id -> the id that stands for that person, of everybody whom ``pairs`` name. ``merged``: claimed names and
    who claimed them."""
    parent: dict[UUID, UUID] = {}

    def root(key: UUID) -> UUID:
        while parent.get(key, key) != key:
            key = parent[key]
        return key

    for one, other in pairs:
        first, second = sorted((root(merged.get(one, one)), root(merged.get(other, other))))
        parent.setdefault(first, first)
        parent[second] = first
    return {key: root(key) for key in parent}
