"""Matching of people across the events of a series. Pure: user ids in, one id a person out.

An account that claimed a name already holds that name's entries; the organiser's matches are added here.
"""

from collections.abc import Iterable, Mapping
from uuid import UUID


def representatives(pairs: Iterable[tuple[UUID, UUID]], merged: Mapping[UUID, UUID]) -> dict[UUID, UUID]:
    """Return user id -> the id that stands for that person, for everybody in ``pairs``.

    ``merged``: claimed names and the accounts that claimed them.
    """
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
