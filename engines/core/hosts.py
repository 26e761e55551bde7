"""Host moves: decisions of clock and referee, from outside, which have no seat."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.core.errors import IllegalMove, show
from engines.core.seats import SEATS

_KEYS: Final = {"time_up": {"type"}}
_USUAL: Final = {"type", "seat"}
NO_SIDE: Final = -1
"""Side of a host move that names none."""


def read_host_move(move: Mapping[str, Any], kinds: Sequence[str], rule: str) -> tuple[str, int]:
    """Read kind and side of an outside host move. Raises IllegalMove naming the field and ``rule``."""
    kind = move.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        raise IllegalMove(f"the host has the moves {', '.join(kinds)}, not {show(kind)} ({rule})")
    keys = _KEYS.get(kind, _USUAL)
    if set(move) != keys:
        raise IllegalMove(f"{kind} has the keys {', '.join(sorted(keys))} and no others ({rule})")
    if kind == "time_up":
        return kind, NO_SIDE
    seat = move["seat"]
    if not isinstance(seat, str) or seat not in SEATS:
        raise IllegalMove(f"{kind}.seat must be home or away, not {show(seat)} ({rule})")
    return kind, SEATS.index(seat)
