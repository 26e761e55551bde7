"""Base class of the games' compact positions: attributes with defaults, and a quick copy."""

from typing import TYPE_CHECKING, Self

import msgspec


class Compact(msgspec.Struct, eq=False, kw_only=True):
    """A position in integers. Equality is identity."""

    if TYPE_CHECKING:  # msgspec has it, and its stubs do not say so

        def __copy__(self) -> Self:
            """Copy the position, sharing its attributes; msgspec takes 0.2 microseconds."""
            ...
