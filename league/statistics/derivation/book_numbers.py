"""Numbers of a book: totals, goals by minute and piece, careers, records. Pure.

The same matches give the same numbers in any order. Unknown values (a minute in a game without minutes, a scorer in a
game whose goals name no piece) have no entry at all.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

from engines.core.seats import SEATS, Seat, other
from league.statistics.derivation.story import turned
from league.statistics.derivation.streaks import runs

Numbers: TypeAlias = dict[str, Any]
"""JSON: see ``count``."""
SPAN: Final = 15
"""Minutes in one bar of the goals by minute."""
KEPT: Final = 5
"""Matches and runs kept of each record."""
LEAST_RUN: Final = 2
RUNS: Final = {"unbeaten": "WD", "winning": "W"}
"""Kinds of records of runs, and the outcomes that carry one on."""
REAL: Final = "real_table"
REAL_SHOOTOUT: Final = "real_shootout"
"""Ends of a match at a real table: its result tells no more than whether kicks decided it."""
POINTS: Final = {"W": 3, "D": 1, "L": 0}


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a match: its player and its result."""

    player: str
    outcome: str


@dataclass(slots=True)
class Played:
    """One match that counts. ``sides`` has the seats whose player has an account or a name here."""

    match: str
    game: str
    at: datetime
    score: dict[Seat, int]
    how: str = ""
    sides: dict[Seat, Half] = field(default_factory=dict)
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    story: Mapping[str, Any] = field(default_factory=dict)
    everybodys: bool = True
    """A record may name it; a match that is not public counts in the sums alone."""

    @property
    def goals(self) -> list[dict[str, Any]]:
        """Return the goals in order if the story has them all, else none."""
        known_goals: list[dict[str, Any]] = self.story.get("goals", [])
        goals_by_seat = Counter(goal["seat"] for goal in known_goals)
        return known_goals if all(goals_by_seat[seat] == self.score[seat] for seat in SEATS) else []

    @property
    def won_by(self) -> Seat | None:
        """Return the winner by outcome, which the score does not tell if a side gave up; None: nobody."""
        for seat, half in self.sides.items():
            if half.outcome in "WL":
                return seat if half.outcome == "W" else other(seat)
        return None if self.sides else self.winner

    @property
    def first(self) -> Seat | None:
        """Return the side that kicked off first; None if its figures do not tell."""
        return next((seat for seat in SEATS if self.figures.get(seat, {}).get("first_kick_off")), None)

    @property
    def winner(self) -> Seat | None:
        """Return the side with more goals; None if level."""
        home, away = self.score["home"], self.score["away"]
        return None if home == away else "home" if home > away else "away"

    @property
    def victor(self) -> Seat | None:
        """Return the side that won with more goals; None if level, or if that side gave up."""
        return self.winner if self.winner == self.won_by else None


def count(matches: Iterable[Played]) -> Numbers:
    """Return everything that a book holds, as JSON.

    ``matches``, ``goals``, ``home_wins``, ``draws``, ``away_wins``, ``home_goals``, ``away_goals``, ``clean_sheets``,
    ``comebacks`` (wins from behind, by the order of the goals), ``told`` (matches with goals whose order is known),
    ``shootouts``; ``kick_offs`` (what came of kicking off first); ``sides`` (the figures by seat, added up);
    ``minutes`` (start of each span -> goals), ``pieces``; ``players`` (id -> career); ``records``.
    """
    rows = sorted(matches, key=lambda match: (match.at, match.match))
    winners = Counter(row.won_by for row in rows)
    careers: dict[str, list[tuple[Played, Seat]]] = {}
    for match in rows:
        for seat in SEATS:
            if seat in match.sides:
                careers.setdefault(match.sides[seat].player, []).append((match, seat))
    player_careers = {player: career(played) for player, played in sorted(careers.items())}
    public = {player: [match for match in played if match[0].everybodys] for player, played in careers.items()}
    return {
        "matches": len(rows),
        "goals": sum(sum(row.score.values()) for row in rows),
        "home_wins": winners["home"],
        "draws": winners[None],
        "away_wins": winners["away"],
        "home_goals": sum(row.score["home"] for row in rows),
        "away_goals": sum(row.score["away"] for row in rows),
        "clean_sheets": sum(row.score[seat] == 0 for row in rows for seat in SEATS),
        "comebacks": sum(bool(row.victor and behind(row, row.victor)) for row in rows),
        "told": sum(bool(row.goals) for row in rows),
        "shootouts": sum(row.how in ("shootout", REAL_SHOOTOUT) for row in rows),
        "kick_offs": kick_offs(rows),
        "sides": {seat: added(row.figures.get(seat, {}) for row in rows) for seat in SEATS},
        "minutes": _minutes(goal for row in rows for goal in row.goals),
        "pieces": _pieces((row, seat) for row in rows for seat in SEATS),
        "players": player_careers,
        "records": [*_matches([row for row in rows if row.everybodys]), *_runs(public)],
    }


def kick_offs(rows: Iterable[Played]) -> dict[str, int]:
    """Count the matches of which the first kick-off is known, from the side that had it."""
    counts = Counter[str]()
    for row in rows:
        if row.first is not None:
            outcome = "drawn" if row.won_by is None else "won" if row.won_by == row.first else "lost"
            counts.update([outcome])
            counts.update(goals_for=row.score[row.first], goals_against=row.score[other(row.first)])
    return {name: counts[name] for name in ("won", "drawn", "lost", "goals_for", "goals_against")}


def added(figures: Iterable[Mapping[str, int]]) -> dict[str, int]:
    whole = Counter[str]()
    for figure in figures:
        whole.update(figure)
    return dict(sorted(whole.items()))


def career(played: Sequence[tuple[Played, Seat]]) -> Numbers:
    """Return one player's career (``models.Career``) from matches with their seat, oldest first."""
    outcomes = [match.sides[seat].outcome for match, seat in played]
    counts = Counter(outcomes)
    places = Counter[str]()
    for match, seat in played:
        for cell, n in match.story.get("places", {}).get(seat, {}).items():
            places[cell if seat == "home" else turned(match.game).get(cell, cell)] += n
    own_goals = [goal for match, seat in played for goal in match.goals if goal["seat"] == seat]
    return {
        "played": len(outcomes),
        "won": counts["W"],
        "drawn": counts["D"],
        "lost": counts["L"],
        "goals_for": sum(match.score[seat] for match, seat in played),
        "goals_against": sum(match.score[other(seat)] for match, seat in played),
        "clean_sheets": sum(match.score[other(seat)] == 0 for match, seat in played),
        "unbeaten": runs(outcomes, "WD").longest.length,
        "winning": runs(outcomes, "W").longest.length,
        "comebacks": sum(match.victor == seat and behind(match, seat) > 0 for match, seat in played),
        "points_a_match": sum(POINTS[outcome] for outcome in outcomes) / len(outcomes),
        "sums": {
            "mine": {
                **added(match.figures.get(seat, {}) for match, seat in played),
                "matches": sum(
                    bool(match.figures) for match, _seat in played
                ),  # a real table has a score and no figures
            },
            "theirs": added(match.figures.get(other(seat), {}) for match, seat in played),
        },
        "story": {"places": dict(sorted(places.items())), "minutes": _minutes(own_goals), "pieces": _pieces(played)},
    }


def behind(match: Played, seat: Seat) -> int:
    """Return the largest deficit of ``seat``; 0 if never behind, or if the order of the goals is unknown."""
    worst = level = 0
    for goal in match.goals:
        level += 1 if goal["seat"] == seat else -1
        worst = min(worst, level)
    return -worst


def _minutes(goals: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Count goals by the first minute of their span, leaving out goals without a minute."""
    counts = Counter((goal["minute"] - 1) // SPAN * SPAN + 1 for goal in goals if "minute" in goal)
    return {str(begin): counts[begin] for begin in range(1, max(counts, default=0) + 1, SPAN)}


def _pieces(sides: Iterable[tuple[Played, Seat]]) -> dict[str, Any]:
    """Count goals and deeds by piece, with its name; own goals and goals without a piece are left out.

    Goals are those of the story, which a real table has too; of that table there is nothing else.
    """
    pieces: dict[str, dict[str, Any]] = {}
    for match, seat in sides:
        for goal in match.goals:
            if goal["seat"] == seat and "piece" in goal and not goal.get("own"):
                pieces.setdefault(goal["piece"], {"goals": 0, "name": goal.get("name")})["goals"] += 1
        for piece, did in match.story.get("pieces", {}).items():
            side, _, own = piece.partition(".")
            if side == seat:
                row = pieces.setdefault(own, {"goals": 0, "name": did["name"]})
                for deed in did.keys() - {"name", "goals"}:
                    row[deed] = row.get(deed, 0) + did[deed]
    return dict(sorted(pieces.items()))


def _record(kind: str, match: Played, value: int) -> dict[str, Any]:  # JSON
    return {
        "kind": kind,
        "value": value,
        "match": match.match,
        "home": match.sides["home"].player if "home" in match.sides else None,
        "away": match.sides["away"].player if "away" in match.sides else None,
        "score": [match.score["home"], match.score["away"]],
        "at": match.at.isoformat(),
    }


def _matches(rows: Sequence[Played]) -> list[dict[str, Any]]:
    """Return the record matches, each kind's best first; of equal ones the earliest."""
    records = []
    for kind, measure in _MEASURES:
        ranked = [
            (value, row) for row in rows if (value := measure(row))
        ]  # rows are oldest first, and sorting is stable
        ranked.sort(key=lambda pair: pair[0] if kind == "fastest_goal" else -pair[0])
        records += [_record(kind, match, value) for value, match in ranked[:KEPT]]
    return records


def _first_minute(match: Played) -> int:
    """Return the minute of the first goal; 0 if there was none or it is unknown."""
    return min((goal["minute"] for goal in match.goals if "minute" in goal), default=0)


_MEASURES: Final[tuple[tuple[str, Callable[[Played], int]], ...]] = (
    ("biggest_win", lambda match: abs(match.score["home"] - match.score["away"]) if match.victor else 0),
    ("most_goals", lambda match: sum(match.score.values())),
    ("comeback", lambda match: behind(match, match.victor) if match.victor else 0),
    ("fastest_goal", _first_minute),
    ("longest_shootout", lambda match: int(match.story.get("kicks", 0))),
)
"""Measures of match records: larger is better, except for the fastest goal; 0 is no record."""


def _runs(careers: Mapping[str, Sequence[tuple[Played, Seat]]]) -> list[dict[str, Any]]:
    """Return the best of all players' runs."""
    return best_runs(run for player, played in careers.items() for run in runs_of(player, played))


def runs_of(player: str, played: Sequence[tuple[Played, Seat]]) -> list[dict[str, Any]]:
    """Return the longest unbeaten and winning run of ``player``, from two matches on. ``played``: oldest first."""
    records = []
    for kind, letters in RUNS.items():
        run = runs([match.sides[seat].outcome for match, seat in played], letters).longest
        if run.length >= LEAST_RUN:
            first, last = played[run.first][0].at, played[run.last][0].at
            records.append(
                {"kind": kind, "value": run.length, "player": player, "from": first.isoformat(), "to": last.isoformat()}
            )
    return records


def best_runs(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the KEPT longest runs of each kind among ``rows``; of equal ones the one that ended first."""
    ranked = sorted(map(dict, rows), key=lambda row: (-row["value"], row["to"], row["player"]))
    return [row for kind in RUNS for row in [row for row in ranked if row["kind"] == kind][:KEPT]]
