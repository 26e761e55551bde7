"""Positions in one line of letters, as FEN in chess: ``super_goal///second_half//a/a/1:0/B4``.

The line is the game's slug, then one part for each key of its data contract, in that order, divided by slashes; an
empty part stands for the key's usual value, and empty parts at the end are left out. The line holds everything that
play needs, secrets included. Each ``Part`` writes one kind of value.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.core.errors import BadState, show
from engines.core.seats import SEATS, Wire

NULL: Final = "-"
MOST_LETTERS: Final = 4000
"""A longer line is refused unread; ordinary positions take less than 200 letters."""
_LETTER: Final = {"home": "h", "away": "a", None: NULL}
_SEAT: Final = {letter: seat for seat, letter in _LETTER.items()}
_NUMBER: Final = re.compile(r"0|[1-9]\d{0,9}", re.ASCII)
_WORD: Final = re.compile(r"[A-Za-z0-9?][A-Za-z0-9_-]*", re.ASCII)


class Part(ABC):
    """Notation of a kind of JSON value, without slashes and spaces; ``read`` raises ValueError."""

    @abstractmethod
    def write(self, value: Any) -> str: ...

    @abstractmethod
    def read(self, words: str) -> Any: ...


class Table(Part):
    """One of a few values, each with letters of its own."""

    def __init__(self, letters: Mapping[Any, str]) -> None:
        self._letters = letters
        self._values = {words: value for value, words in letters.items()}

    def write(self, value: Any) -> str:
        return self._letters[value]

    def read(self, words: str) -> Any:
        if words not in self._values:
            raise ValueError(f"one of {show(' '.join(self._values), 200)}")
        return self._values[words]


class Word(Part):
    """A name as it is, or null."""

    def write(self, value: Any) -> str:
        return NULL if value is None else str(value)

    def read(self, words: str) -> Any:
        if words != NULL and not _WORD.fullmatch(words):
            raise ValueError("a name, or - for none")
        return None if words == NULL else words


class Count(Part):
    """A whole number from 0 in ten digits, or null."""

    def write(self, value: Any) -> str:
        return NULL if value is None else str(value)

    def read(self, words: str) -> Any:
        if words != NULL and not _NUMBER.fullmatch(words):
            raise ValueError("a whole number, or - for none")
        return None if words == NULL else int(words)


SEAT: Final = Table(_LETTER)
"""``h``, ``a``, or ``-`` for none."""
FLAG: Final = Table({False: "0", True: "1"})
WORD: Final = Word()
COUNT: Final = Count()
ACTING: Final = Table({(): NULL, ("home",): "h", ("away",): "a", ("home", "away"): "ha"})


class Acting(Part):
    """The seats to act: a list in the data contract."""

    def write(self, value: Any) -> str:
        return ACTING.write(tuple(value))

    def read(self, words: str) -> Any:
        return list(ACTING.read(words))


class Each(Part):
    """An object with a value for each seat: ``1:0``."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def write(self, value: Any) -> str:
        return ":".join(self._part.write(value[seat]) for seat in SEATS)

    def read(self, words: str) -> Any:
        parts = words.split(":")
        if len(parts) != 2:
            raise ValueError("a value for home and one for away, with a colon between")
        return {seat: self._part.read(own) for seat, own in zip(SEATS, parts, strict=True)}


class Run(Part):
    """A list of values of ``width`` letters each, without separators."""

    def __init__(self, part: Part, width: int = 1) -> None:
        self._part, self._width = part, width

    def write(self, value: Any) -> str:
        return "".join(map(self._part.write, value))

    def read(self, words: str) -> Any:
        width = self._width
        if len(words) % width:
            raise ValueError(f"groups of {width} letters")
        return [self._part.read(words[at : at + width]) for at in range(0, len(words), width)]


class Keyed(Part):
    """An object with exactly these keys, its values in ``width`` letters each; ``{}`` is empty."""

    def __init__(self, keys: Sequence[str], part: Part, width: int) -> None:
        self._keys, self._run, self._width = keys, Run(part, width), width

    def write(self, value: Any) -> str:
        return self._run.write([value[key] for key in self._keys]) if value else NULL

    def read(self, words: str) -> Any:
        if words == NULL:
            return {}
        if len(words) != len(self._keys) * self._width:
            raise ValueError(f"{len(self._keys)} groups of {self._width} letters")
        return dict(zip(self._keys, self._run.read(words), strict=True))


class Tally(Part):
    """An object of small counts by name, as the name's letter and a digit: ``B1c2``."""

    def __init__(self, names: Part) -> None:
        self._names = names

    def write(self, value: Any) -> str:
        return "".join(f"{self._names.write(name)}{number}" for name, number in value.items()) or NULL

    def read(self, words: str) -> Any:
        if words == NULL:
            return {}
        if not re.fullmatch(r"(?:[A-Za-z][0-9])+", words, re.ASCII):
            raise ValueError("letters with a digit each")
        return {self._names.read(words[at]): int(words[at + 1]) for at in range(0, len(words), 2)}


class Record(Part):
    """Null, or an object with exactly these keys, its values divided by full stops."""

    def __init__(self, **parts: Part) -> None:
        # a key that is a Python keyword is given with a trailing underscore
        self._parts = {name.rstrip("_"): part for name, part in parts.items()}

    def write(self, value: Any) -> str:
        if value is None:
            return NULL
        return ".".join(part.write(value[name]) for name, part in self._parts.items())

    def read(self, words: str) -> Any:
        if words == NULL:
            return None
        parts = words.split(".")
        if len(parts) != len(self._parts):
            raise ValueError(f"{len(self._parts)} values divided by full stops: {', '.join(self._parts)}")
        return {name: part.read(own) for (name, part), own in zip(self._parts.items(), parts, strict=True)}


class Many(Part):
    """A list of values divided by commas."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def write(self, value: Any) -> str:
        return ",".join(map(self._part.write, value)) or NULL

    def read(self, words: str) -> Any:
        return [] if words == NULL else [self._part.read(own) for own in words.split(",")]


class Nullable(Part):
    """Another part's value, or null."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def write(self, value: Any) -> str:
        return NULL if value is None else self._part.write(value)

    def read(self, words: str) -> Any:
        return None if words == NULL else self._part.read(words)


class Always(Part):
    """A constant key of the contract, never written."""

    def write(self, value: Any) -> str:
        raise AssertionError(f"{value!r} is not this game's constant")

    def read(self, words: str) -> Any:
        raise ValueError("nothing")


ALWAYS: Final = Always()
NOUGHT: Final = {"home": 0, "away": 0}
NOBODY: Final = {"home": None, "away": None}
KICKS: Final = Nullable(Each(Run(FLAG)))
"""A shootout: the kicks of each seat, 1 for a goal."""


def pieces(*names: str, groups: Sequence[str] = ()) -> Table:
    """Build a table of one letter for each piece: capitals for home (the first half), small for away.

    ``groups`` are further names, one of each side, with the letters ``Z`` and ``z``; null is ``-``.
    """
    half = len(names) // 2
    letters: dict[Any, str] = {
        name: chr(ord("A") + number if number < half else ord("a") + number - half) for number, name in enumerate(names)
    }
    return Table({**letters, **dict(zip(groups, "Zz", strict=False)), None: NULL})


def cells(*names: str) -> Table:
    """Build a table of two letters a cell: column and hexadecimal row (``E12`` is ``Ec``), or ``--``."""
    return Table({**{name: f"{name[0]}{int(name[1:]):x}" for name in names}, None: "--"})


class Settings(Part):
    """Options or terms that differ from the defaults, as ``name=value`` divided by commas."""

    def __init__(self, usual: Callable[[], Mapping[str, Any]], kinds: Mapping[str, str]) -> None:
        self._usual, self._kinds = usual, kinds

    _PARTS: Final[Mapping[str, Part]] = {"bool": FLAG, "int": COUNT, "str": WORD, "seats": Each(COUNT)}

    def write(self, value: Any) -> str:
        usual = self._usual()
        return ",".join(
            f"{name}={self._PARTS[self._kinds[name]].write(own)}"
            for name, own in value.items()
            if own != usual.get(name)
        )

    def read(self, words: str) -> Any:
        values = dict(self._usual())
        for part in filter(None, words.split(",")):
            name, _, own = part.partition("=")
            if name not in self._kinds:
                raise ValueError(f"names among {', '.join(self._kinds)}")
            values[name] = self._PARTS[self._kinds[name]].read(own)
        return values


class Field(NamedTuple):
    """A key of the data contract, its part, and the usual value, which an empty part stands for."""

    key: str
    part: Part
    usual: Any


class Positions:
    """The line of one game: its options' kinds, and options and terms of a usual match (``usual``)."""

    def __init__(
        self, slug: str, options: Mapping[str, str], usual: Callable[[], tuple[Any, Any]], *fields: Field
    ) -> None:
        terms = {
            "draws_allowed": "bool",
            "carry": "seats",
            "extra_time": "bool",
            "away_goals": "bool",
            "level_stands": "bool",
        }
        self._slug = slug
        self._fields = (
            Field("options", Settings(lambda: usual()[0], options), None),
            Field("terms", Settings(lambda: usual()[1], terms), None),
            *fields,
        )

    @property
    def fields(self) -> Sequence[Field]:
        """Return the parts of the line, in order, options and terms among them."""
        return self._fields

    def write(self, wire: Wire) -> str:
        parts = [
            "" if field.usual == wire[field.key] and field.key not in _SETTINGS else field.part.write(wire[field.key])
            for field in self._fields
        ]
        return "/".join([self._slug, *parts]).rstrip("/")

    def read(self, words: str) -> Wire:
        """Return the position of a line, in the data contract's shape. Raises BadState naming the part."""
        if not isinstance(words, str) or len(words) > MOST_LETTERS:
            raise BadState(f"a position is a line of at most {MOST_LETTERS} letters")
        slug, *parts = words.strip().split("/")
        if slug != self._slug:
            raise BadState(f"a position of this game begins with {self._slug}/, not {show(slug)}")
        if len(parts) > len(self._fields):
            raise BadState(f"a position of {self._slug} has at most {len(self._fields)} parts, not {len(parts)}")
        parts += [""] * (len(self._fields) - len(parts))
        wire: Wire = {"game": slug}
        for field, own in zip(self._fields, parts, strict=True):
            try:
                usual = own == "" and field.key not in _SETTINGS
                wire[field.key] = _copied(field.usual) if usual else field.part.read(own)
            except ValueError as wanted:
                raise BadState(f"{field.key} must be {wanted}, not {show(own)}") from None
        return wire


_SETTINGS: Final = ("options", "terms")


def _copied(value: Any) -> Any:
    """Copy the containers in ``value``, so that no two positions share one."""
    if isinstance(value, dict):
        return {key: _copied(own) for key, own in value.items()}
    return [_copied(own) for own in value] if isinstance(value, list) else value
