"""Win expectations: how likely home wins, draws or loses from a position, by the terms of its leg.

``engines/values/<slug>.py`` values the positions of one game: ``expect(state)`` for a position that is not over, and
``CARD``, where its numbers come from. Positions hold what is sealed, so values are for finished matches, bots and
spectators, never for a player of a running match.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Literal, NamedTuple, Protocol

from engines.core.game import Game
from engines.core.seats import Seat


class Expectation(NamedTuple):
    """Probabilities of a seat's result by its leg's terms; they sum to 1."""

    win: float
    draw: float
    loss: float

    @property
    def score(self) -> float:
        """Expected points of a match, a draw counted as a half: 0 to 1."""
        return self.win + self.draw / 2

    def reversed(self) -> Expectation:
        """Return the other seat's expectation."""
        return Expectation(self.loss, self.draw, self.win)


WON: Final = Expectation(1.0, 0.0, 0.0)
DRAWN: Final = Expectation(0.0, 1.0, 0.0)
LOST: Final = Expectation(0.0, 0.0, 1.0)


class Card(NamedTuple):
    """Provenance of a game's values: the model card that pages and documents show."""

    kind: Literal["solved", "fitted"]
    made: str
    """ISO date."""
    rules_version: int
    """Version of the game's rules that the numbers were made with."""
    data: str
    """Source of the numbers: the solver, or matches, bots and seeds."""
    figures: Sequence[tuple[str, float]] = ()
    """Measured figures by name, as ``("held-out Brier", 0.093)``."""


class NotBuilt(LookupError):
    """A table of values that a command has yet to make."""


class Values(Protocol):
    """The module ``engines.values.<slug>``."""

    CARD: Card

    def expect(self, state: Any, /) -> Expectation: ...

    def supports(self, state: Any, /) -> bool:
        """Return whether a position of these options and terms can be valued now. A module without it values all."""
        ...


@cache
def _values(slug: str) -> Values | None:
    name = f"{__name__}.{slug}"
    return import_module(name) if find_spec(name) else None


def has_values(slug: str) -> bool:
    """Return whether positions of the game can be valued."""
    return _values(slug) is not None


def supports(game: Game[Any], state: Any) -> bool:  # any game's position
    """Return whether the position can be valued now: values may leave out some options, or be not built yet."""
    values = _values(game.slug)
    answers = getattr(values, "supports", None)
    return values is not None and (answers is None or game.result(state) is not None or bool(answers(state)))


def card(slug: str) -> Card:
    """Return the provenance of the game's values. Raises LookupError for a game without values."""
    return _values_or_fail(slug).CARD


def expectation(game: Game[Any], state: Any, seat: Seat = "home") -> Expectation:  # any game's position
    """Return the result to expect for ``seat``: certain once the match is over.

    Raises LookupError for a game without values.
    """
    result = game.result(state)
    home = _of_result(result) if result is not None else _values_or_fail(game.slug).expect(state)
    return home if seat == "home" else home.reversed()


def _of_result(result: dict[str, Any]) -> Expectation:
    winner = result.get("winner")
    return DRAWN if winner is None else WON if winner == "home" else LOST


def _values_or_fail(slug: str) -> Values:
    values = _values(slug)
    if values is None:
        raise LookupError(f"{slug} has no values: there is no engines/values/{slug}.py")
    return values
