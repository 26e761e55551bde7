"""Bounds of final places: the best and the worst place that each entrant can still finish in.

A place outside the range is proved impossible; an unproved one stays in. So "clinched" and "eliminated" are never
wrong, and a search that did not end proves nothing. Points alone decide here, and a tie on points counts as open both
ways: goals can still turn it. The search is bounded by steps, not by a clock, so that the same question has the same
answer everywhere: about 200 ms at most for a league of twenty.

Best place of X: X wins all its remaining matches; how few others must end above? Those chosen to be above win their
matches; the other matches are searched for outcomes that leave everybody else at or below X. The worst place mirrors
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from league.standings.figures import Points

Fixture: TypeAlias = tuple[str, str]
"""``(home, away)`` ids of a match still to be played."""

STEPS: Final = 20_000
"""The budget of one table's search."""
DEEPEST: Final = 600
"""The most matches searched: with more, the season is too young to prove anything beyond counting."""


@dataclass(frozen=True, slots=True)
class Range:
    """The places from ``best`` to ``worst`` that are not proved impossible. ``exact``: both ends can be reached."""

    best: int
    worst: int
    exact: bool

    def clinched(self, place: int) -> bool:
        """Return whether ``place`` or better is certain."""
        return self.worst <= place

    def eliminated(self, place: int) -> bool:
        """Return whether ``place`` and everything above it is out of reach."""
        return self.best > place


class _Scheme(NamedTuple):
    """What a match can pay: ``level`` and ``decided`` list what home and away can get from it."""

    win: float
    loss: float
    level: tuple[tuple[float, float], ...]
    decided: tuple[tuple[float, float], ...]
    most: float
    least: float

    @classmethod
    def of(cls, points: Points, shootout: tuple[float, float] | None) -> _Scheme:
        win, draw, loss = points
        level = ((draw, draw),) if shootout is None else (shootout, (shootout[1], shootout[0]))
        decided = ((win, loss), (loss, win))
        paid = [ours for ours, _theirs in level + decided]
        return cls(win, loss, level, decided, max(paid), min(paid))


def ranges(
    points: Mapping[str, float],
    remaining: Sequence[Fixture],
    scheme: Points = (3, 1, 0),
    *,
    shootout: tuple[float, float] | None = None,
    ranks: Mapping[str, int] | None = None,
    steps: int = STEPS,
) -> dict[str, Range]:
    """Return entrant -> the range of its final place, from the current ``points`` and the matches ``remaining``.

    ``shootout``: as in the table's ``Rules``, never more than a win or less than a defeat. ``ranks``: the table's own
    ranks, final once nothing remains. Deductions to come, and matches that are void or awarded to nobody in the end,
    are not foreseen.
    """
    if not remaining and ranks:
        return {point: Range(ranks[point], ranks[point], True) for point in points}
    budget, pays = _Budget(steps), _Scheme.of(scheme, shootout)
    return {point: _range(point, points, remaining, pays, budget.share(len(points))) for point in points}


def _range(
    entrant: str, points: Mapping[str, float], remaining: Sequence[Fixture], scheme: _Scheme, budget: _Budget
) -> Range:
    win, loss = scheme.win, scheme.loss
    left = sum(entrant in match for match in remaining)
    elsewhere = [match for match in remaining if entrant not in match]
    most, least = points[entrant] + left * scheme.most, points[entrant] + left * scheme.least
    down: dict[str, float] = {other: points[other] for other in points if other != entrant}
    up = dict(down)
    for match in remaining:
        if entrant in match:
            other = match[0] if match[1] == entrant else match[1]
            down[other] += loss
            up[other] += win
    if len(elsewhere) > DEEPEST:
        budget = _Budget(0)
    best = _fewest_above(down, elsewhere, scheme, most, budget)
    worst = _most_at_or_above(up, elsewhere, scheme, least, budget)
    return Range(best + 1, worst + 1, not budget.exceeded)


class OutOfSteps(Exception):
    """The search exceeded its budget."""


class _Budget:
    def __init__(self, steps: int) -> None:
        self.steps = steps

    @property
    def exceeded(self) -> bool:
        return self.steps < 0

    def share(self, among: int) -> _Budget:
        return _Budget(self.steps // among)

    def spend(self) -> None:
        self.steps -= 1
        if self.exceeded:
            raise OutOfSteps


def _fewest_above(
    points: Mapping[str, float], matches: Sequence[Fixture], scheme: _Scheme, most: float, budget: _Budget
) -> int:
    """Return how few of ``points`` must end with more than ``most``, or fewer where the budget is exceeded."""
    surely = [other for other, have in points.items() if have > most]
    can = [other for other in points if other not in surely and _reach(other, points, matches, scheme) > most]
    can.sort(key=lambda other: (-points[other], other))
    with suppress(OutOfSteps):
        for extra in range(len(can) + 1):
            choices = combinations(can, extra)
            if any(_can_stay(points, matches, scheme, most, {*surely, *rivals}, budget) for rivals in choices):
                break
    return len(surely) + extra


def _most_at_or_above(
    points: Mapping[str, float], matches: Sequence[Fixture], scheme: _Scheme, least: float, budget: _Budget
) -> int:
    """Return how many of ``points`` can end with ``least`` or more together, or more where the budget is exceeded."""
    surely = [other for other, have in points.items() if have >= least]
    can = [other for other in points if other not in surely and _reach(other, points, matches, scheme) >= least]
    can.sort(key=lambda other: (points[other], other))
    with suppress(OutOfSteps):
        for short in range(len(can) + 1):
            choices = ([other for other in can if other not in dropped] for dropped in combinations(can, short))
            if any(_can_reach(points, matches, scheme, least, chosen, budget) for chosen in choices):
                break
    return len(surely) + len(can) - short


def _reach(other: str, points: Mapping[str, float], matches: Sequence[Fixture], scheme: _Scheme) -> float:
    return points[other] + scheme.most * sum(other in match for match in matches)


def _can_stay(
    points: Mapping[str, float],
    matches: Sequence[Fixture],
    scheme: _Scheme,
    most: float,
    free: set[str],
    budget: _Budget,
) -> bool:
    """Return whether all but ``free`` can end at ``most`` or below: the free win their matches."""
    budget.spend()
    slack = {other: most - have for other, have in points.items() if other not in free}
    open_matches = []
    for home, away in matches:
        if home in slack and away in slack:
            open_matches.append((home, away))
        elif home in slack or away in slack:
            slack[home if home in slack else away] -= scheme.loss
    if any(room < 0 for room in slack.values()):
        return False
    return _fits(slack, _hardest_first(open_matches, slack), 0, scheme, budget)


def _fits(slack: dict[str, float], matches: Sequence[Fixture], at: int, scheme: _Scheme, budget: _Budget) -> bool:
    """Return whether the matches from ``at`` on have outcomes within everybody's room."""
    if at == len(matches):
        return True
    budget.spend()
    home, away = matches[at]
    for ours, theirs in scheme.level + scheme.decided:
        if ours <= slack[home] and theirs <= slack[away]:
            slack[home] -= ours
            slack[away] -= theirs
            fits = _room_left(slack, matches, at + 1, scheme) and _fits(slack, matches, at + 1, scheme, budget)
            slack[home] += ours
            slack[away] += theirs
            if fits:
                return True
    return False


def _room_left(slack: Mapping[str, float], matches: Sequence[Fixture], at: int, scheme: _Scheme) -> bool:
    """Return whether there is room for the fewest points that all remaining matches together can pay."""
    fewest = min(map(sum, scheme.level + scheme.decided))
    here = {other for match in matches[at:] for other in match}
    return sum(slack[other] for other in here) >= fewest * (len(matches) - at)


def _can_reach(
    points: Mapping[str, float],
    matches: Sequence[Fixture],
    scheme: _Scheme,
    least: float,
    chosen: list[str],
    budget: _Budget,
) -> bool:
    """Return whether all of ``chosen`` can end at ``least`` or above: against the others they win."""
    budget.spend()
    need = {other: least - points[other] for other in chosen}
    open_matches = []
    for home, away in matches:
        if home in need and away in need:
            open_matches.append((home, away))
        elif home in need or away in need:
            need[home if home in need else away] -= scheme.win
    return _serves(
        need, _hardest_first(open_matches, {other: -want for other, want in need.items()}), 0, scheme, budget
    )


def _serves(need: dict[str, float], matches: Sequence[Fixture], at: int, scheme: _Scheme, budget: _Budget) -> bool:
    """Return whether the matches from ``at`` on can give everybody their missing points."""
    left: dict[str, int] = {}
    for match in matches[at:]:
        for other in match:
            left[other] = left.get(other, 0) + 1
    if any(want > scheme.win * left.get(other, 0) for other, want in need.items()):
        return False
    most = max(map(sum, scheme.level + scheme.decided))
    if sum(want for want in need.values() if want > 0) > most * (len(matches) - at):
        return False
    if at == len(matches):
        return True
    budget.spend()
    home, away = matches[at]
    for ours, theirs in scheme.decided + scheme.level:
        need[home] -= ours
        need[away] -= theirs
        serves = _serves(need, matches, at + 1, scheme, budget)
        need[home] += ours
        need[away] += theirs
        if serves:
            return True
    return False


def _hardest_first(matches: Sequence[Fixture], room: Mapping[str, float]) -> list[Fixture]:
    return sorted(matches, key=lambda match: (min(room[match[0]], room[match[1]]), match))
