"""A request's id and its line in the log.

The id comes from the header ``X-Request-ID`` of a trusted proxy (``BEHIND_PROXY``), which gets it back with the answer;
nobody else sets or sees it. The line (``ACCESS_LOG``) has the name of the address instead of the address itself, which
may hold a secret, and an account's id instead of its name.
"""

import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from deploy.log_lines import view_name
from deploy.metrics import count_request
from matches import metrics
from matches.log_context import MATCH, REQUEST

log = logging.getLogger("deploy.access")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADER: Final = b"x-request-id"
GIVEN: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")
MATCH_PATH: Final = re.compile(r"^/(?:ws/|api/v1/)?matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")


def trusted(scope: Scope) -> bool:
    """Return whether the connection itself comes from one of ``settings.PROXY_ADDRESSES``."""
    client = scope.get("client")
    if not settings.BEHIND_PROXY or not client:
        return False
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(network) for network in settings.PROXY_ADDRESSES)


def with_request_id(inner: Application) -> Application:
    """Wrap ``inner`` so that all it logs is known by the request and the match. Before the proxy's headers are read."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await inner(scope, receive, send)
            return
        is_trusted = trusted(scope)
        named_id = dict(scope["headers"]).get(HEADER, b"") if is_trusted else b""
        request_id = named_id.decode() if GIVEN.fullmatch(named_id) else secrets.token_hex(8)
        REQUEST.set(request_id)
        match = MATCH_PATH.match(scope["path"])
        MATCH.set(match[1] if match else "")

        async def answered(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (HEADER, request_id.encode())]
            await send(message)

        await inner(scope, receive, answered if is_trusted else send)

    return served


@sync_and_async_middleware
def request_log_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Measure each request and write its line. The second of MIDDLEWARE, after the probes."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            began = time.perf_counter()
            response: HttpResponseBase = await get_response(request)
            note(request, response.status_code, time.perf_counter() - began)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response: HttpResponseBase = get_response(request)
        note(request, response.status_code, time.perf_counter() - began)
        return response

    return answer


def note(request: HttpRequest, status: int, seconds: float) -> None:
    """Count the answer, and log it if that is wanted."""
    if metrics.on:
        count_request(view_name(request), status, seconds)
    if settings.ACCESS_LOG:
        reader = getattr(request, "_cached_user", None)  # nobody is looked up for a line
        method = request.method if request.method in METHODS else "OTHER"
        view, user = view_name(request), str(getattr(reader, "pk", None) or "")
        about = {
            "method": method,
            "view": view,
            "status": status,
            "duration_ms": round(seconds * 1000, 1),
            "user": user,
        }
        log.info("%s %s %d in %.1f ms", method, view, status, seconds * 1000, extra=about)


METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
