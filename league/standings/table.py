"""Tables: results in, ranked rows out, each with the reason of its rank.

``table`` is the one way to a classification, for the page of a league, the table after a matchday, a correction's
preview and a projection alike. It is a pure function of entrants, results, rules, the ledger of deductions and the
facts outside the results (a coefficient, disciplinary points). It reports what is undecided: lots to be drawn, a
play-off due at a boundary.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from league.standings import explain
from league.standings.criteria import CRITERIA, LOTS, Plain, TieBreak, parse
from league.standings.figures import Adjustment, Points, Result, Tally, Venue, adjust, opponents, tally
from league.standings.ranking import Figures, Ranking, Split, rank


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of a table. ``playoff_after``: places k such that a tie on points between k and k + 1 is played off."""

    points: Points
    criteria: tuple[TieBreak, ...]
    playoff_after: tuple[int, ...] = ()
    shootout: tuple[float, float] | None = None
    """Points of the winner and of the loser of the shootout that follows each draw; None: draws stand."""

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Self:  # JSON
        """Read from JSON: ``points``, ``criteria``, ``playoff_after``; other keys (of a preset) are ignored."""
        win, draw, defeat = rules.get("points") or (3, 1, 0)
        return cls((win, draw, defeat), parse(rules["criteria"]), tuple(rules.get("playoff_after", ())))


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A finished play-off at a boundary: winner, loser, and the displayed score."""

    winner: str
    loser: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    entrant: str
    tally: Tally
    block: int | None = None
    """The table's block that explains its place; None if nobody is level with it."""
    shootouts: bool = False
    """True where shootouts pay: the row then tells those won and lost."""

    def as_json(self) -> dict[str, Any]:  # JSON
        """Return the line as it is stored and served."""
        numbers = self.tally
        return {
            "rank": self.rank,
            "entrant": self.entrant,
            **explain.numbers(numbers),
            **(explain.shootouts(numbers) if self.shootouts else {}),
            "adjustment": numbers.adjustment,
            "form": numbers.form[-5:],
            "block": self.block,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """The rows in order; the sets level on points, explained; and what is still to be decided."""

    rows: list[Row]
    blocks: list[explain.Block]
    splits: Mapping[tuple[str, str], Split]
    needs_lots: tuple[tuple[str, ...], ...] = ()
    needs_playoff: tuple[tuple[int, str, str], ...] = ()
    """``(k, ahead for now, behind for now)`` for each boundary after place k with a play-off due."""
    later_playoffs: tuple[tuple[int, str, str], ...] = ()
    """The same of each play-off that waits for the one at the place before: its loser meets the one behind."""
    adjustments: list[Adjustment] = field(default_factory=list)
    facts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Given figures that do not follow from results."""

    @property
    def order(self) -> list[str]:
        return [row.entrant for row in self.rows]

    def as_json(self) -> dict[str, Any]:  # JSON
        """Return the stored form: ``rows``, ``blocks``, ``needs_lots``, ``needs_playoff``, ``ledger``.

        The sentences of the rows follow from the blocks: ``explain.reasons``.
        """
        place_of = {row.entrant: at for at, row in enumerate(self.rows)}
        return {
            "rows": [row.as_json() for row in self.rows],
            "blocks": [block.as_json(place_of) for block in self.blocks],
            "needs_lots": [list(level) for level in self.needs_lots],
            "needs_playoff": [list(pair) for pair in self.needs_playoff],
            "ledger": [[entry.entrant, entry.points, entry.reason] for entry in self.adjustments],
        }


@dataclass(frozen=True, slots=True)
class Classification:
    """An order with its reasons, and what is still to be decided; see ``Table`` for the fields."""

    order: list[str]
    ranking: Ranking
    splits: Mapping[tuple[str, str], Split]
    needs_playoff: tuple[tuple[int, str, str], ...]
    later_playoffs: tuple[tuple[int, str, str], ...]


class KnownFigures:
    """The number behind each criterion: a given fact, the tally, or a sum over the opponents."""

    def __init__(
        self, tallies: Mapping[str, Tally], results: Sequence[Result], facts: Mapping[str, Mapping[str, float]]
    ) -> None:
        self.tallies = tallies
        self.results = results
        self.facts = dict(facts)

    def __call__(self, name: str, entrant: str, /) -> float:
        if name in self.facts:
            return self.facts[name].get(entrant, 0)
        criterion = CRITERIA[name]
        if criterion.of is not None:
            return criterion.of(self.tallies[entrant])
        if criterion.of_opponents is not None:
            self.facts[name] = opponents(self.tallies, self.results, criterion.of_opponents)
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
    venue: Venue = "",
) -> Table:
    """Rank ``entrants`` (ids) after ``results``.

    ``facts``: criterion -> entrant -> number, outside the results. ``lots``: entrants in the order drawn, as far as
    lots have been drawn. Level entrants keep the given order and share a rank. ``venue``: the table of home or away
    matches only: for reading, so by figures alone and without deductions.
    """
    rules = rules if isinstance(rules, Rules) else Rules.of(rules)
    if venue:
        plain = tuple(
            criterion for criterion in rules.criteria if isinstance(criterion, Plain) and criterion.name != LOTS
        )
        rules = Rules(rules.points, plain, shootout=rules.shootout)
    tallies = tally(entrants, results, rules.points, venue)
    adjustments = () if venue else adjustments
    adjust(tallies, adjustments)
    figures = KnownFigures(tallies, results, facts or {})
    final = classify(entrants, figures, rules, results=results, lots=lots, playoffs=playoffs)
    pending, later = final.needs_playoff, final.later_playoffs
    blocks = explain.blocks(final.order, tallies, final.splits, final.ranking, pending, later)
    rows = _rows(final.order, final.ranking, tallies, blocks, shootouts=rules.shootout is not None)
    lots_due = final.ranking.needs_lots
    return Table(rows, blocks, final.splits, lots_due, pending, later, list(adjustments), dict(facts or {}))


def classify(
    entrants: Sequence[str],
    figures: Figures,
    rules: Rules,
    *,
    results: Sequence[Result] = (),
    lots: Sequence[str] = (),
    playoffs: Sequence[PlayOff] = (),
    first_place: int = 1,
) -> Classification:
    """Order ``entrants`` by ``figures`` from any source: the thirds of several groups, an imported table.

    ``first_place`` is the place of the first of them, if only a part of a table is known. Play-offs are held from the
    top: where one is due at the place before, nobody knows yet who plays at this one.
    """
    ranking = rank(entrants, rules.criteria, figures, results, rules.points, lots)
    order, splits = ranking.order, dict(ranking.splits)
    pending: list[tuple[int, str, str]] = []
    later: list[tuple[int, str, str]] = []
    for k in sorted(rules.playoff_after):
        at = k - first_place + 1
        if not 0 < at < len(order) or figures("points", order[at - 1]) != figures("points", order[at]):
            continue
        if any(before == k - 1 for before, _ahead, _behind in (*pending, *later)):
            later.append((k, order[at - 1], order[at]))
            continue
        pair = {order[at - 1], order[at]}
        playoff = next((playoff for playoff in playoffs if {playoff.winner, playoff.loser} == pair), None)
        if playoff is None:
            pending.append((k, order[at - 1], order[at]))
            continue
        order[at - 1], order[at] = playoff.winner, playoff.loser
        splits[playoff.winner, playoff.loser] = Split(
            playoff.winner, playoff.loser, "playoff", 0, 0, None, playoff.score
        )
    return Classification(order, ranking, splits, tuple(pending), tuple(later))


def figures_of(rows: Mapping[str, Mapping[str, float]]) -> Figures:
    """Wrap given figures: entrant -> criterion -> number; goal difference and average follow from the goals."""

    def figure(name: str, entrant: str, /) -> float:
        row = rows[entrant]
        if name == "goal_difference" and name not in row and "goals_for" in row:
            return row["goals_for"] - row.get("goals_against", 0)
        if name == "goal_average" and name not in row and "goals_for" in row:
            return Tally(goals_for=int(row["goals_for"]), goals_against=int(row.get("goals_against", 0))).goal_average
        return row.get(name, 0)

    return figure


def _rows(
    order: Sequence[str],
    ranking: Ranking,
    tallies: Mapping[str, Tally],
    blocks: Sequence[explain.Block],
    *,
    shootouts: bool,
) -> list[Row]:
    places = {entrant: at for at, entrant in enumerate(order, start=1)}
    ranks = dict(places)
    for shared in ranking.places:
        if len(shared) > 1:
            ranks |= dict.fromkeys(shared, min(places[entrant] for entrant in shared))
    block_of = {entrant: at for at, block in enumerate(blocks) for entrant in block.entrants}
    return [Row(ranks[entrant], entrant, tallies[entrant], block_of.get(entrant), shootouts) for entrant in order]
