"""Access to the pages of django-allauth.

Guests, pupils with a card and holders of a personal link are signed in without a password or an address. They get both
only by signing up, which claims what they have played. So every page below ``accounts/`` is closed to them unless it is
listed here; a page that a new version of allauth adds is closed by default.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

import requests
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.players.errors import FactorNeeded
from league.players.policy.access import account_of
from league.players.policy.providers import providers
from matches import limits

log = logging.getLogger("league.players.accounts")

PREFIX: Final = "accounts/"
"""Routes that ``deploy.urls`` gives to django-allauth."""
OF_PROVIDERS: Final = (f"{PREFIX}3rdparty/", f"{PREFIX}social/")
"""Routes of other sign-ins; the second are their old addresses."""
FOR_ALL: Final = frozenset(
    {
        "account_login",
        "account_logout",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key",
        "account_reset_password_from_key_done",
        "mfa_authenticate",
        "mfa_login_webauthn",
    }
)
"""Names of pages open to guests too: a mail's link may be opened in a browser that plays as a guest."""
PROVIDED: Final = frozenset(
    {
        "openid_connect_login",
        "openid_connect_callback",
        "socialaccount_login_cancelled",
        "socialaccount_login_error",
        "socialaccount_signup",
    }
)
"""Also for all, where the site has a provider."""
REPLACED: Final = frozenset({"usersessions_list"})
"""Pages that nobody gets: the site has its own (``players:sessions``)."""
LIMITED: Final = {"openid_connect_login": "provider", "openid_connect_callback": "provider"}
"""Pages that send requests to a provider's server, with the limit that counts them."""
SIGN_IN_FIRST: Final = frozenset({"account_confirm_email"})
"""Only the account that owns an address may confirm it: a mistyped address belongs to a stranger, who gets the mail."""


class AccountPages:
    """Middleware that closes account pages to players signed in without an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        route_match = request.resolver_match
        address = response.get("Location", "")
        if route_match is not None and route_match.url_name == "openid_connect_login" and "://" in address:
            # The policy forbids a form to lead to another site, by whatever redirects; a page may.
            return render(request, "socialaccount/leaving.html", {"address": address})
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return a 404, the sign-in page, or None to go on to the view."""
        route_match = request.resolver_match
        if route_match is None or not route_match.route.startswith(PREFIX):
            return None
        name = route_match.url_name
        provided = name in PROVIDED or route_match.route.startswith(OF_PROVIDERS)
        if name in REPLACED or (provided and not providers()):
            raise Http404
        seconds = limits.take(request, LIMITED[name]) if name in LIMITED else 0
        if seconds:
            return limits.refusal(request, seconds)
        if account_of(request.user) is not None:
            return None
        if name in SIGN_IN_FIRST:
            return redirect_to_login(request.get_full_path())
        if request.user.is_authenticated and name not in FOR_ALL | PROVIDED:
            raise Http404
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Lead staff and moderators to the set-up of the factor that their rights wait for.

        A provider that cannot be reached ends in the page that says so.
        """
        if isinstance(error, requests.RequestException) and request.path_info.startswith(f"/{PREFIX}oidc/"):
            log.warning("a provider of sign-ins does not answer: %s", error)
            return redirect("socialaccount_login_error")
        if not isinstance(error, FactorNeeded):
            return None
        messages.warning(request, str(error))
        return redirect("mfa_index")
