"""A password reset link without mail: where no real mail is set, an organiser may hand one over or print it.

The link is django-allauth's own: it works once, ends with the password or the sign-in that follows, and expires.
"""

from __future__ import annotations

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.access import may
from league.competitions.models import Entrant
from league.competitions.roles import Right
from league.players.errors import ResetRefused
from league.players.models import User


def reset_path(*, entrant: Entrant, by: User) -> str:
    """The path of a one-time link with which the player of ``entrant`` sets a new password.

    Whoever holds the link owns the account, so it is refused where mail works, and for anybody who organises or
    helps to run the site (unless ``by`` does too).

    Raises:
        ResetRefused: with the reason.
    """
    player = entrant.player
    if not may(by, entrant.competition, Right.OWN):
        raise ResetRefused(_("Only the organiser of this competition can make a reset link."))
    if settings.EMAIL_IS_REAL:
        raise ResetRefused(_("Mail works here: the player can ask for a link on the sign-in page."))
    if player.kind != User.Kind.ACCOUNT:
        raise ResetRefused(_("This player has no account: use the personal link."))
    if not by.is_staff and (player.is_staff or player.is_superuser or player.competitions.exists()):
        raise ResetRefused(_("This player organises competitions: only the site's staff can make this link."))
    return reverse(
        "account_reset_password_from_key",
        kwargs={"uidb36": user_pk_to_url_str(player), "key": default_token_generator.make_token(player)},
    )
