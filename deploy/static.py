"""Static files under ASGI: WhiteNoise's files, read whole, since a file handle would be streamed synchronously.

They are small (the largest is htmx), compressed beforehand in a container, and cached by the browser.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
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
