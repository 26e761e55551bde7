"""An hour of an arena without a server: matches of random length, the pairing of the site, and who waited how long.

``python -m tests.league.pure.arena_hour`` prints it for 200 and for 1,000 people.
"""

from __future__ import annotations

import heapq
import random
import statistics
from dataclasses import dataclass, field

from league.formats.arena.pairing import FEW, Waiting, pair
from league.formats.arena.points import Entry, table

EVERY = 1.0
"""Seconds between two looks of the site at those who wait; between them, the end of a match is a look too."""
HOUR = 3600.0


@dataclass
class Hour:
    """What came of it. ``rematches``: matches of two who had just played each other."""

    waits: list[float] = field(default_factory=list)
    log: list[Entry[int]] = field(default_factory=list)
    rematches: int = 0

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.waits, n=20)[-1]


def hour(people: int, seed: int, median: float = 240.0) -> Hour:
    """Play an hour; a match lasts ``median`` seconds or so, at least a quarter of that."""
    chance = random.Random(seed)
    players = range(people)
    result, last, since = Hour(), {}, dict.fromkeys(players, 0.0)
    rank = {player: player + 1 for player in players}
    ends: list[tuple[float, int, int]] = []
    now, ranked_at = 0.0, 0.0
    while now < HOUR:
        for one, other in pair(
            [Waiting(player, rank[player], now - at) for player, at in since.items()], last, few=people < FEW
        ):
            result.waits += (now - since.pop(one), now - since.pop(other))
            result.rematches += last.get(one) == other or last.get(other) == one
            last[one], last[other] = other, one
            lasts = max(median / 4, chance.lognormvariate(0, 0.4) * median)
            heapq.heappush(ends, (now + lasts, one, other))
        now = min(now + EVERY, ends[0][0]) if ends else now + EVERY
        while ends and ends[0][0] <= now:
            _at, one, other = heapq.heappop(ends)
            result.log.append(Entry(one, other, chance.choice(("home", "away", None))))
            since[one] = since[other] = now
        if now - ranked_at >= 30:
            rank, ranked_at = {line.player: line.rank for line in table(players, result.log)}, now
    return result


if __name__ == "__main__":
    for people in (200, 1000):
        played = hour(people, seed=35)
        print(
            f"{people} people: {len(played.log)} matches, waits p50 {statistics.median(played.waits):.1f} s, "
            f"p95 {played.p95:.1f} s, most {max(played.waits):.1f} s, rematches {played.rematches}"
        )
