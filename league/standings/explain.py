"""Why a table stands as it does: a sentence for each border between entrants level on points.

Every set level on points becomes one block, shared by its rows: how many are level on what, then for each neighbour
which criterion separated them, with both numbers, and the mini-tables that were used. Sentences are ``Text``; an
entrant in them is ``@`` and its id, put into a name when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from engines.core.text import Text, text
from league.standings.criteria import CRITERIA, LOTS
from league.standings.figures import Tally
from league.standings.ranking import Mini, Ranking, Split


@dataclass(frozen=True, slots=True)
class Step:
    """One border: who it is between, why, and the criterion in code (``h2h goal_difference``, ``disciplinary`` ...)."""

    entrants: tuple[str, ...]
    sentence: Text
    decided_by: str


@dataclass(frozen=True, slots=True)
class Block:
    """A set level on points, in its final order."""

    entrants: tuple[str, ...]
    points: float
    summary: Text
    steps: list[Step]
    minis: list[Mini]

    def as_json(self) -> dict[str, Any]:  # JSON
        """``mini`` has one table for each head-to-head that separated anybody, its rows in its own order."""
        return {
            "entrants": list(self.entrants),
            "points": self.points,
            "summary": self.summary,
            "steps": [
                {"entrants": list(step.entrants), "sentence": step.sentence, "decided_by": step.decided_by}
                for step in self.steps
            ],
            "mini": [
                {
                    "criteria": list(mini.names),
                    "rows": [{"entrant": entrant, **numbers(mini.rows[entrant])} for entrant in mini.entrants],
                }
                for mini in self.minis
            ],
        }


def numbers(row: Tally) -> dict[str, float]:
    """The eight numbers of a row, in the order of the columns."""
    return {
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "goals_for": row.goals_for,
        "goals_against": row.goals_against,
        "goal_difference": row.goal_difference,
        "points": row.points,
    }


def decided_by(split: Split) -> str:
    """The criterion of a split in code: ``goals_for``, or ``h2h goals_for`` if it is that of a mini-table."""
    return f"h2h {split.name}" if split.mini else split.name


def sentence(split: Split) -> Text:
    """Why the one stands ahead of the other."""
    names = {"ahead": f"@{split.ahead}", "behind": f"@{split.behind}"}
    if split.name == LOTS:
        return text("{ahead} ahead of {behind} by the drawing of lots", **names)
    if split.name == "playoff":
        return text("{ahead} ahead of {behind} by winning the play-off {score}", **names, score=split.told)
    figure = CRITERIA[split.name]
    values = {**names, "criterion": figure.label, "mine": figure.written(split.mine)}
    values["theirs"] = figure.written(split.theirs)
    if split.mini is None:
        return text("{ahead} ahead of {behind} on {criterion}: {mine} against {theirs}", **values)
    if len(split.mini.entrants) == 2:
        return text(
            "{ahead} ahead of {behind} on {criterion} in the matches between them: {mine} against {theirs}", **values
        )
    return text(
        "{ahead} ahead of {behind} on {criterion} in the matches between the {count} level: {mine} against {theirs}",
        **values,
        count=len(split.mini.entrants),
    )


def listed(entrants: Sequence[str]) -> Text:
    """Names in a row: "A, B and C"."""
    if len(entrants) == 1:
        return text("{one}", one=f"@{entrants[0]}")
    if len(entrants) == 2:
        return text("{one} and {other}", one=f"@{entrants[0]}", other=f"@{entrants[1]}")
    return text("{one}, {rest}", one=f"@{entrants[0]}", rest=listed(entrants[1:]))


def blocks(
    order: Sequence[str],
    tallies: Mapping[str, Tally],
    splits: Mapping[tuple[str, str], Split],
    ranking: Ranking,
    pending: Sequence[tuple[int, str, str]],
) -> list[Block]:
    """The blocks of a table in ``order``; those who have not played yet need no explanation."""
    result = []
    for points, several in groupby(order, key=lambda entrant: tallies[entrant].points):
        level = tuple(several)
        if len(level) > 1 and any(tallies[entrant].played for entrant in level):
            result.append(_block(level, points, splits, ranking, pending))
    return result


def _block(
    level: tuple[str, ...],
    points: float,
    splits: Mapping[tuple[str, str], Split],
    ranking: Ranking,
    pending: Sequence[tuple[int, str, str]],
) -> Block:
    steps: list[Step] = []
    minis: list[Mini] = []
    to_play = {(ahead, behind): k for k, ahead, behind in pending}
    for ahead, behind in pairwise(level):
        split = splits.get((ahead, behind))
        if (ahead, behind) in to_play:
            place = to_play[ahead, behind]
            said = text("play-off needed between {who} for place {place}", who=listed((ahead, behind)), place=place)
            steps.append(Step((ahead, behind), said, "playoff"))
        elif split:
            steps.append(Step((ahead, behind), sentence(split), decided_by(split)))
            if split.mini and split.mini not in minis:
                minis.append(split.mini)
    for shared in ranking.places:
        if len(shared) > 1 and shared[0] in level:
            if shared in ranking.needs_lots:
                said = text("{who} are level on every criterion: lots must be drawn", who=listed(shared))
            else:
                said = text("{who} are level on every criterion and share the place", who=listed(shared))
            steps.append(Step(shared, said, LOTS if shared in ranking.needs_lots else ""))
    summary = text("{count} level on {points} points", count=len(level), points=CRITERIA["points"].written(points))
    return Block(level, points, summary, steps, minis)
