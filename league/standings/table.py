"""Tables: results in, ranked rows out, each with the reason of its rank.

``table`` is the one way to a classification, for the page of a league, the table after a matchday, a correction's
preview and a projection alike; ``team_table`` is that of teams, from team ties. Both are pure functions of entrants,
results, rules, the ledger of deductions and the facts outside the results (a coefficient, disciplinary points). They
report what is undecided: lots to be drawn, a play-off due at a boundary.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Self

from league.standings import explain
from league.standings.criteria import CRITERIA, LOTS, Figure, Plain, TieBreak, parse
from league.standings.figures import Adjustment, Points, Result, Tally, Venue, adjust, opponents, tally
from league.standings.ranking import Figures, Matches, Ranking, Split, Ties, rank
from league.standings.teams import TeamLeague, TeamResult


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of a table. ``playoff_after``: places k such that a tie on points between k and k + 1 is played off."""

    points: Points
    criteria: tuple[TieBreak, ...]
    playoff_after: tuple[int, ...] = ()
    shootout: tuple[float, float] | None = None
    """Points of the winner and of the loser of the shootout that follows each draw; None: draws stand."""
    one_at_a_time: bool = False
    """A criterion after the first places the best alone, and the others begin again at the second."""

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> Self:  # JSON
        """Read from JSON: ``points``, ``criteria``, ``playoff_after``; other keys (of a preset) are ignored."""
        win, draw, defeat = rules.get("points") or (3, 1, 0)
        return cls((win, draw, defeat), parse(rules["criteria"]), tuple(rules.get("playoff_after", ())))

    @classmethod
    def of_teams(cls, rules: Mapping[str, Any]) -> Self:  # JSON
        """Read those of a table of teams from JSON. Raises ValueError with a sentence for what it does not know.

        What a tie pays stands in the rules of the tie.
        """
        known = ("criteria", "playoff_after", "one_at_a_time")
        unknown = sorted(set(rules) - set(known))
        if unknown:
            raise ValueError(f"unknown rule {', '.join(unknown)}: one of {', '.join(known)}")
        return cls(
            (0, 0, 0),
            parse(rules["criteria"], teams=True),
            tuple(rules.get("playoff_after", ())),
            one_at_a_time=bool(rules.get("one_at_a_time", False)),
        )

    @property
    def first(self) -> str:
        """The figure by which the whole table is ordered first; points where that is no figure."""
        first = self.criteria[0] if self.criteria else None
        return first.name if isinstance(first, Plain) else "points"


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
    figures: Mapping[str, Figure] = field(default_factory=dict)
    """Of a team the number of each criterion of the rules."""

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
            **({"figures": dict(self.figures)} if self.figures else {}),
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
        if criterion.of_opponents is not None:
            self.facts[name] = opponents(self.tallies, self.results, criterion.of_opponents)
            return self.facts[name][entrant]
        return criterion.counted(self.tallies[entrant])


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
    final = classify(entrants, figures, rules, meetings=Matches(results, rules.points), lots=lots, playoffs=playoffs)
    ordered = explained(final, tallies, figures, rules, "points")
    return replace(ordered, adjustments=list(adjustments), facts=dict(facts or {}))


def team_table(
    teams: Sequence[str],
    results: Sequence[TeamResult],
    rules: Rules | Mapping[str, Any],
    *,
    adjustments: Sequence[Adjustment] = (),
    facts: Mapping[str, Mapping[str, float]] | None = None,
    lots: Sequence[str] = (),
    playoffs: Sequence[PlayOff] = (),
) -> Table:
    """Rank ``teams`` (ids) after the team ties ``results``. Deductions are match points; the rest as in ``table``."""
    rules = rules if isinstance(rules, Rules) else Rules.of_teams(rules)
    league = TeamLeague(teams, results)
    adjust(league.tallies, adjustments)
    given = facts or {}

    @cache
    def figures(name: str, team: str, /) -> Figure:
        return given[name].get(team, 0) if name in given else CRITERIA[name].of_team(league, team)

    final = classify(teams, figures, rules, meetings=Ties(results), lots=lots, playoffs=playoffs)
    shown = [criterion.name for criterion in rules.criteria if isinstance(criterion, Plain) and criterion.name != LOTS]
    ordered = explained(final, league.tallies, figures, rules, rules.first, shown)
    return replace(ordered, adjustments=list(adjustments), facts=dict(given))


def explained(
    final: Classification,
    tallies: Mapping[str, Tally],
    figures: Figures,
    rules: Rules,
    level_on: str,
    shown: Sequence[str] = (),
) -> Table:
    """Make the table of an order and explain it.

    ``level_on``: the criterion whose equals need an explanation. ``shown``: criteria whose numbers the rows have beside
    their columns.
    """
    pending, later = final.needs_playoff, final.later_playoffs
    values = {entrant: figures(level_on, entrant) for entrant in final.order}
    blocks = explain.blocks(final.order, tallies, final.splits, final.ranking, pending, later, level_on, values)
    places = {entrant: at for at, entrant in enumerate(final.order, start=1)}
    ranks = dict(places)
    for shared in final.ranking.places:
        if len(shared) > 1:
            ranks |= dict.fromkeys(shared, min(places[entrant] for entrant in shared))
    block_of = {entrant: at for at, block in enumerate(blocks) for entrant in block.entrants}
    rows = [
        Row(
            ranks[entrant],
            entrant,
            tallies[entrant],
            block_of.get(entrant),
            rules.shootout is not None,
            {name: figures(name, entrant) for name in shown},
        )
        for entrant in final.order
    ]
    return Table(rows, blocks, final.splits, final.ranking.needs_lots, pending, later)


def classify(
    entrants: Sequence[str],
    figures: Figures,
    rules: Rules,
    *,
    meetings: Matches | Ties | None = None,
    lots: Sequence[str] = (),
    playoffs: Sequence[PlayOff] = (),
    first_place: int = 1,
) -> Classification:
    """Order ``entrants`` by ``figures`` from any source: the thirds of several groups, an imported table.

    ``meetings``: their results among each other. ``first_place`` is the place of the first of them, if only a part of a
    table is known. Play-offs are held from the top: where one is due at the place before, nobody knows yet who plays at
    this one.
    """
    meetings = meetings or Matches((), rules.points)
    ranking = rank(entrants, rules.criteria, figures, meetings, lots, one_at_a_time=rules.one_at_a_time)
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
        splits[playoff.winner, playoff.loser] = Split(playoff.winner, playoff.loser, "playoff", score=playoff.score)
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
