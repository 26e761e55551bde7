"""Middleware of the installation: static files under ASGI, compression, and the one header that Django does not send.

WhiteNoise's files are read whole, since a file handle would be streamed synchronously; they are small (the largest is
htmx), compressed beforehand in a container or once a process elsewhere, and cached by the browser. Style sheets leave
without their comments and indents, a tenth of what they weigh.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedStaticFilesStorage

SHORT: Final = 200
"""Bytes below which nothing is gained."""
TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")

UNREAD: Final = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|/\*.*?\*/|\n\s*(?=\n)|(?<=\n)[ \t]+""", re.DOTALL)
"""What no browser reads in a style sheet: comments, empty lines and indents; what stands in quotes is passed over."""


@lru_cache(maxsize=64)
def lean(sheet: bytes) -> bytes:
    """The style sheet ``sheet`` without what only its writers read."""
    return UNREAD.sub(rb"\1", sheet)


class StaticStorage(CompressedStaticFilesStorage):
    """Where ``collectstatic`` puts the files: style sheets lean, everything compressed."""

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith(".css"):
            content = ContentFile(lean(content.read()))
        kept: str = super()._save(name, content)  # type: ignore[misc]
        return kept


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
        plain = answer.status_code == 200 and "Content-Encoding" not in answer
        if plain and content and answer.get("Content-Type", "").startswith("text/css"):
            answer.content = content = lean(content)
            answer["Content-Length"] = str(len(content))
        shrinks = answer.get("Content-Type", "").startswith(TEXT) and len(content) >= SHORT
        if plain and shrinks:
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
