"""From results to the numbers of a table: played, won, goals, points, and the figures of further criteria.

A result names the home side and the score (extra time included, a shootout never). ``awarded`` gives the points to a
side whatever the score is (a resignation, a walkover, a ruling), or to nobody. Deductions are entries of a ledger
with a reason, never changed results. Disciplinary points are counted from the cards shown, on a scale that is data.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, NamedTuple, TypeAlias

Points: TypeAlias = tuple[float, float, float]
"""For a win, a draw, a defeat."""

Awarded: TypeAlias = Literal["", "home", "away", "nobody"]

Scale: TypeAlias = Mapping[str, int]
"""Disciplinary points of each kind of card."""

BOUNDLESS: Final = 1_000_000.0
"""The goal average of an entrant who scored and conceded nothing: above all others, as JSON has no infinity."""

FIFA_CARDS: Final[Scale] = {"yellow": 1, "second_yellow": 3, "red": 4, "yellow_and_red": 5}


class Shootout(NamedTuple):
    """The shootout of a drawn match, where tables pay for it. The match stays drawn, and the kicks are no goals."""

    winner: Literal["home", "away"]
    points: tuple[float, float]
    """Of its winner and of its loser, in place of those of a draw."""


@dataclass(frozen=True, slots=True)
class Result:
    """One match that counts, or one tie of two legs. ``home`` and ``away`` are ids of entrants."""

    home: str
    away: str
    home_goals: int
    away_goals: int
    matchday: int = 0
    awarded: Awarded = ""
    """The side with the points, whatever the score; empty: as the score says."""
    unplayed: bool = False
    """True for a walkover."""
    shootout: Shootout | None = None
    """None: there was none, or it pays nothing."""
    conceded: int = 0
    """Goals against both sides that nobody has scored: those of a defeat for both."""
    neutral: bool = False
    """True for a tie of two legs: each side was at home once, so nothing of it counts as won or scored away."""

    @property
    def winner(self) -> Awarded:
        """Return the side that has won the match; empty for a draw."""
        if self.awarded or self.home_goals == self.away_goals:
            return self.awarded
        return "home" if self.home_goals > self.away_goals else "away"


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
    shootouts_won: int = 0
    """Of the drawn matches, those with a shootout that pays (``Shootout``) and was won."""
    shootouts_lost: int = 0
    rounding: float = 0
    """Points taken by rounding the half that is carried from an earlier stage; below zero: given."""

    @property
    def goal_difference(self) -> int:
        """Goals scored less goals conceded."""
        return self.goals_for - self.goals_against

    @property
    def goal_average(self) -> float:
        """Goals scored for each one conceded; without any goal 1, as many of the ones as of the others.

        Two that differ stay apart as floats: their goals have at most six digits, and a float more than twice as many.
        """
        if not self.goals_against:
            return BOUNDLESS if self.goals_for else 1.0
        return self.goals_for / self.goals_against

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


@dataclass(frozen=True, slots=True)
class Carried:
    """The share of an earlier stage that an entrant brings into a table, beside the points of the entry."""

    points: float
    """All its points there, before any halving."""
    rounding: float = 0
    """Points taken by rounding the half (½), or given (−½)."""
    tally: Tally | None = None
    """Its matches there with their points, where they count in the table too."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A ledger entry: points taken (negative) or given back, the reason, and its first day (ISO date).

    A matchday may come later by the calendar than by its number, so the ledger is dated by days. The points of a bye
    have its kind as the reason and its round, those carried from an earlier stage say how many of which they are.
    """

    entrant: str
    points: float
    reason: str = ""
    since: str = ""
    round: int = 0
    carried: Carried | None = None


Venue: TypeAlias = Literal["", "home", "away"]
"""Matches that count for an entrant: all, those at home, those away."""


def tally(entrants: Iterable[str], results: Iterable[Result], points: Points, venue: Venue = "") -> dict[str, Tally]:
    """Count the numbers of each of ``entrants``. Raises KeyError for a result of an unknown entrant."""
    tallies = {entrant: Tally() for entrant in entrants}
    for result in results:
        home, away = tallies[result.home], tallies[result.away]
        if venue and result.neutral:
            continue
        if venue:
            home, away = (home, Tally()) if venue == "home" else (Tally(), away)
        ours, theirs = result.home_goals, result.away_goals
        home.goals_for += ours
        home.goals_against += theirs + result.conceded
        away.goals_for += theirs
        away.goals_against += ours + result.conceded
        winner, paid_points = result.winner, paid(result, points)
        for row, letter, points_got in zip((home, away), LETTERS[winner], paid_points, strict=True):
            row.played += 1
            row.won += letter == "W"
            row.drawn += letter == "D"
            row.lost += letter == "L"
            row.points += points_got
            row.form.append(letter)
        if not result.neutral:
            away.away_played += 1
            away.away_won += winner == "away"
            away.away_points += paid_points[1]
            away.away_goals_for += theirs
            away.away_goals_against += ours + result.conceded
        if result.shootout:
            first, second = (home, away) if result.shootout.winner == "home" else (away, home)
            first.shootouts_won += 1
            second.shootouts_lost += 1
    return tallies


LETTERS: Final[Mapping[Awarded, tuple[str, str]]] = {
    "home": ("W", "L"),
    "away": ("L", "W"),
    "nobody": ("L", "L"),
    "": ("D", "D"),
}
"""What the form says of home and away."""


def paid(result: Result, points: Points) -> tuple[float, float]:
    """Return what ``result`` pays to home and to away."""
    win, draw, defeat = points
    winner = result.winner
    if winner == "nobody":
        return defeat, defeat
    if winner:
        return (win, defeat) if winner == "home" else (defeat, win)
    if result.shootout is None:
        return draw, draw
    first, second = result.shootout.points
    return (first, second) if result.shootout.winner == "home" else (second, first)


def adjusted(points: Mapping[str, float], adjustments: Iterable[Adjustment]) -> dict[str, float]:
    """Return the displayed points: the raw ones and the ledger together."""
    counted_points = dict(points)
    for entry in adjustments:
        counted_points[entry.entrant] += entry.points
    return counted_points


def adjust(tallies: Mapping[str, Tally], adjustments: Iterable[Adjustment]) -> None:
    """Add the ledger to the points of ``tallies``, and to their matches what is carried from an earlier stage."""
    for entry in adjustments:
        row = tallies[entry.entrant]
        if entry.carried is not None:
            row.rounding += entry.carried.rounding
            if entry.carried.tally is not None:
                _add(row, entry.carried.tally)
        row.points += entry.points
        row.adjustment += entry.points


def _add(row: Tally, before: Tally) -> None:
    """Add the matches of an earlier stage to ``row``."""
    for figure in fields(Tally):
        setattr(row, figure.name, getattr(before, figure.name) + getattr(row, figure.name))


CarriedPoints: TypeAlias = Literal["all", "half_up", "half_down"]
"""The share of an earlier stage's points that counts: all, or half of them rounded to whole points."""


def carry(entrant: str, before: Tally, counted: CarriedPoints, *, matches: bool = False) -> Adjustment:
    """Return the entry with which ``entrant`` begins a table after its figures ``before`` in the stage before.

    ``matches``: they count too, and the entry has what halving takes from their points.
    """
    points, half = before.points, before.points / 2
    match counted:
        case "half_up":
            points = ceil(half)
        case "half_down":
            points = floor(half)
    rounding = 0 if counted == "all" else half - points
    carried = Carried(before.points, rounding, replace(before, rounding=0) if matches else None)
    return Adjustment(entrant, points - before.points if matches else points, counted, carried=carried)


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
