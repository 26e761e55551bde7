"""Moves: immutable JSON objects, so that legal lists may be shared and cached.

``Move`` is a ``dict`` to every reader (``json``, ``==``, ``move["type"]``) and carries the game's own small integer
``code``, so that an engine need not parse its own moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from engines.core.errors import BadRequest


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


def to_each(kind: int, name: str, cells: Sequence[str]) -> tuple[Move, ...]:
    """Return a move to each of ``cells``, with the code ``kind << 16 | cell``."""
    return tuple(Move({"type": name, "to": cell}, kind << 16 | code) for code, cell in enumerate(cells))


def piece_to_each(kind: int, name: str, pieces: Sequence[str], cells: Sequence[str]) -> tuple[tuple[Move, ...], ...]:
    """Return a move of each piece to each of ``cells``, with the code ``kind << 16 | piece << 8 | cell``."""
    return tuple(
        tuple(
            Move({"type": name, "piece": piece, "to": cell}, kind << 16 | number << 8 | code)
            for code, cell in enumerate(cells)
        )
        for number, piece in enumerate(pieces)
    )


def find(legal: Sequence[Move], move: Mapping[str, Any]) -> Move | None:
    """Return the game's own constant for ``move`` if it is in ``legal``, else None.

    Equality is that of JSON: ``true`` is not 1. Raises BadRequest if ``move`` is no object.
    """
    if type(move) is Move:  # mostly one of the game's own
        for own in legal:
            if own is move:
                return own
    try:
        own = legal[legal.index(move)]
    except ValueError:
        if not isinstance(move, Mapping):
            raise BadRequest("a move must be an object") from None
        return None
    return own if own is move or _equal_json(own, move) else None


def _equal_json(one: Any, two: Any) -> bool:  # JSON values
    """Compare two JSON values: equal values must have equal types, at every depth of ``one``."""
    if isinstance(one, dict):
        return isinstance(two, Mapping) and all(_equal_json(value, two[key]) for key, value in one.items())
    if isinstance(one, list):
        return isinstance(two, list) and all(map(_equal_json, one, two))
    return type(one) is type(two)


def plain_notation(move: Mapping[str, Any]) -> str:
    """Return a move as a line of words: ``roll pass double``. See ``Game.notation``.

    The type comes first, then the values in the order of their keys' names: a store need not keep an object's order.
    """
    words = []
    for key, value in sorted(move.items(), key=lambda item: (item[0] != "type", item[0])):
        if value is True:
            words.append(key)
        elif isinstance(value, (list, tuple)):
            words.append("-".join(map(str, value)))
        elif value is not None and value is not False:
            words.append(str(value))
    return " ".join(words)
