"""Durations of matches: what is expected of the next ones, and a plan held against what happened."""

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import median
from typing import Final

from league.formats.timetable.terms import Agenda, Timetable

FEWEST: Final = 5
"""Measured matches below which the default is expected."""


def expected_minutes(measured: Sequence[float], default: int) -> int:
    """Return how long a match should be planned for: the median of ``measured`` minutes, in whole minutes, at least 1.

    Of fewer than five it is ``default``. Minutes of 0 or less (a walkover) are no measurement.
    """
    minutes = [each for each in measured if each > 0]
    return default if len(minutes) < FEWEST else math.ceil(median(minutes))


@dataclass(frozen=True, slots=True)
class Cycle:
    """The matches of a competition that are over, as planned and as played; minutes are medians."""

    competition: str
    matches: int
    planned_minutes: float
    played_minutes: float
    planned_cycle: float | None
    """From one start at a table to the next there, as planned; None: no table had two matches in a row."""
    real_cycle: float | None
    """The same as it was: the match, the result, the next pair coming to the table."""
    late_minutes: float
    """Real start after the planned one; negative: before."""


def cycles(agenda: Agenda, plan: Timetable) -> list[Cycle]:
    """Hold ``plan`` against the matches that are over, by competition; one of which nothing is over is left out.

    Cycles are counted where the plan had the next match at the table at once: an idle table says nothing.
    """
    real = {
        fixture.id: fixture.played
        for competition in agenda.competitions
        for fixture in competition.fixtures
        if fixture.played is not None and fixture.played.end is not None and fixture.played.end > fixture.played.start
    }
    at_table = defaultdict(list)
    for booking in plan:
        at_table[booking.table].append(booking)
    step = timedelta(minutes=agenda.step_minutes)
    nexts = {
        first.fixture: second
        for table, bookings in at_table.items()
        if table is not None
        for first, second in itertools.pairwise(bookings)
        if second.start - first.end < step
    }
    found = []
    for competition in agenda.competitions:
        over = [
            (plan.of[fixture.id], played)
            for fixture in competition.fixtures
            if (played := real.get(fixture.id)) is not None and fixture.id in plan.of
        ]
        if not over:
            continue
        planned_cycles, real_cycles = [], []
        for booking, played in over:
            following = nexts.get(booking.fixture)
            then = real.get(following.fixture) if following else None
            if following and then and then.table == played.table:
                planned_cycles.append(_minutes(following.start - booking.start))
                real_cycles.append(_minutes(then.start - played.start))
        found.append(
            Cycle(
                competition.id,
                len(over),
                median(_minutes(booking.end - booking.start) for booking, _played in over),
                median(_minutes((played.end or played.start) - played.start) for _booking, played in over),
                median(planned_cycles) if planned_cycles else None,
                median(real_cycles) if real_cycles else None,
                median(_minutes(played.start - booking.start) for booking, played in over),
            )
        )
    return found


def _minutes(duration: timedelta) -> float:
    return duration.total_seconds() / 60
