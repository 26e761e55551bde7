"""Static files under ASGI, compression, and the Permissions-Policy header that Django does not send.

WhiteNoise's files are read whole, since a file handle would be streamed synchronously; they are small (the largest is
htmx), compressed beforehand in a container or once a process elsewhere. Style sheets are sent without comments and
indents, a tenth of their size; scripts without the comments that tell their types, a quarter. In a container each file
has the hash of its content in its name and is kept by browsers for ever; elsewhere it keeps its own name for a minute.
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
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHORT: Final = 200
"""Bytes below which compression gains nothing."""
TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg+xml")

UNREAD: Final = re.compile(rb"""("[^"\n]*"|'[^'\n]*')|/\*.*?\*/|\n\s*(?=\n)|(?<=\n)[ \t]+""", re.DOTALL)
"""Parts of a style sheet that browsers ignore: comments, empty lines and indents outside quotes."""
UNRUN: Final = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
"""A comment of a script that has its lines to itself."""

IMPORTS: Final = (
    (
        r"""(?P<matched>(?m:^)(?P<names>(?:import|export)\b[\w\s{},*$]*)"(?P<url>\.{1,2}/[^"]+)")""",
        """%(names)s"%(url)s\"""",
    ),
    (
        r"""(?P<matched>(?P<before>await|\)|=>)\s*import\("(?P<url>\.{1,2}/[^"]+)"\))""",
        """%(before)s import("%(url)s")""",
    ),
)
"""Imports of scripts and their replacements. Django's own patterns find circles in the types of comments."""


@lru_cache(maxsize=64)
def lean(sheet: bytes) -> bytes:
    """Strip the style sheet ``sheet`` of comments, empty lines and indents."""
    return UNREAD.sub(rb"\1", sheet)


@lru_cache(maxsize=256)
def lean_script(script: bytes) -> bytes:
    """Strip ``script`` of the comments on lines of their own, which stay as empty ones: an error names its line."""
    return UNRUN.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


LEAN: Final = {"css": lean, "js": lean_script}
"""By the end of a file's name: how it is sent."""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Storage of ``collectstatic``: hashed names, in the scripts' imports too; all lean and compressed."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", IMPORTS))

    def _save(self, name: str, content: File[bytes]) -> str:
        if shorten := LEAN.get(name.rpartition(".")[2]):
            content = ContentFile(shorten(b"".join(content.chunks())))
        path: str = super()._save(name, content)  # type: ignore[misc]
        return path


@lru_cache(maxsize=256)
def compressed(content: bytes) -> bytes:
    """Compress ``content`` by gzip, reproducibly."""
    return gzip.compress(content, mtime=0)


class Compression(GZipMiddleware):
    """Gzip of pages, with a random length so that a token in them cannot be guessed from outside.

    Streams (the feed) are left alone: each message must leave at once.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise with whole answers instead of streams."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:  # type: ignore[override]
        response = static_file.get_response(request.method, request.META)  # type: ignore[no-untyped-call]
        content = b""
        if response.file is not None:
            with response.file as file:
                content = file.read()
        answer = HttpResponse(content, status=int(response.status))
        del answer["content-type"]
        for name, value in response.headers:
            answer[name] = value
        plain = answer.status_code == 200 and "Content-Encoding" not in answer
        shorten = LEAN.get(request.path_info.rpartition(".")[2])
        if plain and content and shorten:
            answer.content = content = shorten(content)
            answer["Content-Length"] = str(len(content))
        shrinks = answer.get("Content-Type", "").startswith(TEXT) and len(content) >= SHORT
        if plain and shrinks:
            patch_vary_headers(answer, ["Accept-Encoding"])
            if "gzip" in request.headers.get("Accept-Encoding", ""):
                answer.content = compressed(content)
                answer["Content-Encoding"], answer["Content-Length"] = "gzip", str(len(answer.content))
        return answer


class PermissionsPolicy(MiddlewareMixin):
    """The header that denies all pages camera, place, microphone and payment."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response
