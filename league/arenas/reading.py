"""Reads of the pages and the API of an arena: its log, its table, who plays. The number of queries is fixed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from engines.core.seats import Seat
from league.arenas.models import Arena, ArenaMatch, ArenaPlayer
from league.competitions.policy.parties import is_house_bot
from league.formats.arena.points import Entry, Line, Paid, table


@dataclass(frozen=True, slots=True)
class Logged:
    """A match of the log, without what only its page needs."""

    home_id: int
    away_id: int
    home_half: bool
    away_half: bool
    outcome: str
    short: bool

    @property
    def counts(self) -> bool:
        return self.outcome not in ("", ArenaMatch.Outcome.NONE)

    @property
    def rivals(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Each of the two with their opponent."""
        return (self.home_id, self.away_id), (self.away_id, self.home_id)


def log_of(row: Arena) -> Iterator[Logged]:
    """Yield the matches of an arena in the order of the log. One query."""
    columns = ("home_id", "away_id", "home_half", "away_half", "outcome", "short")
    return (Logged(*values) for values in row.matches.order_by("id").values_list(*columns))


def entry_of(match: Logged) -> Entry[int]:
    half: set[Seat] = set()
    if match.home_half:
        half.add("home")
    if match.away_half:
        half.add("away")
    winner: Seat | None = "home" if match.outcome == "home" else "away" if match.outcome == "away" else None
    return Entry(match.home_id, match.away_id, winner, frozenset(half), match.short)


@dataclass
class ArenaLine:
    """A line of an arena's table."""

    player: ArenaPlayer
    line: Line[int]

    @property
    def rank(self) -> Annotated[int, "From 1; nobody shares one."]:
        return self.line.rank

    @property
    def name(self) -> str:
        return self.player.user.nickname

    @property
    def points(self) -> int:
        return self.line.points

    @property
    def played(self) -> Annotated[int, "Matches that count."]:
        return len(self.line.matches)

    @property
    def wins(self) -> int:
        return self.line.count("won")

    @property
    def on_streak(self) -> Annotated[bool, "The next match pays double."]:
        return self.line.on_streak

    @property
    def sheet(self) -> Annotated[list[int], "What each match paid, the first one first."]:
        return [paid.points for paid in self.line.paid]

    @property
    def lately(self) -> list[Paid]:
        """Points of the last matches."""
        return self.line.paid[-SHOWN:]

    @property
    def status(self) -> Annotated[str, "in, paused, left."]:
        return self.player.status

    @property
    def match(self) -> Annotated[UUID | None, "The match that is being played."]:
        return self.player.playing.match_id if self.player.playing else None


SHOWN = 12


@dataclass
class ArenaTable:
    """The table of an arena, by its log."""

    lines: list[ArenaLine] = field(default_factory=list)
    inside: Annotated[int, "People and bots who are in it now."] = 0
    in_play: Annotated[int, "Matches being played."] = 0
    about: int = 0
    """Those of them who play or come back (``is_about``)."""


GONE: Final = timedelta(minutes=5)
"""Time after which somebody who is in, does not play and does not open the page is not expected back."""


def is_about(player: ArenaPlayer, now: datetime) -> bool:
    """Return whether somebody who is in plays, or was at the page lately: a closed page is no pause."""
    return player.playing_id is not None or is_house_bot(player.user) or player.seen_at >= now - GONE


def table_of(row: Arena) -> ArenaTable:
    """Return the table of an arena. Whoever left without a match is not in it. Two queries."""
    players = {
        player.pk: player for player in row.players.select_related("user", "playing").order_by("joined_at", "id")
    }
    matches = list(log_of(row))
    lines = [
        ArenaLine(players[line.player], line)
        for line in table(players, [entry_of(match) for match in matches if match.counts])
        if line.matches or players[line.player].status != ArenaPlayer.Status.LEFT
    ]
    for rank, line in enumerate(lines, start=1):
        line.line.rank = rank
    inside = [player for player in players.values() if player.status == ArenaPlayer.Status.IN]
    now = timezone.now()
    return ArenaTable(
        lines,
        len(inside),
        sum(match.outcome == "" for match in matches),
        sum(is_about(player, now) for player in inside),
    )


def in_play(row: Arena, most: int) -> QuerySet[ArenaMatch]:
    """Return the newest ``most`` matches in play, with their players."""
    return row.matches.filter(outcome="").select_related("home__user", "away__user").order_by("-id")[:most]
