"""What is shown of players: one player's record, and that of two against each other.

Results come from ``Line`` by a constant number of queries that the database adds up; averages, dice and places come
from the stored ``Career``. What does not count (walkovers, voided, replayed and corrected matches) is in none of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Count, F, QuerySet, Sum
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language

import engines
from engines.core.text import say
from league.players.models import User
from league.statistics.almanac import Fortune, Total, by_minute, by_piece, fortune
from league.statistics.charts import Bars, Share
from league.statistics.models import Career, Line
from league.statistics.streaks import Runs, runs
from league.statistics.words import shown
from matches import luck
from matches.report import heat_map

FORM = 10
"""Results of the form."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Won, drawn, lost and goals."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0

    @property
    def played(self) -> int:
        """Matches in all."""
        return self.won + self.drawn + self.lost

    @property
    def goal_difference(self) -> int:
        """Goals for less goals against."""
        return self.goals_for - self.goals_against

    @property
    def win_percent(self) -> int:
        """Of all matches, how many were won, in per cent."""
        return round(100 * self.won / self.played) if self.played else 0


@dataclass(frozen=True, slots=True)
class Rival:
    """The record against one opponent."""

    player_id: UUID
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell and how many of the player's decisions ended with the ball there."""

    name: str
    total: int
    percent: int


@dataclass(frozen=True, slots=True)
class InGame:
    """What is stored of a player's matches in one game, put into words."""

    figures: list[Total] = field(default_factory=list)
    dice: list[luck.Die] = field(default_factory=list)
    minutes: Bars | None = None
    pieces: list[Share] = field(default_factory=list)
    fortune: Fortune | None = None
    heat: SafeString | None = None
    spots: list[Spot] = field(default_factory=list)
    clean_sheets: int = 0
    comebacks: int = 0


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """A player's statistics, of one game or of all."""

    tally: Tally
    form: list[str]
    """``W``, ``D``, ``L``, the newest first, at most ten."""
    by_game: dict[str, Tally]
    rivals: list[Rival]
    unbeaten: Runs
    winning: Runs
    biggest_win: Line | None
    in_game: InGame
    """Empty for all games together, and before the first count."""

    @property
    def longest_unbeaten(self) -> int:
        """The longest run without a defeat."""
        return self.unbeaten.longest.length

    @property
    def figures(self) -> list[Total]:
        """Averages a match in one game."""
        return self.in_game.figures

    @property
    def dice(self) -> list[luck.Die]:
        """What the player's dice gave in one game, and what fair dice would."""
        return self.in_game.dice


def player_numbers(player: User, game: str = "") -> PlayerNumbers:
    """The statistics of ``player``, of ``game`` or of all games. At most six queries."""
    lines = Line.objects.filter(player=player, counts=True)
    chosen = lines.filter(game=game) if game else lines
    by_game = dict(_tallies(lines, "game"))
    outcomes = list(chosen.order_by("played_at", "match_id").values_list("outcome", flat=True))
    best = chosen.filter(outcome=Line.Outcome.WON).order_by(
        F("goals_against") - F("goals_for"), "played_at", "match_id"
    )
    whole = by_game.get(game, Tally()) if game else _sum(by_game.values())
    return PlayerNumbers(
        tally=whole,
        form=outcomes[::-1][:FORM],
        by_game=dict(sorted(by_game.items())),
        rivals=rivals_of(chosen),
        unbeaten=runs(outcomes, "WD"),
        winning=runs(outcomes, "W"),
        biggest_win=best.select_related("opponent").first(),
        in_game=in_game(player, game) if game else InGame(),
    )


def _tallies(lines: QuerySet[Line], by: str) -> list[tuple[Any, Tally]]:  # whatever the lines are told apart by
    """The record of ``lines`` for each value of the field ``by``. One query."""
    rows = (
        lines.order_by()
        .values(by, "outcome")
        .annotate(n=Count("pk"), ours=Sum("goals_for"), theirs=Sum("goals_against"))
    )
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[by], []).append(row)
    made = []
    for key, parts in found.items():
        outcomes = {row["outcome"]: row["n"] for row in parts}
        won, drawn, lost = (outcomes.get(letter, 0) for letter in "WDL")
        ours, theirs = (sum(row[goals] for row in parts) for goals in ("ours", "theirs"))
        made.append((key, Tally(won, drawn, lost, ours, theirs)))
    return made


def _sum(tallies: Iterable[Tally]) -> Tally:
    rows = list(tallies)
    parts = ("won", "drawn", "lost", "goals_for", "goals_against")
    return Tally(*(sum(getattr(row, part) for row in rows) for part in parts))


def rivals_of(lines: QuerySet[Line]) -> list[Rival]:
    """The record against each opponent, the most frequent first. Two queries."""
    met = dict(_tallies(lines.filter(opponent__isnull=False), "opponent"))
    names = dict(User.objects.filter(pk__in=met).values_list("pk", "nickname"))
    rivals = [Rival(key, names[key], tally) for key, tally in met.items()]
    return sorted(rivals, key=lambda rival: (-rival.tally.played, rival.name, str(rival.player_id)))


def in_game(player: User, game: str) -> InGame:
    """What the stored career of ``player`` in ``game`` says. One query."""
    career = Career.objects.filter(player=player, game=game).first()
    if career is None:
        return InGame()
    mine, theirs = career.sums["mine"], career.sums["theirs"]
    totals = []
    for figure in shown(game):
        value = figure.value(mine, theirs)
        if value:
            words = f"{value}%" if figure.percent else number_format(value / career.played, 1)
            totals.append(Total(figure.name, figure.label, words))
    places = Counter[str](career.story["places"])
    lang = (get_language() or "en")[:2]
    geometry = engines.get(game).geometry()
    whole = places.total() or 1
    spots = [
        Spot(say(geometry["cells"][cell]["name"], lang, {}), n, round(100 * n / whole))
        for cell, n in sorted(places.items(), key=lambda pair: (-pair[1], pair[0]))
        if cell in geometry["cells"]
    ]
    return InGame(
        figures=totals,
        dice=luck.table(mine),
        minutes=by_minute(career.story["minutes"]),
        pieces=by_piece(career.story["pieces"]),
        fortune=fortune(mine),
        heat=heat_map(geometry, places, lang) if spots else None,
        spots=spots,
        clean_sheets=career.clean_sheets,
        comebacks=career.comebacks,
    )


@dataclass(frozen=True, slots=True)
class Versus:
    """The matches between two players, from the first one's side."""

    tally: Tally
    by_game: dict[str, Tally]
    form: list[str]
    unbeaten: Runs
    winning: Runs
    biggest_win: Line | None
    biggest_defeat: Line | None


def meetings(player: User, rival: User, game: str = "") -> QuerySet[Line]:
    """The lines of ``player`` against ``rival``, the newest first."""
    lines = Line.objects.filter(player=player, opponent=rival, counts=True).select_related("competition")
    return (lines.filter(game=game) if game else lines).order_by("-played_at", "-match_id")


def versus(player: User, rival: User, game: str = "") -> Versus:
    """The record of ``player`` against ``rival``, in ``game`` or in all. Four queries."""
    lines = Line.objects.filter(player=player, opponent=rival, counts=True)
    by_game = dict(sorted(_tallies(lines, "game")))
    chosen = meetings(player, rival, game).select_related(None)
    outcomes = list(chosen.values_list("outcome", flat=True))
    margin = F("goals_for") - F("goals_against")
    won, lost = (chosen.filter(outcome=outcome) for outcome in (Line.Outcome.WON, Line.Outcome.LOST))
    return Versus(
        tally=by_game.get(game, Tally()) if game else _sum(by_game.values()),
        by_game=by_game,
        form=outcomes[:FORM],
        unbeaten=runs(outcomes[::-1], "WD"),
        winning=runs(outcomes[::-1], "W"),
        biggest_win=won.order_by(margin.desc(), "played_at", "match_id").first(),
        biggest_defeat=lost.order_by(margin, "played_at", "match_id").first(),
    )
