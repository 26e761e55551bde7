"""Points of an arena, of one player and of all, from the log of matches alone.

A win pays 2, a draw 1. After two wins in a row each match pays double, until one is not won; that one still does. Of
draws in a row only the first pays, and only a win ends such a row. Half a clock pays 1 more for a win. A match is short
if it was over before its two sides had made ``SHORTEST`` decisions: a short draw pays nothing, a short win no extra
point for half a clock; both count for what is in a row.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeVar

from engines.core.seats import SEATS, Seat

Player = TypeVar("Player", bound=Hashable)
Outcome = Literal["won", "drawn", "lost"]

WIN: Final = 2
DRAW: Final = 1
HALF_CLOCK: Final = 1
STREAK: Final = 2
"""Wins in a row after which matches pay double."""
SHORTEST: Final = 10
"""Decisions of both sides together, below which a match that was not played to its end is short."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match as one of its players sees it. ``half``: on half a clock of their own."""

    outcome: Outcome
    half: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """The points of one match, and whether they were doubled."""

    points: int
    double: bool = False


def points_of(matches: Iterable[Played], *, streaks: bool = True) -> list[Paid]:
    """Return what each of one player's ``matches`` pays, in their order. Without ``streaks`` nothing is doubled."""
    paid, wins, drew = [], 0, False
    for match in matches:
        double = streaks and wins >= STREAK
        if match.outcome == "won":
            points = WIN * (2 if double else 1) + (HALF_CLOCK if match.half and not match.short else 0)
            wins, drew = wins + 1, False
        elif match.outcome == "drawn":
            points = 0 if drew or match.short else DRAW * (2 if double else 1)
            wins, drew = 0, True
        else:
            points, wins = 0, 0
        paid.append(Paid(points, double and points > 0))
    return paid


def on_streak(matches: Sequence[Played]) -> bool:
    """Return whether the next of these matches would pay double."""
    last = matches[-STREAK:]
    return len(last) == STREAK and all(match.outcome == "won" for match in last)


@dataclass(frozen=True, slots=True)
class Entry(Generic[Player]):
    """A counted match of the log. ``half``: the sides that played on half a clock."""

    home: Player
    away: Player
    winner: Seat | None
    half: frozenset[Seat] = frozenset()
    short: bool = False

    def seen_by(self, side: Seat) -> Played:
        outcome: Outcome = "drawn" if self.winner is None else "won" if self.winner == side else "lost"
        return Played(outcome, side in self.half, self.short)


@dataclass(slots=True)
class Line(Generic[Player]):
    """A line of the table. ``matches`` and ``paid`` are in the order of the log."""

    player: Player
    rank: int = 0
    matches: list[Played] = field(default_factory=list)
    paid: list[Paid] = field(default_factory=list)

    @property
    def points(self) -> int:
        return sum(paid.points for paid in self.paid)

    @property
    def on_streak(self) -> bool:
        return on_streak(self.matches)

    def count(self, outcome: Outcome) -> int:
        return sum(match.outcome == outcome for match in self.matches)


def table(players: Iterable[Player], log: Iterable[Entry[Player]]) -> list[Line[Player]]:
    """Return the table of ``players``, who stand in the order in which they joined.

    More points first, then more wins, then fewer matches, then who had these points earlier in the log, then who
    joined first: no rank is shared. Raises KeyError for a match of somebody who is not among ``players``.
    """
    lines: dict[Player, Line[Player]] = {player: Line(player) for player in players}
    seen_at: dict[Player, list[int]] = {player: [] for player in lines}
    for at, entry in enumerate(log):
        for side in SEATS:
            player = entry.home if side == "home" else entry.away
            lines[player].matches.append(entry.seen_by(side))
            seen_at[player].append(at)
    last_paid_at: dict[Player, list[int]] = {}
    for player, line in lines.items():
        line.paid = points_of(line.matches)
        last_paid_at[player] = [at for at, paid in zip(seen_at[player], line.paid, strict=True) if paid.points][-1:]
    ordered = sorted(
        lines.values(),
        key=lambda line: (-line.points, -line.count("won"), len(line.matches), last_paid_at[line.player]),
    )
    for rank, line in enumerate(ordered, start=1):
        line.rank = rank
    return ordered
