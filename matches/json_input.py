"""JSON from outside: from a form, an address or a body outside the API."""

import json
from typing import Any


def read_json(text: str | bytes) -> Any:
    """Parse ``text``. Raises ValueError, also for nesting too deep for Python."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
