"""Divisions: promotion and relegation after a season, and promotion play-offs.

``orders`` are the final orders of the divisions, the highest first, each from first to last. Leavers make room from
below; newcomers come in at the foot. Sizes are kept as far as the field reaches.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True)
class Move:
    """The number that change places between a division and the one below: directly, and through a play-off."""

    direct: int
    playoff: int = 0


@dataclass(frozen=True, slots=True)
class PlayOffTie:
    """A play-off for a place in ``division`` (from 1): its ``defender`` against a ``challenger`` from below."""

    division: int
    defender: str
    challenger: str


def default_relegated(size: int) -> int:
    """Return the default number relegated from a division of ``size``.

    About a fifth, ceil((size + 1) / 5), half at most.
    """
    return min(ceil((size + 1) / 5), size // 2)


def playoffs(orders: Sequence[Sequence[str]], moves: Sequence[Move]) -> list[PlayOffTie]:
    """Return the play-off ties: the lowest not relegated against the best not promoted.

    The best placed defender meets the worst placed challenger. Raises ValueError if a division's moves overlap.
    """
    _check(orders, moves)
    ties = []
    for at, move in enumerate(moves):
        upper, lower = orders[at], orders[at + 1]
        defenders = upper[len(upper) - move.direct - move.playoff : len(upper) - move.direct]
        challengers = lower[move.direct : move.direct + move.playoff]
        ties += [PlayOffTie(at + 1, one, other) for one, other in zip(defenders, reversed(challengers), strict=True)]
    return ties


def next_season(
    orders: Sequence[Sequence[str]],
    moves: Sequence[Move],
    *,
    playoff_winners: Collection[str] = (),
    leaving: Collection[str] = (),
    newcomers: Sequence[str] = (),
) -> list[list[str]]:
    """Return the divisions of the next season, each in order of strength: relegated, remaining, promoted.

    ``playoff_winners``: the winners of the ties of ``playoffs``. Raises ValueError if a division's moves overlap.
    """
    ties = playoffs(orders, moves)
    up = {entrant for at, move in enumerate(moves) for entrant in orders[at + 1][: move.direct]}
    down = {entrant for at, move in enumerate(moves) for entrant in orders[at][len(orders[at]) - move.direct :]}
    for tie in ties:
        if tie.challenger in playoff_winners:
            up.add(tie.challenger)
            down.add(tie.defender)
    sizes = [len(order) for order in orders]
    divisions: list[list[str]] = [[] for _ in orders]
    for at, order in enumerate(orders):
        came_down = [entrant for entrant in (orders[at - 1] if at else ()) if entrant in down]
        stayed = [entrant for entrant in order if entrant not in up and entrant not in down]
        came_up = [entrant for entrant in (orders[at + 1] if at + 1 < len(orders) else ()) if entrant in up]
        divisions[at] = [entrant for entrant in (*came_down, *stayed, *came_up) if entrant not in leaving]
    divisions[-1] += newcomers
    for at in range(len(divisions) - 1):
        while len(divisions[at]) < sizes[at] and divisions[at + 1]:
            divisions[at].append(divisions[at + 1].pop(0))
    return divisions


def _check(orders: Sequence[Sequence[str]], moves: Sequence[Move]) -> None:
    if len(moves) != len(orders) - 1:
        raise ValueError(f"{len(orders)} divisions have {len(orders) - 1} borders, not {len(moves)}")
    for at, order in enumerate(orders):
        above = moves[at - 1] if at else Move(0)
        below = moves[at] if at < len(moves) else Move(0)
        if above.direct + above.playoff + below.direct + below.playoff > len(order):
            raise ValueError(f"division {at + 1} has {len(order)} entrants, fewer than those who move")
