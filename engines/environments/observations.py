"""Observations: a seat's view as a row of whole numbers, laid out by the game's data contract.

Everything comes from ``Game.view`` of the seat, so an observation holds nothing that the seat may not know. Options and
terms are those of the environment and not repeated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from msgspec import inspect
from numpy.typing import NDArray

from engines.core.game import Game
from engines.core.seats import SEATS, Seat, Wire

MOST_COUNTED: Final = 10_000
"""Higher counts (of turns, say) are told as this."""
HIDDEN: Final = "hidden"
"""The word in a view for a name that the seat may not know."""
LEFT_OUT: Final = ("game", "options", "terms")

Values = list[int]
Write = Callable[[Any, Values], None]
"""Append the numbers of a JSON value."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The numbers of one value: a name and an upper bound for each, all of which begin at 0."""

    names: tuple[str, ...]
    highs: tuple[int, ...]
    write: Write


class Observations:
    """The layout of a game's observations; ``names`` and ``highs`` describe each number."""

    def __init__(self, game: Game[Any]) -> None:  # any game's position
        shape = inspect.type_info(game.contract.shape)
        assert isinstance(shape, inspect.StructType)
        kinds = {field.encode_name: field.type for field in shape.fields}
        kinds |= {key: inspect.type_info(kind) for key, kind in game.open_keys.items()}
        layouts = {
            key: _layout(key, kind)
            for key, kind in kinds.items()
            if key not in LEFT_OUT and not isinstance(kind, inspect.AnyType)  # constant in this game
        }
        self.names = ("seat", *(name for layout in layouts.values() for name in layout.names))
        self.highs = (len(SEATS), *(high for layout in layouts.values() for high in layout.highs))
        self._writes = [(key, layout.write) for key, layout in layouts.items()]

    def of(self, view: Wire, seat: Seat) -> NDArray[np.int32]:
        """Return the observation of ``seat`` from its own ``view``."""
        values: Values = [SEATS.index(seat) + 1]
        for key, write in self._writes:
            write(view[key], values)
        return np.array(values, dtype=np.int32)


def _layout(name: str, kind: inspect.Type) -> Layout:
    """Lay out the values of ``kind``. Raises TypeError for a kind that no data contract has."""
    match kind:
        case inspect.UnionType(types):
            inner = [member for member in types if not isinstance(member, inspect.NoneType)]
            if len(inner) == 1:
                return _nullable(name, inner[0])
        case inspect.StructType():
            return _record(name, kind.fields)
        case inspect.LiteralType(values):
            return _name(name, values)
        case inspect.BoolType():
            return Layout((name,), (1,), lambda value, told: told.append(int(bool(value))))
        case inspect.IntType():
            return _count(name, kind)
        case inspect.ListType(item_type=inspect.BoolType()):
            return _kicks(name)
        case inspect.ListType(item_type=inspect.LiteralType(values)):
            return _places(name, values)
        case inspect.ListType(max_length=int(most)):
            return _slots(name, kind.item_type, most)
        case inspect.DictType(key_type=inspect.LiteralType(values)):
            return _by_name(name, values, kind.value_type)
    raise TypeError(f"{name}: an observation cannot tell {kind}")


def _nullable(name: str, kind: inspect.Type) -> Layout:
    """Lay out a value or null: zeros for null. Counts then begin at 1, and an object is told by a 1 before it."""
    inner = _layout(name, kind)
    if isinstance(kind, inspect.LiteralType):
        return inner  # a name is never 0
    if isinstance(kind, inspect.IntType):
        least = kind.ge or 0

        def write_count(value: int | None, told: Values) -> None:
            told.append(0 if value is None else min(value - least, MOST_COUNTED) + 1)

        return Layout((name,), (inner.highs[0] + 1,), write_count)
    nothing = [0] * (len(inner.names) + 1)

    def write(value: Any, told: Values) -> None:
        if value is None:
            told += nothing
        else:
            told.append(1)
            inner.write(value, told)

    return Layout((f"{name}?", *inner.names), (1, *inner.highs), write)


def _record(name: str, fields: Sequence[inspect.Field]) -> Layout:
    """Lay out an object's values one after the other; a key that may be missing is told as its default."""
    kinds = [field.type for field in fields]
    layouts = [_layout(f"{name}.{field.encode_name}", field.type) for field in fields]
    names = tuple(inner for layout in layouts for inner in layout.names)
    highs = tuple(high for layout in layouts for high in layout.highs)
    keys = [field.encode_name for field in fields]
    if isinstance(kinds[0], inspect.LiteralType) and all(kind == kinds[0] for kind in kinds):
        table = _numbers(kinds[0].values)  # the cells of the pieces, say: one list in place of 22 calls

        def write_names(value: Mapping[str, Any], told: Values) -> None:
            told += [table[value[key]] for key in keys]

        return Layout(names, highs, write_names)
    writes = [
        (field.encode_name, None if field.required else field.default, layout.write)
        for field, layout in zip(fields, layouts, strict=True)
    ]

    def write(value: Mapping[str, Any], told: Values) -> None:
        for key, default, write_inner in writes:
            write_inner(value.get(key, default), told)

    return Layout(names, highs, write)


def _numbers(values: Sequence[Any]) -> dict[Any, int]:
    """Number the names from 1 in the order of the contract's schema; 0 is null, one past the last is hidden."""
    words = [value for value in values if value is not None]
    return {None: 0, **{word: number for number, word in enumerate(words, 1)}, HIDDEN: len(words) + 1}


def _name(name: str, values: Sequence[Any]) -> Layout:
    table = _numbers(values)
    return Layout((name,), (max(table.values()),), lambda value, told: told.append(table[value]))


def _count(name: str, kind: inspect.IntType) -> Layout:
    least, most = kind.ge or 0, MOST_COUNTED if kind.le is None else kind.le
    high = min(most - least, MOST_COUNTED)
    return Layout((name,), (high,), lambda value, told: told.append(min(value - least, high)))


def _kicks(name: str) -> Layout:
    """Lay out a side's kicks of a shootout: how many were taken, how many scored."""

    def write(kicks: Sequence[bool], told: Values) -> None:
        told += (min(len(kicks), MOST_COUNTED), min(sum(kicks), MOST_COUNTED))

    return Layout((f"{name}.taken", f"{name}.scored"), (MOST_COUNTED, MOST_COUNTED), write)


def _places(name: str, values: Sequence[Any]) -> Layout:
    """Lay out a list without repeats: for each name its place in the list from 1, 0 for one that is not in it."""
    places = {word: place for place, word in enumerate(values)}
    nothing = [0] * len(places)

    def write(words: Sequence[str], told: Values) -> None:
        first = len(told)
        told += nothing
        for place, word in enumerate(words, 1):
            told[first + places[word]] = place

    return Layout(tuple(f"{name}[{word}]" for word in values), (len(places),) * len(places), write)


def _slots(name: str, kind: inspect.Type, most: int) -> Layout:
    """Lay out a list of at most ``most`` values, each as one that may be null."""
    slot = _nullable(name, kind)

    def write(values: Sequence[Any], told: Values) -> None:
        for number in range(most):
            slot.write(values[number] if number < len(values) else None, told)

    names = tuple(inner.replace(name, f"{name}[{number}]", 1) for number in range(most) for inner in slot.names)
    return Layout(names, slot.highs * most, write)


def _by_name(name: str, values: Sequence[Any], kind: inspect.Type) -> Layout:
    """Lay out an object with a value for some names: zero for a name that it has not, and for null."""
    slot = _nullable(name, kind)

    def write(value: Mapping[str, Any], told: Values) -> None:
        for word in values:
            slot.write(value.get(word), told)

    names = tuple(f"{name}[{word}]" for word in values)
    return Layout(names, slot.highs * len(values), write)
