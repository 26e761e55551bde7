"""Accounts of a match: the luck of each roll and the error of each decision, in points of a win expectation.

``start + luck - errors + drift = result``. Numbers are home's expected score (a win 1, a draw a half), except that an
error is what its own seat gave away, never below 0. ``drift`` is the change that neither dice nor a decision made: 0
for solved values; otherwise how much fitted values disagree with their own look ahead, what a hidden choice of both
sides was worth, and what the host's clock did.

A decision is compared with the other moves of the position as it was, secrets included. A sealed choice, made while
the other seat chooses too or has chosen unseen, has no error: nobody could have seen the answer. Its effect is drift.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from engines.core.dice import Dice, ScriptedDice
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.outcomes import Action, moved, outcomes
from engines.core.seats import SEATS, Seat
from engines.values import expectation

Score = Callable[[Any], float]
"""Home's expected score of a position, 0 to 1."""

MOST: Final = 400
"""Outcomes of one move before the rest is sampled; Super Goal! has no move with as many."""


class Roll(NamedTuple):
    """One roll of the dice."""

    faces: int
    value: int
    luck: float
    """Home's score after the roll less the mean over its faces before it."""


class Entry(NamedTuple):
    """The account of one move of the log."""

    seat: Seat | None
    """The side that decided; None for the host's clock and the rolls before the first decision."""
    before: float
    """Home's score before the decision."""
    after: float
    mean: float
    """Home's score once the move is decided and nothing is rolled."""
    rolls: tuple[Roll, ...] = ()
    error: float | None = None
    """Score that ``seat`` gave away against its best move, from 0; None for a sealed choice and without a seat."""
    better: Move | None = None
    """The best move where it is not the one played."""

    @property
    def luck(self) -> float:
        return sum(roll.luck for roll in self.rolls)

    @property
    def drift(self) -> float:
        """Change of home's score that is neither luck nor error."""
        sign = -1 if self.seat == "away" else 1
        return self.after - self.before - self.luck + sign * (self.error or 0.0)


class Balance(NamedTuple):
    """The accounts of a whole match: ``start + luck - home's errors + away's errors + drift = result``."""

    start: float
    luck: float
    errors: dict[Seat, float]
    drift: float
    result: float


def score(game: Game[Any]) -> Score:
    """Return home's expected score by the game's values. A call raises LookupError for a position without values."""
    return lambda state: expectation(game, state).score


def opening(
    game: Game[Any],
    options: Mapping[str, Any] | None,
    terms: Mapping[str, Any] | None,
    rolled: Sequence[int],
    worth: Score | None = None,
    most: int | None = MOST,
) -> Entry:
    """Account for the rolls before the first decision (a toss, say)."""

    def begin(dice: Dice) -> Any:
        return game.new(options, terms, dice)[0]

    rolls, mean, after = _luck(begin, rolled, worth or score(game), most)
    return Entry(None, mean, after, mean, rolls)


def account(
    game: Game[Any],
    state: Any,
    seat: Seat | None,
    move: Mapping[str, Any],
    rolled: Sequence[int],
    worth: Score | None = None,
    most: int | None = MOST,
    candidates: Sequence[Move] | None = None,
) -> Entry:
    """Account for ``move``, played at ``state`` with the dice ``rolled``; seat None: a host move.

    The move is compared with ``candidates`` (None: every legal move). Beyond ``most`` outcomes a move's mean is
    sampled, from the same seeds for each move. Raises LookupError if the game has no values and ``worth`` is None.
    """
    worth = worth or score(game)
    before = worth(state)
    rolls, mean, after = _luck(moved(game, state, seat, move), rolled, worth, most)
    decider: Seat | None = seat or move.get("seat")  # a time-out plays that seat's default move
    if decider is None:
        return Entry(None, before, after, mean, rolls)
    if is_sealed(game, state):
        return Entry(decider, before, after, mean, rolls)
    if move["type"] == "resign" and seat is None:
        loss = before - after if decider == "home" else after - before
        return Entry(decider, before, after, mean, rolls, max(0.0, loss))
    sign = 1 if decider == "home" else -1
    best, better = mean, None
    for other in game.legal(state, decider) if candidates is None else candidates:
        if other == move:
            continue
        mean_of_other = _mean(moved(game, state, decider, other), (), worth, most)
        if sign * (mean_of_other - best) > 0:
            best, better = mean_of_other, other
    return Entry(decider, before, after, mean, rolls, sign * (best - mean), better)


def balance(entries: Iterable[Entry]) -> Balance:
    """Add up the entries of one match, its opening first."""
    listed = list(entries)
    errors = {seat: sum(entry.error or 0.0 for entry in listed if entry.seat == seat) for seat in SEATS}
    luck, drift = sum(entry.luck for entry in listed), sum(entry.drift for entry in listed)
    return Balance(listed[0].before, luck, errors, drift, listed[-1].after)


def is_sealed(game: Game[Any], state: Any) -> bool:
    """Return whether the next decision is taken without sight of the other seat's."""
    return len(game.to_act(state)) > 1 or bool(game.chosen(game.view(state, None)))


def _luck(
    action: Action[Any], rolled: Sequence[int], worth: Score, most: int | None
) -> tuple[tuple[Roll, ...], float, float]:
    """Return the rolls with their luck, the mean before the first of them, and the value after the last."""
    dice = _Counted(rolled)
    after = worth(action(dice))
    mean = partial(_mean, action, worth=worth, most=most)
    means = [*(mean(rolled=rolled[:count]) for count in range(len(rolled))), after]
    steps = zip(dice.faces, rolled, means, means[1:], strict=False)
    return tuple(Roll(faces, value, next_mean - before) for faces, value, before, next_mean in steps), means[0], after


def _mean(action: Action[Any], rolled: Sequence[int], worth: Score, most: int | None) -> float:
    return sum(weight * worth(after) for after, weight in outcomes(action, rolled, most))


class _Counted(ScriptedDice):
    """Scripted dice that remember how many faces each had."""

    __slots__ = ("faces",)

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__(script)
        self.faces: list[int] = []

    def _draw(self, n: int) -> int:
        self.faces.append(n)
        return super()._draw(n)
