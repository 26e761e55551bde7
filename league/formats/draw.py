"""Draws that anybody can verify: a seed committed before, revealed after, over a frozen list.

Order of events: the SHA-256 of 32 secret bytes is published; the entrants are frozen and hashed; the seed is revealed
and the order follows from seed and hash alone. The stream is HMAC-SHA256(seed, algorithm:hash:purpose:block), block
from 0, read as 4-byte big-endian words; a word w >= floor(2^32 / n) * n is rejected, else w mod n is the choice. The
order is a Fisher-Yates shuffle from the last place to the first. The hash in the message makes a draw over a changed
list a different draw. Lots between level entrants use the same stream with a purpose of their own.
"""

import hashlib
import hmac
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from engines.core.text import Text, text

T = TypeVar("T")

ALGORITHM: Final = "fisher-yates-hmac-sha256/1"
SEED_BYTES: Final = 32
SEARCH: Final = 50_000
"""Steps of a search before a draw of pairs counts as impossible."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stored draw: everything that a stranger needs to repeat it."""

    algorithm: str
    commitment: str
    seed: str
    entrants_hash: str
    order: list[str]


def commitment(seed: str) -> str:
    """Return the commitment published before the draw: SHA-256 of the bytes of ``seed`` (64 hex digits), in hex."""
    return hashlib.sha256(_bytes(seed)).hexdigest()


def entrants_hash(entrants: Sequence[Sequence[str]]) -> str:
    """Return the SHA-256 of the frozen list ``[[id, name], ...]``: compact JSON in UTF-8, in the order of the list."""
    listed = json.dumps([list(entrant) for entrant in entrants], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(listed.encode()).hexdigest()


def draw(seed: str, entrants: Sequence[Sequence[str]]) -> Drawn:
    """Draw the seeding of ``entrants`` (``[[id, name], ...]``): ``order`` has the ids, seed 1 first."""
    frozen = entrants_hash(entrants)
    order = shuffled(seed, frozen, [entrant[0] for entrant in entrants])
    return Drawn(ALGORITHM, commitment(seed), seed, frozen, order)


def shuffled(seed: str, frozen: str, ids: Sequence[str], purpose: str = "seeding") -> list[str]:
    """Return ``ids`` in drawn order. ``frozen`` is the hash of the list of the draw."""
    return Chance(seed, frozen, purpose).shuffled(ids)


class Chance:
    """The stream of one purpose of a draw: numbers and orders from the seed and the frozen list."""

    def __init__(self, seed: str, frozen: str, purpose: str) -> None:
        self._stream = _words(_bytes(seed), f"{ALGORITHM}:{frozen}:{purpose}")

    def below(self, n: int) -> int:
        """Return the next number from 0 to ``n`` - 1."""
        return _below(n, self._stream)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return ``things`` in the next drawn order."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            place_drawn = self.below(place + 1)
            order[place], order[place_drawn] = order[place_drawn], order[place]
        return order


def lots(seed: str, level: Sequence[str], purpose: str = "lots") -> list[str]:
    """Draw lots between ``level`` ids, given in any order: the first drawn goes first."""
    ids = sorted(level)
    return shuffled(seed, entrants_hash([[entrant] for entrant in ids]), ids, purpose)


def pairs(
    seed: str, entrants: Sequence[Sequence[str]], label: str, apart: Collection[tuple[str, str]] = ()
) -> list[tuple[str, str]]:
    """Draw the pairs of a round for cups that draw every round anew: ``(home, away)`` in the order drawn.

    ``label`` names the round, so that each round of one seed is another draw. The first drawn is at home to the next
    drawn that it may meet (not one of the pairs ``apart``) and that leaves everybody else an opponent. With an odd
    number the last one drawn rests and is in no pair. Raises ValueError if ``apart`` leaves no draw.
    """
    order = shuffled(seed, entrants_hash(entrants), [entrant[0] for entrant in entrants], f"pairs {label}")
    forbidden = {frozenset(pair) for pair in apart}
    drawn = _paired(order[: len(order) // 2 * 2], forbidden)
    if drawn is None:
        raise ValueError("no draw keeps those apart who must not meet")
    return drawn


def _paired(order: Sequence[str], forbidden: Collection[frozenset[str]]) -> list[tuple[str, str]] | None:
    steps = 0

    def fill(left: Sequence[str]) -> list[tuple[str, str]] | None:
        nonlocal steps
        if not left:
            return []
        first, *others = left
        for other in others:
            steps += 1
            if steps > SEARCH:
                return None
            if frozenset((first, other)) not in forbidden:
                pairs = fill([candidate for candidate in others if candidate != other])
                if pairs is not None:
                    return [(first, other), *pairs]
        return None

    return fill(order)


def verify(drawn: Drawn, entrants: Sequence[Sequence[str]]) -> list[Text]:
    """Return the faults of a published draw, one sentence each; empty if it is right.

    The name of an entrant who was deleted is empty: then the list can no longer be compared with its hash.
    """
    if drawn.algorithm != ALGORITHM:
        return [text("the algorithm {name} is unknown here", name=drawn.algorithm)]
    wrong = []
    if commitment(drawn.seed) != drawn.commitment:
        wrong.append(text("the seed does not match the commitment"))
    if all(entrant[1] for entrant in entrants) and entrants_hash(entrants) != drawn.entrants_hash:
        wrong.append(text("the list of entrants does not match the locked one"))
    if shuffled(drawn.seed, drawn.entrants_hash, [entrant[0] for entrant in entrants]) != drawn.order:
        wrong.append(text("the order does not match the seed"))
    return wrong


def _bytes(seed: str) -> bytes:
    raw = bytes.fromhex(seed)
    if len(raw) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes in hex, not {len(raw)}")
    return raw


def _words(key: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, f"{message}:{block}".encode(), "sha256")
        for at in range(0, len(digest), 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _below(n: int, words: Iterator[int]) -> int:
    limit = (1 << 32) // n * n
    return next(word for word in words if word < limit) % n
