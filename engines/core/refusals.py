"""Refusals of an illegal move by its shape, before its game's rules are applied."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engines.core.errors import show


class Refusal(NamedTuple):
    """The refusal of a move: its kind, by which the rules page has its chapter, and its sentence with the rule."""

    kind: str
    sentence: str


class Names(NamedTuple):
    """The names that a field of a move may have, and the noun for them."""

    known: Mapping[str, int]
    noun: str


def misshapen(
    move: Mapping[str, Any], keys: Mapping[str, set[str]], names: Mapping[str, Names], rule: str
) -> Refusal | None:
    """Explain an unknown type, wrong keys, or fields that name nothing; None if the shape is right."""
    kind = move.get("type")
    if not isinstance(kind, str) or kind not in keys:
        return Refusal("shape", f"a move has one of the types {', '.join(keys)}, not {show(kind)} ({rule})")
    if set(move) != keys[kind]:
        expected = ", ".join(sorted(keys[kind]))
        return Refusal("shape", f"a move of type {kind} has the keys {expected} and no others ({rule})")
    for key, allowed in names.items():
        if key in move and (not isinstance(move[key], str) or move[key] not in allowed.known):
            return Refusal("shape", f"{key} names no {allowed.noun}: {show(move[key])} ({rule})")
    return None


def not_now(move: Mapping[str, Any], legal: Iterable[Mapping[str, Any]], phase: str, why: str = "") -> Refusal | None:
    """Explain that this phase has no move of this type, and ``why``; None if it has."""
    kinds = dict.fromkeys(offered["type"] for offered in legal)
    if move["type"] in kinds:
        return None
    return Refusal("not_now", f"{move['type']} is not possible now; in phase {phase} there are {', '.join(kinds)}{why}")
