"""Positions set up by hand: what the games' ``scenario`` modules share. Consequences of a phase are each game's own."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from engines.core.contract import Contract, S
from engines.core.seats import Wire


def begin(
    contract: Contract[S],
    make: Callable[..., S],
    overrides: Mapping[str, Any] | None,
    options: Mapping[str, Any] | None,
    terms: Mapping[str, Any] | None,
) -> tuple[Wire, dict[str, Any], bool]:
    """Return the position that ``make`` begins with, the overrides, and whether only their pieces stand on the board.

    Raises BadState, BadOptions.
    """
    given, alone = contract.base(overrides)
    return contract.write(make(frame=contract.frame(options, terms))), given, alone


def put(wire: Wire, given: Mapping[str, Any], whole: Collection[str] = ()) -> None:
    """Put the overrides into ``wire``: objects are merged key by key, all else and what is in ``whole`` is replaced."""
    for key, value in given.items():
        old = wire[key]
        merges = key not in whole and isinstance(old, Mapping) and isinstance(value, Mapping)
        wire[key] = {**old, **value} if merges else value


def complete(wire: Wire, given: Mapping[str, Any], **values: Any) -> None:
    """Set the ``values`` of those keys that no override gives."""
    wire.update((key, value) for key, value in values.items() if key not in given)


def no_kicks() -> Wire:
    """Return a shootout before its first kick."""
    return {"home": [], "away": []}


def take_off(pieces: Any, sent_off: Any) -> None:  # JSON from outside: reading it names a fault
    """Take those of ``pieces`` off the board that are ``sent_off``."""
    if isinstance(pieces, dict) and isinstance(sent_off, list | tuple):
        for name in sent_off:
            if isinstance(name, str) and name in pieces:
                pieces[name] = None
