"""Projection of a season: its remaining matches are played thousands of times at random, and final places counted.

An estimate, to be labelled as one: certainties come from ``bounds``. Strength is football Elo, learnt from the
results so far (or given); goals are Poisson with the competition's own averages, shifted by the difference of
strength; either side wins a shootout as often. Each season is ranked by the competition's own criteria: the sums that
open the list order everybody, and the full code of ``ranking`` separates entrants still level. The seed makes it
repeatable.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from math import exp
from random import Random
from typing import Final

from league.ratings import football_elo
from league.standings.bounds import Fixture
from league.standings.criteria import CRITERIA, HeadToHead
from league.standings.figures import Adjustment, Result, Shootout, Tally, adjust, tally
from league.standings.ranking import Matches, rank
from league.standings.table import KnownFigures, Rules

START: Final = 1500.0
K: Final = 20.0
USUAL_GOALS: Final = (1.4, 1.1)
"""Goals of home and away before anything has been played."""
USUAL_WEIGHT: Final = 10
"""Number of matches for which the usual goals count."""
MOST_GOALS: Final = 9


@dataclass(frozen=True, slots=True)
class Projection:
    """``ranks[entrant][k - 1]``: share (0 to 1) of seasons ending at place k; ``points``: mean of points."""

    runs: int
    ranks: dict[str, list[float]]
    points: dict[str, float]

    def chance(self, entrant: str, place: int) -> float:
        """Return the share of seasons in which ``entrant`` ended at ``place`` or better."""
        return sum(self.ranks[entrant][:place])


def strengths(entrants: Sequence[str], results: Sequence[Result], home_advantage: float = 60.0) -> dict[str, float]:
    """Return football Elo of each entrant after ``results`` in their order, everybody from 1500."""
    now = dict.fromkeys(entrants, START)
    for result in results:
        score = (result.home_goals, result.away_goals)
        gained = football_elo.change(now[result.home], now[result.away], score, K, home_advantage)
        now[result.home] += gained
        now[result.away] -= gained
    return now


def project(
    entrants: Sequence[str],
    results: Sequence[Result],
    remaining: Sequence[Fixture],
    rules: Rules,
    *,
    seed: int,
    runs: int,
    ratings: Mapping[str, float] | None = None,
    adjustments: Sequence[Adjustment] = (),
    facts: Mapping[str, Mapping[str, float]] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Projection:
    """Play ``remaining`` ``runs`` times. ``progress`` is called now and then with the number of seasons done."""
    chance = Random(seed)
    strong = ratings or strengths(entrants, results)
    scores = [_scores(match, strong, _averages(results), chance, runs) for match in remaining]
    season = _Season(entrants, results, remaining, rules, adjustments, facts or {})
    ranks = {entrant: [0] * len(entrants) for entrant in entrants}
    points = dict.fromkeys(entrants, 0.0)
    for run in range(runs):
        order, points_of_run = season.play([column[run] for column in scores], chance)
        for place, entrant in enumerate(order):
            ranks[entrant][place] += 1
            points[entrant] += points_of_run[entrant]
        if progress and run % 500 == 499:
            progress(run + 1)
    return Projection(
        runs,
        {entrant: [times / runs for times in many] for entrant, many in ranks.items()},
        {entrant: total / runs for entrant, total in points.items()},
    )


def _averages(results: Sequence[Result]) -> tuple[float, float]:
    """Return mean goals of home and away sides here, pulled towards the usual while few matches are played."""
    count = len(results) + USUAL_WEIGHT
    home = (sum(result.home_goals for result in results) + USUAL_GOALS[0] * USUAL_WEIGHT) / count
    away = (sum(result.away_goals for result in results) + USUAL_GOALS[1] * USUAL_WEIGHT) / count
    return max(home, 0.2), max(away, 0.2)


def _scores(
    match: Fixture, strong: Mapping[str, float], averages: tuple[float, float], chance: Random, runs: int
) -> list[tuple[int, int]]:
    """Return the score of ``match`` in each run. The ratio of the two means is the odds that Elo gives."""
    shift = 10 ** ((strong[match[0]] - strong[match[1]]) / 800)
    home, away = _poisson(averages[0] * shift), _poisson(averages[1] / shift)
    goals = range(MOST_GOALS + 1)
    weights = list(accumulate(home[ours] * away[theirs] for ours in goals for theirs in goals))
    return chance.choices([(ours, theirs) for ours in goals for theirs in goals], cum_weights=weights, k=runs)


def _poisson(mean: float) -> list[float]:
    mean = min(mean, 6.0)
    chances = [exp(-mean)]
    for goals in range(1, MOST_GOALS + 1):
        chances.append(chances[-1] * mean / goals)
    return chances


class _Season:
    """Shared state of all runs: the numbers so far, and the ordering of a finished season."""

    def __init__(
        self,
        entrants: Sequence[str],
        results: Sequence[Result],
        remaining: Sequence[Fixture],
        rules: Rules,
        adjustments: Sequence[Adjustment],
        facts: Mapping[str, Mapping[str, float]],
    ) -> None:
        self.entrants, self.results, self.rules, self.facts = list(entrants), list(results), rules, facts
        self.number = {entrant: at for at, entrant in enumerate(self.entrants)}
        self.matches = [(self.number[home], self.number[away]) for home, away in remaining]
        self.fixtures = list(remaining)
        self.no_shootouts = [None] * len(self.fixtures)
        before = tally(entrants, results, rules.points)
        adjust(before, adjustments)
        self.adjustments = adjustments
        self.points = [before[entrant].points for entrant in self.entrants]
        self.scored = [before[entrant].goals_for for entrant in self.entrants]
        self.conceded = [before[entrant].goals_against for entrant in self.entrants]
        self.won = [before[entrant].won for entrant in self.entrants]
        self.leading = self._leading()

    def _leading(self) -> list[str]:
        """Return the leading criteria that are sums, kept while a season is played."""
        names = []
        for criterion in self.rules.criteria:
            if isinstance(criterion, HeadToHead) or criterion.name in self.facts:
                break
            if criterion.name not in ("points", "goal_difference", "goals_for", "goals_against", "wins"):
                break
            names.append(criterion.name)
        return names

    def play(self, scores: Sequence[tuple[int, int]], chance: Random) -> tuple[list[str], dict[str, float]]:
        """Return the order of the season with these ``scores``, and everybody's points."""
        points, scored = self.points.copy(), self.scored.copy()
        conceded, won = self.conceded.copy(), self.won.copy()
        win, draw, loss = self.rules.points
        shootouts = self._shootouts(scores, chance)
        for (home, away), (ours, theirs), kicks in zip(self.matches, scores, shootouts, strict=True):
            scored[home] += ours
            scored[away] += theirs
            conceded[home] += theirs
            conceded[away] += ours
            if ours > theirs:
                points[home] += win
                points[away] += loss
                won[home] += 1
            elif ours < theirs:
                points[away] += win
                points[home] += loss
                won[away] += 1
            elif kicks is not None:
                first, second = (home, away) if kicks.winner == "home" else (away, home)
                points[first] += kicks.points[0]
                points[second] += kicks.points[1]
            else:
                points[home] += draw
                points[away] += draw
        columns: Mapping[str, Sequence[float]] = {
            "points": points,
            "goal_difference": [ours - theirs for ours, theirs in zip(scored, conceded, strict=True)],
            "goals_for": scored,
            "goals_against": conceded,
            "wins": won,
        }
        signed = [(columns[name], 1 if CRITERIA[name].lower_is_better else -1) for name in self.leading]
        keys = [tuple(sign * column[at] for column, sign in signed) for at in range(len(points))]
        return self._order(keys, scores, shootouts, chance), dict(zip(self.entrants, points, strict=True))

    def _shootouts(self, scores: Sequence[tuple[int, int]], chance: Random) -> Sequence[Shootout | None]:
        """Return the shootout of each match, if there is one that pays."""
        pays = self.rules.shootout
        if pays is None:
            return self.no_shootouts
        return [
            Shootout("home" if chance.random() < 0.5 else "away", pays) if ours == theirs else None
            for ours, theirs in scores
        ]

    def _order(
        self,
        keys: Sequence[tuple[float, ...]],
        scores: Sequence[tuple[int, int]],
        shootouts: Sequence[Shootout | None],
        chance: Random,
    ) -> list[str]:
        order: list[str] = []
        season: list[Result] | None = None
        tallies: dict[str, Tally] = {}
        for _, several in groupby(sorted(range(len(keys)), key=keys.__getitem__), key=keys.__getitem__):
            level = [self.entrants[at] for at in several]
            if len(level) == 1:
                order += level
                continue
            if season is None:
                season = self._results(scores, shootouts)
                tallies = tally(self.entrants, season, self.rules.points)
                adjust(tallies, self.adjustments)
            lots = chance.sample(level, len(level))
            order += self._separated(season, tallies, lots)
        return order

    def _results(self, scores: Sequence[tuple[int, int]], shootouts: Sequence[Shootout | None]) -> list[Result]:
        return self.results + [
            Result(home, away, ours, theirs, shootout=kicks)
            for (home, away), (ours, theirs), kicks in zip(self.fixtures, scores, shootouts, strict=True)
        ]

    def _separated(self, season: Sequence[Result], tallies: Mapping[str, Tally], lots: Sequence[str]) -> list[str]:
        """Order the entrants of ``lots`` by the whole list of criteria, and those still level in the order of lots."""
        figures = KnownFigures(tallies, season, self.facts)
        ranking = rank(lots, self.rules.criteria, figures, Matches(season, self.rules.points), lots)
        return ranking.order
