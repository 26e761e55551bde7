"""What was typed into a form that could not be taken is kept: the session was over, the token old, the right lost.

After the sign-in, and where the token was old, a page shows it with a button that sends it. Where the right is lost it
is shown to be copied. Fields that hold a secret are never kept.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.csrf import csrf_failure as plain_failure

from matches.limits import take
from matches.refusals import is_written

KEY: Final = "typed"
ANSWERED: Final = "tabellone.csrf"
"""Key of a request's META: its token was refused, which is answered already."""
KEPT_SECONDS: Final = 3600
MOST_LETTERS: Final = 65_536
OF_THE_FORM: Final = frozenset({"csrfmiddlewaretoken"})
_SECRET: Final = re.compile(r"password|token|secret|\bpin\b|\bcode\b|credential", re.IGNORECASE)
FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class Typed:
    """The fields of a form, in its order: ``(name, value)``."""

    fields: list[tuple[str, str]]

    @property
    def marked(self) -> list[tuple[str, str, bool]]:
        """Return the fields, and whether each was written by a person."""
        return [(name, value, is_written(value)) for name, value in self.fields]

    @property
    def words(self) -> list[str]:
        """Return what a person wrote."""
        return [value for _name, value in self.fields if is_written(value)]


def typed_in(request: HttpRequest) -> Typed | None:
    """Return the fields that ``request`` sends by a form of a page; None without any, and if one holds a secret."""
    if request.method != "POST" or request.content_type not in FORMS or request.path_info.startswith("/api/"):
        return None
    names = [name for name in request.POST if name not in OF_THE_FORM]
    if not names or any(map(_SECRET.search, names)):
        return None
    fields = [(name, value) for name in names for value in request.POST.getlist(name)]
    return Typed(fields) if sum(len(name) + len(value) for name, value in fields) <= MOST_LETTERS else None


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form with an old token (``CSRF_FAILURE_VIEW``). One of another site is only refused."""
    typed = typed_in(request)
    request.META[ANSWERED] = True
    if typed is None or not _of_this_site(request):
        return plain_failure(request, reason)
    return _page(request, typed, 403, again=True)


def _of_this_site(request: HttpRequest) -> bool:
    """Return whether the browser says that a page of this site sent the form."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched is not None:
        return fetched == "same-origin"
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return urlsplit(source).netloc == request.get_host()


def _page(request: HttpRequest, typed: Typed, status: int, *, again: bool) -> HttpResponse:
    context = {"typed": typed, "again": again, "address": request.get_full_path()}
    answer = render(request, "players/typed.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


class TypedMiddleware:
    """Keep what was typed by somebody whose session was over, and show what a lost right refused."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and (typed := _taken_out(request)) is not None:
            return _page(request, typed, 200, again=True)
        response = self.get_response(request)
        typed = typed_in(request) if response.status_code in (302, 403, 404) else None
        if typed is None or getattr(request, "htmx", False):
            return response
        if response.status_code == 302:
            if _asks_to_sign_in(request, response) and not take(request, "typed"):  # a stranger's words fill no disk
                request.session[KEY] = {"to": request.get_full_path(), "fields": typed.fields, "at": time.time()}
        elif typed.words and request.user.is_authenticated and ANSWERED not in request.META:
            return _page(request, typed, response.status_code, again=False)
        return response


def _asks_to_sign_in(request: HttpRequest, response: HttpResponse) -> bool:
    return not request.user.is_authenticated and response["Location"].startswith(reverse("account_login"))


def _taken_out(request: HttpRequest) -> Typed | None:
    """Take out of the session what was typed at this address before the sign-in."""
    if not request.COOKIES or KEY not in request.session or not request.user.is_authenticated:
        return None
    kept: dict[str, Any] = request.session[KEY]
    if kept["to"] != request.get_full_path():
        return None
    del request.session[KEY]
    recent = time.time() - kept["at"] < KEPT_SECONDS
    return Typed([(name, value) for name, value in kept["fields"]]) if recent else None
