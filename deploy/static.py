"""Middleware of the installation: static files under ASGI, compression, and the one header that Django does not send.

WhiteNoise's files are read whole, since a file handle would be streamed synchronously; they are small (the largest is
htmx), compressed beforehand in a container or once a process elsewhere, and cached by the browser.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

SHORT: Final = 200
"""Bytes below which nothing is gained."""
TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")


@lru_cache(maxsize=256)
def compressed(content: bytes) -> bytes:
    """``content`` by gzip, the same bytes each time."""
    return gzip.compress(content, mtime=0)


class Compression(GZipMiddleware):
    """Pages compressed, with a random length so that a token in them cannot be guessed from outside. What is streamed
    (the feed) leaves as it is: each message must leave at once."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress ``response`` for a browser that takes it."""
        return response if response.streaming else super().process_response(request, response)


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise with whole answers."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:  # type: ignore[override]
        """The answer for one file."""
        found = static_file.get_response(request.method, request.META)  # type: ignore[no-untyped-call]
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        answer = HttpResponse(content, status=int(found.status))
        del answer["content-type"]
        for name, value in found.headers:
            answer[name] = value
        shrinks = answer.get("Content-Type", "").startswith(TEXT) and len(content) >= SHORT
        if answer.status_code == 200 and shrinks and "Content-Encoding" not in answer:
            patch_vary_headers(answer, ["Accept-Encoding"])
            if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
                answer.content = compressed(content)
                answer["Content-Encoding"], answer["Content-Length"] = "gzip", str(len(answer.content))
        return answer


class PermissionsPolicy(MiddlewareMixin):
    """Says that no page here asks for camera, place, microphone or payment."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the header of ``settings.PERMISSIONS_POLICY``."""
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response
