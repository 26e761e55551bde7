"""Direct encounter by FIDE C.07 art. 6: the matches between those still level, even if not all of them have met.

Walkovers are no encounters (6.1.1); for several meetings the average counts (6.1.2). If all have met, the points of
these matches order them, and the article is applied again to those still level (6.2). If matches are missing, an
entrant comes first who would be alone in front whatever their outcome, then the next in the same way; the article is
applied again to the rest, and those it cannot place stay level (6.3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from league.standings.figures import Points, Result, paid


@dataclass(frozen=True, slots=True)
class Border:
    """A border with ``ahead`` before ``behind``.

    ``values``: the points of each in the matches between them; if matches are missing, the fewest possible for those
    ahead and the most for those behind.
    """

    ahead: tuple[str, ...]
    behind: tuple[str, ...]
    values: Mapping[str, float]


def separate(level: tuple[str, ...], results: Sequence[Result], points: Points) -> list[Border]:
    """Return the borders that the matches between ``level`` draw; none if they separate nobody."""
    if len(level) < 2:
        return []
    lowest, highest = _possible_points(level, results, points)
    if lowest == highest:
        return _all_met(level, lowest, results, points)
    borders, left = [], list(level)
    while len(left) > 1:
        first = max(left, key=lambda entrant: lowest[entrant])
        behind = tuple(entrant for entrant in left if entrant != first)
        if any(highest[entrant] >= lowest[first] for entrant in behind):
            break
        borders.append(Border((first,), behind, {**highest, first: lowest[first]}))
        left = list(behind)
    return [*borders, *separate(tuple(left), results, points)] if borders else []


def _all_met(
    level: tuple[str, ...], scores: Mapping[str, float], results: Sequence[Result], points: Points
) -> list[Border]:
    ordered = sorted(level, key=lambda entrant: -scores[entrant])
    parts = [tuple(part) for _score, part in groupby(ordered, key=lambda entrant: scores[entrant])]
    if len(parts) == 1:
        return []
    borders = [
        Border(part, tuple(entrant for behind in parts[at:] for entrant in behind), scores)
        for at, part in enumerate(parts[:-1], start=1)
    ]
    return borders + [border for part in parts for border in separate(part, results, points)]


def places(level: tuple[str, ...], borders: Sequence[Border]) -> list[tuple[str, ...]]:
    """Return ``level`` as sets from first to last, each in its given order."""
    behind = dict.fromkeys(level, 0)
    for border in borders:
        for entrant in border.behind:
            behind[entrant] += len(border.ahead)
    return [tuple(part) for _count, part in groupby(sorted(level, key=behind.__getitem__), key=behind.__getitem__)]


def _possible_points(
    level: tuple[str, ...], results: Sequence[Result], points: Points
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the fewest and the most points of each in the matches between ``level``, each pair meeting once."""
    win, _draw, loss = points
    points_possible: dict[tuple[str, str], list[float]] = {}
    among = set(level)
    for result in results:
        if result.unplayed or not {result.home, result.away} <= among:
            continue
        home, away = paid(result, points)
        points_possible.setdefault((result.home, result.away), []).append(home)
        points_possible.setdefault((result.away, result.home), []).append(away)
    points_known, met = dict.fromkeys(level, 0.0), dict.fromkeys(level, 0)
    for (entrant, _other), scores in points_possible.items():
        points_known[entrant] += sum(scores) / len(scores)
        met[entrant] += 1
    missing = {entrant: len(level) - 1 - met[entrant] for entrant in level}
    lowest = {entrant: points_known[entrant] + loss * missing[entrant] for entrant in level}
    return lowest, {entrant: points_known[entrant] + win * missing[entrant] for entrant in level}
