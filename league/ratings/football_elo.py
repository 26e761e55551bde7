"""Elo for football, weighted by goals: the strength of entrants in a projection, and a readable league rating.

The World Football Elo formula: R += K G (W - We), We = 1 / (10^(-d / 400) + 1), where d counts the home advantage and
G grows with the margin. A shootout is a draw. The one side's gain is the other's loss.
"""

from typing import Final

HOME_ADVANTAGE: Final = 100.0
"""Rating points; 0 on neutral ground."""


def expected(home: float, away: float, home_advantage: float = HOME_ADVANTAGE) -> float:
    """Return the expected score of the home side, between 0 and 1."""
    return 1 / (10 ** (-(home + home_advantage - away) / 400) + 1)


def weight(margin: int) -> float:
    """Return G: 1 for a draw or one goal, 1.5 for two, (11 + margin) / 8 from three on."""
    margin = abs(margin)
    if margin <= 1:
        return 1.0
    return 1.5 if margin == 2 else (11 + margin) / 8


def change(
    home: float,
    away: float,
    score: tuple[int, int],
    k: float,
    home_advantage: float = HOME_ADVANTAGE,
) -> float:
    """Return the home side's gain, the away side's loss, by ``score`` (extra time counts, a shootout does not)."""
    ours, theirs = score
    actual = 1.0 if ours > theirs else 0.5 if ours == theirs else 0.0
    return k * weight(ours - theirs) * (actual - expected(home, away, home_advantage))
