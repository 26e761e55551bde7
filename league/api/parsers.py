"""Strict JSON of the API's requests: refuses, with a sentence, what cannot be stored or read; its texts are clean.

Files with a reader of their own are passed on as they are.
"""

from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, JSONParser

from matches.letters import clean_values


class StrictJSONParser(JSONParser):
    """Parses JSON. Raises ParseError (400) also for nesting too deep for Python, and for a NUL in a text."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        raw = stream.read()
        try:
            parsed = super().parse(BytesIO(raw), media_type, parser_context)
            if b"\\u0000" in raw and holds_nul(parsed):
                raise ParseError("A text holds the character NUL (\\u0000), which no text may hold.")
            return clean_values(parsed)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


class FileParser(BaseParser):
    """Passes on the bytes of a file, one more than ``most`` of them at most.

    The check of a session's CSRF token asks for a form's fields, and so reads the body before the view does.
    """

    most: int

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # bytes; the stub knows mappings alone
        return stream.read(self.most + 1)


def holds_nul(value: Any) -> bool:
    """Return whether a text or a key in parsed JSON holds a NUL. Raises RecursionError."""
    if isinstance(value, dict):
        return any("\0" in key or holds_nul(inner) for key, inner in value.items())
    if isinstance(value, list):
        return any(map(holds_nul, value))
    return isinstance(value, str) and "\0" in value
