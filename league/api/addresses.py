"""Addresses of the API: each works without its last slash too, and one that does not exist answers as a problem.

Pages of other sites may read what everybody may read (CORS), and answers say how much of a limit is left.
"""

from collections.abc import Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware
from rest_framework.request import Request
from rest_framework.views import APIView

from matches import limits

ROOT: Final = "/api/v1/"
READS: Final = ("GET", "HEAD")
_SHARED: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, RateLimit, RateLimit-Policy, Retry-After",
}
_PREFLIGHT: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": ", ".join(READS),
    "Access-Control-Allow-Headers": "Accept, Accept-Language, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def with_slash(path: str) -> str:
    """Return ``path`` as the API's addresses are written: they end in a slash."""
    return path if path.endswith("/") or not f"{path}/".startswith(ROOT) else f"{path}/"


@sync_and_async_middleware
def api_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Read an address of the API as if it ended in its slash, and add the headers of its answers.

    Django would redirect it, and a client follows the redirect of a POST by a GET: nothing would be written.
    """

    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            early = _read(request)
            return early or _told(request, await get_response(request))

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        early = _read(request)
        return early or _told(request, get_response(request))

    return answer


def _read(request: HttpRequest) -> HttpResponse | None:
    """Put the slash in its place; return the answer to the question of a browser whether it may read, else None."""
    request.path_info, request.path = with_slash(request.path_info), with_slash(request.path)
    asked = request.headers.get("Access-Control-Request-Method")
    if request.method == "OPTIONS" and asked in READS and request.path_info.startswith(ROOT):
        return HttpResponse(status=204, headers=_PREFLIGHT)
    return None


def _told(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add the headers of the API to its answers."""
    if not request.path_info.startswith(ROOT):
        return response
    headers = limits.headers_of(request)
    if request.method in READS:
        patch_vary_headers(response, ["Authorization", "Cookie"])
        if not request.headers.get("Authorization") and not request.headers.get("Cookie"):
            headers |= _SHARED
    for name, value in headers.items():
        response[name] = value
    return response


class Nowhere(APIView):
    """Every other address below the API's root. It asks neither who it is nor the database."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raise Http404, whatever the method."""
        raise Http404
