"""A template engine that renders nothing: who is let in is decided before a page is drawn."""

from __future__ import annotations

from typing import Any

from django.template.backends.base import BaseEngine


class BlankTemplate:
    def render(self, context: Any = None, request: Any = None) -> str:
        return ""


class Blank(BaseEngine):
    """Every template, empty."""

    app_dirname = None

    def __init__(self, params: dict[str, Any]) -> None:
        params.pop("OPTIONS", None)
        super().__init__(params)

    def from_string(self, template_code: str) -> BlankTemplate:
        return BlankTemplate()

    def get_template(self, template_name: str) -> BlankTemplate:
        return BlankTemplate()
