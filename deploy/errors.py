"""What a person sees when something breaks: a page with a short number that the log has too, and nothing else.

A database that does not answer is no defect of ours: 503 and when to try again.
"""

from __future__ import annotations

import logging
import secrets
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError, loader

PAUSE = 5
"""Seconds after which a client may try again when the database is away."""


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an exception that nobody caught: a page, or problem details under ``/api/``."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    status = 503 if away else 500
    number = secrets.token_hex(3)
    request.error_id = number  # type: ignore[attr-defined]  # the log line of this request shows it
    if request.path_info.startswith("/api/"):
        told = "The database does not answer just now." if away else "Something broke on our side."
        problem = {"type": "about:blank", "title": told, "status": status, "code": "unavailable" if away else "broken"}
        answer: HttpResponse = JsonResponse(
            {**problem, "error_id": number}, status=status, content_type="application/problem+json"
        )
    else:
        answer = HttpResponse(_page(number, away), status=status)
    if away:
        answer["Retry-After"] = str(PAUSE)
    return answer


def _page(number: str, away: bool) -> str:
    """The page of a database that is ``away``, or of a defect; it uses no request, no user and no database, any of
    which may be what broke."""
    try:
        return loader.get_template("500.html").render({"error_id": number, "away": away})
    except (TemplateDoesNotExist, TemplateSyntaxError):
        return f"<!doctype html><title>Tabellone</title><p>Something broke on our side ({number})."


class WithErrorId(logging.Filter):
    """Puts the number that the person sees before the log line of the request that broke."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record pass."""
        number = getattr(getattr(record, "request", None), "error_id", None)
        if number and not getattr(record, "numbered", False):
            record.msg = f"[{number}] {record.msg}"
            record.numbered = True
        return True
