"""Win expectations from goals to come: a goal soon by the position, the rest of the match by rates and its terms.

Fitted numbers say how likely each side scores next and soon, from features of the position; how often goals fall in
open play; and how likely the side that kicks off scores soon. A chain from goal to goal then ends the match by its
score and the terms of the leg, so that carry, away goals and limits of goals need no fit of their own. Both sides have
the same numbers: swapping them swaps win and loss exactly.
"""

import json
import math
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.core.shootouts import FIRST_KICKS, outcome, shootout_winner
from engines.values import DRAWN, LOST, WON, Card, Expectation

FAR: Final = 9
"""Goals ahead that settle a match without a limit of goals."""
Features = Sequence[float]


class Leg(NamedTuple):
    """The terms and limits by which a position's match ends."""

    draws_allowed: bool
    carry: tuple[int, int]
    away_goals: bool
    extra: bool = False
    """Extra time is being played."""
    goals: int = 0
    """Goals of both sides that end the match; 0: no such limit."""
    to_win: int = 0
    """Goals of one side that end it."""
    golden: bool = False
    """The next goal ends it."""
    refill: int = 0
    """Steps left after each goal, where time runs from goal to goal."""
    extra_time: bool = True
    """It follows a level match that needs a winner."""
    level_stands: bool = False
    """No shootout follows."""


def leg_of(terms: dict[str, Any], **limits: Any) -> Leg:  # JSON values; the fields of Leg
    carry = terms["carry"]
    after = {"extra_time": terms["extra_time"], "level_stands": terms.get("level_stands", False)}
    return Leg(terms["draws_allowed"], (carry["home"], carry["away"]), terms["away_goals"], **after, **limits)


class Numbers(NamedTuple):
    """A game's fitted numbers."""

    rate: float
    """Goals of a side in one step of open play."""
    swing: float
    """Logarithm of the rate's change by one unit of advantage."""
    kick_off: tuple[float, float]
    """Probability that the next goal is soon, by the side that kicks off and by the other."""
    weights: tuple[float, ...]
    """By feature: weight in the logit of scoring next and soon."""
    tilts: tuple[float, ...]
    """By feature: weight in the odds of the result, for what lasts longer."""


def mixed(parts: Sequence[tuple[float, Expectation]]) -> Expectation:
    win = draw = loss = 0.0
    for share, (by_win, by_draw, by_loss) in parts:
        win += share * by_win
        draw += share * by_draw
        loss += share * by_loss
    return Expectation(win, draw, loss)


def between(left: float, at: Callable[[int], Expectation]) -> Expectation:
    """Interpolate between the whole numbers of steps around ``left``."""
    low = int(left)
    share = left - low
    return mixed(((1 - share, at(low)), (share, at(low + 1)))) if share else at(low)


LEVEL: Final = Expectation(0.5, 0.0, 0.5)
"""A level match that goes on: extra time and shootout favour nobody."""


class Chain:
    """Expectations from goal to goal in one leg at one advantage, each computed once."""

    def __init__(self, numbers: Numbers, leg: Leg, advantage: int, soon: int) -> None:
        self.leg, self.soon, self.first = leg, soon, numbers.kick_off
        swing = math.exp(numbers.swing * advantage)
        self.rates = (numbers.rate * swing, numbers.rate / swing)
        self.known: dict[tuple[int, int, int], Expectation] = {}
        self.begun: dict[tuple[int, int, int, int], Expectation] = {}
        carry = leg.carry
        self.by_lead = not (leg.goals or leg.to_win or leg.away_goals)
        """Return whether only the difference of goals counts."""
        self.terms = {
            "draws_allowed": leg.draws_allowed,
            "carry": {"home": carry[0], "away": carry[1]},
            "away_goals": leg.away_goals,
            "extra_time": leg.extra_time,
            "level_stands": leg.level_stands,
        }

    def ended(self, home: int, away: int) -> Expectation:
        decided = outcome((home, away), self.terms, "", extra=self.leg.extra)
        if decided is None:
            return LEVEL
        return DRAWN if decided[0] < 0 else WON if decided[0] == 0 else LOST

    def scored(self, home: int, away: int, side: int, left: float) -> Expectation:
        """Return what to expect when ``side`` has just scored: the other side kicks off."""
        leg = self.leg
        if (
            leg.golden
            or (leg.goals and home + away >= leg.goals)
            or (leg.to_win and max(home, away) >= leg.to_win)
            or (not leg.goals and not leg.to_win and abs(home - away) >= FAR + abs(leg.carry[0] - leg.carry[1]))
        ):
            return self.ended(home, away)
        if self.by_lead:
            home, away = home - away, 0
        left = float(leg.refill) if leg.refill else max(0.0, left)
        return between(left, lambda steps: self._kicked(home, away, 1 - side, steps))

    def going_on(self, home: int, away: int, left: float) -> Expectation:
        """Return what to expect in open play with ``left`` steps to go."""
        if self.by_lead:
            home, away = home - away, 0
        return between(max(0.0, left), lambda steps: self._open(home, away, steps))

    def _kicked(self, home: int, away: int, side: int, steps: int) -> Expectation:
        key = (home, away, side, steps)
        known = self.begun.get(key)
        if known is None:
            time = min(1.0, steps / self.soon)
            own, other = self.first[0] * time, self.first[1] * time
            by_home, by_away = (own, other) if side == 0 else (other, own)
            rest = max(0, steps - self.soon)
            parts = [(1 - own - other, self._open(home, away, rest))]
            if steps:
                parts.append((by_home, self.scored(home + 1, away, 0, max(rest, steps - 1 - self.soon // 2))))
                parts.append((by_away, self.scored(home, away + 1, 1, max(rest, steps - 1 - self.soon // 2))))
            known = self.begun[key] = mixed(parts)
        return known

    def _open(self, home: int, away: int, steps: int) -> Expectation:
        if steps == 0:
            return self.ended(home, away)
        key = (home, away, steps)
        known = self.known.get(key)
        if known is None:
            by_home, by_away = self.rates
            known = self.known[key] = mixed(
                (
                    (1 - by_home - by_away, self._open(home, away, steps - 1)),
                    (by_home, self.scored(home + 1, away, 0, steps - 1)),
                    (by_away, self.scored(home, away + 1, 1, steps - 1)),
                )
            )
        return known


class Situation(NamedTuple):
    """A position in the terms of the model."""

    leg: Leg
    score: tuple[int, int]
    left: float
    """Steps to the end of the match, or to the end without another goal."""
    advantage: int
    """Home's lasting advantage, in men or so."""
    features: tuple[Features, Features]
    """Numbers of home and away, each seen from its own side."""


def shares(weights: Features, features: tuple[Features, Features]) -> tuple[float, float]:
    """Return the probabilities that home, away scores next and soon."""
    home = math.exp(min(12.0, sum(map(mul, weights, features[0]))))
    away = math.exp(min(12.0, sum(map(mul, weights, features[1]))))
    return home / (1 + home + away), away / (1 + home + away)


def tilt(tilts: Features, features: tuple[Features, Features]) -> float:
    by: float = sum(map(mul, tilts, features[0])) - sum(map(mul, tilts, features[1]))
    return by


def tilted(plain: Expectation, by: float) -> Expectation:
    """Multiply home's odds by e^``by``, away's by its inverse: what is certain stays certain."""
    up = math.exp(by)
    win, loss = plain.win * up, plain.loss / up
    total = win + plain.draw + loss
    return Expectation(win / total, plain.draw / total, loss / total)


class Model:
    """A game's expectations from its fitted numbers."""

    def __init__(self, slug: str, soon: int, numbers: Numbers | None = None) -> None:
        self.slug, self.soon = slug, soon
        """``soon``: steps within which a goal is soon."""
        if numbers is not None:
            self.numbers = numbers
        self.chain = cache(self._chain)

    @cached_property
    def numbers(self) -> Numbers:
        return load(self.slug)

    def _chain(self, leg: Leg, advantage: int) -> Chain:
        return Chain(self.numbers, leg, advantage, self.soon)

    def branches(self, at: Situation) -> tuple[Expectation, Expectation, Expectation]:
        """Return what to expect after a goal of home soon, of away, and without one."""
        chain = self.chain(at.leg, at.advantage)
        (home, away), left = at.score, at.left
        after = left - self.soon / 2
        return (
            chain.scored(home + 1, away, 0, after),
            chain.scored(home, away + 1, 1, after),
            chain.going_on(home, away, left - self.soon),
        )

    def expect(self, at: Situation) -> Expectation:
        by_home, by_away = shares(self.numbers.weights, at.features)
        after_home, after_away, without = self.branches(at)
        plain = mixed(((by_home, after_home), (by_away, after_away), (1 - by_home - by_away, without)))
        return tilted(plain, tilt(self.numbers.tilts, at.features))


def hurry(left: float, soon: int) -> float:
    """Return the logarithm of the share of "soon" that is left: 0 while there is time, -4 at the end."""
    return math.log(max(0.018, min(1.0, left / soon)))


Kicks = tuple[tuple[bool, ...], tuple[bool, ...]]


def shootout(kicks: Kicks, side: int, scores: float) -> Expectation:
    """Return what to expect of a shootout: ``side`` kicks next, each kick scores with probability ``scores``."""
    win = _shootout(sum(kicks[0]), sum(kicks[1]), len(kicks[0]), len(kicks[1]), side, scores)
    return Expectation(win, 0.0, 1.0 - win)


@cache
def _shootout(home: int, away: int, taken: int, other: int, side: int, scores: float) -> float:
    kicks = (_listed(home, taken), _listed(away, other))
    winner = shootout_winner(kicks)
    if winner >= 0:
        return 1.0 - winner
    if taken == other and taken >= FIRST_KICKS:
        return 0.5
    if side == 0:
        return scores * _shootout(home + 1, away, taken + 1, other, 1, scores) + (1 - scores) * _shootout(
            home, away, taken + 1, other, 1, scores
        )
    return scores * _shootout(home, away + 1, taken, other + 1, 0, scores) + (1 - scores) * _shootout(
        home, away, taken, other + 1, 0, scores
    )


def _listed(goals: int, kicks: int) -> tuple[bool, ...]:
    return tuple(number < goals for number in range(kicks))


# ── what the fit wrote ──
def path_of(slug: str) -> Path:
    return Path(__file__).with_name(f"{slug}.json")


@cache
def _stored(slug: str) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(path_of(slug).read_text(encoding="utf-8"))
    return stored


def load(slug: str) -> Numbers:
    """Return the fitted numbers (docs/values.md)."""
    return numbers_of(_stored(slug))


def numbers_of(stored: dict[str, Any]) -> Numbers:
    first, second = stored["kick_off"]
    return Numbers(stored["rate"], stored["swing"], (first, second), *_columns(stored["weights"]))


def _columns(weights: dict[str, list[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return tuple(pair[0] for pair in weights.values()), tuple(pair[1] for pair in weights.values())


def card_of(slug: str) -> Card:
    card = _stored(slug)["card"]
    return Card("fitted", card["made"], card["rules_version"], card["data"], tuple(card["figures"].items()))
