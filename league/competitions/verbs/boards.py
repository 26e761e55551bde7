"""Boards of ties of teams that pass to somebody else, or to nobody."""

from django.db.models import Q, QuerySet

from league.competitions.models import Fixture
from league.players.models import User


def of_player(user: User) -> Q:
    """Return the Q filter for the boards that ``user`` plays."""
    return Q(home_player=user) | Q(away_player=user)


def pass_on(boards: QuerySet[Fixture], before: User, after: User | None) -> None:
    """Let ``after`` play those of ``boards`` that ``before`` was to play; None: nobody does."""
    for player in ("home_player", "away_player"):
        boards.filter(**{player: before}).update(**{player: after})
