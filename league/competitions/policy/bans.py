"""Bans: refuse what others would read, as new competitions, clubs and words."""

from django.utils.translation import gettext as _

from league.competitions.errors import Banned
from league.players.models import User


def must_not_be_banned(person: User) -> None:
    """Raise Banned, with the moderator's reason, if ``person`` is banned now."""
    if person.is_banned:
        raise Banned(_("You cannot write here now: %(reason)s") % {"reason": person.banned_because})
