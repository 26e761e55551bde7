"""Language, theme and time zone of the reader, in cookies and in the account.

The server renders both, so no script is needed and nothing flashes.
"""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from league.players.models import User
from league.players.words.zones import known_zone
from matches.pages.visitors import THEMES, is_from_this_site
from matches.policy.audience import learnt_once

YEAR = 365 * 24 * 3600


class ReaderMiddleware:
    """Middleware that sets the reader's language and time zone. Comes after the authentication middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone, language = "", ""
        if request.user.is_authenticated:
            zone, language = request.user.time_zone, request.user.language
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        reads = learnt_once() if request.method in ("GET", "HEAD") else nullcontext()
        with timezone.override(known_zone(zone or request.COOKIES.get("zone", ""))), reads:
            response = self.get_response(request)
        # One address gives a page or its fragment: no cache may take one for the other.
        patch_vary_headers(response, ["HX-Request"])
        if response.get("Content-Type", "").startswith("text/html"):
            # An untagged page may name somebody: only the browser keeps it, for going back.
            response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


def remember(response: HttpResponse, *, language: str | None = None, theme: str | None = None) -> None:
    """Set this browser's cookies; an empty theme follows the system."""
    if language in dict(settings.LANGUAGES):
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=YEAR, samesite="Lax")
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=YEAR, samesite="Lax")
    elif theme == "":
        response.delete_cookie("theme", samesite="Lax")


def learn(sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
    """Keep the browser's language and time zone for who signs in and has none: mail and push are written in them.

    A language that was chosen in this browser replaces the one kept before, as on the pages. A receiver of
    ``user_logged_in``.
    """
    if not isinstance(user, User):
        return
    zone = request.COOKIES.get("zone", "")
    shown = {
        "language": getattr(request, "LANGUAGE_CODE", ""),
        "time_zone": zone if known_zone(zone).key == zone else "",
    }
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) == shown["language"]
    learnt = {
        name: value
        for name, value in shown.items()
        if value and (not getattr(user, name) or (name == "language" and chosen))
    }
    if learnt:
        for name, value in learnt.items():
            setattr(user, name, value)
        user.save(update_fields=list(learnt))


@csrf_exempt
@require_POST
def prefer(request: HttpRequest) -> HttpResponse:
    """Change language or theme from any page and return to it.

    Pages of anonymous visitors hold no CSRF token, so that they are the same for all. Such a request is checked by its
    origin instead, and sets two cookies at most. Signed-in readers send the token.
    """
    if request.user.is_authenticated:
        return _preferred_by_account(request)
    if not is_from_this_site(request):
        raise PermissionDenied
    return _preferred(request)


def _preferred(request: HttpRequest) -> HttpResponse:
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    language, theme = request.POST.get("language"), request.POST.get("theme")
    remember(response, language=language, theme=theme)
    if request.user.is_authenticated:
        changed = []
        if language in dict(settings.LANGUAGES):
            request.user.language, changed = language, ["language"]
        if theme in ("", *THEMES):
            request.user.theme, changed = theme, [*changed, "theme"]
        if changed:
            request.user.save(update_fields=changed)
    return response


_preferred_by_account = csrf_protect(_preferred)
