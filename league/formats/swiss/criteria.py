"""Criteria of FIDE Dutch (C.04.3 of 2026, article 2) as weights of pairs: the better round weighs more.

The criteria follow one another in the bits of a weight, the most important one first. Each has as many bits as the
sum over all pairs of a bracket can need, so no number of pairs makes up for a criterion above.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from league.formats.swiss.players import ABSOLUTE, STRONG, Float, Player

Field: TypeAlias = tuple[int, int]
"""A criterion of a pair: its bits and its value."""


class Absolute:
    """Absolute criteria: which pairs may meet at all, and who may have the bye."""

    def __init__(self, players: Iterable[Player], apart: Collection[tuple[int, int]]) -> None:
        """Index the constraints; ``apart``: pairs of numbers that the organiser keeps apart."""
        self._barred = {player.number: set(player.met) for player in players}
        for one, other in apart:
            self._barred.setdefault(one, set()).add(other)
            self._barred.setdefault(other, set()).add(one)
        self._insists = {
            player.number: player.preference if player.strength == ABSOLUTE and not player.topscorer else 0
            for player in players
        }
        self.most_for_bye: int | None = None
        """C5: the score above which nobody has the bye; None while it is not known."""

    def allows(self, one: Player, other: Player) -> bool:
        """Return whether the two have not met (C1) and do not both need the same colour (C3)."""
        if other.number in self._barred[one.number]:
            return False
        colour = self._insists[one.number]
        return not colour or colour != self._insists[other.number]

    def may_rest(self, player: Player) -> bool:
        """Return whether the player may have the bye (C2, C5)."""
        return player.may_rest and (self.most_for_bye is None or player.score <= self.most_for_bye)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players to be paired: those moved down, the residents, and those waiting below."""

    moved: Sequence[Player]
    residents: Sequence[Player]
    following: Sequence[Player] = ()
    rest: Sequence[Player] = ()
    """Players below ``following``."""
    complete: bool = False
    """True if every unpaired player is in here, so that C4 and C5 can be weighed."""

    @property
    def members(self) -> list[Player]:
        """The players moved down, then the residents."""
        return [*self.moved, *self.residents]

    @property
    def everybody(self) -> list[Player]:
        """All players, from the top."""
        return [*self.members, *self.following, *self.rest]


class Zone(Enum):
    """The part of a bracket's graph in which a pair lies."""

    HERE = "here"
    """Both are members of the bracket."""
    COMING_DOWN = "coming down"
    """A member and a player of the scoregroup below."""
    NEXT = "next"
    """Two of the scoregroup below."""
    LATER = "later"
    """Any other pair: it only has to be possible."""


class Weights:
    """Weights of the pairs of one bracket, without the order of equally good candidates."""

    def __init__(self, bracket: Bracket, absolute: Absolute, rounds: int, count_unplayed: bool) -> None:
        """Lay out the bits after ``rounds`` played; ``count_unplayed``: C9 applies."""
        self._absolute = absolute
        self._complete = bracket.complete
        self._count = len(bracket.members).bit_length()
        self._below = len(bracket.following).bit_length()
        self._rounds = rounds
        self._unplayed = (len(bracket.members) * rounds).bit_length() if count_unplayed else 0
        self._places, self._scores = _places(bracket)
        self._quality = sum(bits for bits, _value in self._within(*bracket.members[:1] * 2))
        self.bits = self._quality + (len(bracket.everybody).bit_length() + 1 if bracket.complete else 0)

    def of(self, zone: Zone, higher: Player, lower: Player) -> int:
        """Return the weight of a pair."""
        if zone == Zone.HERE:
            return _joined(self._completing(higher, lower) + self._within(higher, lower))
        fields = self._completing(higher, lower)
        if zone != Zone.LATER:  # C8
            score = 1 << self._places[higher.score] if zone == Zone.COMING_DOWN else 0
            fields += [(self._count, 0), (self._scores, 0), (self._below, 1), (self._scores, score)]
        return _joined(fields) << self._quality - sum(bits for bits, _value in fields)

    def _completing(self, one: Player, other: Player) -> list[Field]:
        """Weigh C4 and C5: everybody has a pair but one who may have the bye."""
        if not self._complete:
            return []
        barred = (not self._absolute.may_rest(one)) + (not self._absolute.may_rest(other))
        return [(0, 1 + barred)]

    def _within(self, higher: Player, lower: Player) -> list[Field]:
        """Weigh C6 to C21."""
        count, scores = self._count, self._scores
        score = 1 << self._places[higher.score]
        same = higher.score == lower.score
        fields = [(count, 1), (scores, score), (self._below, 0), (scores if self._below else 0, 0)]
        fields.append((self._unplayed, higher.unplayed + lower.unplayed if self._unplayed else 0))
        fields += [(count, int(is_met)) for is_met in _colours(higher, lower)]
        for at in range(min(self._rounds, 2)):
            down = (lower.floats[at] == Float.DOWN) + (same and higher.floats[at] == Float.DOWN)
            up = not same and lower.floats[at] == Float.UP
            fields += [(count, down), (count, int(not up))]
        for at in range(min(self._rounds, 2)):
            saved = sum(
                1 << self._places[player.score] for player in (higher, lower) if player.floats[at] == Float.DOWN
            )
            up = not same and lower.floats[at] == Float.UP
            fields += [(scores, saved), (scores, 0 if up else score)]
        return fields


def _places(bracket: Bracket) -> tuple[dict[int, int], int]:
    """Return score -> its first bit for comparing scores in descending order, and the number of all bits."""
    places: dict[int, int] = {}
    bits = 0
    for score, players in sorted(Counter(player.score for player in bracket.members).items()):
        places[score] = bits
        bits += players.bit_length()
    return places, bits


def _colours(one: Player, other: Player) -> tuple[bool, bool, bool, bool]:
    """Return whether C10, C11, C12 and C13 hold.

    Nobody gets: a third colour too many, the same colour a third time, the colour that is not preferred, the colour
    that is strongly not preferred.
    """
    alike = one.preference == other.preference and bool(one.preference)
    both = alike and one.strength == other.strength == ABSOLUTE
    too_many = both and abs(one.difference) > 1 and abs(other.difference) > 1
    strongly = alike and min(one.strength, other.strength) >= STRONG and not both
    return not too_many, not (both and _repeats(one, other)), not alike, not strongly


def _repeats(one: Player, other: Player) -> bool:
    """Return whether one of two with the same absolute preference gets a colour for the third time in a row.

    The one with the smaller difference gives way (article 5.2.2).
    """
    if abs(one.difference) == abs(other.difference):
        return bool(one.repeated) and one.repeated == other.repeated
    yielding = min(one, other, key=lambda player: abs(player.difference))
    return yielding.repeated == -yielding.preference


def _joined(fields: Iterable[Field]) -> int:
    weight = 0
    for bits, value in fields:
        weight = (weight << bits) + value
    return weight
