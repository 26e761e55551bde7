"""Ratings from finishing orders, of several players at once or of teams: the Plackett-Luce model.

After Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12
(2011), algorithm 4, with the paper's constants: mu 25, sigma mu / 3, beta sigma / 2, kappa 0.0001. Everybody has a
mean and a deviation; a team's are the sums over its members. ``tau`` is no part of the paper: it widens the
deviations before each match, so that old results fade (OpenSkill uses 25 / 300, the paper none).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
"""Standard deviation of one result around the strength."""
KAPPA: Final = 0.0001
"""Least share of a variance that is kept."""
OPENSKILL_TAU: Final = MU / 300


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength: its mean ``mu`` and deviation ``sigma``."""

    mu: float = MU
    sigma: float = SIGMA


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of the model; the paper's by default."""

    beta: float = BETA
    kappa: float = KAPPA
    tau: float = 0.0


PAPER: Final = Constants()


def update(
    teams: Sequence[Sequence[Rating]], ranks: Sequence[float] | None = None, constants: Constants = PAPER
) -> list[list[Rating]]:
    """Return the ratings after one match.

    ``ranks``: each team's place, 1 the best, equal for a tie; default: their order. Raises ValueError for an empty
    team, fewer than two, or a different number of ranks than teams.
    """
    places = list(range(len(teams))) if ranks is None else list(ranks)
    if len(teams) < 2 or len(places) != len(teams) or not all(teams):
        raise ValueError("two teams or more, nobody's empty, with one rank each")
    widened = [[Rating(rating.mu, sqrt(rating.sigma**2 + constants.tau**2)) for rating in team] for team in teams]
    changes = _changes(widened, places, constants)
    return [
        [_moved(rating, *change, constants.kappa) for rating in team]
        for team, change in zip(widened, changes, strict=True)
    ]


def _changes(
    teams: Sequence[Sequence[Rating]], places: Sequence[float], constants: Constants
) -> list[tuple[float, float]]:
    """Return each team's change of its mean by a unit of variance, and the share of the variance it loses."""
    means = [sum(rating.mu for rating in team) for team in teams]
    variances = [sum(rating.sigma**2 for rating in team) for team in teams]
    c = sqrt(sum(variance + constants.beta**2 for variance in variances))
    top = max(means)  # subtracted from every exponent: the ratios stay, and nothing overflows
    weights = [exp((mean - top) / c) for mean in means]
    behind = [sum(w for w, other in zip(weights, places, strict=True) if other >= place) for place in places]
    tied = [places.count(place) for place in places]
    changes = []
    for i, variance in enumerate(variances):
        omega = delta = 0.0
        for q in range(len(teams)):
            if places[q] > places[i]:
                continue
            chance = weights[i] / behind[q]
            omega += ((i == q) - chance) / tied[q]
            delta += chance * (1 - chance) / tied[q]
        gamma = sqrt(variance) / c
        changes.append((omega / c, gamma * delta / c**2))
    return changes


def _moved(rating: Rating, shift: float, shrink: float, kappa: float) -> Rating:
    variance = rating.sigma**2
    return Rating(rating.mu + variance * shift, rating.sigma * sqrt(max(1 - variance * shrink, kappa)))
