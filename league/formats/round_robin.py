"""Round robins: pairings and venues by matchday.

A single cycle is the Berger table of the FIDE Handbook (C.05, annex 1), which has the minimum of breaks: n - 2 for an
even n. A second cycle mirrors the first; the last two matchdays of the first are exchanged, as FIDE recommends, so
that nobody has three consecutive matches at home or away (3n - 6 breaks, longest run two). Entrants are numbers from
1 to n, the places of the draw; ids live elsewhere. With an odd n the highest number of the table of n + 1 is the bye,
and its opponent rests.
"""

from collections.abc import Iterable
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""``(home, away)``, numbers from 1."""

Matchday: TypeAlias = list[Pair]


def berger(n: int) -> list[Matchday]:
    """Return one cycle for ``n`` entrants by the FIDE table, byes left out. Raises ValueError below two."""
    if n < 2:
        raise ValueError(f"a round robin needs two entrants or more, not {n}")
    even = n + n % 2
    turn = even - 1
    matchdays = []
    for number in range(turn):
        shift = number * (even // 2)
        lead = shift % turn + 1
        pairs = [(lead, even) if number % 2 == 0 else (even, lead)]
        pairs += [((k + shift) % turn + 1, (turn - k + shift) % turn + 1) for k in range(1, even // 2)]
        matchdays.append([pair for pair in pairs if max(pair) <= n])
    return matchdays


def mirrored(matchdays: Iterable[Matchday]) -> list[Matchday]:
    return [[(away, home) for home, away in matchday] for matchday in matchdays]


def rounds(n: int, times: int = 1) -> list[Matchday]:
    """Return the matchdays of a round robin in which every pair meets exactly ``times`` times.

    ``times`` 1: the Berger table unchanged. From 2 on, every second cycle is mirrored, so that each pair meets
    equally often at either home (to one match, if ``times`` is odd), and every cycle but the last has its last two
    matchdays exchanged; with four entrants or fewer, every second cycle keeps the table's order. Nobody ever plays
    three consecutive matches at home or away. Raises ValueError if ``n`` < 2 or ``times`` < 1.
    """
    if times < 1:
        raise ValueError(f"every pair must meet at least once, not {times} times")
    table = berger(n)
    if times == 1:
        return table
    exchanged = [*table[:-2], *reversed(table[-2:])] if len(table) > 2 else table
    result: list[Matchday] = []
    for cycle in range(times):
        as_it_stands = cycle % 2 == 1 if n <= 4 else cycle == times - 1
        order = table if as_it_stands else exchanged
        result += mirrored(order) if cycle % 2 else order
    return result
