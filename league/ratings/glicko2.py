"""Glicko-2: a rating with its own uncertainty, one number for each player and game.

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net/glicko/glicko2.pdf); the step numbers beside the
code are the paper's. A match decided by a shootout is a draw here, and walkovers are not rated. Ratings are functions
of the log of results: replayed from the first match they come out the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178
TAU: Final = 0.5
"""Speed limit of the volatility (the paper: 0.3 to 1.2)."""
CONVERGED: Final = 1e-6
MAX_DEVIATION: Final = 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength.

    ``rating`` +- 2 ``deviation`` holds it with 95 %; ``volatility`` is its expected fluctuation.
    """

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Outcome:
    """One rated match: the opponent's rating before it, and the score: 1 a win, 0.5 a draw, 0 a defeat."""

    opponent: Rating
    score: float


def expected(player: Rating, opponent: Rating) -> float:
    """Return the expected score of ``player`` against ``opponent``, between 0 and 1."""
    return 1 / (1 + exp(-_g(opponent.deviation / SCALE) * (player.rating - opponent.rating) / SCALE))


def estimate(player: Rating, outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Return the rating's variance ``v`` by these matches alone (step 3), and the improvement ``delta`` (step 4)."""
    weight, surprise = 0.0, 0.0
    for outcome in outcomes:
        g = _g(outcome.opponent.deviation / SCALE)
        hoped = expected(player, outcome.opponent)
        weight += g * g * hoped * (1 - hoped)
        surprise += g * (outcome.score - hoped)
    v = 1 / weight
    return v, v * surprise


def update(player: Rating, outcomes: Sequence[Outcome], tau: float = TAU) -> Rating:
    """Return ``player`` after one rating period with ``outcomes``; without any, only the deviation grows (step 6)."""
    if not outcomes:
        return aged(player, 1)
    v, delta = estimate(player, outcomes)
    phi = player.deviation / SCALE
    volatility = _volatility(phi, player.volatility, v, delta, tau)
    before = sqrt(phi * phi + volatility * volatility)
    after = 1 / sqrt(1 / (before * before) + 1 / v)  # step 7
    rating = player.rating + SCALE * after * after * delta / v
    return Rating(rating, min(SCALE * after, MAX_DEVIATION), volatility)


def aged(player: Rating, periods: float) -> Rating:
    """Return ``player`` after ``periods`` without a match: the deviation grows, up to a newcomer's."""
    phi = player.deviation / SCALE
    grown = SCALE * sqrt(phi * phi + periods * player.volatility**2)
    return Rating(player.rating, min(grown, MAX_DEVIATION), player.volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Find the zero of the paper's f by the Illinois algorithm (step 5)."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau)

    low = a
    # Where delta is small the paper goes down in steps of tau until f is above 0. One is enough where tau is below 2:
    # the fraction in f is at least -1/2, the other term 1 / tau.
    high = log(delta * delta - phi * phi - v) if delta * delta > phi * phi + v else a - tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
