"""Groups: their number and sizes, the draw by pots with protection, and the knockout that follows.

The draw goes pot by pot. Within a pot the order is drawn from the committed seed; each drawn entrant goes into the
first group that has no place filled from this pot yet, that protection allows, and that leaves a way to place
everybody still to come. So every step can be explained and checked, and an impossible draw is found before it begins.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from string import ascii_uppercase
from typing import Final, TypeAlias, TypeVar

from league.formats import slots
from league.formats.draw import shuffled
from league.formats.knockout import order as places_of
from league.formats.knockout import size
from league.formats.slots import Slot

Place = TypeVar("Place")

Groups: TypeAlias = list[list[str]]
"""Ids by group, the first from the first pot."""

SEARCH: Final = 50_000
"""Steps of a search before a draw counts as impossible."""


def names(count: int) -> list[str]:
    """Return ``A``, ``B`` ... for ``count`` groups (26 at most)."""
    return list(ascii_uppercase[:count])


def snake(ids: Sequence[str], count: int) -> Groups:
    """Deal into groups without a draw: the strongest one each, the next in the opposite order, and so on."""
    groups: Groups = [[] for _ in range(count)]
    for place, entrant in enumerate(ids):
        lap, at = divmod(place, count)
        groups[at if lap % 2 == 0 else count - 1 - at].append(entrant)
    return groups


def by_rank(places: Sequence[Place], count: int) -> list[list[Place]]:
    """Split ``places`` (best first) into groups, the best in the first; the upper ones are the larger ones."""
    size, more = divmod(len(places), count)
    ends = [size * at + min(at, more) for at in range(count + 1)]
    return [list(places[first:end]) for first, end in itertools.pairwise(ends)]


def pots(ids: Sequence[str], count: int) -> list[list[str]]:
    """Split ``ids`` (by strength) into pots for ``count`` groups, the strongest first; the last may be short."""
    return [list(ids[at : at + count]) for at in range(0, len(ids), count)]


def pots_hash(drawn_from: Sequence[Sequence[str]], tags: Mapping[str, Sequence[str]]) -> str:
    """Return the SHA-256 of the frozen pots and protection tags, published with them before the seed is revealed."""
    content = [[list(pot) for pot in drawn_from], sorted((entrant, sorted(many)) for entrant, many in tags.items())]
    return sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def draw_groups(
    seed: str,
    drawn_from: Sequence[Sequence[str]],
    count: int,
    tags: Mapping[str, Sequence[str]] | None = None,
    at_most: int = 1,
) -> Groups:
    """Draw the groups from pots. ``tags`` (a club, a household, a country): at most ``at_most`` of one tag a group.

    No pot may be bigger than ``count``. Raises ValueError if a pot is, or if protection leaves no draw.
    """
    tags_of = tags or {}
    if any(len(pot) > count for pot in drawn_from):
        raise ValueError(f"a pot has more entrants than there are groups ({count})")
    frozen = pots_hash(drawn_from, tags_of)
    drawn = [shuffled(seed, frozen, pot, f"pot {number}") for number, pot in enumerate(drawn_from, start=1)]
    if not tags_of:
        return [[pot[at] for pot in drawn if at < len(pot)] for at in range(count)]
    coming = [(number, entrant) for number, pot in enumerate(drawn, start=1) for entrant in pot]
    search = _Search(count, tags_of, at_most)
    if not search.place(coming):
        raise ValueError("no draw keeps those apart who must not meet in a group")
    groups: Groups = [[] for _ in range(count)]
    for (_, entrant), group in zip(coming, search.groups_chosen, strict=True):
        groups[group].append(entrant)
    return groups


class _Search:
    """Depth-first search in the order drawn: its first solution always takes the first group that works out."""

    def __init__(self, count: int, tags: Mapping[str, Sequence[str]], at_most: int) -> None:
        self.count, self.tags, self.at_most = count, tags, at_most
        self.groups_chosen: list[int] = []
        self.places_taken: set[tuple[int, int]] = set()
        self.count_by_tag: dict[tuple[int, str], int] = {}
        self.steps = 0

    def place(self, coming: Sequence[tuple[int, str]]) -> bool:
        """Place all of ``coming``; return whether there is a way. No recursion: a thousand may come."""
        tried = [0] * len(coming)
        at = 0
        while at < len(coming):
            pot, entrant = coming[at]
            group = self._next_group(pot, entrant, tried[at])
            if group is not None:
                self._place_in(pot, group, entrant, 1)
                tried[at] = group + 1
                at += 1
                continue
            tried[at] = 0
            if at == 0:
                return False
            at -= 1
            pot, entrant = coming[at]
            self._place_in(pot, self.groups_chosen[-1], entrant, -1)
        return True

    def _next_group(self, pot: int, entrant: str, first: int) -> int | None:
        """Return the first group from ``first`` on that may have ``entrant``, if there is one. Raises ValueError."""
        for group in range(first, self.count):
            self.steps += 1
            if self.steps > SEARCH:
                raise ValueError("the draw could not be completed: too many are kept apart")
            if (pot, group) not in self.places_taken and self._allowed(group, entrant):
                return group
        return None

    def _allowed(self, group: int, entrant: str) -> bool:
        return all(self.count_by_tag.get((group, tag), 0) < self.at_most for tag in self.tags.get(entrant, ()))

    def _place_in(self, pot: int, group: int, entrant: str, change: int) -> None:
        for tag in self.tags.get(entrant, ()):
            self.count_by_tag[group, tag] = self.count_by_tag.get((group, tag), 0) + change
        if change > 0:
            self.places_taken.add((pot, group))
            self.groups_chosen.append(group)
        else:
            self.places_taken.discard((pot, group))
            self.groups_chosen.pop()


def knockout_seeding(count: int, through: int) -> list[Slot]:
    """Return the seeding of the knockout that follows ``count`` groups with ``through`` qualifiers each.

    Winners are the top seeds, then the seconds, and so on. Qualifiers of one group are kept in different halves (two
    through), or at least apart in their first round. Raises ValueError for fewer than two.
    """
    labels = names(count)
    total = count * through
    if total < 2:
        raise ValueError("a knockout needs two qualifiers or more")
    places = places_of(size(total))
    place_of = {seed: at for at, seed in enumerate(places)}
    ranks = [rank for rank in range(1, through + 1) for _ in labels]
    for apart in _sizes_apart(len(places)):
        labels_seeded = _seed(labels, ranks, place_of, apart)
        if labels_seeded is not None:
            return [slots.rank(rank, group) for rank, group in zip(ranks, labels_seeded, strict=True)]
    return [slots.rank(rank, group) for rank in range(1, through + 1) for group in labels]


def _sizes_apart(places: int) -> list[int]:
    """Return the sizes of the bracket part that qualifiers of one group may not share: a half, a quarter ... a tie."""
    sizes, part = [], places // 2
    while part >= 2:
        sizes.append(part)
        part //= 2
    return sizes


def _seed(labels: Sequence[str], ranks: Sequence[int], place_of: Mapping[int, int], apart: int) -> list[str] | None:
    """Return a group for each seed, no two of one group in the same part of ``apart`` places; winners in order."""
    steps = 0
    labels_seeded: list[str] = []
    used: set[tuple[int, str]] = set()
    parts: set[tuple[int, str]] = set()

    def fill(at: int) -> bool:
        nonlocal steps
        if at == len(ranks):
            return True
        part, rank = place_of[at + 1] // apart, ranks[at]
        for group in labels if rank == 1 else labels[::-1]:
            steps += 1
            if steps > SEARCH:
                return False
            if (rank, group) in used or (part, group) in parts:
                continue
            used.add((rank, group))
            parts.add((part, group))
            labels_seeded.append(group)
            if fill(at + 1):
                return True
            used.discard((rank, group))
            parts.discard((part, group))
            labels_seeded.pop()
        return False

    return labels_seeded if fill(0) else None
