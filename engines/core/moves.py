"""A move: a JSON object that cannot be changed, so that legal lists may be shared and cached.

``Move`` is a ``dict`` to every reader (``json``, ``==``, ``move["type"]``) and carries the game's own small integer
``code``, so that an engine that gets its own move back need not parse it again.
"""

from __future__ import annotations

from typing import Any, NoReturn


class Move(dict[str, Any]):
    """An immutable move. ``code`` is private to the game that made it (-1: none)."""

    __slots__ = ("code",)
    code: int

    def __init__(self, fields: dict[str, Any], code: int = -1) -> None:
        super().__init__(fields)
        object.__setattr__(self, "code", code)

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("a move cannot be changed")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = __setattr__ = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted((key, repr(value)) for key, value in self.items())))

    def __reduce__(self) -> tuple[type[Move], tuple[dict[str, Any], int]]:
        return Move, (dict(self), self.code)
