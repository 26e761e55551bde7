"""Common parts of the second readings: a request by way of JSON, and the engine's dice rolled again by the letter."""

from __future__ import annotations

import json
from typing import Any

from engines.core.service import answer

Wire = dict[str, Any]


def ask(request: Wire) -> Wire:
    """One request, by way of JSON."""
    reply: Wire = json.loads(json.dumps(answer(json.loads(json.dumps(request)))))
    assert reply["ok"], (reply, request)
    return reply


class Rolled:
    """The dice the engine has rolled, to be rolled again by the letter, all of them."""

    def __init__(self, values: list[int]) -> None:
        self.left = list(values)

    def __call__(self, sides: int) -> int:
        assert self.left, f"the letter rolls one die more (1..{sides})"
        value = self.left.pop(0)
        assert 1 <= value <= sides
        return value
