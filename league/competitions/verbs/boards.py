"""Boards of ties of teams that pass to somebody else, or to nobody."""

from django.db.models import Q, QuerySet

from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.verbs.rulings import clear
from league.players.models import User
from matches.models import Match


def of_player(user: User) -> Q:
    """Return the Q filter for the boards that ``user`` plays."""
    return Q(home_player=user) | Q(away_player=user)


def pass_on(boards: QuerySet[Fixture], before: User, after: User | None) -> None:
    """Let ``after`` play those of ``boards`` that ``before`` was to play; None: nobody does."""
    for player in ("home_player", "away_player"):
        boards.filter(**{player: before}).update(**{player: after})


def leave(row: Competition, side: Entrant, user: User) -> None:
    """Take ``user``, who leaves the site, from the tables of ``side`` that wait; boards of a team are then nobody's."""
    fixtures = Fixture.objects.filter(Q(home=side) | Q(away=side))
    if row.of_teams:
        fixtures = fixtures.filter(of_player(user))
    for fixture in fixtures.filter(match__status=Match.Status.WAITING).select_related("match"):
        clear(fixture)
    left = fixtures.filter(match=None, status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN))
    pass_on(left, user, None)
