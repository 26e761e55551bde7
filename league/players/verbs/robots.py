"""Bots written by people: users of the kind ``bot`` owned by a person, with tokens, scopes and limits.

A bot is marked as one everywhere and signs in by token only. See ``docs/bots-api.md``.
"""

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.players.errors import PlayerError
from league.players.models import ApiToken, User
from league.players.policy import office_names
from league.players.policy.nicknames import clean_nickname
from matches.codes import API_BOT
from matches.letters import clean

SCOPES: Final = ("play", "challenge", "compete")
"""Rights of a token beside reading: move, offer at a table, resign; challenge, accept, decline; enter competitions."""
BOTS_A_PERSON: Final = 3
TOKENS_A_BOT: Final = 5
REQUESTS_A_MINUTE: Final = 300
"""Requests of one token; the event stream counts as one, however long it stays open."""
ONLINE: Final = timedelta(seconds=30)
"""A bot counts as online this long after its event stream's last sign of life."""


class RobotRefused(PlayerError):
    code = "robot"


@transaction.atomic
def make_bot(*, owner: User, nickname: str) -> User:
    """Create a bot of ``owner``. Raises NicknameRefused, RobotRefused (no account, a ban, or too many)."""
    owner = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.kind != User.Kind.ACCOUNT:
        raise RobotRefused(_("Sign in with an account: a bot needs an owner who can be reached."))
    if owner.is_banned:
        raise RobotRefused(_("You cannot play here now: %(reason)s") % {"reason": owner.banned_because})
    if User.objects.filter(owner=owner, is_active=True).count() >= BOTS_A_PERSON:
        raise RobotRefused(_("You have %(count)d bots, the most one person can have.") % {"count": BOTS_A_PERSON})
    bot = User(kind=User.Kind.BOT, bot=API_BOT, nickname=clean_nickname(nickname), owner=owner)
    office_names.must_be_free(bot.nickname)
    bot.set_unusable_password()
    bot.save(force_insert=True)
    return bot


@transaction.atomic
def new_token(*, bot: User, name: str = "", scopes: Collection[str] = SCOPES) -> tuple[ApiToken, str]:
    """Create a token of ``bot``; return it with its text, which is shown once. Raises RobotRefused."""
    User.objects.select_for_update(no_key=True).get(pk=bot.pk)
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown:
        refusal = _("There is no scope %(unknown)s; choose from %(all)s.")
        raise RobotRefused(refusal % {"unknown": ", ".join(unknown), "all": ", ".join(SCOPES)})
    if ApiToken.objects.filter(user=bot, revoked_at=None).count() >= TOKENS_A_BOT:
        raise RobotRefused(_("A bot can have at most %(count)d tokens. Revoke one.") % {"count": TOKENS_A_BOT})
    text = _text()
    valid = [scope for scope in SCOPES if scope in scopes]
    row = ApiToken.objects.create(user=bot, name=clean(name).strip()[:40] or "token", digest=digest(text), scopes=valid)
    return row, text


def new_text(*, token: ApiToken) -> str:
    """Replace the text of ``token``, which nobody has read; return the new one, which is shown once."""
    text = _text()
    ApiToken.objects.filter(pk=token.pk).update(digest=digest(text))
    return text


def _text() -> str:
    return f"tb_{secrets.token_urlsafe(32)}"


def revoke(*, token: ApiToken) -> None:
    """Revoke ``token``. Repeating changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())


def digest(text: str) -> str:
    """Return the stored digest of a token."""
    return hashlib.sha256(text.encode()).hexdigest()


def token_of(text: str) -> ApiToken | None:
    """Return the valid token with this text, with its bot, or None."""
    tokens = ApiToken.objects.select_related("user").filter(digest=digest(text), revoked_at=None)
    return tokens.filter(user__is_active=True).first()


def online() -> list[User]:
    """Return people's bots whose event stream is open now."""
    since = timezone.now() - ONLINE
    return list(User.objects.filter(bot=API_BOT, is_active=True, tokens__used_at__gt=since).distinct().order_by("pk"))
