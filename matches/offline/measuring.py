"""Which levels of bots a browser offers: those whose decisions its own device makes in time. Pure.

When the game has come to the device, its worker decides once in each position of ``DEAR``.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

import engines
from engines import bots
from engines.core.game import Game

SLOWEST_MS: Final = 600
"""Most that 95 of 100 decisions of a level may take: four times the 150 ms that are wanted of a usual computer, so that
a phone of a quarter of its speed has all levels. It is less than a bot waits before it moves (``BOT_SECONDS``)."""
TRIES: Final = 2
"""The first decision of a game also reads its tables."""
DEAR: Final[Mapping[str, str]] = {
    "super_goal": "super_goal/////a/a/1:3/D2//h.unstoppable/73/45/a/control//h//1",
    "dom_jim": "dom_jim/////a/a//A1D2G1I3C8B5G6GcE2E0B0C0GbF6B8CbH9H5F7B7E3EdHeGe/H9/e/a/39/33/33////1:0",
    "six_a_side": "six_a_side/////a/a/a//--B4E1F3F2E5C2--D6C9F7D7A3Db/A3/f"
    "/--C5E1F3F2F5C2--E9C9F7D7B7Db/A:a/C:g//22/8/4",
    "fuba": "fuba/formations=cards///adjust/a/a//nr3ts4u1us351m122r3l5y/r/1/27//5-3-2:3-5-2"
    "/a/175/10/corner/2:3////1r143t2n4tu52221l3s51m/a.adjust..1.c////1:0",
    "soccer_tactics": "soccer_tactics/////a/a/0:2/C2B4D4E4G4B5C6C5H6H7C8DgBaC9EdFeB9DaFbD8B7C4"
    "/Ba/b/5//135/27/a/////////k1",
}
"""Positions by game that take the strongest bot at least as long as 95 of 100 decisions of a match, at each try: what
the bots remember of a position is of no use in them. The benchmark named in ``docs/offline.md`` tells such ones."""


def levels_here(slug: str) -> tuple[str, ...]:
    """Return the levels that play ``slug`` without a server: none that needs solved values, which are 14 MB."""
    return tuple(level for level in bots.bots_of(slug) if bots.WAYS_OF.get((slug, level)) != "perfect")


def levels_in_time(slug: str, now: Callable[[], float] = perf_counter) -> tuple[str, ...]:
    """Return the strongest level of ``slug`` that decides in time on this device, and all weaker ones.

    The weakest is always among them. ``now`` tells seconds.
    """
    here = levels_here(slug)
    for count in range(len(here), 1, -1):
        if any(_spent_ms(slug, here[count - 1], now) <= SLOWEST_MS for _try in range(TRIES)):
            return here[:count]
    return here[:1]


def _spent_ms(slug: str, level: str, now: Callable[[], float]) -> float:
    """Return the time of one decision in the position of ``DEAR``."""
    game: Game[Any] = engines.get(slug)
    state = game.from_position(DEAR[slug])
    (seat,) = game.to_act(state)
    view, legal = game.view(state, seat), game.legal(state, seat)
    began = now()
    bots.choose(slug, level, view, seat, legal, 1)
    return (now() - began) * 1000
