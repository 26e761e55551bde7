"""Reasons of a table's order: what separated neighbours level on points, and which entrants share a place.

Every set level on points is one ``Block``, shared by its rows. A block holds figures only: the criterion that
separated two neighbours, with both numbers, and the mini-tables used. The sentences follow from them when the table
is read (``reasons``), so a stored table grows by some hundred bytes a row, however many are level. Sentences are
``Text``; an entrant in them is ``@`` and its id, replaced by a name when it is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, Final, Self

from engines.core.text import Text, text
from league.standings.criteria import CRITERIA, LOTS, Criterion, Figure
from league.standings.figures import Tally
from league.standings.ranking import Mini, Ranking, Split
from league.standings.teams import TeamTally

MOST_NAMED: Final = 10
"""Names in one sentence; if there are more, one fewer is named, and the others are counted."""
PLAYOFF: Final = "playoff"
MINI: Final = "h2h "
"""Prefix of a mini-table's criterion."""


@dataclass(frozen=True, slots=True)
class Step:
    """One border between neighbours, or a place that several share.

    ``decided_by`` is the criterion in code: ``goal_difference``, ``h2h goals_for``, ``lots``, ``playoff``; empty if a
    place is shared for good.
    """

    entrants: tuple[str, ...]
    decided_by: str
    values: tuple[float, float] | None = None
    level: int = 0
    """Entrants of the mini-table."""
    place: int = 0
    """The place after which a play-off is due."""
    later: bool = False
    """True if the play-off waits for the one at the place before."""
    score: str | None = None
    """The score of a finished play-off."""
    drawn: bool = False
    """True if the lots were drawn."""
    part: int = 0
    """Which of the several numbers of the criterion differs first, from 1."""
    ties: bool = False
    """True if the mini-table is one of team ties."""

    @property
    def sentence(self) -> Text:
        if self.values is not None:
            return _on_figures(self)
        if self.score is not None:
            ahead, behind = (f"@{entrant}" for entrant in self.entrants)
            return text(
                "{ahead} ahead of {behind} by winning the play-off {score}",
                ahead=ahead,
                behind=behind,
                score=self.score,
            )
        if self.drawn:
            ahead, behind = (f"@{entrant}" for entrant in self.entrants)
            return text("{ahead} ahead of {behind} by the drawing of lots", ahead=ahead, behind=behind)
        if self.later:
            who = f"@{self.entrants[-1]}"
            return text("the loser of that play-off then meets {who} for place {place}", who=who, place=self.place)
        names = listed(self.entrants)
        if self.decided_by == PLAYOFF:
            return text("play-off needed between {who} for place {place}", who=names, place=self.place)
        if self.decided_by == LOTS:
            return text("{who} are equal on every criterion: lots decide", who=names)
        return text("{who} are equal on every criterion and share the place", who=names)

    def as_json(self, place_of: Mapping[str, int]) -> dict[str, Any]:  # JSON
        """Return the stored form: ``rows`` are places in the table from 0, and absent values are omitted."""
        rows = [place_of[entrant] for entrant in self.entrants]
        stored: dict[str, Any] = {"rows": rows, "decided_by": self.decided_by}
        if self.values is not None:
            stored["values"] = list(self.values)
        names = ("level", "place", "later", "drawn", "part", "ties")
        fields = {name: getattr(self, name) for name in names}
        stored |= {name: value for name, value in fields.items() if value}
        return stored if self.score is None else {**stored, "score": self.score}

    @classmethod
    def of(cls, stored: Mapping[str, Any], order: Sequence[str]) -> Self:  # JSON
        """Restore a step from ``as_json``, in a table of this ``order``."""
        values = stored.get("values")
        return cls(
            entrants=tuple(order[at] for at in stored["rows"]),
            decided_by=stored["decided_by"],
            values=(values[0], values[1]) if values else None,
            level=stored.get("level", 0),
            place=stored.get("place", 0),
            later=stored.get("later", False),
            score=stored.get("score"),
            drawn=stored.get("drawn", False),
            part=stored.get("part", 0),
            ties=stored.get("ties", False),
        )


@dataclass(frozen=True, slots=True)
class Block:
    """A set level on points, in its final order."""

    entrants: tuple[str, ...]
    points: Figure
    steps: list[Step]
    minis: list[Mini]
    level_on: str = "points"
    """The criterion that stands first, and whose number ``points`` is."""

    @property
    def summary(self) -> Text:
        """Count the entrants of the block and name their points."""
        criterion = CRITERIA[self.level_on]
        if self.level_on == "points":
            points = criterion.shown(self.points)
            return text("{count} level on {points} points", count=len(self.entrants), points=points)
        named = {"criterion": criterion.label, "value": criterion.shown(self.points)}
        return text("{count} level on {criterion}: {value}", count=len(self.entrants), **named)

    def as_json(self, place_of: Mapping[str, int]) -> dict[str, Any]:  # JSON
        """Return the stored form: its rows are the ``count`` from place ``first`` on, counted from 0.

        ``mini`` has one table for each head-to-head that separated anybody, its rows in its own order: the place,
        then ``numbers``.
        """
        return {
            "first": place_of[self.entrants[0]],
            "count": len(self.entrants),
            "points": self.points,
            **({"level_on": self.level_on} if self.level_on != "points" else {}),
            "steps": [step.as_json(place_of) for step in self.steps],
            "mini": [
                {
                    "criteria": list(mini.names),
                    "rows": [[place_of[entrant], *numbers(mini.rows[entrant]).values()] for entrant in mini.entrants],
                }
                for mini in self.minis
            ],
        }


def reasons(stored: Mapping[str, Any]) -> list[list[Text]]:  # JSON of ``Table.as_json``
    """Return the sentences of each row of a stored table. Rows of one step share an object, to be translated once."""
    rows = stored.get("rows", [])
    if any("why" in row for row in rows):
        return [[_unnested(sentence) for sentence in row.get("why", [])] for row in rows]
    order = [row["entrant"] for row in rows]
    sentences: list[list[Text]] = [[] for _row in rows]
    for block in stored.get("blocks", []):
        for step in block["steps"]:
            sentence = Step.of(step, order).sentence
            for at in step["rows"]:
                sentences[at].append(sentence)
    return sentences


def _unnested(sentence: Text) -> Text:
    """Flatten a sentence stored before reasons were kept by block: its names were nested one inside the other."""
    msgid, values = sentence
    entrant_words = values.get("who")
    if not isinstance(entrant_words, list):
        return sentence
    names = []
    while isinstance(entrant_words, list):
        parts = entrant_words[1]
        names += [parts[key] for key in ("one", "other") if key in parts]
        entrant_words = parts.get("rest")
    return [msgid, {**values, "who": listed([name.removeprefix("@") for name in names])}]


def numbers(row: Tally) -> dict[str, float]:
    """Return the eight numbers of a row, in the order of the columns; for a team those of its boards after them."""
    boards = {"board_points": row.board_points, "boards_won": row.boards_won} if isinstance(row, TeamTally) else {}
    return {
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "goals_for": row.goals_for,
        "goals_against": row.goals_against,
        "goal_difference": row.goal_difference,
        "points": row.points,
        **boards,
    }


def shootouts(row: Tally) -> dict[str, int]:
    """Return how many of the drawn matches were won and lost in a shootout."""
    return {"shootouts_won": row.shootouts_won, "shootouts_lost": row.shootouts_lost}


def decided_by(split: Split) -> str:
    """Return the criterion of a split in code: ``goals_for``, or ``h2h goals_for`` if it is that of a mini-table."""
    return f"{MINI}{split.name}" if split.mini else split.name


def step_of(split: Split) -> Step:
    pair = (split.ahead, split.behind)
    if split.name == LOTS:
        return Step(pair, LOTS, drawn=True)
    if split.name == PLAYOFF:
        return Step(pair, PLAYOFF, score=split.score)
    level, ties = (len(split.mini.entrants), split.mini.ties) if split.mini else (0, False)
    return Step(pair, decided_by(split), values=split.values, level=level, part=split.part, ties=ties)


def _on_figures(step: Step) -> Text:
    """Explain by which criterion one is ahead of the other, with both numbers."""
    assert step.values is not None
    name = step.decided_by.removeprefix(MINI)
    criterion = CRITERIA.get(name) or Criterion(name, [name, {}])
    ahead_value, behind_value = (criterion.written(value) for value in step.values)
    ahead, behind = (f"@{entrant}" for entrant in step.entrants)
    values = {
        "ahead": ahead,
        "behind": behind,
        "criterion": criterion.named(step.part),
        "mine": ahead_value,
        "theirs": behind_value,
    }
    if not step.level:
        return text("{ahead} ahead of {behind} on {criterion}: {mine} against {theirs}", **values)
    if step.ties and step.level == 2:
        return text(
            "{ahead} ahead of {behind} on {criterion} in the ties between them: {mine} against {theirs}", **values
        )
    if step.ties:
        return text(
            "{ahead} ahead of {behind} on {criterion} in the ties between the {count} still level: {mine} against "
            "{theirs}",
            **values,
            count=step.level,
        )
    if step.level == 2:
        return text(
            "{ahead} ahead of {behind} on {criterion} in the matches between them: {mine} against {theirs}", **values
        )
    return text(
        "{ahead} ahead of {behind} on {criterion} in the matches between the {count} with equal "
        "points: {mine} against {theirs}",
        **values,
        count=step.level,
    )


def listed(entrants: Sequence[str]) -> Text:
    """Join names: "A, B and C", "A, B, C and 290 more"."""
    names = [f"@{entrant}" for entrant in entrants]
    if len(names) > MOST_NAMED:
        first = names[: MOST_NAMED - 1]
        return text("{names} and {count} more", names=first, count=len(names) - len(first))
    if len(names) == 1:
        return text("{one}", one=names[0])
    return text("{names} and {last}", names=names[:-1], last=names[-1])


def blocks(
    order: Sequence[str],
    tallies: Mapping[str, Tally],
    splits: Mapping[tuple[str, str], Split],
    ranking: Ranking,
    pending: Sequence[tuple[int, str, str]],
    later: Sequence[tuple[int, str, str]],
    level_on: str,
    values: Mapping[str, Figure],
) -> list[Block]:
    """Return the blocks of a table in ``order``, of those with equal ``values`` of the criterion ``level_on``.

    Entrants without a match need no explanation.
    """
    playoffs = {(ahead, behind): Step((ahead, behind), PLAYOFF, place=k) for k, ahead, behind in pending}
    playoffs |= {(ahead, behind): Step((ahead, behind), PLAYOFF, place=k, later=True) for k, ahead, behind in later}
    result = []
    for value, several in groupby(order, key=values.__getitem__):
        level = tuple(several)
        if len(level) > 1 and any(tallies[entrant].played for entrant in level):
            result.append(Block(level, value, *_steps(level, splits, ranking, playoffs), level_on))
    return result


def _steps(
    level: tuple[str, ...],
    splits: Mapping[tuple[str, str], Split],
    ranking: Ranking,
    playoffs: Mapping[tuple[str, str], Step],
) -> tuple[list[Step], list[Mini]]:
    """Return what separates neighbours of one block, and the mini-tables that did."""
    steps: list[Step] = []
    minis: list[Mini] = []
    for pair in pairwise(level):
        split = splits.get(pair)
        if pair in playoffs:
            steps.append(playoffs[pair])
        elif split:
            steps.append(step_of(split))
            if split.mini and not any(split.mini is mini for mini in minis):
                minis.append(split.mini)
    inside = set(level)
    for shared in ranking.places:
        if len(shared) > 1 and shared[0] in inside:
            steps.append(Step(shared, LOTS if shared in ranking.needs_lots else ""))
    return steps, minis
