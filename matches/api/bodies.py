"""Bodies of the API's requests: what is not named in an operation's shape is refused, never dropped."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import UnsupportedMediaType, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer


def checked_body(request: Request, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return the body of ``request``, checked by ``shape``. Raises ValidationError, also for an unknown field."""
    body = shape(data=request.data)
    if unknown := unknown_fields(body, request.data):
        raise ValidationError(unknown)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def unknown_fields(shape: Any, data: Any) -> dict[str, Any]:  # any field of a serializer, any JSON
    """Return errors that name the keys of ``data`` that ``shape`` does not take, and the fields that it takes."""
    if isinstance(shape, ListSerializer) and isinstance(data, list):
        found = {str(number): unknown_fields(shape.child, row) for number, row in enumerate(data)}
        return {number: errors for number, errors in found.items() if errors}
    if not isinstance(shape, Serializer) or not isinstance(data, dict):
        return {}
    allowed = [name for name, field in shape.fields.items() if not field.read_only]
    errors: dict[str, Any] = {name: [_refusal(allowed)] for name in data if name not in allowed}
    inner = {name: unknown_fields(shape.fields[name], data[name]) for name in allowed if name in data}
    return errors | {name: wrong for name, wrong in inner.items() if wrong}


def _refusal(allowed: Collection[str]) -> str:
    if not allowed:
        return "This operation takes no fields."
    return f"This field cannot be set here. Allowed: {', '.join(allowed)}."


def _fields_of(request: Request) -> Collection[str]:
    """Return the names of the fields in the body; none of a body that is no JSON, which is not read."""
    try:
        return list(request.data) if isinstance(request.data, dict) else ()
    except UnsupportedMediaType:
        return ()


def without_body(**schema: Any) -> Callable[[Any], Any]:
    """Mark a method of a view that takes no body (``schema``: of ``extend_schema``) and refuse one with fields."""

    def decorate(handler: Callable[..., Response]) -> Any:
        @wraps(handler)
        def checked(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
            if fields := _fields_of(request):
                raise ValidationError({name: [_refusal(())] for name in fields})
            return handler(view, request, *args, **kwargs)

        return extend_schema(request=None, **schema)(checked)

    return decorate
