"""A game's data contract: each key of a position once, with the codec that reads and writes it.

``read`` is strict, so that no outside position can make a rule fail later: msgspec checks keys, types, names and ranges
(``codecs``), the game's ``check`` what holds between keys.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engines.core.codecs import Codec, shape, words
from engines.core.errors import BadOptions, BadState, show
from engines.core.options import Option
from engines.core.position import Field, Positions
from engines.core.seats import Event, Wire

JSON_OBJECT = Codec(dict[str, Any], "an object")


class Frame(Protocol):
    """The constants of a match: options and terms. A game's own class adds what follows from them."""

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def terms(self) -> dict[str, Any]: ...


class Position(Protocol):
    """A game's compact position, as far as all games share it."""

    @property
    def frame(self) -> Frame: ...

    result: tuple[int, str] | None
    """(winner or -1, how)."""


S = TypeVar("S", bound=Position)


class Key(NamedTuple):
    """One key of the data contract; ``held`` is the position's attribute if it has another name.

    ``UNHELD`` marks a key without an attribute: a constant, or the seats to act where they follow from the rest.
    """

    name: str
    codec: Codec
    held: str = ""
    before: Any = msgspec.NODEFAULT  # a JSON value
    """Value in positions stored before the game had the key; without one the key is always wanted."""
    since: int = 1
    """Rules version that added it."""


UNHELD: Final = "frame"
"""Marks a key that no attribute holds; ``read`` sets the frame last."""


class Contract(Generic[S]):
    """The data contract of one game.

    ``make`` builds a position from ``frame`` and the attributes of ``keys``; ``check`` raises BadState for an
    impossible position. ``to_act`` returns the seats to act, in a game whose positions do not hold them.
    """

    def __init__(
        self,
        slug: str,
        options: Sequence[Option],
        frame: Callable[[Any, Any], Frame],
        make: Callable[..., S],
        keys: Sequence[Key],
        check: Callable[[S], None],
        to_act: Callable[[S], Sequence[str]] | None = None,
    ) -> None:
        self.slug, self.options, self.frame = slug, options, frame
        self._make, self._check, self._to_act = make, check, to_act
        codecs = {key.name: key.codec for key in keys}
        self._parts = {key.name: key.codec.part for key in keys}
        self._shape = shape(
            {"game": words(slug), "options": JSON_OBJECT, "terms": JSON_OBJECT, **codecs},
            f"an object with the keys of a {slug} state",
            {key.name: key.before for key in keys if key.before is not msgspec.NODEFAULT},
        )
        self._house = {option.name: option.default for option in options if option.house}
        self._before = {option.name: option.before for option in options if option.before is not None}
        self._since = {key.name: key.since for key in keys}
        self._pairs = [option.name for option in options if option.kind == "seats"]
        self._writes = [(key.name, key.held or key.name, key.codec.write) for key in keys]
        self._reads = [(key.name, key.held or key.name, key.codec.read) for key in keys]

    @property
    def shape(self) -> Any:
        """Return the type that msgspec checks a position against."""
        return self._shape.json

    def write(self, state: S) -> Wire:
        """Return the whole position in the data contract's shape."""
        frame = state.frame
        options, terms = self._named_options(frame.options), dict(frame.terms)
        for name in self._pairs:
            options[name] = dict(options[name])
        terms["carry"] = dict(terms["carry"])
        wire: Wire = {"game": self.slug, "options": options, "terms": terms}
        for name, field, turn in self._writes:
            value = getattr(state, field)
            wire[name] = value if turn is None else turn(value)
        if self._to_act is not None:
            wire["to_act"] = list(self._to_act(state))
        return wire

    def write_under(self, version: int, state: S) -> Wire:
        """Return the whole position as rules ``version`` wrote it: without the options and keys added since."""
        wire = self.write(state)
        since = {option.name: option.since for option in self.options}
        wire["options"] = {name: value for name, value in wire["options"].items() if since[name] <= version}
        return {name: value for name, value in wire.items() if self._since.get(name, 1) <= version}

    def _named_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that a position names: house rules only where they differ from their defaults."""
        return {name: value for name, value in options.items() if name not in self._house or value != self._house[name]}

    def read(self, wire: Mapping[str, Any]) -> S:
        """Return the position of ``wire``. Raises BadState naming the wrong key and what it allows."""
        _, options, terms, *fields = msgspec.structs.astuple(self._shape.check("", wire, BadState))
        values: dict[str, Any] = {}
        for (name, field, read), value in zip(self._reads, fields, strict=True):
            try:
                values[field] = value if read is None else read(value)
            except ValueError as wrong:
                raise BadState(f"{name} {wrong}") from None
        values["frame"] = self._settings(options, terms)
        state = self._make(**values)
        self._check(state)
        if self._to_act is not None:
            acting = list(self._to_act(state))
            if wire["to_act"] != acting:
                raise BadState(f"to_act must be {acting} here, not {show(wire['to_act'])}")
        return state

    def _settings(self, options: Mapping[str, Any], terms: Mapping[str, Any]) -> Frame:
        """Return options and terms of a state, with defaults for missing ones.

        A position stored before its game had an option is read with what was played then.
        """
        try:
            frame = self.frame({**self._before, **options}, terms)
        except BadOptions as wrong:
            raise BadState(str(wrong)) from None
        for key, settings, complete in (("options", options, frame.options), ("terms", terms, frame.terms)):
            if any(complete.get(name, False) != value for name, value in settings.items()):
                raise BadState(f"{key} of a state must be resolved: no nulls where the game has a value")
        return frame

    def base(self, overrides: Mapping[str, Any] | None) -> tuple[dict[str, Any], bool]:
        """Split the overrides of a set-up into keys and its ``pieces_only`` flag. Raises BadState."""
        if overrides is None:
            overrides = {}
        if not isinstance(overrides, Mapping):
            raise BadState(f"overrides must be an object, not {show(overrides)}")
        values = dict(overrides)
        alone = values.pop("pieces_only", False)
        if not isinstance(alone, bool):
            raise BadState(f"pieces_only must be true or false, not {show(alone)}")
        for key in values:
            if key not in self._shape.fields:
                raise BadState(f"a {self.slug} state has no key {show(key)}")
        return values, alone

    def line(self, **usual: Any) -> Positions:
        """Build the codec of a position's line: its parts in order; an empty part means the usual value."""
        if set(usual) != set(self._parts):
            raise TypeError(f"the line of {self.slug} lacks or adds {set(usual) ^ set(self._parts)}")
        fields = (Field(key, self._parts[key], value) for key, value in usual.items())
        return Positions(self.slug, {option.name: option.kind for option in self.options}, self._usual, *fields)

    def _usual(self) -> tuple[dict[str, Any], dict[str, Any]]:
        frame = self.frame(None, None)
        return self._named_options(frame.options), frame.terms


def result_of(state: Position) -> dict[str, Any] | None:
    if state.result is None:
        return None
    winner, how = state.result
    return {"winner": None if winner < 0 else ("home", "away")[winner], "how": how}


def full_time(state: Position) -> Event:
    return {"type": "full_time", "result": result_of(state)}
