"""JSON from outside: from a form, an address or a body outside the API."""

import json
from typing import Any

from matches.letters import clean_values


def read_json(text: str | bytes) -> Any:
    """Parse ``text`` and clean its texts. Raises ValueError, also for nesting too deep for Python."""
    try:
        return clean_values(json.loads(text))
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None
