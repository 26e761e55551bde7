"""Where a game's rules page tells what people meet at the table: each kind of event and of refusal with its chapter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engines.core.seats import Event


@dataclass(frozen=True)
class Rulebook:
    """The chapters of a game's rules page that tell its events and refusals, by their kind. A chapter is its anchor."""

    events: Mapping[str, str] = field(default_factory=dict)
    """By the kind of the event (``kind_of``)."""
    refusals: Mapping[str, str] = field(default_factory=dict)
    """By ``IllegalMove.kind``."""


UNWRITTEN: Final = Rulebook()
"""The rulebook of a game without chapters."""


def kind_of(event: Event) -> str:
    """Return the kind of ``event``: its type, and for a roll also what the die was rolled for: "roll shot"."""
    kind: str = event["type"]
    return f"roll {event['for']}" if kind == "roll" else kind
