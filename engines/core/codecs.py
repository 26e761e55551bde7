"""Codecs of one kind of value each: in JSON, in a position, in its line, and in a refusal.

msgspec checks outside input against ``Codec.json``: keys, types, names, ranges. ``read`` then turns names into the
integers of a position; it raises ValueError with the end of a sentence that begins with the key.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Literal

import msgspec

from engines.core import position
from engines.core.errors import EngineError, show
from engines.core.position import Part
from engines.core.seats import SEATS

MOST: Final = 10**9
"""Bound of every count from outside, so that no number outgrows what can be written."""

Turn = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Codec:
    """One kind of value. ``read`` and ``write`` are None where a position holds the JSON value itself."""

    json: Any
    """The type that msgspec checks."""
    allowed: str
    """End of the refusal "must be ..."."""
    read: Turn | None = None
    write: Turn | None = None
    part: Part = position.WORD
    fields: Mapping[str, Codec] = field(default_factory=dict)
    item: Codec | None = None
    table: Sequence[Any] = ()
    """JSON values by index, where a position holds the index."""

    def __post_init__(self) -> None:
        # msgspec learns a type at its first use. Two threads that make it do so at once end the process (0.22.0).
        msgspec.json.Decoder(self.json)

    def check(self, key: str, value: Any, refusal: type[EngineError]) -> Any:  # a JSON value from outside
        """Return ``value`` as msgspec reads it, or raise ``refusal`` naming the key within ``key``."""
        try:
            return msgspec.convert(value, self.json)
        except msgspec.ValidationError as wrong:
            raise refusal(_sentence(self, key, value, str(wrong))) from None
        except (RecursionError, OverflowError, ValueError):
            raise refusal(f"{key} must be {self.allowed}, not {show(value)}") from None


_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$([^`]*)`$", re.DOTALL)
_KEYS: Final = re.compile(r"Object (missing required|contains unknown) field `(.*?)`(?: - at |$)", re.DOTALL)


def _sentence(codec: Codec, key: str, value: Any, words: str) -> str:  # a JSON value from outside
    """Build the refusal for msgspec's ``words``: the key, what it allows, what was given."""
    place = _PLACE.search(words)
    codec, key, value = _codec_at(codec, key, value, place[1] if place else "")
    sentence = f"{key or 'a state'} must be {codec.allowed}"
    keys = _KEYS.match(words)
    if keys is None:
        return f"{sentence}, not {show(value)}"
    return f"{sentence}: {show(keys[2])} is {'missing' if keys[1].startswith('missing') else 'no key'}"


def _codec_at(codec: Codec, key: str, value: Any, path: str) -> tuple[Codec, str, Any]:
    """Find the codec, name and value at msgspec's ``path``, as deep as it tells them apart."""
    while path:
        index = re.match(r"\[(\d+)\]", path)
        if index and codec.item:
            codec, key, value, path = codec.item, key, [*value][int(index[1])], path[index.end() :]
            continue
        name = max((field for field in codec.fields if path.startswith(f".{field}")), key=len, default=None)
        if name is None:
            break
        codec, key, value, path = codec.fields[name], f"{key}.{name}".lstrip("."), value[name], path[len(name) + 1 :]
    return codec, key, value


def _unchanged(value: Any) -> Any:  # any value, as it is
    return value


# ── single values ──
def names(*words: str | None, noun: str = "", part: Part = position.WORD) -> Codec:
    """Build a codec of a few names; a position holds the index, -1 for a last None."""
    places: dict[str | None, int] = {word: place for place, word in enumerate(words)}
    if words[-1] is None:
        places[None] = -1
    if noun:
        words_known = [word for word in words if word is not None]
        allowed = f"{noun} ({words_known[0]} to {words_known[-1]})" + (" or null" if None in words else "")
    else:
        allowed = "one of " + ", ".join("null" if word is None else word for word in words)
    return Codec(Literal[words], allowed, places.__getitem__, words.__getitem__, part, table=words)


def words(*allowed: str) -> Codec:
    """Build a codec of a few names; a position holds the name."""
    return Codec(Literal[allowed], f"one of {', '.join(allowed)}")


def count(most: int = MOST, least: int = 0, *, nullable: bool = False) -> Codec:
    """Build a codec of a whole number; a nullable one is held as 0 for null."""
    number: Any = Annotated[int, msgspec.Meta(ge=least, le=most)]
    allowed = f"a whole number from {least} to {most}"
    if not nullable:
        return Codec(number, allowed, part=position.COUNT)
    return Codec(number | None, f"{allowed}, or null", _or_nought, _or_null, position.COUNT)


def _or_nought(value: int | None) -> int:
    return value or 0


def _or_null(value: int) -> int | None:
    return value or None


def always(value: Any) -> Codec:  # a JSON value
    """Build a codec of a constant key, which a position does not hold."""

    def read(value_read: Any) -> Any:
        if type(value_read) is not type(value) or value_read != value:
            raise ValueError(f"must be {value!r} in this game, not {show(value_read)}")
        return value

    return Codec(Any, f"{value!r} in this game", read, lambda _held: value, position.ALWAYS)


FLAG: Final = Codec(bool, "true or false", part=position.FLAG)
COUNT: Final = count()
SIDE: Final = names(*SEATS, part=position.SEAT)
SIDE_OR_NULL: Final = names(*SEATS, None, part=position.SEAT)


# ── values made of others ──
def record(make: Callable[..., Any] | None, *, nullable: bool = True, **codecs: Codec) -> Codec:
    """Build a codec of an object with exactly these keys, or null.

    ``make`` gets the values in order (None: a tuple). A key that is a Python keyword is given with a trailing
    underscore.
    """
    fields = {name.rstrip("_"): codec for name, codec in codecs.items()}
    shape = _shape([(codec.json,) for codec in fields.values()], fields)
    reads, build = [codec.read or _unchanged for codec in fields.values()], make or _tuple
    writes = [(name, codec.write) for name, codec in fields.items()]

    def read(struct_read: Any) -> Any:
        if struct_read is None:
            return None
        return build(*[turn(own) for turn, own in zip(reads, msgspec.structs.astuple(struct_read), strict=True)])

    def write(value: Any) -> Any:
        if value is None:
            return None
        return {name: own if turn is None else turn(own) for (name, turn), own in zip(writes, value, strict=True)}

    allowed = f"an object with the keys {', '.join(fields)}"
    part = position.Record(**{name: codec.part for name, codec in fields.items()})
    if nullable:
        return Codec(shape | None, f"null or {allowed}", read, write, part, fields)
    return Codec(shape, allowed, read, write, part, fields)


def _tuple(*values: Any) -> tuple[Any, ...]:
    return values


_NUMBERS: Final = itertools.count(1)
"""Numbers of the shapes: msgspec tells them apart by name in a schema."""


def _shape(types: Sequence[tuple[Any, ...]], keys: Iterable[str]) -> Any:
    """Build a strict msgspec struct; ``types`` are (type,) or (type, default) for each of ``keys``."""
    fields: Any = [(f"f{number}", *kind) for number, kind in enumerate(types)]
    rename = {f"f{number}": key for number, key in enumerate(keys)}
    return msgspec.defstruct(f"Shape{next(_NUMBERS)}", fields, rename=rename, forbid_unknown_fields=True, kw_only=True)


def shape(codecs: Mapping[str, Codec], allowed: str, defaults: Mapping[str, Any] | None = None) -> Codec:
    """Build a codec for ``check`` alone: an object with these keys, those in ``defaults`` optional."""
    default_values = defaults or {}
    types = [
        (codec.json, _default(default_values[key])) if key in default_values else (codec.json,)
        for key, codec in codecs.items()
    ]
    return Codec(_shape(types, codecs), allowed, fields=codecs)


def _default(value: Any) -> Any:  # a JSON value
    return msgspec.field(default_factory=value.copy) if isinstance(value, dict) else value


def each(codec: Codec, make: Callable[[Iterable[Any]], Any] = tuple) -> Codec:
    """Build a codec of an object with a value for each seat; a position holds a pair."""
    struct = _shape([(codec.json,)] * 2, SEATS)
    fields: dict[str, Codec] = dict.fromkeys(SEATS, codec)
    part = position.Each(codec.part)
    allowed = "an object with the keys home and away"
    read, write = codec.read, codec.write
    if read is None or write is None:
        return Codec(struct, allowed, lambda pair: make((pair.f0, pair.f1)), _by_seat, part, fields)

    def read_both(sides: Any) -> Any:
        return make((read(sides.f0), read(sides.f1)))

    def write_both(pair: Any) -> Any:
        return {"home": write(pair[0]), "away": write(pair[1])}

    return Codec(struct, allowed, read_both, write_both, part, fields)


def _by_seat(pair: Sequence[Any]) -> dict[str, Any]:
    return {"home": pair[0], "away": pair[1]}


def placed(keys: Sequence[str], codec: Codec, width: int) -> Codec:
    """Build a codec of an object with a cell for each of ``keys``.

    A position holds a list; its line gives each value ``width`` letters.
    """
    struct = _shape([(codec.json,)] * len(keys), keys)
    read, table = codec.read or _unchanged, codec.table
    return Codec(
        struct,
        f"an object with all {len(keys)} pieces",
        lambda cells: [*map(read, msgspec.structs.astuple(cells))],
        lambda cells: {key: table[cell] for key, cell in zip(keys, cells, strict=True)},
        position.Keyed(keys, codec.part, width),
        dict.fromkeys(keys, codec),
    )


def run(codec: Codec, make: Callable[[Iterable[Any]], Any] = tuple) -> Codec:
    """Build a codec of a list without repeats."""
    read, write = codec.read or _unchanged, codec.write or _unchanged

    def distinct(items: Any) -> Any:
        if len(set(items)) != len(items):
            raise ValueError(f"names one twice: {show(items)}")
        return make(map(read, items))

    return Codec(
        list[codec.json],  # type: ignore[name-defined]
        f"a list, each {codec.allowed}",
        distinct,
        lambda pieces: [*map(write, pieces)] if pieces else [],
        position.Run(codec.part),
        item=codec,
    )


def many(codec: Codec, most: int) -> Codec:
    """Build a codec of a list of at most ``most`` values."""
    read, write = codec.read or _unchanged, codec.write or _unchanged
    return Codec(
        Annotated[list[codec.json], msgspec.Meta(max_length=most)],  # type: ignore[name-defined]
        f"a list of at most {most}, each {codec.allowed}",
        lambda items: tuple(map(read, items)),
        lambda values: [*map(write, values)] if values else [],
        position.Many(codec.part),
        item=codec,
    )


def tally(codec: Codec, most: int = MOST) -> Codec:
    """Build a codec of an object with a count of at least 1 for each name it has."""
    read, write = codec.read or _unchanged, codec.write or _unchanged
    number = count(most, 1)
    return Codec(
        dict[codec.json, number.json],  # type: ignore[name-defined]
        f"an object of counts ({number.allowed}) by name (each {codec.allowed})",
        lambda counts: {read(name): own for name, own in counts.items()},
        lambda counts: {write(key): counts[key] for key in sorted(counts)} if counts else {},
        position.Tally(codec.part),
    )


def _kicks(kicks: Any) -> Any:
    return kicks and (tuple(kicks.f0), tuple(kicks.f1))


_EACH_KICK: Final = each(Codec(list[bool], "a list of true and false", item=FLAG))
KICKS: Final = replace(
    _EACH_KICK,
    json=_EACH_KICK.json | None,
    allowed=f"null or {_EACH_KICK.allowed}",
    read=_kicks,
    write=lambda kicks: kicks and {"home": [*kicks[0]], "away": [*kicks[1]]},
    part=position.KICKS,
)
"""A shootout: whether each kick of each seat was scored; null before it."""


def result(*hows: str) -> Codec:
    """Build the codec of a result: (winner or -1, how); null before the end."""
    return record(None, winner=SIDE_OR_NULL, how=words(*hows))


def _mask(words: Sequence[str]) -> int:
    if [*words] not in _LISTED:
        raise ValueError("lists home before away, each once")
    return _LISTED.index([*words])


_LISTED: Final[tuple[list[str], ...]] = ([], ["home"], ["away"], ["home", "away"])
ACTING: Final = Codec(
    list[Literal["home", "away"]],
    "a list of seats",
    _mask,
    lambda mask: [*_LISTED[mask]],
    position.Acting(),
    item=SIDE,
)
"""Seats to act; a position holds 1 for home, 2 for away, 3 for both."""
FOUND: Final = replace(ACTING, read=None, write=lambda _held: None)
"""Seats to act, where a position does not hold them."""
