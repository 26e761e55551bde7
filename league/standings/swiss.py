"""Tie-breaks of Swiss tournaments by FIDE C.07: sums over the opponents' scores, and the worth of unplayed rounds.

FIDE has changed three times what an unplayed round is worth, so each edition of the rule is in ``EDITIONS``:

- ``2009``: in the sums of others every unplayed round counts as a draw. A player's own unplayed round is met by a
  virtual opponent: the player's score before the round, the complement of what the round paid, half a point for each
  round after it.
- ``2023`` (1 September 2023 to 28 February 2026): in the sums of others a round counts as it was paid, but a requested
  bye that is followed by voluntary unplayed rounds alone, or by none, counts as a draw (16.2.5, 16.3). A player's own
  unplayed round is met by a dummy with the player's own score (16.4). A cut takes the lowest contribution of a
  voluntary unplayed round first (16.5).
- ``2026`` (since 1 March 2026): as 2023, but the dummy has at most the score of the scheduled opponent after a forfeit
  (16.4.1), else at most a draw for each round (16.4.2).
- ``tabellone-2023``: a former misreading of 2023, not an edition of FIDE: draws in the sums of others as in 2009, the
  dummy of 2023, plain cuts, no line for a round without an opponent or a request. Only competitions that ended under it
  have it.

Every value is in the points of the tournament, the win being ``points[0]``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from typing import Final, Literal, NamedTuple, TypeAlias

from league.standings.figures import Points

Version: TypeAlias = Literal["2009", "2023", "2026", "tabellone-2023"]

Kind: TypeAlias = Literal[
    "game", "bye", "half_bye", "full_bye", "zero_bye", "absent", "forfeit_win", "forfeit_loss", "pending"
]
"""``bye``: allotted by the pairing (also the round against the player of the house, who is no participant);
``half_bye``, ``full_bye`` and ``zero_bye``: asked for; ``absent``: not paired, because not there yet or gone;
``pending``: paired, and not decided yet."""

REQUESTED: Final[frozenset[Kind]] = frozenset({"half_bye", "zero_bye", "absent"})
"""Requested byes in the sense of 16.1.1: not a full-point bye, but every round after a withdrawal."""
VOLUNTARY: Final[frozenset[Kind]] = REQUESTED | {"forfeit_loss"}
"""Voluntary unplayed rounds (16.1.2)."""


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one entrant. ``opponent``: the entrant met, or due in a forfeit; None in a bye.

    An unplayed round of unknown kind is an allotted bye.
    """

    round: int
    opponent: str | None
    score: float
    kind: Kind = "game"
    away: bool = False
    drawn: bool = False
    """True for a draw that paid something else, by its shootout: it is no game won, and half a point for ratings."""

    def __post_init__(self) -> None:
        if self.kind == "game" and self.opponent is None:
            object.__setattr__(self, "kind", "bye")


Record: TypeAlias = Sequence[Played]


@dataclass(frozen=True, slots=True)
class Edition:
    """The treatment of unplayed rounds by an edition of the rule; see the module."""

    others: Literal["drawn", "as_paid"]
    """An opponent's unplayed rounds."""
    own: Literal["virtual", "dummy", "capped_dummy"]
    """The opponent in a player's own unplayed round."""
    voluntary_first: bool = False
    """True if a cut takes voluntary unplayed rounds first."""
    first_reading: bool = False
    """Rounds of absence have no line, the average of ratings is not rounded and takes the unrated as 0."""


EDITIONS: Final[Mapping[Version, Edition]] = {
    "2009": Edition("drawn", "virtual"),
    "tabellone-2023": Edition("drawn", "dummy", first_reading=True),
    "2023": Edition("as_paid", "dummy", voluntary_first=True),
    "2026": Edition("as_paid", "capped_dummy", voluntary_first=True),
}
IN_FORCE: Final[Version] = "2026"


def virtual_opponent(score_before: float, score: float, round: int, rounds: int, points: Points = (1, 0.5, 0)) -> float:
    """Return the final score of the virtual opponent of an unplayed ``round`` that paid ``score`` (2009)."""
    win, draw, _ = points
    return score_before + (win - score) + draw * (rounds - round)


def score_for_others(final: float, unplayed: Sequence[float], points: Points = (1, 0.5, 0)) -> float:
    """Return what a ``final`` score counts in the opponents' sums, with ``unplayed`` rounds as draws (2009)."""
    return final - sum(unplayed) + points[1] * len(unplayed)


def adjusted(record: Record, points: Points = (1, 0.5, 0)) -> float:
    """Return what a record counts in the opponents' sums by 2023 (16.3).

    The requested byes at its end count as draws (16.2.5).
    """
    total, to_the_end = 0.0, True
    for played in sorted(record, key=lambda played: played.round, reverse=True):
        total += points[1] if to_the_end and played.kind in REQUESTED else played.score
        to_the_end = to_the_end and played.kind in VOLUNTARY
    return total


class _Contribution(NamedTuple):
    """A round in the sums: the opponent's score as it counts, and the points got."""

    value: float
    score: float
    voluntary: bool


class Tournament:
    """The records of a tournament and their consequences by one edition."""

    def __init__(
        self,
        records: Mapping[str, Record],
        rounds: int,
        points: Points,
        ratings: Mapping[str, float],
        version: Version,
    ) -> None:
        self.rounds, self.points, self.ratings, self.version = rounds, points, ratings, version
        self.edition = edition = EDITIONS[version]
        self.paired = {entrant: sorted(record, key=lambda played: played.round) for entrant, record in records.items()}
        without = {"pending", "absent"} if edition.first_reading else {"pending"}
        self.records = {
            entrant: [played for played in record if played.kind not in without]
            for entrant, record in self.paired.items()
        }
        self.final = {entrant: sum(played.score for played in record) for entrant, record in self.records.items()}
        self.all_rated = all(record in ratings for record in records)

    @cached_property
    def shown(self) -> dict[str, float]:
        """Scores of the entrants as they count in the sums of others."""
        if self.edition.others == "as_paid":
            return {entrant: adjusted(record, self.points) for entrant, record in self.paired.items()}
        return {
            entrant: score_for_others(
                self.final[entrant], [played.score for played in record if played.kind != "game"], self.points
            )
            for entrant, record in self.records.items()
        }

    @cached_property
    def contributions(self) -> dict[str, list[_Contribution]]:
        """Rounds of the entrants as they enter the sums."""
        return {record: self._of(record) for record in self.records}

    def _of(self, entrant: str) -> list[_Contribution]:
        rounds, before = [], 0.0
        for played in self.records[entrant]:
            if played.kind == "game" and played.opponent is not None:
                value = self.shown[played.opponent]
            elif self.edition.own == "virtual":
                value = virtual_opponent(before, played.score, played.round, self.rounds, self.points)
            else:
                value = self._dummy(entrant, played)
            rounds.append(_Contribution(value, played.score, played.kind in VOLUNTARY))
            before += played.score
        return rounds

    def _dummy(self, entrant: str, played: Played) -> float:
        """Return the score of the dummy that ``entrant`` meets in an unplayed round (16.4)."""
        own = self.final[entrant]
        if self.edition.own == "dummy":
            return own
        if played.opponent is not None:
            return min(own, self.shown[played.opponent])
        return min(own, self.points[1] * self.rounds)

    def buchholz(self, entrant: str, low: int = 0, high: int = 0) -> float:
        """Sum the opponents without the ``low`` least and the ``high`` most significant values (14, 16.5)."""
        first = self.edition.voluntary_first
        parts = sorted(self.contributions[entrant], key=lambda part: (not (first and part.voluntary), part.value))
        values = sorted(part.value for part in parts[low:])  # one order of adding floats keeps level entrants level
        return sum(values[: len(values) - high])

    def sonneborn_berger(self, entrant: str) -> float:
        """Sum each opponent's score times the points got in the round, a win being 1 (9.1).

        Where a win pays nothing, they count as they are.
        """
        win = self.points[0] or 1
        return sum(part.value * part.score / win for part in self.contributions[entrant])

    def progressive(self, entrant: str) -> float:
        """Return the sum of the scores after each round (7.5)."""
        total, running = 0.0, 0.0
        for played in self.records[entrant]:
            running += played.score
            total += running
        return total

    @cached_property
    def fore(self) -> Tournament:
        """Return the tournament with every pairing of the last round drawn, also forfeits and games in play (8.3)."""
        records = {
            entrant: [
                replace(played, score=self.points[1], kind="game")
                if played.round == self.rounds and played.opponent is not None
                else played
                for played in record
            ]
            for entrant, record in self.paired.items()
        }
        return Tournament(records, self.rounds, self.points, self.ratings, self.version)

    def koya(self, entrant: str) -> float:
        """Return the points from pairings with opponents who have at least half of all points (9.2)."""
        enough = self.points[0] * self.rounds / 2
        met = [played for played in self.records[entrant] if played.opponent is not None]
        return sum(played.score for played in met if self.final[str(played.opponent)] >= enough)

    def games(self, entrant: str) -> list[Played]:
        """Return the rounds played over the board."""
        return [played for played in self.records[entrant] if played.kind == "game"]

    def won(self, entrant: str, away: bool = False) -> int:
        """Count the games won over the board (7.2), with ``away`` only those away from home (7.4)."""
        return sum(
            played.score == self.points[0] and not played.drawn and played.away >= away
            for played in self.games(entrant)
        )

    def rounds_won(self, entrant: str) -> int:
        """Count the rounds that paid a win, played or not (7.1)."""
        return sum(played.score == self.points[0] for played in self.records[entrant])

    def _met(self, entrant: str) -> list[float]:
        """Return the ratings of the opponents over the board; none if an entrant of the field has no rating (10)."""
        if not self.all_rated:
            return []
        return [self.ratings[str(played.opponent)] for played in self.games(entrant)]

    def average_rating(self, entrant: str) -> float:
        """Return the average rating of the opponents, half rounded up (10.1)."""
        if self.edition.first_reading:
            ratings = [self.ratings.get(str(played.opponent), 0) for played in self.games(entrant)]
            return sum(ratings) / len(ratings) if ratings else 0
        met = self._met(entrant)
        return floor(sum(met) / len(met) + 0.5) if met else 0

    def _score(self, entrant: str) -> float:
        """Return the score over the board in 1, half and 0, for the rating tables."""
        worth = {self.points[0]: 1.0, self.points[1]: 0.5}
        return sum(0.5 if played.drawn else worth.get(played.score, 0.0) for played in self.games(entrant))

    def performance(self, entrant: str) -> float:
        """Return the opponents' average rating plus the difference for the share of points (10.2)."""
        met = self._met(entrant)
        if not met:
            return 0
        percent = floor(100 * self._score(entrant) / len(met) + 0.5)
        difference = DIFFERENCE[percent - 50] if percent >= 50 else -DIFFERENCE[50 - percent]
        return self.average_rating(entrant) + difference

    def perfect_performance(self, entrant: str) -> float:
        """Return the lowest rating whose expected score reaches the score (10.3).

        Without a point: 800 below the weakest.
        """
        met, score = self._met(entrant), self._score(entrant)
        if not met:
            return 0
        lowest, highest = floor(min(met)) - 800, floor(max(met)) + 801
        if not score:
            return lowest
        hundredths = round(100 * score)
        candidates = range(lowest, highest)
        return lowest + bisect_left(candidates, hundredths, key=lambda own: sum(expected(own - other) for other in met))


DIFFERENCE: Final = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""The rating difference of a share of 50, 51 ... 100 per cent (FIDE B.02, 8.1.1)."""

UP_TO: Final = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
"""The largest difference at which the stronger is expected to score 50, 51 ... 99 per cent (FIDE B.02, 8.1.2)."""


def expected(difference: float) -> int:
    """Return the expected score, in hundredths, against an opponent weaker by ``difference``."""
    above = 50 + bisect_left(UP_TO, abs(difference))
    return above if difference >= 0 else 100 - above
