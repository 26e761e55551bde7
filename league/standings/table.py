"""A table: results in, ranked rows out, each with the reason of its rank.

``table`` is the one way to a classification, for the page of a league, the table after a matchday, a correction's
preview and a projection alike. It is a pure function of entrants, results, rules, the ledger of deductions and the
facts that no result tells (a coefficient, disciplinary points). What is not decided is said: lots to be drawn, a
play-off to be played at a boundary that demands one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.core.text import Text
from league.standings import explain
from league.standings.criteria import Criterion, parse
from league.standings.figures import Adjustment, Points, Result, Tally, adjust, opponents, tally
from league.standings.ranking import Ranking, Split, rank


@dataclass(frozen=True, slots=True)
class Rules:
    """How a table is made. ``playoff_after``: places k such that a tie on points between k and k + 1 is played off."""

    points: Points
    criteria: tuple[Criterion, ...]
    playoff_after: tuple[int, ...] = ()

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Rules:  # JSON
        """From JSON: ``points``, ``criteria``, ``playoff_after``; other keys (of a preset) are left alone."""
        win, draw, defeat = rules.get("points") or (3, 1, 0)
        return cls((win, draw, defeat), parse(rules["criteria"]), tuple(rules.get("playoff_after", ())))


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A play-off at a boundary that has been played: who won it against whom, and the score as it is told."""

    winner: str
    loser: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table."""

    rank: int
    entrant: str
    tally: Tally
    why: list[Text]
    """The sentences that say why it stands here, for each neighbour level on points."""

    def as_json(self) -> dict[str, Any]:  # JSON
        """The line as it is stored and served."""
        numbers = self.tally
        return {
            "rank": self.rank,
            "entrant": self.entrant,
            **explain.numbers(numbers),
            "adjustment": numbers.adjustment,
            "form": numbers.form[-5:],
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """The rows in order; the sets that were level on points, explained; and what is still to be decided."""

    rows: list[Row]
    blocks: list[explain.Block]
    splits: Mapping[tuple[str, str], Split]
    needs_lots: tuple[tuple[str, ...], ...] = ()
    needs_playoff: tuple[tuple[int, str, str], ...] = ()
    """``(k, ahead for now, behind for now)`` for each boundary after place k that is to be played off."""
    adjustments: list[Adjustment] = field(default_factory=list)

    @property
    def order(self) -> list[str]:
        """The entrants from first to last."""
        return [row.entrant for row in self.rows]

    def as_json(self) -> dict[str, Any]:  # JSON
        """Everything, as it is stored: ``rows``, ``blocks``, ``needs_lots``, ``needs_playoff``, ``ledger``."""
        return {
            "rows": [row.as_json() for row in self.rows],
            "blocks": [block.as_json() for block in self.blocks],
            "needs_lots": [list(level) for level in self.needs_lots],
            "needs_playoff": [list(pair) for pair in self.needs_playoff],
            "ledger": [[entry.entrant, entry.points, entry.reason] for entry in self.adjustments],
        }


class KnownFigures:
    """The number behind each criterion: a fact that was given, the tally, or a sum over the opponents."""

    def __init__(
        self, tallies: Mapping[str, Tally], results: Sequence[Result], facts: Mapping[str, Mapping[str, float]]
    ) -> None:
        self.tallies = tallies
        self.results = results
        self.facts = dict(facts)

    def __call__(self, name: str, entrant: str, /) -> float:
        """See ``ranking.Figures``."""
        if name in self.facts:
            return self.facts[name].get(entrant, 0)
        own = self.tallies[entrant].figure(name)
        if own is not None:
            return own
        if name.startswith("opponents_"):
            self.facts[name] = opponents(self.tallies, self.results, name.removeprefix("opponents_"))
            return self.facts[name][entrant]
        return 0


def table(
    entrants: Sequence[str],
    results: Sequence[Result],
    rules: Rules | Mapping[str, Any],
    *,
    adjustments: Sequence[Adjustment] = (),
    facts: Mapping[str, Mapping[str, float]] | None = None,
    lots: Sequence[str] = (),
    playoffs: Sequence[PlayOff] = (),
) -> Table:
    """The table of ``entrants`` (ids) after ``results``.

    ``facts``: criterion -> entrant -> number, for what no result tells. ``lots``: entrants in the order drawn, as far
    as lots have been drawn. Level entrants come in the order in which they were given and share a rank.
    """
    rules = rules if isinstance(rules, Rules) else Rules.of(rules)
    tallies = tally(entrants, results, rules.points)
    adjust(tallies, adjustments)
    figures = KnownFigures(tallies, results, facts or {})
    ranking = rank(entrants, rules.criteria, figures, results, rules.points, lots)
    order, splits, pending = _play_offs(ranking, tallies, rules, playoffs)
    blocks = explain.blocks(order, tallies, splits, ranking, pending)
    return Table(
        _rows(order, ranking, tallies, blocks), blocks, splits, ranking.needs_lots, tuple(pending), list(adjustments)
    )


def _play_offs(
    ranking: Ranking, tallies: Mapping[str, Tally], rules: Rules, playoffs: Sequence[PlayOff]
) -> tuple[list[str], dict[tuple[str, str], Split], list[tuple[int, str, str]]]:
    """The order after the play-offs at the boundaries, and those that are still to be played."""
    order, splits = ranking.order, dict(ranking.splits)
    pending = []
    for k in rules.playoff_after:
        if not 0 < k < len(order) or tallies[order[k - 1]].points != tallies[order[k]].points:
            continue
        pair = {order[k - 1], order[k]}
        held = next((one for one in playoffs if {one.winner, one.loser} == pair), None)
        if held is None:
            pending.append((k, order[k - 1], order[k]))
            continue
        order[k - 1], order[k] = held.winner, held.loser
        splits[held.winner, held.loser] = Split(held.winner, held.loser, "playoff", 0, 0, None, held.score)
    return order, splits, pending


def _rows(
    order: Sequence[str], ranking: Ranking, tallies: Mapping[str, Tally], blocks: Sequence[explain.Block]
) -> list[Row]:
    level = {entrant: place for place in ranking.places if len(place) > 1 for entrant in place}
    why: dict[str, list[Text]] = {entrant: [] for entrant in order}
    for block in blocks:
        for step in block.steps:
            for entrant in step.entrants:
                why[entrant].append(step.sentence)
    rows = []
    for place, entrant in enumerate(order, start=1):
        shared = level.get(entrant)
        first = place if shared is None else 1 + min(order.index(one) for one in shared)
        rows.append(Row(first, entrant, tallies[entrant], why[entrant]))
    return rows
