"""What the pages of statistics say, from the stored figures: leaders, records, totals. A fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition
from league.players.models import User
from league.statistics.models import Line

FIGURES: tuple[tuple[str, str | Promise], ...] = (
    ("attacks", _("Decisions in attack")),
    ("shots", _("Shots")),
    ("shots_on_target", _("On target")),
    ("shots_inside", _("Shots from the area")),
    ("shots_outside", _("Shots from outside")),
    ("passes", _("Passes")),
    ("passes_completed", _("Passes completed")),
    ("tackles_won", _("Tackles won")),
    ("clearances", _("Clearances")),
    ("saves", _("Saves")),
    ("corners", _("Corners")),
    ("free_kicks", _("Free kicks")),
    ("fouls", _("Fouls")),
    ("reds", _("Sendings-off")),
    ("penalties", _("Penalties awarded")),
    ("penalties_scored", _("Penalties scored")),
    ("own_goals", _("Own goals")),
    ("coups", _("Star coups")),
    ("turnovers", _("Balls lost")),
    ("timeouts", _("Decisions out of time")),
)
"""What is shown, in this order; a figure that a game does not count is left out."""

LEADS: tuple[tuple[str, str | Promise], ...] = (
    ("goals_for", _("Goals")),
    ("clean_sheets", _("Clean sheets")),
    ("saves", _("Saves")),
    ("tackles_won", _("Tackles won")),
    ("coups", _("Star coups")),
)
LEADERS = 5


@dataclass
class Career:
    """One player's sums over some matches."""

    player_id: UUID
    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0
    clean_sheets: int = 0
    figures: Counter[str] = field(default_factory=Counter)

    def add(self, line: Line) -> None:
        """Count one match."""
        self.played += 1
        self.won += line.outcome == Line.Outcome.WON
        self.drawn += line.outcome == Line.Outcome.DRAWN
        self.lost += line.outcome == Line.Outcome.LOST
        self.goals_for += line.goals_for
        self.goals_against += line.goals_against
        self.clean_sheets += line.goals_against == 0
        self.figures.update(figures_of(line))

    def number(self, name: str) -> int:
        """A field or a figure by its name."""
        return int(getattr(self, name)) if hasattr(self, name) else self.figures[name]


def figures_of(line: Line) -> dict[str, int]:
    """The figures of the line's own seat; none where the match was not counted."""
    counted = getattr(line.match, "figures", None)
    return dict(counted.figures.get(line.side, {})) if counted is not None else {}


def lines() -> QuerySet[Line]:
    """Lines with their match, its figures and their players."""
    return Line.objects.select_related("match__figures", "player", "opponent", "competition")


def careers(rows: Iterable[Line]) -> list[Career]:
    """A career a player, most goals first."""
    found: dict[UUID, Career] = {}
    for line in rows:
        found.setdefault(line.player_id, Career(line.player_id, line.player.nickname)).add(line)
    return sorted(found.values(), key=lambda career: (-career.goals_for, career.played, career.name))


@dataclass(frozen=True)
class Leaders:
    """One list of leaders."""

    title: str | Promise
    rows: list[tuple[Career, int]]


def leaders(found: Sequence[Career]) -> list[Leaders]:
    """The lists in which anybody has anything."""
    lists = []
    for name, title in LEADS:
        rows = sorted(((career, career.number(name)) for career in found), key=lambda row: (-row[1], row[0].name))
        some = [row for row in rows if row[1]][:LEADERS]
        if some:
            lists.append(Leaders(title, some))
    return lists


def shown_figures(sums: Counter[str], matches: int) -> list[tuple[str | Promise, int, float]]:
    """``(label, sum, per match)`` of the figures that were counted."""
    return [(label, sums[name], sums[name] / matches) for name, label in FIGURES if sums[name] and matches]


def competition_statistics(competition: Competition) -> dict[str, Any]:
    """Totals, leaders and records of one competition."""
    rows = list(lines().filter(competition=competition))
    home = [line for line in rows if line.side == "home"]
    found = careers(rows)
    sums: Counter[str] = Counter()
    for career in found:
        sums.update(career.figures)
    return {
        "matches": len(home),
        "goals": sum(line.goals_for + line.goals_against for line in home),
        "per_match": sum(line.goals_for + line.goals_against for line in home) / len(home) if home else 0,
        "home_wins": sum(line.outcome == "W" for line in home),
        "draws": sum(line.outcome == "D" for line in home),
        "away_wins": sum(line.outcome == "L" for line in home),
        "leaders": leaders(found),
        "careers": found,
        "figures": shown_figures(sums, len(home)),
        "records": records(home),
    }


@dataclass(frozen=True)
class Record:
    """The match that has the most of something."""

    title: str | Promise
    line: Line


def records(home: Sequence[Line]) -> list[Record]:
    """The biggest win and the most goals in one match; the earlier match keeps a record that is equalled."""
    if not home:
        return []
    first = sorted(home, key=lambda line: line.played_at)
    widest = max(first, key=lambda line: abs(line.goals_for - line.goals_against))
    most = max(first, key=lambda line: line.goals_for + line.goals_against)
    return [Record(_("Biggest win"), widest), Record(_("Most goals in a match"), most)]


def player_statistics(player: User) -> dict[str, Any]:
    """The sums of one player, in all and by competition."""
    rows = list(lines().filter(player=player)[:1000])
    whole = careers(rows)
    career = whole[0] if whole else Career(player.pk, player.nickname)
    groups: dict[UUID | None, list[Line]] = {}
    for line in rows:
        groups.setdefault(line.competition_id, []).append(line)
    by = [(group[0].competition, careers(group)[0]) for group in groups.values()]
    return {"career": career, "by_competition": by, "figures": shown_figures(career.figures, career.played)}
