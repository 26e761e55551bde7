"""Middleware of the installation: static files under ASGI, and the one security header that Django does not send.

WhiteNoise's files are read whole, since a file handle would be streamed synchronously; they are small (the largest is
htmx), compressed beforehand in a container, and cached by the browser.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


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
        return answer


class PermissionsPolicy(MiddlewareMixin):
    """Says that no page here asks for camera, place, microphone or payment."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the header of ``settings.PERMISSIONS_POLICY``."""
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response
