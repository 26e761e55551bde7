"""Errors of the API as problem details (RFC 9457), with a ``code`` and extra members."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from matches.errors import MatchError

TYPE = "application/problem+json"


class Problem(serializers.Serializer[Any]):
    """A refusal as problem details."""

    type = serializers.CharField(help_text="about:blank")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for a person.")
    code = serializers.CharField(help_text="For a program.")


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    """Build a refusal. ``more`` are extra members (``v`` of a stale move)."""
    titles = {
        400: "Bad request",
        403: "Not allowed",
        404: "Not found",
        409: "Conflict",
        422: "Refused",
        429: "Too many requests",
        503: "Busy",
    }
    body = {
        "type": "about:blank",
        "title": titles.get(status, "Refused"),
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    return Response(body, status=status, content_type=TYPE)


def handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn every refusal of the API's views into a problem; the exception handler."""
    if isinstance(error, MatchError):
        return problem(error.status, error.code, str(error))
    answer = exception_handler(error, context)
    if answer is None:
        return None
    code = str(getattr(error, "default_code", "refused"))
    if isinstance(error, ValidationError):
        response = problem(400, "bad_request", _first(error.detail), errors=error.detail, fields=error.detail)
    else:
        detail = str(error.detail) if isinstance(error, APIException) else str(error) or "Not found."
        response = problem(answer.status_code, "not_found" if answer.status_code == 404 else code, detail)
    for name in ("Retry-After", "WWW-Authenticate", "Allow"):
        if name in answer:
            response[name] = answer[name]
    return response


def _first(detail: Any) -> str:  # a nest of lists and dicts of strings
    if isinstance(detail, dict):
        name, inner = next(iter(detail.items()))
        return f"{name}: {_first(inner)}"
    if isinstance(detail, list):
        return _first(detail[0]) if detail else "bad request"
    return str(detail)
