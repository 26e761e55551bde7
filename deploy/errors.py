"""Error pages: a short number that is also in the log, and no details.

A database that does not answer is a 503 with the time to try again.
"""

import logging
import secrets
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError, loader

PAUSE = 5
"""Seconds after which a client may try again when the database is away."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught exception with a page, or problem details under ``/api/``."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    status = 503 if away else 500
    number = secrets.token_hex(3)
    request.error_id = number  # type: ignore[attr-defined]  # the log line of this request shows it
    if request.path_info.startswith("/api/"):
        title = "The database does not answer just now." if away else "Something broke on our side."
        problem = {"type": "about:blank", "title": title, "status": status, "code": "unavailable" if away else "broken"}
        answer: HttpResponse = JsonResponse(
            {**problem, "error_id": number}, status=status, content_type="application/problem+json"
        )
    else:
        answer = HttpResponse(_page(number, away), status=status)
    if away:
        answer["Retry-After"] = str(PAUSE)
    return answer


def _page(number: str, away: bool) -> str:
    """Render the page of an absent database (``away``) or a defect.

    It uses no request, user or database: any of them may be what broke.
    """
    try:
        return loader.get_template("500.html").render({"error_id": number, "away": away})
    except (TemplateDoesNotExist, TemplateSyntaxError):
        return f"<!doctype html><title>Tabellone</title><p>Something broke on our side ({number})."


class WithErrorId(logging.Filter):
    """A filter that prefixes a request's log line with the number shown to the person."""

    def filter(self, record: logging.LogRecord) -> bool:
        number = getattr(getattr(record, "request", None), "error_id", None)
        if number and not getattr(record, "numbered", False):
            record.msg = f"[{number}] {record.msg}"
            record.numbered = True
        return True


class WithoutReadiness(logging.Filter):
    """Drops the answer that an installation is not ready: it is asked every few seconds while things start."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether ``record`` is about anything else."""
        path = getattr(getattr(record, "request", None), "path_info", "")
        return not (path == "/readyz" and getattr(record, "status_code", 0) == 503)
