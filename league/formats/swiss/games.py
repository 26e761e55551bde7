"""Swiss tournaments as pairing and tables read them: the games so far, the rules, and what a game pays.

Everybody has a pairing number from 1, by strength; a round is a list of games by these numbers. White is home: a
football fixture has a home side where chess has a colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Outcome: TypeAlias = Literal[
    "home", "draw", "away", "home_shootout", "away_shootout", "home_forfeit", "away_forfeit", "both_forfeit",
    "bye", "half_bye", "full_bye", "absent",
    "house_win", "house_draw", "house_loss", "house_shootout_win", "house_shootout_loss",
]  # fmt: skip
"""``home_shootout``: a draw whose shootout home won. ``home_forfeit``: home wins because away did not come.

``bye``: allotted by the pairing, at most once; ``half_bye`` and ``full_bye``: requested; ``absent``: neither paired nor
paid. What a bye pays does not affect who may have one. ``house_win`` and its like: the result against the house player,
who stood in for the bye."""

Points: TypeAlias = tuple[float, float, float]

FORFEITS: Final = ("home_forfeit", "away_forfeit", "both_forfeit")
ALLOTTED: Final = ("bye", "house_win", "house_draw", "house_loss", "house_shootout_win", "house_shootout_loss")
"""Outcomes that the pairing allots to the player left over: once to each."""


@dataclass(frozen=True, slots=True)
class Game:
    """The round of one or two entrants: ``away`` is None for a bye or an absence."""

    home: int
    away: int | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pair of opponents; ``away`` None: ``home`` has the bye."""

    home: int
    away: int | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The length of a tournament and its choices.

    ``first_home``: the top number is at home in round 1; ``bye``: points of an allotted bye.
    """

    rounds: int
    points: Points = (1, 0.5, 0)
    bye: float | None = None
    """None: as much as a win."""
    first_home: bool = True
    shootout: tuple[float, float] = (0.5, 0.5)
    """Points of the winner and of the loser of a shootout after a draw."""


class CannotPair(ValueError):
    """No pairing of the round keeps the rules: everybody left has met everybody left."""


def scores(players: int, games: Sequence[Sequence[Game]], rules: Rules) -> dict[int, float]:
    """Return everybody's score after the rounds in ``games``."""
    total = dict.fromkeys(range(1, players + 1), 0.0)
    for game in (game for played in games for game in played):
        home, away = worth(game, rules)
        total[game.home] += home
        if game.away is not None:
            total[game.away] += away
    return total


def worth(game: Game, rules: Rules) -> tuple[float, float]:
    """Return what a game pays to home and to away."""
    win, draw, loss = rules.points
    alone: Mapping[str, float] = {
        "bye": win if rules.bye is None else rules.bye,
        "half_bye": draw,
        "full_bye": win,
        "absent": 0,
        "house_win": win,
        "house_draw": draw,
        "house_loss": loss,
        "house_shootout_win": rules.shootout[0],
        "house_shootout_loss": rules.shootout[1],
    }
    if game.outcome in alone:
        return alone[game.outcome], 0.0
    paid: Mapping[str, tuple[float, float]] = {
        "home": (win, loss),
        "draw": (draw, draw),
        "away": (loss, win),
        "home_shootout": rules.shootout,
        "away_shootout": (rules.shootout[1], rules.shootout[0]),
        "home_forfeit": (win, loss),
        "away_forfeit": (loss, win),
        "both_forfeit": (loss, loss),
    }
    return paid[game.outcome]
