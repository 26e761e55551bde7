"""Pieces on cells with names: one piece a cell, and the board with its sides swapped."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

TAKEN: Final = 255
"""Stands in a table of cells where no piece can ever be put."""


class OnCells(Protocol):
    """A position that holds the cell of each piece (-1: off the board) and, by cell, 1 + the piece on it."""

    pieces: list[int]
    occupied: bytearray


def occupied_by(pieces: Sequence[int], cells: int, blocked: Iterable[int] = ()) -> bytearray:
    """Return, by cell, 1 + the piece on it, 0 for none; ``blocked`` cells and the one behind the last are taken."""
    table = bytearray(cells + 1)
    table[cells] = TAKEN
    for cell in blocked:
        table[cell] = TAKEN
    for piece, cell in enumerate(pieces):
        if cell >= 0:
            table[cell] = piece + 1
    return table


def put(position: OnCells, piece: int, cell: int) -> None:
    """Move a piece to ``cell`` (-1: off the board). Its old cell is free, unless another shares it."""
    old = position.pieces[piece]
    if old >= 0 and position.occupied[old] == piece + 1:
        position.occupied[old] = 0
    position.pieces[piece] = cell
    if cell >= 0:
        position.occupied[cell] = piece + 1


def mirrored(value: Any, names: Mapping[str, str]) -> Any:  # any JSON value
    """Return ``value`` with each of ``names``, keys of objects among them, replaced by its counterpart."""
    if isinstance(value, dict):
        return {names.get(key, key): mirrored(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [mirrored(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value
