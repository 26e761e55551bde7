"""Follow and unfollow a player, a club or a competition that the caller has found by its door."""

from typing import Final

from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.competitions.models import Competition
from league.errors import LeagueError
from league.following.models import Follow, HiddenResults
from league.players.models import User
from matches.models import ChatMute

MOST: Final = 200
"""Things that one person can follow: the page and the notices stay short."""


class CannotFollow(LeagueError):
    """This person cannot follow this."""

    code = "cannot_follow"


def follow(
    *, user: User, player: User | None = None, club: Club | None = None, competition: Competition | None = None
) -> None:
    """Follow one thing, once. Raises CannotFollow."""
    if not may_follow(user):
        raise CannotFollow(_("Create an account to follow players, clubs and competitions."))
    if player is not None:
        _check_player(user, player)
    if Follow.objects.filter(user=user).count() >= MOST:
        raise CannotFollow(_("You follow %(most)d already. Unfollow something first.") % {"most": MOST})
    Follow.objects.get_or_create(user=user, player=player, club=club, competition=competition)


def unfollow(
    *, user: User, player: User | None = None, club: Club | None = None, competition: Competition | None = None
) -> None:
    """Stop following one thing, if it is followed."""
    Follow.objects.filter(user=user, player=player, club=club, competition=competition).delete()


def hide_results(user: User, hidden: bool) -> None:
    """Hide results of what ``user`` follows until they tap, or show them again."""
    if hidden:
        HiddenResults.objects.get_or_create(user=user)
    else:
        HiddenResults.objects.filter(user=user).delete()


def hides_results(user: User) -> bool:
    return HiddenResults.objects.filter(user=user).exists()


def may_follow(user: User) -> bool:
    """Return whether ``user`` has a list to follow by: an account, and not a pupil's."""
    return user.kind == User.Kind.ACCOUNT and not user.sheltered


def can_be_followed(player: User) -> bool:
    """Return whether ``player`` has an account: bots play all day, and guests and pupils are nobody's news."""
    return player.kind == User.Kind.ACCOUNT and not player.sheltered and not player.erased_at


def _check_player(user: User, player: User) -> None:
    if player == user:
        raise CannotFollow(_("You cannot follow yourself."))
    if not can_be_followed(player):
        raise CannotFollow(_("You can follow only players with an account."))
    if ChatMute.objects.filter(user=player, muted=user).exists():
        raise CannotFollow(_("You cannot follow this player."))
