"""The way in: staff with a second factor that was given in this session; to everybody else there is no such page."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.players.models import User
from league.players.policy.access import check_factor


def staff_or_404(request: HttpRequest) -> User:
    """Return the reader if they are on the staff. Raises FactorNeeded, Http404."""
    user = request.user
    if not isinstance(user, User) or not user.is_staff or user.is_banned or user.by_link:
        raise Http404
    check_factor(user)
    return user


def has_passed(request: HttpRequest, user: User) -> bool:
    """Return whether ``user`` gave the second factor in this session; one that was set up later has not been asked."""
    if not settings.FACTOR_REQUIRED:
        return True
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, user))


def guarded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let staff read ``view``, and ask them for the second factor first. Nothing is ever sent to it."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **options: Any) -> HttpResponseBase:
        user = staff_or_404(request)
        if not has_passed(request, user):
            return _ask_factor(request, user)
        return safe(request, *args, **options)

    safe = require_safe(never_cache(view))
    return answer


def _ask_factor(request: HttpRequest, user: User) -> HttpResponse:
    kinds = set(Authenticator.objects.filter(user=user).values_list("type", flat=True))
    page = "mfa_reauthenticate" if Authenticator.Type.TOTP in kinds else "mfa_reauthenticate_webauthn"
    return redirect(f"{reverse(page)}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}")
