"""A new password without mail, with the help of an organiser whom the player named while signed in.

Anybody can type somebody's name into a page, so a code alone proves nothing: an organiser could ask for one and confirm
it too. Hence two consents. Signed in, the player names helpers (``trust``). Signed out, the player asks for a code on
their own screen and tells it to a helper in person; the helper confirms it in the console, and the screen that asked
goes on to the form of the new password. The helper never sees a link.

The feature is off unless ``ORGANISER_RESETS`` is set and the site has no real mail. Nobody who holds an office can be
helped this way: the site's administrator uses ``manage.py changepassword``.
"""

import secrets
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final
from uuid import UUID

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from league.players.errors import ResetRefused
from league.players.models import ApiToken, ResetHelper, ResetRequest, User
from league.registry import Registry

LIFE: Final = timedelta(minutes=15)
"""Time to confirm a code, and again from then to open the form of the new password."""
TRIES: Final = 5
"""Wrong codes for one account that void all its open codes."""
LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without I, L, O, 0 and 1."""
LENGTH: Final = 8
"""31^8: one code in 852 thousand million."""
office_sources: Registry[Callable[[User], bool]] = Registry()
"""Tests whether a user runs or decides something of an app."""
organiser_sources: Registry[Callable[[User], Iterable[tuple[User, str]]]] = Registry()
"""Organisers whom a player may name as helpers, each with the name of what they organise for the player."""
_SALT: Final = "league.players.resets"


def are_on() -> bool:
    """Return whether organisers may confirm new passwords on this site."""
    return settings.ORGANISER_RESETS and not settings.EMAIL_IS_REAL


def holds_office(user: User) -> bool:
    """Return whether ``user`` runs, decides or moderates anything, or owns a bot with a token.

    Then losing the account would cost more than its own matches.
    """
    return (
        user.is_staff
        or user.is_superuser
        or user.is_moderator
        or any(holds(user) for holds in office_sources)
        or ApiToken.objects.filter(Q(user=user) | Q(user__owner=user), revoked_at__isnull=True).exists()
    )


def possible_helpers(user: User) -> dict[User, list[str]]:
    """Return the helpers that ``user`` may name, each with the names of what they run.

    Helpers named before stay listed.
    """
    helpers: dict[User, list[str]] = {row.helper: [] for row in user.reset_helpers.select_related("helper")}
    for organisers_of in organiser_sources:
        for organiser, name in organisers_of(user):
            if organiser != user:
                helpers.setdefault(organiser, []).append(name)
    return helpers


def trust(*, user: User, helper_id: UUID) -> None:
    """Name a helper. Repeating changes nothing. Raises ResetRefused for anybody but ``possible_helpers``."""
    helper = next((candidate for candidate in possible_helpers(user) if candidate.pk == helper_id), None)
    if helper is None:
        raise ResetRefused(_("You can only choose organisers of your competitions."))
    ResetHelper.objects.get_or_create(user=user, helper=helper)


def distrust(*, user: User, helper_id: UUID) -> None:
    """Remove a helper. Repeating changes nothing."""
    ResetHelper.objects.filter(user=user, helper=helper_id).delete()


def ask(*, name: str) -> tuple[ResetRequest, str]:
    """Open a request for the account that signs in as ``name``; return it with the code, as "ABCD EFGH".

    An unknown name costs the same work and gets the same answer. Deletes requests that expired a day ago.
    """
    now = timezone.now()
    ResetRequest.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    accounts = User.objects.filter(kind=User.Kind.ACCOUNT, is_active=True)
    user = accounts.filter(username__iexact=" ".join(name.split())).first()
    code = "".join(secrets.choice(LETTERS) for _sign in range(LENGTH))
    request = ResetRequest.objects.create(user=user, digest=_digest(code), expires_at=now + LIFE)
    return request, f"{code[:4]} {code[4:]}"


@transaction.atomic
def confirm(*, player: User, by: User, code: str) -> ResetRequest | None:
    """Confirm that ``player`` asks ``by`` in person for a new password.

    None for a wrong or old code, for a player who did not name ``by`` (site staff need not be named), and for office
    holders. A helper's wrong codes count against the account's open ones, so the caller commits before it refuses.
    """
    requests = _open(player).select_for_update() if _may_help(by, player) else ResetRequest.objects.none()
    digest = _digest(code)
    request = next(
        (request for request in requests.order_by("pk") if constant_time_compare(request.digest, digest)), None
    )
    if request is None:
        requests.update(wrong=F("wrong") + 1)
        return None
    request.confirmed_at, request.confirmed_by = timezone.now(), by
    request.expires_at = request.confirmed_at + LIFE
    request.save(update_fields=["confirmed_at", "confirmed_by", "expires_at"])
    return request


def begin(*, request_id: str | None) -> str | None:
    """Return the path of the password form, once, to the browser with the confirmed request; else None."""
    if request_id is None:
        return None
    with transaction.atomic():
        rows = ResetRequest.objects.select_for_update(of=("self",)).select_related("user")
        request = rows.filter(pk=request_id, confirmed_at__isnull=False, used_at__isnull=True).first()
        if request is None or request.expires_at <= timezone.now() or not are_on():
            return None
        user = request.user
        if user is None or user.kind != User.Kind.ACCOUNT or not user.is_active or holds_office(user):
            return None
        request.used_at = timezone.now()
        request.save(update_fields=["used_at"])
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    return reverse("account_reset_password_from_key", kwargs=key)


def state_of(request_id: str) -> str:
    """Return ``waiting``, ``confirmed`` or ``over``."""
    request = ResetRequest.objects.filter(pk=request_id, used_at__isnull=True, expires_at__gt=timezone.now()).first()
    if request is None:
        return "over"
    return "confirmed" if request.confirmed_at else "waiting"


def _open(user: User) -> QuerySet[ResetRequest]:
    return ResetRequest.objects.filter(
        user=user, confirmed_at__isnull=True, expires_at__gt=timezone.now(), wrong__lt=TRIES
    )


def _may_help(by: User, player: User) -> bool:
    if player.kind != User.Kind.ACCOUNT or not player.is_active or holds_office(player):
        return False
    return by.runs_site or player.reset_helpers.filter(helper=by).exists()


def _digest(code: str) -> str:
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    return salted_hmac(_SALT, plain, algorithm="sha256").hexdigest()
