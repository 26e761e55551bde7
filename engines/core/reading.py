"""Values of a position from outside, checked one by one: each refusal is a ``BadState`` that names the key.

What every game's reader needs; what only one game has stands in its own ``wire``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from engines.core.errors import BadOptions, BadState, show
from engines.core.seats import SEATS

MOST: Final = 10**9
"""Bound of every count from outside, so that no number grows beyond what can be written down."""

F = TypeVar("F")


def whole(wire: Any, keys: frozenset[str], slug: str) -> Mapping[str, Any]:  # a JSON value from outside
    """``wire`` if it is a state of the game ``slug`` with exactly ``keys``."""
    if not isinstance(wire, Mapping):
        raise BadState(f"a state must be an object, not {show(wire)}")
    if set(wire) != keys:
        missing, extra = keys - set(wire), set(wire) - keys
        words = [f"{name} is missing" for name in sorted(missing)] + [f"{show(name)} is no key" for name in extra]
        raise BadState(f"the keys of a {slug} state are wrong: " + show(", ".join(words), 400))
    if wire["game"] != slug:
        raise BadState(f"game must be {slug!r}, not {show(wire['game'])}")
    return wire


def settings(
    wire: Mapping[str, Any],
    resolve: Callable[[Mapping[str, Any], Mapping[str, Any]], F],
    complete: Callable[[F], tuple[Mapping[str, Any], Mapping[str, Any]]],
) -> F:
    """Read the options and terms of a state; those that it lacks have their defaults.

    A position that was stored before its game had an option is read as if that option had been left alone. ``resolve``
    checks what is given, ``complete`` returns options and terms with every key. Raises BadState.
    """
    for key in ("options", "terms"):
        if not isinstance(wire[key], Mapping):
            raise BadState(f"{key} must be an object, not {show(wire[key])}")
    try:
        found = resolve(wire["options"], wire["terms"])
    except BadOptions as wrong:
        raise BadState(str(wrong)) from None
    for key, complete_values in zip(("options", "terms"), complete(found), strict=True):
        if any(complete_values[name] != value for name, value in wire[key].items()):
            raise BadState(f"{key} of a state must be resolved: no nulls where the game has a value")
    return found


def one(key: str, value: Any, allowed: Sequence[str | None]) -> int:  # a JSON value from outside
    """The place of ``value`` in ``allowed``."""
    if not (value is None or isinstance(value, str)) or value not in allowed:
        words = ", ".join("null" if name is None else name for name in allowed)
        raise BadState(f"{key} must be one of {show(words, 120)}, not {show(value)}")
    return allowed.index(value)


def side(key: str, value: Any, *, nullable: bool = True) -> int:  # a JSON value from outside
    """0 for home, 1 for away, -1 for null where it may be null."""
    if value is None and nullable:
        return -1
    if not isinstance(value, str) or value not in SEATS:
        raise BadState(f"{key} must be home{', away or null' if nullable else ' or away'}, not {show(value)}")
    return SEATS.index(value)


def count(key: str, value: Any, most: int = MOST) -> int:  # a JSON value from outside
    """A whole number from 0 to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadState(f"{key} must be a whole number from 0 to {most}, not {show(value)}")
    return value


def truth(key: str, value: Any) -> bool:  # a JSON value from outside
    """True or false."""
    if not isinstance(value, bool):
        raise BadState(f"{key} must be true or false, not {show(value)}")
    return value


def seats(key: str, value: Any) -> Mapping[str, Any]:  # a JSON value from outside
    """An object with exactly the keys home and away."""
    if not isinstance(value, Mapping) or set(value) != set(SEATS):
        raise BadState(f"{key} must be an object with the keys home and away, not {show(value)}")
    return value


def pair(key: str, value: Any, most: int = MOST) -> tuple[int, int]:  # a JSON value from outside
    """A count for each seat."""
    given = seats(key, value)
    return count(f"{key}.home", given["home"], most), count(f"{key}.away", given["away"], most)


def piece(key: str, value: Any, pieces: Mapping[str, int]) -> int:  # a JSON value from outside
    """The number of a piece, -1 for null."""
    if value is None:
        return -1
    if not isinstance(value, str) or value not in pieces:
        raise BadState(f"{key} must be a piece or null, not {show(value)}")
    return pieces[value]


def piece_list(key: str, value: Any, pieces: Mapping[str, int]) -> tuple[int, ...]:  # a JSON value from outside
    """Pieces, none of them twice."""
    if not isinstance(value, list) or any(not isinstance(name, str) or name not in pieces for name in value):
        raise BadState(f"{key} must be a list of pieces, not {show(value)}")
    if len(set(value)) != len(value):
        raise BadState(f"{key} names a piece twice: {show(value)}")
    return tuple(pieces[name] for name in value)


Kicks = tuple[tuple[bool, ...], tuple[bool, ...]]


def kicks(value: Any) -> Kicks | None:  # a JSON value from outside
    """The shootout so far: for each seat whether each of its kicks was scored."""
    if value is None:
        return None
    given = seats("shootout", value)
    for seat in SEATS:
        if not isinstance(given[seat], list) or any(not isinstance(kick, bool) for kick in given[seat]):
            raise BadState(f"shootout.{seat} must be a list of true and false, not {show(given[seat])}")
    return tuple(given["home"]), tuple(given["away"])


def result(value: Any, hows: Sequence[str]) -> tuple[int, str] | None:  # a JSON value from outside
    """(winner or -1, how)."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != {"winner", "how"}:
        raise BadState(f"result must be null or an object with the keys winner and how, not {show(value)}")
    return side("result.winner", value["winner"]), hows[one("result.how", value["how"], hows)]
