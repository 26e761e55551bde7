"""Options choose a game's variants and lengths; terms say how a match must be decided. Both are checked here.

A wrong key, type or value is a ``BadOptions`` that names the key and what it allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engines.core.errors import BadOptions, show
from engines.core.seats import SEATS, Wire


class Option(NamedTuple):
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
    """How each of ``choices`` is called: English msgids, in the same order."""

    def word(self, value: str) -> str:
        """The msgid for one of ``choices``."""
        return self.words[self.choices.index(value)] if value in self.choices and self.words else value

    def schema(self) -> Wire:
        """The option as the service's ``games`` answer shows it."""
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

    def check(self, value: Any) -> Any:  # a JSON value from outside
        """``value`` if this option allows it.

        Raises:
            BadOptions: naming the option and what it allows.
        """
        if value is None and self.nullable:
            return None
        if self.kind == "bool":
            if not isinstance(value, bool):
                raise BadOptions(f"option {self.name} must be true or false, not {show(value)}")
        elif self.kind == "str":
            if not isinstance(value, str) or (self.choices and value not in self.choices):
                raise BadOptions(f"option {self.name} must be one of {', '.join(self.choices)}, not {show(value)}")
        elif self.kind == "int":
            self._check_int(self.name, value)
        elif self.kind == "seats":
            if not isinstance(value, Mapping) or set(value) != set(SEATS):
                raise BadOptions(f"option {self.name} must be an object with exactly home and away, not {show(value)}")
            return {seat: self._check_int(f"{self.name}.{seat}", value[seat]) for seat in SEATS}
        return value

    def _check_int(self, name: str, value: Any) -> int:  # a JSON value from outside
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOptions(f"option {name} must be a whole number, not {show(value)}")
        if not (self.low <= value <= self.high or value in self.also):
            extra = "".join(f" or {number}" for number in self.also)
            raise BadOptions(f"option {name} must be from {self.low} to {self.high}{extra}, not {show(value)}")
        return value


def resolve_options(schema: Iterable[Option], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every option of ``schema`` with the value given or its default, in the schema's order.

    Raises:
        BadOptions: an unknown key, a wrong type or a value out of range.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOptions(f"options must be an object, not {show(given)}")
    known = {option.name: option for option in schema}
    for key in given:
        if key not in known:
            raise BadOptions(f"there is no option {show(key)}; the options are {', '.join(known) or 'none'}")
    return {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}


MOST_GOALS = 10**9
"""A bound for goals carried in, so that no number from outside grows beyond what can be written down."""

TERM_NAMES = ("draws_allowed", "carry", "extra_time", "away_goals")


def resolve_terms(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """All four terms with their defaults: draws_allowed true, carry 0-0, extra_time true, away_goals false.

    ``carry`` holds whole goals >= 0 of an earlier leg, listed by this match's seats; a seat left out is 0.

    Raises:
        BadOptions: an unknown term or a value of the wrong type.
    """
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise BadOptions(f"terms must be an object, not {show(given)}")
    for key in given:
        if key not in TERM_NAMES:
            raise BadOptions(f"there is no term {show(key)}; the terms are {', '.join(TERM_NAMES)}")
    terms: dict[str, Any] = {}
    for name, default in (("draws_allowed", True), ("extra_time", True), ("away_goals", False)):
        terms[name] = given.get(name, default)
        if not isinstance(terms[name], bool):
            raise BadOptions(f"term {name} must be true or false, not {show(terms[name])}")
    carry = given.get("carry", {})
    if not isinstance(carry, Mapping) or not set(carry) <= set(SEATS):
        raise BadOptions(f"term carry must be an object with the keys home and away, not {show(carry)}")
    goals = {seat: carry.get(seat, 0) for seat in SEATS}
    for seat, value in goals.items():
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_GOALS:
            raise BadOptions(
                f"term carry.{seat} must be a whole number of goals from 0 to {MOST_GOALS}, not {show(value)}"
            )
    return {
        "draws_allowed": terms["draws_allowed"],
        "carry": goals,
        "extra_time": terms["extra_time"],
        "away_goals": terms["away_goals"],
    }
