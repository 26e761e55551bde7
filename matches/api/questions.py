"""Questions: what an address asks for after its question mark, read by the fields that bodies are read by."""

from collections.abc import Sequence
from typing import Any, Final

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

WHOLE: Final = serializers.IntegerField()
YES_OR_NO: Final = serializers.BooleanField()
KEY: Final = serializers.UUIDField()


def one_of(values: Sequence[str]) -> serializers.ChoiceField:
    """Return a field of ``values`` whose refusal names them."""
    return serializers.ChoiceField(values, error_messages={"invalid_choice": f"Choose one of {', '.join(values)}."})


def asked(request: Request, name: str, field: serializers.Field[Any, Any, Any, Any], otherwise: Any = None) -> Any:
    """Return what ``request`` asks for by ``name``, or ``otherwise``. Raises ValidationError, which names it."""
    return needed(request, name, field) if request.query_params.get(name) else otherwise


def needed(request: Request, name: str, field: serializers.Field[Any, Any, Any, Any]) -> Any:
    """Return what ``request`` must ask for by ``name``. Raises ValidationError, which names it."""
    try:
        return field.run_validation(request.query_params.get(name, ""))
    except ValidationError as error:
        raise ValidationError({name: error.detail}) from None
