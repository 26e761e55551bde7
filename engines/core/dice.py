"""Dice: uniform integers 1..n from a script, a seed, or the committed dice of a live match.

An engine's only source of chance is ``dice.roll(n)``. Every source records its values in ``rolled``, so that (options,
terms, moves, rolled) replays a match exactly.
"""

from collections.abc import Iterable

from engines.core.errors import BadRequest, DiceExhausted, show


class Dice:
    """A source of rolls. Subclasses give ``_draw``; ``roll`` records."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        self.rolled: list[int] = []
        """Values given so far, in order."""

    def roll(self, n: int) -> int:
        """Return a uniform integer 1..n.

        Raises:
            DiceExhausted: a script has run out and no seed follows it.
            BadRequest: the next scripted value is not a face of this die.
        """
        value = self._draw(n)
        self.rolled.append(value)
        return value

    def _draw(self, n: int) -> int:
        raise DiceExhausted("there are no dice to roll: give a seed or a longer script")


class SeededDice(Dice):
    """Reproducible dice for simulations, bots and tests (never for a live match)."""

    __slots__ = ("_next_float",)

    def __init__(self, seed: int) -> None:
        import random  # imported here and below: an engine's import should cost no more than it needs

        super().__init__()
        self._next_float = random.Random(seed).random

    def roll(self, n: int) -> int:
        """Roll as ``Dice.roll`` in one step: simulations roll by the million."""
        value = int(self._next_float() * n) + 1
        self.rolled.append(value)
        return value


class ScriptedDice(Dice):
    """The values of ``script`` in order, then the dice of ``seed`` if one is given."""

    __slots__ = ("_next", "_script", "_seeded")

    def __init__(self, script: Iterable[int], seed: int | None = None) -> None:
        super().__init__()
        self._script = list(script)
        self._next = 0
        self._seeded = None if seed is None else SeededDice(seed)

    @property
    def left(self) -> list[int]:
        return self._script[self._next :]

    def _draw(self, n: int) -> int:
        if self._next < len(self._script):
            value = self._script[self._next]
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= n:
                raise BadRequest(f"scripted die {self._next + 1} is {show(value)}; this die has the faces 1 to {n}")
            self._next += 1
            return value
        if self._seeded is None:
            raise DiceExhausted(f"the script of {len(self._script)} dice is used up and no seed was given")
        return self._seeded.roll(n)


class FairDice(Dice):
    """The committed dice of a live match: HMAC-SHA256 of (secret; match, both seeds, number of the roll).

    ``first`` is the number of the next roll, counted from 1 over the whole match. Rejection sampling: a 32-bit word ``w
    >= floor(2**32 / n) * n`` is rejected, else the roll is ``w mod n + 1``. When the eight words of a message are
    spent, the stream goes on with the message + ``:1``, ``:2`` and so on.
    """

    __slots__ = ("_away_seed", "_home_seed", "_match_id", "_secret", "next_number")

    def __init__(self, secret: bytes, match_id: str, home_seed: str, away_seed: str, first: int = 1) -> None:
        super().__init__()
        self._secret, self._match_id = secret, match_id
        self._home_seed, self._away_seed = home_seed.lower(), away_seed.lower()
        self.next_number = first
        """Number of the next roll."""

    def _draw(self, n: int) -> int:
        value = fair_roll(self._secret, self._match_id, self._home_seed, self._away_seed, self.next_number, n)
        self.next_number += 1
        return value


def fair_roll(secret: bytes, match_id: str, home_seed: str, away_seed: str, number: int, n: int) -> int:
    """Roll ``number`` (from 1) of a match, on a die with ``n`` faces. See ``FairDice``."""
    import hmac

    message = f"{match_id}:{home_seed}:{away_seed}:{number}"
    bound = (1 << 32) // n * n
    block = 0
    while True:
        text = message if block == 0 else f"{message}:{block}"
        digest = hmac.digest(secret, text.encode(), "sha256")
        for start in range(0, 32, 4):
            word = int.from_bytes(digest[start : start + 4], "big")
            if word < bound:
                return word % n + 1
        block += 1


def commitment(secret: bytes) -> str:
    """Return the lower-case hex SHA-256 of the secret, published before the kick-off."""
    import hashlib

    return hashlib.sha256(secret).hexdigest()
