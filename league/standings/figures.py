"""From results to the numbers of a table: played, won, goals, points, and the figures of further criteria.

A result names the home side and the score (extra time included, a shootout never). ``awarded`` gives the points to a
side whatever the score is (a resignation, a walkover, a ruling), or to nobody. Deductions are entries of a ledger
with a reason, never changed results. Disciplinary points are counted from the cards shown, on a scale that is data.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias

Points: TypeAlias = tuple[float, float, float]
"""For a win, a draw, a defeat."""

Scale: TypeAlias = Mapping[str, int]
"""Disciplinary points of each kind of card."""

FIFA_CARDS: Final[Scale] = {"yellow": 1, "second_yellow": 3, "red": 4, "yellow_and_red": 5}


@dataclass(frozen=True, slots=True)
class Result:
    """One match that counts. ``home`` and ``away`` are ids of entrants."""

    home: str
    away: str
    home_goals: int
    away_goals: int
    matchday: int = 0
    awarded: Literal["", "home", "away", "nobody"] = ""
    """The side with the points, whatever the score; empty: as the score says."""
    unplayed: bool = False
    """True for a walkover."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A ledger entry: points taken (negative) or given back, the reason, and its first day (ISO date).

    A matchday may come later by the calendar than by its number, so the ledger is dated by days. The points of a bye
    have its kind as the reason and its round.
    """

    entrant: str
    points: float
    reason: str = ""
    since: str = ""
    round: int = 0


@dataclass(slots=True)
class Tally:
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    points: float = 0
    away_played: int = 0
    away_points: float = 0
    away_won: int = 0
    away_goals_for: int = 0
    away_goals_against: int = 0
    adjustment: float = 0
    form: list[str] = field(default_factory=list)
    """``W``, ``D``, ``L`` in the order of the results."""

    @property
    def goal_difference(self) -> int:
        """Goals scored less goals conceded."""
        return self.goals_for - self.goals_against

    @property
    def points_per_game(self) -> float:
        return self.points / self.played if self.played else 0

    @property
    def weighted_points_per_game(self) -> float:
        """Return points a match as if there were equally many at home and away; deductions count by the match."""
        home_played, home_points = self.played - self.away_played, self.points - self.adjustment - self.away_points
        home, away = _per_match(home_points, home_played), _per_match(self.away_points, self.away_played)
        if not home_played or not self.away_played:
            home, away = home + away, home + away
        return float((home + away) / 2 + _per_match(self.adjustment, self.played))


def _per_match(points: float, played: int) -> Fraction:
    """Return ``points`` a match, exactly: 0/3 + 5/3 and 2/3 + 3/3 are one figure, and floats differ in the last bit."""
    return Fraction(points) / played if played else Fraction(0)


Venue: TypeAlias = Literal["", "home", "away"]
"""Matches that count for an entrant: all, those at home, those away."""


def tally(entrants: Iterable[str], results: Iterable[Result], points: Points, venue: Venue = "") -> dict[str, Tally]:
    """Count the numbers of each of ``entrants``. Raises KeyError for a result of an unknown entrant."""
    tallies = {entrant: Tally() for entrant in entrants}
    win, draw, defeat = points
    for result in results:
        home, away = tallies[result.home], tallies[result.away]
        if venue:
            home, away = (home, Tally()) if venue == "home" else (Tally(), away)
        ours, theirs = result.home_goals, result.away_goals
        home.played += 1
        away.played += 1
        away.away_played += 1
        before = away.points
        home.goals_for += ours
        home.goals_against += theirs
        away.goals_for += theirs
        away.goals_against += ours
        away.away_goals_for += theirs
        away.away_goals_against += ours
        awarded = result.awarded
        if awarded == "home" or (not awarded and ours > theirs):
            home.won += 1
            away.lost += 1
            home.points += win
            away.points += defeat
            home.form.append("W")
            away.form.append("L")
        elif awarded == "away" or (not awarded and ours < theirs):
            away.won += 1
            away.away_won += 1
            home.lost += 1
            away.points += win
            home.points += defeat
            home.form.append("L")
            away.form.append("W")
        elif awarded:
            home.lost += 1
            away.lost += 1
            home.points += defeat
            away.points += defeat
            home.form.append("L")
            away.form.append("L")
        else:
            home.drawn += 1
            away.drawn += 1
            home.points += draw
            away.points += draw
            home.form.append("D")
            away.form.append("D")
        away.away_points += away.points - before
    return tallies


def adjusted(points: Mapping[str, float], adjustments: Iterable[Adjustment]) -> dict[str, float]:
    """Return the displayed points: the raw ones and the ledger together."""
    counted_points = dict(points)
    for entry in adjustments:
        counted_points[entry.entrant] += entry.points
    return counted_points


def adjust(tallies: Mapping[str, Tally], adjustments: Iterable[Adjustment]) -> None:
    """Add the ledger to the points of ``tallies``."""
    for entry in adjustments:
        row = tallies[entry.entrant]
        row.points += entry.points
        row.adjustment += entry.points


def opponents(
    tallies: Mapping[str, Tally], results: Iterable[Result], figure: Callable[[Tally], float]
) -> dict[str, float]:
    """Sum ``figure`` over each entrant's opponents, once for each match against them."""
    values = {entrant: figure(row) for entrant, row in tallies.items()}
    total: dict[str, float] = dict.fromkeys(tallies, 0)
    for result in results:
        total[result.home] += values[result.away]
        total[result.away] += values[result.home]
    return total


def disciplinary(cards: Iterable[tuple[str, str]], scale: Scale = FIFA_CARDS) -> dict[str, float]:
    """Count disciplinary points from ``(entrant, kind of card)``. A kind missing in the scale counts nothing."""
    total: dict[str, float] = {}
    for entrant, kind in cards:
        total[entrant] = total.get(entrant, 0) + scale.get(kind, 0)
    return total


def until(results: Sequence[Result], matchday: int) -> list[Result]:
    return [result for result in results if result.matchday <= matchday]
