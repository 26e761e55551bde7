"""Access to the pages of django-allauth.

Guests, pupils with a card and holders of a personal link are signed in without a password or an address. They get both
only by signing up, which claims what they have played. So every page below ``accounts/`` is closed to them unless it is
listed here; a page that a new version of allauth adds is closed by default.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from league.players.policy.access import account_of

PREFIX: Final = "accounts/"
"""Routes that ``deploy.urls`` gives to django-allauth."""
FOR_ALL: Final = frozenset(
    {
        "account_login",
        "account_logout",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
    }
)
"""By name. Somebody may open a mail's link in a browser that plays as a guest."""
SIGN_IN_FIRST: Final = frozenset({"account_confirm_email"})
"""Only the account that owns an address may confirm it: a mistyped address belongs to a stranger, who gets the mail."""


class AccountPages:
    """Middleware that closes account pages to players signed in without an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return a 404, the sign-in page, or None to go on to the view."""
        route_match = request.resolver_match
        if route_match is None or not route_match.route.startswith(PREFIX) or account_of(request.user) is not None:
            return None
        if route_match.url_name in SIGN_IN_FIRST:
            return redirect_to_login(request.get_full_path())
        if request.user.is_authenticated and route_match.url_name not in FOR_ALL:
            raise Http404
        return None
