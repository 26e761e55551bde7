"""Pairing of one bracket of FIDE Dutch (C.04.3 of 2026, articles 3 and 4) by a weighted matching.

The weights hold the criteria. Among equally good candidates the first one is required (article 3.8), so the matching
answers one question after the other, each with the earlier answers fixed: which of those moved down are paired, whom
each of them meets, who changes between the halves of the remainder, whom each of the upper half meets. A question
whose answer is already the first choice is skipped.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from league.formats.swiss.criteria import Absolute, Bracket, Weights, Zone
from league.formats.swiss.matching import Matching, Weight
from league.formats.swiss.players import Player

Pair: TypeAlias = tuple[Player, Player]


class BracketPairing:
    """The matching of a bracket. Players are indexed by their place in it: moved down, residents, those below."""

    def __init__(self, bracket: Bracket, absolute: Absolute, rounds: int, *, count_unplayed: bool = False) -> None:
        """Build the graph after ``rounds`` played; ``count_unplayed``: C9 applies."""
        self._players = bracket.everybody
        self._moved = range(len(bracket.moved))
        self._members = len(bracket.members)
        self._residents = range(len(bracket.moved), self._members)
        self._bits = self._members.bit_length()
        weights = Weights(bracket, absolute, rounds, count_unplayed)
        self._order_bits = 3 * self._bits + 1
        self._matching = Matching(len(self._players), weights.bits + self._order_bits)
        self._weigh(bracket, absolute, weights)
        self._matching.solve()

    def _weigh(self, bracket: Bracket, absolute: Absolute, weights: Weights) -> None:
        """Weigh all pairs that may meet; pairs of the same kinds once."""
        players, matching = self._players, self._matching
        kinds: dict[tuple[object, ...], int] = {}
        kind = [kinds.setdefault(player.kind, len(kinds)) for player in players]
        weight_by_zone: dict[tuple[Zone, int, int], Weight] = {}
        later = self._members + len(bracket.following)
        for lower in range(self._residents.start, len(players)):
            for higher in range(lower):
                if not absolute.allows(players[higher], players[lower]):
                    continue
                zone = self._zone(higher, lower, later)
                key = zone, kind[higher], kind[lower]
                if key not in weight_by_zone:
                    value = weights.of(zone, players[higher], players[lower])
                    weight_by_zone[key] = matching.weight(value << self._order_bits)
                matching.connect(higher, lower, weight_by_zone[key])

    def _zone(self, higher: int, lower: int, later: int) -> Zone:
        if lower < self._members:
            return Zone.HERE
        if lower >= later:
            return Zone.LATER
        return Zone.COMING_DOWN if higher < self._members else Zone.NEXT

    def floating(self) -> int:
        """Count the members that the current matching leaves over."""
        return sum(not self._paired(at) for at in range(self._members))

    def pairs(self) -> list[Pair]:
        """Pair the bracket; unpaired members float down, or have the bye."""
        moved_down = self._chosen()
        self._pair_each(moved_down, self._residents)
        remainder = [at for at in self._residents if self._matching.partner[at] not in self._moved]
        self._pair_each(*self._halves(remainder))
        partner = self._matching.partner
        return [
            (self._players[at], self._players[partner[at]])
            for at in range(self._members)
            if at < partner[at] < self._members
        ]

    def _paired(self, at: int) -> bool:
        return at != self._matching.partner[at] < self._members

    def _upper(self, at: int) -> bool:
        """Return whether a resident is in S1: the higher one of a pair."""
        return at < self._matching.partner[at] < self._members

    # ── those moved down ──
    def _chosen(self) -> list[int]:
        """Return those moved down who are paired, the highest possible (article 4.4)."""
        if all(self._paired(at) for at in self._moved):
            return list(self._moved)
        moved_down = []
        for at in self._moved:
            if self._can_be_paired(at):
                moved_down.append(at)
                self._favour(at, self._residents, self._members)
        return moved_down

    def _can_be_paired(self, at: int) -> bool:
        if not self._paired(at):
            self._favour(at, self._residents, 1)
            self._matching.solve()
        return self._paired(at)

    def _favour(self, at: int, others: Sequence[int], extra: int) -> None:
        for other in others:
            self._matching.add(at, other, extra)

    def _pair_each(self, ones: Sequence[int], others: Sequence[int]) -> None:
        """Give each of ``ones``, from the top, the highest possible of the remaining ``others`` (article 4.2)."""
        matching = self._matching
        for entrant in ones:
            first = next(other for other in others if matching.connected(entrant, other))
            if matching.partner[entrant] != first:
                for extra, other in enumerate(reversed(others)):
                    matching.add(entrant, other, extra)
                matching.solve()
            matching.join(entrant, matching.partner[entrant])

    # ── the remainder ──
    def _halves(self, remainder: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return S1 and S2 of the remainder after the necessary exchanges (article 4.3)."""
        half = sum(self._paired(at) for at in remainder) // 2
        if not all(self._upper(at) for at in remainder[:half]):
            self._exchange(remainder, half)
        upper = [at for at in remainder if self._upper(at)]
        lower = [at for at in remainder if not self._upper(at)]
        for half_of in (upper, lower):
            for pair in combinations(half_of, 2):
                self._matching.cut(*pair)
        return upper, lower

    def _exchange(self, remainder: Sequence[int], half: int) -> None:
        """Make the fewest possible exchanges (4.3.1).

        Then the smallest difference of the numbers exchanged decides (4.3.2), then the lowest of the upper half
        (4.3.3), then the highest of the lower half (4.3.4).
        """
        for place, at in enumerate(remainder):
            extra = ((place < half) << 2 * self._bits) - place << 1
            self._favour(at, remainder[place + 1 :], extra)
        self._matching.solve()
        exchanges = sum(not self._upper(at) for at in remainder[:half])
        self._move_down(remainder, half, exchanges)
        self._move_up(remainder, half, exchanges)

    def _move_down(self, remainder: Sequence[int], half: int, exchanges: int) -> None:
        for place in range(half - 1, -1, -1):
            if not exchanges:
                return
            at, lower = remainder[place], remainder[place + 1 :]
            is_upper = self._upper(at)
            if is_upper:
                self._favour(at, lower, -1)
                self._matching.solve()
            if not self._upper(at):
                exchanges -= 1
                for other in lower:
                    self._matching.cut(at, other)
            elif is_upper:
                self._favour(at, lower, 1)

    def _move_up(self, remainder: Sequence[int], half: int, exchanges: int) -> None:
        for place in range(half, len(remainder)):
            if not exchanges:
                return
            at, lower = remainder[place], remainder[place + 1 :]
            is_lower = not self._upper(at)
            if is_lower:
                self._favour(at, lower, 1)
                self._matching.solve()
            if self._upper(at):
                exchanges -= 1
                for other in [*remainder[:place], *range(self._members, len(self._players))]:
                    self._matching.cut(at, other)
            if is_lower:
                self._favour(at, lower, -1)
