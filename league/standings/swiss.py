"""The tie-breaks of Swiss tournaments: sums over the opponents' scores, and what an unplayed round counts for.

FIDE has changed what an unplayed round is worth, so the rule has a version. ``2009``: a virtual opponent, who has the
player's score before the round, the complement of what the player got in it, and half a point for each round after;
in the sums of others the player's own unplayed rounds count as draws. ``2023`` (C.07 since September 2023): no virtual
opponent; an unplayed round counts as one against a dummy with the player's own final score. Every value is in the
points of the tournament, the win being ``points[0]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from league.standings.figures import Points

Version: TypeAlias = Literal["2009", "2023"]


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one entrant. ``opponent`` None: unplayed (a bye, an absence, a win by default)."""

    round: int
    opponent: str | None
    score: float


Record: TypeAlias = Sequence[Played]


def virtual_opponent(score_before: float, score: float, round: int, rounds: int, points: Points = (1, 0.5, 0)) -> float:
    """2009: the final score of the virtual opponent of an unplayed ``round`` in which ``score`` was got."""
    win, draw, _ = points
    return score_before + (win - score) + draw * (rounds - round)


def for_others(final: float, unplayed: Sequence[float], points: Points = (1, 0.5, 0)) -> float:
    """What an entrant's ``final`` score counts in the opponents' sums: the scores of ``unplayed`` rounds as draws."""
    return final - sum(unplayed) + points[1] * len(unplayed)


def figures(
    records: Mapping[str, Record],
    rounds: int,
    *,
    points: Points = (1, 0.5, 0),
    ratings: Mapping[str, float] | None = None,
    version: Version = "2023",
) -> dict[str, dict[str, float]]:
    """Criterion -> entrant -> number, the ``facts`` of ``table``; ``rounds`` is how many have been played."""
    final = {one: sum(played.score for played in record) for one, record in records.items()}
    shown = {
        one: for_others(final[one], [played.score for played in record if played.opponent is None], points)
        for one, record in records.items()
    }
    result: dict[str, dict[str, float]] = {name: {} for name in NAMES}
    for one, record in records.items():
        against = _against(record, final[one], shown, rounds, points, version)
        values = sorted(value for value, _ in against)
        result["buchholz"][one] = sum(values)
        result["buchholz_cut_1"][one] = sum(values[1:])
        result["buchholz_cut_2"][one] = sum(values[2:])
        result["median_buchholz"][one] = sum(values[1:-1])
        result["sonneborn_berger"][one] = sum(value * score / points[0] for value, score in against)
        result["progressive"][one] = _progressive(record)
        result["wins"][one] = sum(played.score == points[0] for played in record if played.opponent is not None)
        met = [played.opponent for played in record if played.opponent is not None]
        known = [(ratings or {}).get(other, 0) for other in met]
        result["average_rating_of_opponents"][one] = sum(known) / len(known) if known else 0
    return result


NAMES = (
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "median_buchholz",
    "sonneborn_berger",
    "progressive",
    "wins",
    "average_rating_of_opponents",
)


def _against(
    record: Record, own: float, shown: Mapping[str, float], rounds: int, points: Points, version: Version
) -> list[tuple[float, float]]:
    """For each round the opponent's score as it counts, and what was made of it."""
    result, before = [], 0.0
    for played in sorted(record, key=lambda one: one.round):
        if played.opponent is not None:
            value = shown[played.opponent]
        elif version == "2009":
            value = virtual_opponent(before, played.score, played.round, rounds, points)
        else:
            value = own
        result.append((value, played.score))
        before += played.score
    return result


def _progressive(record: Record) -> float:
    """The sum of the scores after each round."""
    total, running = 0.0, 0.0
    for played in sorted(record, key=lambda one: one.round):
        running += played.score
        total += running
    return total
