"""Error pages: of a defect a short number that is also in the log, and no details.

A database that does not answer is a 503 with the time to try again.
"""

import secrets
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError, loader
from django.views import defaults

from deploy import bad_input
from deploy.connections import returning_connections
from matches.problems import problem

PAUSE = 5
"""Seconds after which a client may try again when the database is away."""


@returning_connections
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a SuspiciousOperation or BadRequest raised by a view (``handler400``)."""
    return bad_input.bad_request(request)


@returning_connections
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return defaults.permission_denied(request, exception)


@returning_connections
def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return defaults.page_not_found(request, exception)


@returning_connections
def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an uncaught exception with a page, or problem details under ``/api/``."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    status = 503 if away else 500
    number = secrets.token_hex(3)
    request.error_id = number  # type: ignore[attr-defined]  # the log line of this request shows it
    if request.path_info.startswith("/api/"):
        detail = "The database does not answer just now." if away else "Something broke on our side."
        code = "unavailable" if away else "broken"
        answer: HttpResponse = problem(status, code, detail, error_id=number)
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
