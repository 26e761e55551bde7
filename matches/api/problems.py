"""Every refusal of the API's views as a problem (RFC 9457): ``EXCEPTION_HANDLER`` of the settings."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpResponse
from rest_framework import exceptions, serializers
from rest_framework.settings import api_settings
from rest_framework.views import exception_handler

from engines.core.errors import EngineError
from matches.errors import Refusal
from matches.limits import TooManyRequests
from matches.problems import problem

PASSED_ON = ("Retry-After", "WWW-Authenticate", "Allow")
"""Headers of REST framework's own refusals."""


class Problem(serializers.Serializer[Any]):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for a person.")
    code = serializers.CharField(help_text="For a program.")
    errors = serializers.DictField(child=serializers.ListField(child=serializers.CharField()), required=False)  # type: ignore[assignment]  # an attribute of serializers
    rule = serializers.CharField(
        required=False, help_text="The chapter of the game's rules page that tells why, an anchor of /games/GAME/."
    )
    effects = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What a confirmation would undo."
    )


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer to ``error``, or None (a plain 500) for an unforeseen one."""
    if isinstance(error, Refusal):
        return problem(error.status, error.code, str(error), **error.members())
    if isinstance(error, EngineError):
        return problem(400, error.code, str(error))
    if isinstance(error, OperationalError):
        return problem(503, "unavailable", "The server cannot do this at the moment: try again.", {"Retry-After": "5"})
    if isinstance(error, TooManyRequests):
        error = exceptions.Throttled(error.seconds)
    answer = exception_handler(error, context)
    if answer is None:
        return None
    headers = {name: answer[name] for name in PASSED_ON if name in answer}
    if isinstance(error, exceptions.ValidationError):
        own = error.detail if isinstance(error.detail, dict) else {api_settings.NON_FIELD_ERRORS_KEY: error.detail}
        errors = {field: sentences for field, inner in own.items() if (sentences := _sentences(inner))}
        field, sentences = next(iter(errors.items()))
        said = sentences[0] if field == api_settings.NON_FIELD_ERRORS_KEY else f"{field}: {sentences[0]}"
        return problem(answer.status_code, "bad_request", said, headers, errors=errors)
    if isinstance(error, Http404):
        return problem(404, "not_found", "There is nothing here.", headers)
    if isinstance(error, PermissionDenied):
        return problem(403, "denied", str(error) or "You may not do this.", headers)
    code = error.get_codes() if isinstance(error, exceptions.APIException) else "refused"
    detail = str(error.detail) if isinstance(error, exceptions.APIException) else str(error)
    return problem(answer.status_code, code if isinstance(code, str) else "refused", detail, headers)


def _sentences(errors: Any) -> list[str]:  # a nest of lists and dicts of strings
    """Return the sentences of one field; one about a field within it begins with its path, as ``1: format:``."""
    if isinstance(errors, list) and any(isinstance(each, (dict, list)) for each in errors):
        errors = dict(enumerate(errors))
    if isinstance(errors, dict):
        own = api_settings.NON_FIELD_ERRORS_KEY
        return [
            said if name == own else f"{name}: {said}" for name, inner in errors.items() for said in _sentences(inner)
        ]
    return [str(each) for each in (errors if isinstance(errors, list) else [errors])]
