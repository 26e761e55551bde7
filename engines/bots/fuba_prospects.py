"""Prospects of the ball in FUBA: the exact expectation of the next target, with fitted values of what follows it.

A turn is computed from the rules: for each target and each initial value control is kept, lost or an event, the ball
die follows, and the team with the ball shoots or plays on. What playing on is worth, in expected goals, was fitted to
matches (docs/bots.md): it depends on where the ball and the men are, on the ball die and on who moves last.
"""

import json
from functools import cache
from operator import mul, sub
from pathlib import Path
from typing import Final, NamedTuple

from engines.fuba import phases
from engines.fuba.board import ADJACENT, BOX, DISTANCE, KEEPER, SHOOTING, SHOT_RANGE, ZONES
from engines.fuba.control import UNCOUNTED, offside_beyond
from engines.fuba.moves import TARGET_0
from engines.fuba.shots import modifiers
from engines.fuba.state import FROM_GOAL_KICK, NOBODY, State, zones_of
from engines.judging.fuba import CORNER_WORTH, MODIFIER, PENALTY_WORTH

FILE: Final = Path(__file__).with_name("fuba_prospects.json")
AREAS: Final = ("C1", "C2", "C3", "C4", "C5", "S1", "S2", "S3", "S4")
"""Zones as the team with the ball sees them; S for the sides, left or right."""
SINGLE: Final = ("always", "die", "die in range", "margin", "around", "last word", "goal kick", "held back")
FEATURES: Final = (*SINGLE, *(f"{what} {area}" for what in ("own", "their", "ball") for area in AREAS))
AFTER_GOAL: Final = 0.97
"""A goal, less what the opponents' kick-off is worth."""
FREE_KICKS: Final = {"C5": PENALTY_WORTH, "C4": 0.3, "S4": 0.2, "S3": 0.12}
ELSEWHERE: Final = 0.05
"""Value in goals of a free kick, by area and else; in the box it is a penalty."""
LAST: Final = (0.0, *((2 * die - 7) / 6 for die in range(1, 7)))
"""[initial value]: by how much the team moves last more often than first (FU-5.1)."""
EASIER: Final = ((0, 1, 2, 3, 4, 5, 6), (0, 1, 1, 2, 3, 4, 5))
"""[easy situation][initial value]: the ball die (FU-4.20)."""
NEAR: Final = tuple(tuple(zone for zone in range(13) if ADJACENT[here] >> zone & 1) for here in range(13))
AROUND: Final = tuple((zone, *near) for zone, near in enumerate(NEAR))
BETWEEN: Final = tuple(tuple(2 * max(0, steps - 1) for steps in row[:13]) for row in DISTANCE[:13])


def area(seat: int, zone: int) -> int:
    """Return the number in AREAS of a zone, as ``seat`` sees it."""
    column, row = ZONES[zone][0], int(ZONES[zone][1])
    if column == "C":
        return row - 1 if seat == 0 else 5 - row
    return 4 + (row if seat == 0 else 5 - row)


AREA: Final = tuple(tuple(area(seat, zone) for zone in range(13)) for seat in (0, 1))
AWARDED: Final = tuple(tuple(FREE_KICKS.get(AREAS[number], ELSEWHERE) for number in row) for row in AREA)
"""[seat][zone]: value in goals of a free kick or penalty there."""

Shot = tuple[float, float, float]
"""Chances of a goal, a corner and a goal kick."""


def _shot(added: int, ball_die: int) -> Shot:
    """Return the chances of a shot with these modifiers (FU-4.26, FU-4.27)."""
    need = ball_die - added
    if need >= 6:
        return 1 / 36, 0.0, 35 / 36
    goal, corner = (6 - max(0, need)) / 6, 1 / 6 if need >= 1 else 0.0
    return goal, corner, 1 - goal - corner


MOST_ADDED: Final = 12
SHOTS: Final = tuple(
    tuple(_shot(added, die) for die in range(7)) for added in (*range(MOST_ADDED + 1), *range(-MOST_ADDED, 0))
)
"""[modifiers][ball die]: chances of a shot; modifiers may be negative."""


class Weights:
    """Fitted values of playing on, by the seat with the ball and by zone."""

    def __init__(self, fitted: dict[str, float]) -> None:
        def by_zone(owner: str) -> list[list[float]]:
            return [[fitted[f"{owner} {AREAS[number]}"] for number in row] for row in AREA]

        self.own, self.their = by_zone("own"), by_zone("their")
        self.die = [
            [fitted["die"] + fitted["die in range"] * (SHOOTING[seat] >> zone & 1) for zone in range(13)]
            for seat in (0, 1)
        ]
        self.ball = [[worth + fitted["always"] for worth in row] for row in by_zone("ball")]
        self.margin, self.around, self.last_word = fitted["margin"], fitted["around"], fitted["last word"]
        self.goal_kick = fitted["goal kick"]


@cache
def weights() -> Weights:
    return Weights(json.loads(FILE.read_text(encoding="utf-8")))


def features(state: State) -> dict[str, float]:
    """Return what the value of playing on depends on, at the start of player movement, for the team with the ball."""
    seat, ball = state.attacking, state.ball
    own, their = _men(state, seat), _men(state, 1 - seat)
    sums = dict.fromkeys(FEATURES, 0.0)
    for zone, number in enumerate(AREA[seat]):
        sums[f"own {AREAS[number]}"] += own[zone] - (state.pieces[KEEPER[seat]] == zone == BOX[seat])
        sums[f"their {AREAS[number]}"] += their[zone] - (state.pieces[KEEPER[1 - seat]] == zone == BOX[1 - seat])
    sums[f"ball {AREAS[AREA[seat][ball]]}"] = sums["always"] = 1.0
    sums["die"] = float(state.ball_die)
    sums["die in range"] = sums["die"] * (SHOOTING[seat] >> ball & 1)
    sums["margin"] = float(MODIFIER[own[ball]][their[ball]])
    sums["around"] = float(sum(own[zone] - their[zone] for zone in (ball, *NEAR[ball])))
    home, away = state.dice
    sums["last word"] = float((home > away) - (home < away)) * (1 if seat == 0 else -1)
    sums["goal kick"] = float(state.restart == FROM_GOAL_KICK)
    if state.no_movement != NOBODY:
        sums["held back"] = 1.0 if state.no_movement == seat else -1.0
    return sums


def _men(state: State, seat: int) -> list[int]:
    return state.counts[18 * seat : 18 * seat + 13]


class Field:
    """The men of a position, and what of its value no target changes."""

    def __init__(self, state: State, weights: Weights) -> None:
        self.state, self.weights = state, weights
        self.seat = seat = state.attacking
        self.men = (_men(state, 0), _men(state, 1))
        self.home = tuple(state.pieces[KEEPER[side]] == BOX[side] for side in (0, 1))
        self.uncounted = state.restart in UNCOUNTED
        self.more = tuple(map(sub, self.men[0], self.men[1]))
        """[zone]: by how many home is more there."""
        self.base = (self._base(0), self._base(1))
        self.at_box = (self._at_box(0), self._at_box(1))
        ball = state.ball
        self.easy = (
            not self.men[1 - seat][ball] and not self.uncounted,
            not self.men[seat][ball] and not self.uncounted,
        )

    def _base(self, seat: int) -> float:
        """Return what the men are worth for ``seat`` if it has the ball, keepers at home left out."""
        own, their = self.weights.own[seat], self.weights.their[seat]
        worth: float = sum(map(mul, own, self.men[seat])) + sum(map(mul, their, self.men[1 - seat]))
        return worth - own[BOX[seat]] * self.home[seat] - their[BOX[1 - seat]] * self.home[1 - seat]

    def _at_box(self, seat: int) -> int:
        """Return the modifiers of any shot of ``seat``: the box and the keeper (FU-4.25)."""
        box, home = BOX[1 - seat], self.home[1 - seat]
        own, their = self.men[seat][box], self.men[1 - seat][box] - home
        return (own > their) - (own < their) + (0 if home else 4)

    def shot(self, seat: int, zone: int) -> tuple[Shot, ...] | None:
        """Return the chances of a shot of ``seat`` from ``zone`` by ball die; None out of range."""
        if not SHOOTING[seat] >> zone & 1:
            return None
        own = self.men[seat][zone] or 1
        their = self.men[1 - seat][zone] - (self.state.pieces[KEEPER[1 - seat]] == zone)
        return SHOTS[SHOT_RANGE[seat][zone] + self.at_box[seat] + (own > their) - (own < their)]

    def missed(self, seat: int) -> float:
        """Return the value for ``seat`` of the opponents' goal kick."""
        weights, other = self.weights, 1 - seat
        box = BOX[other]
        return -(self.base[other] + weights.ball[other][box] + 2 * weights.die[other][box] + weights.goal_kick)

    def holding(self, seat: int, zone: int) -> float:
        """Return the value for ``seat`` of the ball in ``zone``, before the ball die and the order of movement."""
        weights = self.weights
        margin = MODIFIER[self.men[seat][zone] or 1][self.men[1 - seat][zone]]
        around = 0
        for near in AROUND[zone]:
            around += self.more[near]
        around = -around if seat else around
        return self.base[seat] + weights.ball[seat][zone] + weights.margin * margin + weights.around * around

    def worths(self, seat: int, zone: int, easy: bool, dice: range) -> list[float]:
        """Return the value for ``seat`` of the ball in ``zone`` after each initial value, to shoot or play on.

        ``dice`` are those of the team that began the turn: it moves last the more often the higher they are.
        """
        level, per_point = self.holding(seat, zone), self.weights.die[seat][zone]
        last_word = self.weights.last_word if seat == self.seat else -self.weights.last_word
        shot, made_easy = self.shot(seat, zone), EASIER[easy]
        missed = self.missed(seat) if shot else 0.0
        by_number = []
        for die in dice:
            worth = level + per_point * made_easy[die] + last_word * LAST[die]
            if shot:
                goal, corner, miss = shot[made_easy[die]]
                worth = max(worth, goal * AFTER_GOAL + corner * CORNER_WORTH + miss * missed)
            by_number.append(worth)
        return by_number

    def target(self, zone: int, added: int) -> float:
        """Return the value of a target with these modifiers over the six initial values (FU-4.10, FU-4.16)."""
        seat, other = self.seat, 1 - self.seat
        equal = self.state.ball_die - added
        first = max(1, min(7, equal))
        total = 0.0
        if first > 1:
            easy = self.easy[1] or not self.men[seat][zone]
            total -= sum(self.worths(other, zone, easy, range(1, first)))
        if first < 7:
            worths_held = self.worths(seat, zone, self.easy[0] or not self.men[other][zone], range(first, 7))
            total += sum(worths_held)
            if equal == first:  # an event: control is kept in two of six, else a free kick for either
                total -= worths_held[0] * 2 / 3
                total += (AWARDED[seat][zone] - AWARDED[other][zone]) / 3
        return total / 6

    def targets(self) -> list[tuple[float, int]]:
        """Return each target's value and its move's number (FU-4.2 to FU-4.5)."""
        state, seat, ball = self.state, self.seat, self.state.ball
        own, their, between = self.men[seat], self.men[1 - seat], BETWEEN[ball]
        at_ball = 0 if self.uncounted else MODIFIER[own[ball]][their[ball]]
        beyond, zones = offside_beyond(state, seat), zones_of(state, seat)
        by_zone = []
        for zone in range(13):
            via, at_target = 13, -9
            if zone == ball:
                at_target = at_ball
            elif own[zone]:
                if not beyond >> zone & 1:
                    at_target = MODIFIER[own[zone]][their[zone]]
            elif zones & ADJACENT[zone]:
                if their[zone]:
                    at_target = -2
                else:
                    at_target, via = max(
                        [
                            (at_ball if near == ball else MODIFIER[own[near]][their[near]], near)
                            for near in NEAR[zone]
                            if own[near]
                        ]
                    )
            if at_target > -9:
                worth = self.target(zone, at_ball + at_target - between[zone])
                by_zone.append((worth, TARGET_0 + 14 * zone + via))
        return by_zone


def best_target(state: State, weights: Weights) -> tuple[float, int]:
    """Return the value for the active team of the best target, and its move's number."""
    return max(Field(state, weights).targets())


class Choice(NamedTuple):
    """Goals that a team with the ball in range may expect, by its choice."""

    shoot: float
    play_on: float


def shoot_or_play_on(state: State, weights: Weights) -> Choice:
    """Compare a shot with playing on, in a turn or from a free kick (FU-4.24, FU-7.5)."""
    field, seat, zone = Field(state, weights), state.attacking, state.ball
    direct = state.phase == phases.FREE_KICK
    goal, corner, miss = SHOTS[sum(modifiers(state, direct))][state.ball_die]
    shoot = goal * AFTER_GOAL + corner * CORNER_WORTH + miss * field.missed(seat)
    if direct:
        return Choice(shoot, max(field.targets())[0])
    home, away = state.dice
    last = ((home > away) - (home < away)) * (1 if seat == 0 else -1)
    play_on = field.holding(seat, zone) + weights.die[seat][zone] * state.ball_die + weights.last_word * last
    return Choice(shoot, play_on)
