"""Refusal of input that no page can take: NUL characters, foreign hosts, bodies too large. Texts of forms are cleaned.

PostgreSQL stores no NUL in a text, so a look-up of one would fail on any address. The answer is the site's error page,
or problem details under ``/api/``; the log gets Django's one line about a 400, no traceback.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.decorators import sync_and_async_middleware

from league.api.addresses import with_slash
from league.competitions.exchange.checking import MOST_BYTES
from matches.letters import clean_field
from matches.problems import problem

FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
IMPORTS: Final = ("/competitions/import/", "/api/v1/competitions/import/")
"""Addresses that take the file of a whole competition and its form."""
AROUND_A_FILE: Final = 100_000
TOO_LARGE: Final = "tabellone.too_large"
"""Key of the ASGI scope of a request whose body was cut off (``deploy.asgi.limit_body``)."""


@dataclass(frozen=True)
class Refusal:
    """The reason why a request is refused."""

    status: int
    code: str
    detail: str


NUL: Final = Refusal(400, "nul", "The request holds the character NUL, which no text may hold.")
FOREIGN_HOST: Final = Refusal(400, "host", "This server has no site of that name (ALLOWED_HOSTS).")
BROKEN_FORM: Final = Refusal(400, "form", "The form cannot be read, or has too many fields.")
LARGE_BODY: Final = Refusal(413, "too_large", "The body is larger than this address takes.")


def body_limit(path: str) -> int:
    """Return the most bytes that a request's body to ``path`` may have."""
    return MOST_BYTES + AROUND_A_FILE if with_slash(path) in IMPORTS else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def holds_nul(scope: Mapping[str, Any]) -> bool:
    """Return whether path, query or cookies of an ASGI scope hold a NUL."""
    cookies = b";".join(value for name, value in scope["headers"] if name == b"cookie")
    return "\0" in scope["path"] or b"%00" in scope.get("query_string", b"") or b"\\000" in cookies


@sync_and_async_middleware
def bad_input_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer refused requests. Comes before any middleware that reads host, session or form."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            check = sync_to_async(refusal_of) if is_form(request) else None
            refusal = await check(request) if check else refusal_of(request)
            response: HttpResponseBase = refused(request, refusal) if refusal else await get_response(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        refusal = refusal_of(request)
        response: HttpResponseBase = refused(request, refusal) if refusal else get_response(request)
        return response

    return answer


def is_form(request: HttpRequest) -> bool:
    """Return whether ``request`` sends a page's form. The API takes JSON, which its parser checks."""
    return request.method == "POST" and request.content_type in FORMS and not request.path_info.startswith("/api/")


def refusal_of(request: HttpRequest) -> Refusal | None:
    if getattr(request, "scope", {}).get(TOO_LARGE):
        return LARGE_BODY
    # "%00" in the raw query is always a NUL: a percent sign of its own is written %25. A cookie writes it in octal.
    nul_in_address = "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", "")
    if nul_in_address or any("\0" in value for value in request.COOKIES.values()):
        return NUL
    try:
        request.get_host()
    except DisallowedHost:
        return FOREIGN_HOST
    return _refusal_of_form(request) if is_form(request) else None


def _refusal_of_form(request: HttpRequest) -> Refusal | None:
    """Return why a form is refused, or clean what its fields say: each text that a page takes goes through here."""
    try:
        fields = list(request.POST.lists())
    except RequestDataTooBig:
        return LARGE_BODY
    except (BadRequest, MultiPartParserError, SuspiciousOperation, LookupError, UnicodeError):
        return BROKEN_FORM  # the last two: its charset is none of texts, as zip
    if any("\0" in text for name, values in fields for text in (name, *values)):
        return NUL
    cleaned = [(name, [clean_field(name, text) for text in values]) for name, values in fields]
    if cleaned != fields:
        form = request.POST.copy()
        for name, values in cleaned:
            form.setlist(name, values)
        request.POST = form  # type: ignore[assignment]  # the stub knows the immutable kind alone
    return None


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer a refused request. The page is rendered without the request, whose host may be the reason."""
    if request.path_info.startswith("/api/"):
        return problem(refusal.status, refusal.code, refusal.detail)
    with translation.override(translation.get_language_from_request(request)):
        page = render_to_string("400.html", {"too_large": refusal is LARGE_BODY})
    return HttpResponse(page, status=refusal.status)


def bad_request(request: HttpRequest) -> HttpResponse:
    """Answer a request that a view could not read."""
    return refused(request, Refusal(400, "bad_request", "The request is not right."))
