"""JSON Schema of a game's positions and events, from its data contract and its table of events."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from engines.core.game import Game

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
SEAT: Final[Any] = Literal["home", "away"]


class Ended(msgspec.Struct, forbid_unknown_fields=True):
    winner: Literal["home", "away"] | None
    how: str


RESULT: Final[Any] = Ended
FEWEST: Final = 8
"""Lists of so many values have a name of their own among the definitions."""


def schema_of(game: Game[Any], events: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the schema whose definitions ``state`` and ``event`` are a whole position and an event of ``game``."""
    named: dict[str, Any] = {}
    shapes = {
        "state": _plain(game.contract.shape, named),
        "event": {"oneOf": [_event(kind, keys, named) for kind, keys in sorted(events.items())]},
    }
    return {"$schema": DRAFT, "title": game.name, "$defs": {**shapes, **dict(sorted(named.items()))}}


def _event(kind: str, keys: Mapping[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    properties = {"type": {"const": kind}, **{key: _plain(shape, named) for key, shape in keys.items()}}
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _plain(shape: Any, named: dict[str, Any]) -> Any:  # a type that msgspec knows; its schema
    described = msgspec.json.schema(shape)
    return _inlined(described, described.get("$defs", {}), named)


def _inlined(value: Any, parts: Mapping[str, Any], named: dict[str, Any]) -> Any:  # JSON values
    """Return ``value`` with each of ``parts`` in its place, and long lists of values among ``named``."""
    if isinstance(value, list):
        return [_inlined(inner, parts, named) for inner in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _inlined(parts[value["$ref"].rpartition("/")[2]], parts, named)
    if len(value.get("enum", ())) >= FEWEST and set(value) == {"enum"}:
        words = [word for word in value["enum"] if word is not None]
        name = f"{words[0]}_{len(words)}{'_or_null' if None in value['enum'] else ''}"
        named[name] = value
        return {"$ref": f"#/$defs/{name}"}
    return {key: _inlined(inner, parts, named) for key, inner in value.items() if key not in ("title", "$defs")}
