"""The OpenAPI document: every operation may answer with a problem (RFC 9457), which is declared as one."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from drf_spectacular.views import SpectacularAPIView

from matches.problems import CONTENT_TYPE


class Document(SpectacularAPIView):
    """The OpenAPI document in English, limited: writing it takes 300 ms."""

    limits = {"GET": "export"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override("en"):  # words of columns are the pages', which are the reader's
            return super().dispatch(request, *args, **kwargs)


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Name ``Problem`` as the default answer of each operation (a hook of drf-spectacular)."""
    answer = {
        "description": "A problem",
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].setdefault("default", answer)
                for status, response in operation["responses"].items():
                    if status >= "400" and "application/json" in response.get("content", {}):
                        response["content"][CONTENT_TYPE] = response["content"].pop("application/json")
    return result
