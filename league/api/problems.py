"""Errors of the API as problem details (RFC 9457): one shape, a sentence for a person, a code for a program.

``{"type": "about:blank", "title": ..., "status": 409, "detail": ..., "code": ...}``, with ``errors`` (by field) for
wrong input and ``effects`` for a required confirmation. ``EXCEPTION_HANDLER`` of the settings.
"""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from engines.core.errors import EngineError
from league.errors import LeagueError
from matches.errors import MatchError
from matches.limits import TooManyRequests

CONTENT_TYPE = "application/problem+json"


def problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """Build a problem's response. ``more`` are extra members of the object."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to ``error``, or None (a plain 500) for an unforeseen one."""
    ours = _answer_own_error(error)
    if ours is not None:
        return ours
    answer = exception_handler(error, context)
    if answer is None:
        return None
    headers = {name: answer[name] for name in ("Retry-After", "WWW-Authenticate", "Allow") if name in answer}
    if isinstance(error, exceptions.ValidationError):
        return problem(answer.status_code, "invalid", "The request is not right.", headers, errors=error.detail)
    if isinstance(error, Http404):
        return problem(404, "not_found", "There is nothing here.", headers)
    if isinstance(error, PermissionDenied):
        return problem(403, "denied", str(error) or "You may not do this.", headers)
    if isinstance(error, exceptions.APIException):
        code = error.get_codes()
        return problem(answer.status_code, code if isinstance(code, str) else "refused", str(error.detail), headers)
    return answer


def _answer_own_error(error: Exception) -> Response | None:
    """Answer the errors of our own rooms."""
    if isinstance(error, LeagueError):
        return problem(error.status, error.code, str(error), **error.members())
    if isinstance(error, MatchError):
        return problem(error.status, error.code, str(error))
    if isinstance(error, TooManyRequests):
        return handle(exceptions.Throttled(error.seconds), {})
    if isinstance(error, EngineError):
        return problem(400, error.code, str(error))
    if isinstance(error, OperationalError):
        return problem(503, "unavailable", "The server cannot do this at the moment: try again.", {"Retry-After": "5"})
    return None
