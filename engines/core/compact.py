"""The base of the games' compact positions: one list of attributes with their defaults, and a quick copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import msgspec


class Compact(msgspec.Struct, eq=False, kw_only=True):
    """A position in integers. Two are the same only if they are one object."""

    if TYPE_CHECKING:

        def __copy__(self) -> Self:
            """The same attributes, not copied themselves; msgspec makes it in 0.2 microseconds."""
            ...
