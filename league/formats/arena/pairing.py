"""Pairing of those who wait in an arena: near in the table, nobody against their last opponent.

As many as possible are paired; of an odd number whoever has waited least waits on, so nobody is left out twice while
others come. Among all such pairings the one with the least sum of differences in rank is taken: a matching of maximum
weight, by the compiled solver that pairs Swiss rounds. A crowd is parted by rank first, because only near ranks meet.

With fewer than ``FEW`` people in the arena two who are left waiting alone may meet again.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from league.formats.swiss.matching import Matching

Player = TypeVar("Player", bound=Hashable)

FEW: Final = 10
"""People in an arena from which on nobody meets their last opponent at all."""
TOGETHER: Final = 48
"""Most people who are paired by one matching."""


@dataclass(frozen=True, slots=True)
class Waiting(Generic[Player]):
    """A player who waits. ``rank``: in the table, from 1; ``waited``: for how long, in any unit."""

    player: Player
    rank: int
    waited: float


Pair = tuple[Player, Player]


def pair(
    waiting: Iterable[Waiting[Player]], last_opponent: Mapping[Player, Player], *, few: bool
) -> list[Pair[Player]]:
    """Return the pairs of those who wait, the better-placed one first in each, best pairs first.

    ``last_opponent``: of each player, the opponent of their last match here, if any. ``few``: fewer than ``FEW`` people
    are in the arena.
    """
    ranked = sorted(waiting, key=lambda person: person.rank)
    if few and len(ranked) == 2:
        return [(ranked[0].player, ranked[1].player)]
    pairs = []
    for group in _groups(ranked):
        pairs += _paired(group, last_opponent)
    return pairs


def _groups(ranked: list[Waiting[Player]]) -> list[list[Waiting[Player]]]:
    """Part a crowd into even groups of near ranks; of an odd crowd whoever waited least stays out."""
    parts = -(-len(ranked) // TOGETHER)
    if parts < 2:
        return [ranked]
    if len(ranked) % 2:
        left_out = _by_waiting(ranked)[0]
        ranked = [person for person in ranked if person is not left_out]
    half = len(ranked) // 2
    return [ranked[half * part // parts * 2 : half * (part + 1) // parts * 2] for part in range(parts)]


def _by_waiting(people: Sequence[Waiting[Player]]) -> list[Waiting[Player]]:
    """Order people by how soon they may be left out: who waited least, of equals who is placed lower."""
    return sorted(people, key=lambda person: (person.waited, -person.rank))


def _paired(ranked: Sequence[Waiting[Player]], last_opponent: Mapping[Player, Player]) -> list[Pair[Player]]:
    """Return the best pairs of one group, by weights in which each aim outweighs all that follow it.

    The aims: many pairs; those who have waited long; small differences in rank.
    """
    size = len(ranked)
    patience = {person.player: place for place, person in enumerate(_by_waiting(ranked))}
    one_place = sum(person.rank for person in ranked)  # more than all differences
    one_pair = one_place * size * size
    matching = Matching(size, (one_pair * size).bit_length())
    for at, person in enumerate(ranked):
        for below in range(at + 1, size):
            other = ranked[below]
            if other.player in (person.player, last_opponent.get(person.player)):
                continue
            if last_opponent.get(other.player) == person.player:
                continue
            waits = patience[person.player] + patience[other.player]
            weight = one_pair + one_place * waits - (other.rank - person.rank)
            matching.connect(at, below, matching.weight(weight))
    matching.solve()
    return [(ranked[at].player, ranked[partner].player) for at, partner in enumerate(matching.partner) if at < partner]
