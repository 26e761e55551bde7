"""Strengths of players, by which entrants are seeded."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias
from uuid import UUID

from league.ratings.glicko2 import Rating
from league.registry import Registry

NEWCOMER: Final = Rating().rating

RatingSource: TypeAlias = Callable[[str, Iterable[UUID]], Mapping[UUID, float]]
"""Returns the rating in a game (its slug) of each of the players who have one."""

rating_sources: Registry[RatingSource] = Registry()


def ratings_of(game: str, players: Iterable[UUID]) -> dict[UUID, float]:
    """Return the rating in ``game`` of each of ``players`` who have one."""
    keys = list(players)
    return {player: rating for source in rating_sources for player, rating in source(game, keys).items()}
