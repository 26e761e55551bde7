"""JSON that somebody sent, in a form, an address or a body of no API view."""

from __future__ import annotations

import json
from typing import Any


def read_json(text: str | bytes) -> Any:
    """Parse ``text``. Raises ValueError, also where it is nested too deeply for Python to read."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
