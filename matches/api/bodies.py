"""Bodies of the API's requests."""

from typing import Any

from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer


def checked_body(request: Request, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return the body of ``request``, checked by ``shape``. Raises ValidationError."""
    body = shape(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)
