"""Values for tests: a duel solved by counting its kicks, and any other game by its score, as a fit would."""

from __future__ import annotations

import math
from functools import cache

from engines.values import Card, Expectation


@cache
def _kicks(left: int, lead: int, home_kicks: bool) -> Expectation:
    """Home's expectation with ``left`` kicks to come, of which home takes the first if ``home_kicks``."""
    if not left:
        return Expectation(float(lead > 0), float(lead == 0), float(lead < 0))
    scored = _kicks(left - 1, lead + (1 if home_kicks else -1), not home_kicks)
    missed = _kicks(left - 1, lead, not home_kicks)
    return Expectation(*((s + 5 * m) / 6 for s, m in zip(scored, missed, strict=True)))


class Duel:
    CARD = Card("solved", "2026-11-25", 1, "counted")

    @staticmethod
    def expect(state):
        left = state["options"]["kicks"] - state["kicks"]
        lead = state["score"]["home"] - state["score"]["away"]
        kicker = state["to_act"][0] if state["phase"] == "kicks" else state["first"]
        return _kicks(left, lead, kicker == "home")


class ByScore:
    """The score, and a little for the place of the ball in Super Goal!."""

    CARD = Card("fitted", "2026-11-25", 1, "by the score")

    @staticmethod
    def expect(state):
        home, away = state.score
        win = 1 / (1 + math.exp(-(home - away) - state.ball / 30 + 0.9))
        return Expectation(win * 0.9, 0.1, 0.9 - win * 0.9)
