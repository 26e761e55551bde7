"""Refusals for programs as problem details (RFC 9457): one shape, a sentence for a person, a code for a program."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import JsonResponse

CONTENT_TYPE: Final = "application/problem+json"


def problem(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **members: Any
) -> JsonResponse:
    """Build the answer of the API and of all that speaks JSON. ``members`` are more of it: ``errors``, ``v``."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **members,
    }
    return JsonResponse(body, status=status, headers=headers, content_type=CONTENT_TYPE)
