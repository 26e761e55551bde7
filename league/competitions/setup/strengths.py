"""Strengths of players and teams, by which entrants are seeded."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias
from uuid import UUID

from league.competitions.models import Competition, Entrant, Member
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


def strengths_of(competition: Competition, entrants: Sequence[Entrant]) -> dict[UUID, float]:
    """Return the strength of each of ``entrants`` who have one: the player's rating.

    Of a team the mean of the first of its squad, one a board, in which people without a rating count as new.
    """
    people = {entrant.pk: [entrant.player_id] for entrant in entrants}
    if competition.of_teams:
        members = Member.objects.filter(entrant__in=people).order_by("entrant", "number")
        for entrant_id, user_id in members.values_list("entrant", "user"):
            people[entrant_id].append(user_id)
    first = {key: squad[: competition.boards] for key, squad in people.items()}
    ratings = ratings_of(competition.game, {player for squad in first.values() for player in squad})
    return {
        key: sum(ratings.get(player, NEWCOMER) for player in squad) / len(squad)
        for key, squad in first.items()
        if any(player in ratings for player in squad)
    }
