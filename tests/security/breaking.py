"""The site, with an address for each way in which a view can fail: the ASGI application of a web process in tests."""

from django.contrib.auth import get_user_model
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import get_resolver, path

FAILURES = {
    "missing": Http404,
    "forbidden": PermissionDenied,
    "bad": BadRequest,
    "suspicious": SuspiciousOperation,
    "unreadable": MultiPartParserError,
    "broken": RuntimeError,
    "away": OperationalError,
}


def _fail(request: HttpRequest, how: str) -> HttpResponse:
    get_user_model().objects.exists()
    raise FAILURES[how]("as asked for")


async def _fail_async(request: HttpRequest, how: str) -> HttpResponse:
    await get_user_model().objects.aexists()
    raise FAILURES[how]("as asked for")


def _large(request: HttpRequest) -> HttpResponse:
    """Answer with more than a socket holds."""
    get_user_model().objects.exists()
    return HttpResponse(b"x" * 30_000_000)


def application():
    """Return the site's application (for ``uvicorn --factory``)."""
    from deploy.asgi import application as site  # sets Django up

    added = [path("fails/<how>/", _fail), path("fails/async/<how>/", _fail_async), path("large/", _large)]
    get_resolver().url_patterns.extend(added)
    return site
