"""A player's record, made from finished matches: wins, draws, losses, goals, against whom.

Goals are those of the match itself: extra time counts, the shootout never does. A match won on penalties is a win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.core.seats import other
from matches.models import Match, Seat


@dataclass(frozen=True)
class PlayedMatch:
    """One finished match seen from one player's side."""

    match: Match
    seat: Seat
    opponent: Seat | None
    goals_for: int
    goals_against: int
    letter: str
    """``W``, ``D`` or ``L``."""

    @classmethod
    def of(cls, seat: Seat) -> PlayedMatch:
        """The match of ``seat``; its match and the match's seats must be loaded."""
        match = seat.match
        result = match.result or {}
        score = result.get("score") or {"home": 0, "away": 0}
        winner = result.get("winner")
        rival = next((row for row in match.seats.all() if row.side != seat.side), None)
        mine, theirs = score[seat.side], score[other(seat.side)]  # type: ignore[arg-type]  # a seat's side is a Seat
        letter = "D" if winner is None else "W" if winner == seat.side else "L"
        return cls(match, seat, rival, mine, theirs, letter)


@dataclass(frozen=True)
class Record:
    """Wins, draws, losses and goals."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0

    @classmethod
    def of(cls, played: Sequence[PlayedMatch]) -> Record:
        """The record of ``played``."""
        letters = [match.letter for match in played]
        return cls(
            won=letters.count("W"),
            drawn=letters.count("D"),
            lost=letters.count("L"),
            goals_for=sum(match.goals_for for match in played),
            goals_against=sum(match.goals_against for match in played),
        )

    @property
    def played(self) -> int:
        """Matches in all."""
        return self.won + self.drawn + self.lost

    @property
    def difference(self) -> int:
        """Goals for less goals against."""
        return self.goals_for - self.goals_against

    @property
    def won_share(self) -> int:
        """Matches won of a hundred."""
        return round(100 * self.won / self.played) if self.played else 0


@dataclass
class Rivalry:
    """The record against one opponent."""

    name: str
    user_id: object
    matches: list[PlayedMatch] = field(default_factory=list)

    @property
    def record(self) -> Record:
        """Against this opponent alone."""
        return Record.of(self.matches)


def head_to_head(played: Sequence[PlayedMatch]) -> list[Rivalry]:
    """One row an opponent, the most frequent first."""
    rows: dict[object, Rivalry] = {}
    for match in played:
        if match.opponent is None:
            continue
        key = match.opponent.user_id or match.opponent.name
        rows.setdefault(key, Rivalry(match.opponent.name, match.opponent.user_id)).matches.append(match)
    return sorted(rows.values(), key=lambda row: (-len(row.matches), row.name))
