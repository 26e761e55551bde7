"""ASGI entry point: HTTP to Django, sockets to Channels, and the background work of live matches.

Sockets are accepted only from a page of this site: the Origin is required and must name the requested host.
"""

import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

# Django must be set up before these are imported.
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from deploy.bad_input import TOO_LARGE, body_limit, holds_nul
from deploy.metrics import serve
from deploy.open_files import raise_limit
from deploy.patience import patient
from deploy.request_log import with_request_id
from matches.socket.routing import websocket_urlpatterns
from matches.upkeep import lifespan

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def same_site(headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether a socket's Origin names the allowed host it asked for.

    A missing Origin is refused too. The port counts: another service on the same machine is another site.
    """
    fields = {name.lower(): value.decode("latin-1") for name, value in headers}
    origin, host = fields.get(b"origin", ""), fields.get(b"host", "").lower()
    request = HttpRequest()
    request.META["HTTP_HOST"] = host
    try:
        request.get_host()
    except DisallowedHost:
        return False
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https"):
        return False
    return parts.netloc.lower() == host or origin in settings.CSRF_TRUSTED_ORIGINS


def only_same_site(inner: Application) -> Application:
    """Wrap ``inner`` in checks of Origin and NUL; failing handshakes are refused (HTTP 403)."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if same_site(scope["headers"]) and not holds_nul(scope):
            await inner(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close"})

    return guarded


def identified(inner: Application) -> Application:
    """Wrap ``inner`` so that ``scope`` holds the handshake's user and session.

    Only the handshake goes through Channels' middleware, which would otherwise read the session for each outgoing
    frame.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        async def copied_from(handshake: Scope, _receive: Receive, _send: Send) -> None:
            scope["user"], scope["session"] = handshake["user"], handshake["session"]

        await AuthMiddlewareStack(copied_from)(scope, receive, send)  # type: ignore[no-untyped-call]
        await inner(scope, receive, send)

    return served


def with_lifespan(inner: Application) -> Application:
    """Wrap ``inner`` so that ``matches.upkeep.lifespan`` works from the server's start to its stop."""

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await inner(scope, receive, send)
            return
        while True:
            message = await receive()
            step = "startup" if message["type"] == "lifespan.startup" else "shutdown"
            try:
                if step == "startup":
                    raise_limit()
                    await lifespan.start()
                    serve("web")
                else:
                    await lifespan.stop()
            except Exception as error:
                await send({"type": f"lifespan.{step}.failed", "message": repr(error)})
                raise
            await send({"type": f"lifespan.{step}.complete"})
            if step == "shutdown":
                return

    return served


def limit_body(inner: Application) -> Application:
    """Cut a request's body at ``body_limit``; ``deploy.bad_input`` then refuses it.

    Django would write a body of any size to its temporary files before it looks at the request.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        left = body_limit(scope["path"]) if scope["type"] == "http" else 0

        async def limited() -> MutableMapping[str, Any]:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left >= 0:
                return message
            scope[TOO_LARGE] = True
            while message.get("more_body"):  # to the end: a client reads no answer before it has sent everything
                message = await receive()
            return message if message["type"] == "http.disconnect" else {**message, "body": b""}

        await inner(scope, limited if scope["type"] == "http" else receive, send)

    return served


def behind_proxy(inner: Application) -> Application:
    """Wrap ``inner``: with BEHIND_PROXY, ``settings.PROXY_ADDRESSES`` alone set scheme and client.

    The server itself believes no header (``--no-proxy-headers``): uvicorn would trust all of loopback.
    """
    if not settings.BEHIND_PROXY:
        return inner
    return ProxyHeadersMiddleware(inner, settings.PROXY_ADDRESSES)  # type: ignore[arg-type, return-value]


application = patient(
    with_request_id(
        behind_proxy(
            with_lifespan(
                ProtocolTypeRouter(  # type: ignore[no-untyped-call]
                    {
                        "http": limit_body(django_application),  # type: ignore[arg-type]  # it names dict for any mapping
                        "websocket": only_same_site(identified(URLRouter(websocket_urlpatterns))),  # type: ignore[no-untyped-call]
                    }
                )
            )
        )
    )
)
