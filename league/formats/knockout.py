"""Single elimination for any number of entrants: the bracket as ties and slots, from the draw to the final.

The bracket's size is the next power of two. Seeds are in the standard order: in round one seed k meets the lowest
seed there is room for, seeds 1 and 2 can meet only in the final, 1 to 4 only from the semi-finals on, and so for each
power of two. If there are fewer entrants than places, the top seeds have the byes; two byes never meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from league.formats import slots
from league.formats.slots import Slot

Kind: TypeAlias = str
"""``final``, ``third_place``, ``reset``, the places in play (``5-8``, ``league.formats.consolation``), or empty."""

Key: TypeAlias = tuple[str, int, int]
"""The identity of a tie in a stage: its part (empty in a plain knockout), round and number."""


@dataclass(frozen=True, slots=True)
class BracketTie:
    """A tie of a bracket: its round and its place in the round (both from 1, top to bottom), and its two slots."""

    round: int
    number: int
    home: Slot
    away: Slot
    kind: Kind = ""
    part: str = ""
    """``winners``, ``losers`` or ``final`` of a double elimination, ``plate``: rounds are counted in each part."""

    @property
    def key(self) -> Key:
        """The key by which slots refer to it."""
        return self.part, self.round, self.number

    @property
    def bye(self) -> bool:
        """Return whether one side has a bye: the other goes through without a match."""
        return slots.is_bye(self.home) or slots.is_bye(self.away)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knockout of ``entrants``: ``rounds[r - 1]`` holds the ties of round r in order."""

    entrants: int
    size: int
    rounds: tuple[tuple[BracketTie, ...], ...]
    plate: tuple[tuple[BracketTie, ...], ...] = ()
    """The rounds of a second cup for first-match losers (``league.formats.consolation``)."""

    @property
    def byes(self) -> int:
        return self.size - self.entrants

    @property
    def matches(self) -> int:
        return sum(not tie.bye for tie in self.ties())

    def ties(self) -> list[BracketTie]:
        """Return every tie, round by round, each after those that fill its slots."""
        return [tie for ties in (*self.rounds, *self.plate) for tie in ties]


def size(entrants: int) -> int:
    """Return the smallest power of two that holds ``entrants``. Raises ValueError below two."""
    if entrants < 2:
        raise ValueError(f"a knockout needs two entrants or more, not {entrants}")
    return 1 << (entrants - 1).bit_length()


def order(places: int) -> list[int]:
    """Return the seeds from top to foot of a bracket of ``places`` (a power of two): for 8, 1 8 4 5 2 7 3 6."""
    seeds = [1]
    while len(seeds) < places:
        total = 2 * len(seeds) + 1
        seeds = [number for seed in seeds for number in (seed, total - seed)]
    return seeds


def bracket(entrants: int, third_place: bool = False) -> Bracket:
    """Build the bracket of ``entrants`` seeds. The higher seed has the home slot of round one.

    ``third_place``: the losers of the semi-finals meet, as tie 2 of the final's round; with fewer than four entrants
    there are no two such losers, and the tie is left out. Raises ValueError below two entrants.
    """
    places = size(entrants)
    seeds = order(places)
    first = [
        BracketTie(1, number, slots.seed(home), slots.seed(away) if away <= entrants else slots.BYE)
        for number, (home, away) in enumerate(zip(seeds[::2], seeds[1::2], strict=True), start=1)
    ]
    return _built(entrants, first, third_place)


def bracket_of(pairs: Sequence[tuple[Slot, Slot]], third_place: bool = False) -> Bracket:
    """Build the bracket whose first round is ``pairs`` of slots, top to bottom: for stages that follow another.

    A bye must be in an away slot. Raises ValueError unless the number of pairs is a power of two, or for a bye at
    home.
    """
    if not pairs or len(pairs) & (len(pairs) - 1):
        raise ValueError(f"the first round of a bracket has 1, 2, 4, 8 ... ties, not {len(pairs)}")
    if any(slots.is_bye(home) for home, _ in pairs):
        raise ValueError("a bye stands in the away slot")
    first = [BracketTie(1, number, home, away) for number, (home, away) in enumerate(pairs, start=1)]
    return _built(2 * len(first) - sum(tie.bye for tie in first), first, third_place)


def _built(entrants: int, first: list[BracketTie], third_place: bool) -> Bracket:
    """Build the rounds that follow from the first."""
    rounds: list[list[BracketTie]] = [first]
    while len(rounds[-1]) > 1:
        before = len(rounds)
        rounds.append(
            [
                BracketTie(before + 1, number, slots.winner(2 * number - 1, before), slots.winner(2 * number, before))
                for number in range(1, len(rounds[-1]) // 2 + 1)
            ]
        )
    final = rounds[-1][0]
    rounds[-1] = [BracketTie(final.round, 1, final.home, final.away, "final")]
    if third_place and entrants >= 4:
        last = final.round
        rounds[-1].append(BracketTie(last, 2, slots.loser(1, last - 1), slots.loser(2, last - 1), "third_place"))
    return Bracket(entrants, 2 * len(first), tuple(tuple(ties) for ties in rounds))


def round_size(ties: Sequence[BracketTie]) -> int:
    """Count the places of a round: 2 for the final, 4 for the semi-finals, 8 ... (matches for lower places aside)."""
    return 2 * sum(tie.kind in ("", "final") for tie in ties)
