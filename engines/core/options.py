"""Options choose a game's variants and lengths; terms say how a match must be decided.

A wrong key, type or value is a ``BadOptions`` that names the key and what it allows.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal

import msgspec

from engines.core.codecs import COUNT, FLAG, MOST, Codec, count, each, shape, words
from engines.core.errors import BadOptions
from engines.core.seats import Wire


@dataclass(frozen=True)
class Option:
    """One option of a game.

    ``kind`` is ``str``, ``int`` or ``bool`` (or ``seats``: an object of two ints). ``choices`` lists the allowed
    strings; ``low`` and ``high`` bound an int; ``nullable`` allows null (the game then resolves a default itself).
    ``label`` and ``help`` are English msgids of the engines' catalogue.
    """

    name: str
    kind: str
    default: Any  # a JSON value of this option's own kind
    label: str
    help: str = ""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False
    also: tuple[int, ...] = ()
    """Ints allowed outside low..high (0 for "off", say)."""
    words: tuple[str, ...] = ()
    """English msgids of ``choices``, or of the few ints from ``low`` on, in the same order."""
    house: bool = False
    """A house rule that the game's sheet does not know: a position names it only where it differs from its default."""
    since: int = 1
    """Rules version that added it: matches of versions before do not name it."""
    before: Any = None  # a JSON value of this option's own kind
    """Value in matches stored before the game had the option, where they were played by another than its default."""
    clock: str = ""
    """The value of ``clock`` with which it settles anything; empty: with each."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values that ``words`` are for: ``choices``, or the ints from ``low`` on."""
        return self.choices or tuple(range(self.low, self.high + 1))

    def word(self, value: Any) -> str:  # a JSON value of the option's kind
        return self.words[self.values.index(value)] if self.words and value in self.values else str(value)

    def schema(self) -> Wire:
        """Return the option as the service's ``games`` answer shows it."""
        answer: Wire = {"name": self.name, "type": self.kind, "default": self.default, "label": self.label}
        if self.help:
            answer["help"] = self.help
        if self.choices:
            answer["choices"] = list(self.choices)
        if self.kind in ("int", "seats"):
            answer["range"] = [self.low, self.high]
            if self.also:
                answer["also"] = list(self.also)
        if self.nullable:
            answer["nullable"] = True
        return answer

    @property
    def codec(self) -> Codec:
        if self.kind == "bool":
            codec = FLAG
        elif self.kind == "str":
            codec = words(*self.choices)
        else:
            codec = count(self.high, self.low)
            if self.also:
                allowed = " or ".join([codec.allowed, *map(str, self.also)])
                codec = replace(codec, json=Literal[(*self.also, *range(self.low, self.high + 1))], allowed=allowed)
            if self.kind == "seats":
                codec = each(codec)
        if self.nullable:
            codec = replace(codec, json=codec.json | None, allowed=f"{codec.allowed} or null")
        return codec


def clock_option(help: str) -> Option:
    """Return the option of what ends a period, as most games have it; ``help`` says which period."""
    return Option("clock", "str", "turns", "Clock", help, ("turns", "wall"), words=("counted turns", "the wall clock"))


WINNER: Final = Option(
    "winner",
    "str",
    "none",
    "If the score is level",
    "",
    ("none", "extra_time", "shootout"),
    words=("a draw stands", "extra time, then penalties", "penalties"),
)
"""What follows a level score; a game without extra time, or with another name for it, declares its own."""

LEGS: Final = Option(
    "legs",
    "int",
    1,
    "Legs",
    "Home and away: the goals of both count, and someone wins",
    (),
    1,
    2,
    words=("one", "two, home and away"),
)
"""How many matches make a friendly; an engine plays each by itself."""

_TERMS_BY_WINNER: Final[Mapping[str, Mapping[str, bool]]] = {
    "none": {},
    "extra_time": {"draws_allowed": False},
    "shootout": {"draws_allowed": False, "extra_time": False},
}


def terms_of(winner: str) -> dict[str, Any]:
    """Return the terms of a single match by what follows a level score: a choice of ``WINNER``."""
    return resolve_terms(_TERMS_BY_WINNER[winner])


def winner_of(option: Option, terms: Mapping[str, Any]) -> str:
    """Return which choice of ``option``, a game's own ``WINNER``, the ``terms`` stand for."""
    if terms["draws_allowed"]:
        return "none"
    return "extra_time" if terms["extra_time"] and "extra_time" in option.choices else "shootout"


class Options(tuple[Option, ...]):
    @cached_property
    def codec(self) -> Codec:
        names = [option.name for option in self]
        allowed = f"an object with keys of {', '.join(names)}" if names else "an object without keys"
        return shape({option.name: option.codec for option in self}, allowed, {o.name: o.default for o in self})


def resolve_options(schema: Iterable[Option], chosen: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return every option of ``schema`` with the value given or its default, in the schema's order.

    Raises:
        BadOptions: an unknown key, a wrong type or a value out of range.
    """
    codec = (schema if isinstance(schema, Options) else Options(schema)).codec
    ready: dict[str, Any] = msgspec.to_builtins(codec.check("options", {} if chosen is None else chosen, BadOptions))
    return ready


def options_under(version: int, schema: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options ``chosen`` under rules ``version``, and of those added since what was played then."""
    later = [option for option in schema if option.since > version]
    return {**{option.name: option.default if option.before is None else option.before for option in later}, **chosen}


class Carry(msgspec.Struct, forbid_unknown_fields=True):
    """The goals of an earlier leg, listed by this match's seats."""

    home: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    away: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0


class Terms(msgspec.Struct, forbid_unknown_fields=True):
    """The way a match must be decided, with defaults."""

    draws_allowed: bool = True
    carry: Carry = msgspec.field(default_factory=Carry)
    extra_time: bool = True
    away_goals: bool = False
    level_stands: bool = False
    """No shootout: a match that is level after all its time, both legs together, ends without a winner."""


_TERMS: Final = Codec(
    Terms,
    f"an object with keys of {', '.join(Terms.__struct_fields__)}",
    fields={
        "draws_allowed": FLAG,
        "carry": replace(each(COUNT), allowed="an object with the keys home and away"),
        "extra_time": FLAG,
        "away_goals": FLAG,
        "level_stands": FLAG,
    },
)


def resolve_terms(chosen: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return all terms, with defaults for missing ones; ``level_stands`` only where it holds.

    Raises:
        BadOptions: an unknown term or a value of the wrong type.
    """
    terms: dict[str, Any] = msgspec.to_builtins(_TERMS.check("terms", {} if chosen is None else chosen, BadOptions))
    if not terms["level_stands"]:
        del terms["level_stands"]
    return terms
