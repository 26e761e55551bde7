"""Counting a match: from the rows of its log to figures by seat. Pure; a module a game, and a common count for all.

To add a game: what it has besides the common count in ``besides``, or a module with ``count(rows)`` and a line in
``_COUNTS``; the words of its figures stand in ``words``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from league.statistics.derivation.figures import common, super_goal
from league.statistics.derivation.figures.besides import besides
from league.statistics.derivation.figures.chances import chances
from league.statistics.derivation.figures.row import Figures, Row, add
from matches.replay.luck import counted

VERSION: Final = 7
"""Raised when the counting changes: what is stored is then counted again."""

_COUNTS: Final[dict[str, Callable[[Iterable[Row]], Figures]]] = {"super_goal": super_goal.count}


def count(game: str, rows: Iterable[Row]) -> Figures:
    """The figures of a match of ``game`` from ``rows`` (the opening first, then the log), with its dice.

    Where shots are rolled: ``rolled_shots``, ``rolled_goals`` and ``chances``, the goals expected of them in 36ths.
    """
    log = list(rows)
    figures = _COUNTS.get(game, common.count)(log)
    for row in log:
        for whose, name in counted(row.events):
            add(figures, whose, name)
        for side, figure, number in besides(game, row):
            add(figures, side, figure, number)
        for seat, chance, scored in chances(game, row.events):
            add(figures, seat, "rolled_shots")
            add(figures, seat, "chances", chance)
            if scored:
                add(figures, seat, "rolled_goals")
    return figures
