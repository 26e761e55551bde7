"""Verdicts of the append-only log: of fixtures, withdrawals, deductions and stages that ended early.

Read in order: a ruling (reported, confirmed, corrected, walkover, voided) counts until another ruling; the result of a
match played here counts where there is no ruling (nor, as ``derive`` knows, an earlier withdrawal); ``replay`` wipes
what came before it. Whoever ``returned`` has not withdrawn; what the withdrawal decided is in the log as walkovers
(``verbs.swiss.readmit``). Pure: entries in, verdicts out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from engines.core.seats import Seat
from engines.core.text import Text, text
from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import AnyEntry, Fixture, ResultEntry
from league.formats.ties import Goals

WALKOVER_GOALS = 3
"""A match is awarded three to nil."""
DOUBLE_DEFEAT: Final = "double_defeat"
"""How a match of a table ended that both sides lose three to nil, as a punishment."""

_RULINGS = (
    ResultEntry.Kind.REPORTED,
    ResultEntry.Kind.CONFIRMED,
    ResultEntry.Kind.CORRECTED,
    ResultEntry.Kind.WALKOVER,
    ResultEntry.Kind.VOIDED,
)

_SAID_ONLY = (ResultEntry.Kind.CLAIMED, ResultEntry.Kind.DISPUTED)
"""Players' claims: they count for nothing until confirmed or decided."""


_NOT_PLAYED = (ResultEntry.Kind.WALKOVER, ResultEntry.Kind.VOIDED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The entry that counts for one fixture, by its own seats."""

    entry: AnyEntry

    @property
    def void(self) -> bool:
        """Return whether the fixture does not count at all."""
        return self.entry.kind == ResultEntry.Kind.VOIDED

    @property
    def walkover(self) -> bool:
        """Return whether the fixture was awarded, not played."""
        return self.entry.kind == ResultEntry.Kind.WALKOVER

    @property
    def of_tie(self) -> bool:
        """Return whether the side that loses leaves the tie."""
        return self.walkover and self.entry.forfeits == ResultEntry.Forfeits.TIE

    @property
    def of_leg(self) -> bool:
        """Return whether it awards a whole leg of a tie of teams."""
        return self.walkover and self.entry.forfeits == ResultEntry.Forfeits.LEG

    @property
    def match_id(self) -> UUID | None:
        """Return the match whose own result this is, None for a ruling."""
        return self.entry.match_id if self.entry.kind == ResultEntry.Kind.PLAYED else None

    @property
    def winner(self) -> Seat | None:
        return "home" if self.entry.winner == "home" else "away" if self.entry.winner == "away" else None

    @property
    def score(self) -> Goals:
        """Return the goals that count, with extra time; nil–nil if it was not played."""
        return (self.entry.home_goals or 0, self.entry.away_goals or 0)

    @property
    def shootout(self) -> Goals | None:
        kicks = self.entry.shootout
        return (kicks["home"], kicks["away"]) if kicks else None


WAYS: Final = ("stands", "points_per_game", "weighted_points_per_game", "first_half", "matchday", "annulled")
"""Ways to make the final table of a season that ends early."""
WAY_WORDS: Final[dict[str, Text]] = {
    "stands": text("the table stays as it is"),
    "points_per_game": text("by points per match"),
    "weighted_points_per_game": text("by points per match, home and away alike"),
    "first_half": text("by the first half of the season"),
    "matchday": text("by the matchdays up to {number}"),
    "annulled": text("annulled: no champion, nobody goes up, down or through"),
}
"""Each way in a few words; ``number`` is that of the matchday in its stage."""
PER_MATCH: Final = ("points_per_game", "weighted_points_per_game")
"""The ways that replace points by a criterion per match."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The early end of a stage: its entry, and the fixtures that had a verdict by then."""

    entry: AnyEntry
    decided: frozenset[UUID]

    @property
    def _closing(self) -> dict[str, Any]:  # JSON
        return self.entry.closing or {}

    @property
    def way(self) -> str:
        return str(self._closing["way"])

    @property
    def last_round(self) -> int | None:
        """Return the number of the last round that counts; None: all that was played."""
        number: int | None = self._closing.get("round")
        return number

    @property
    def annulled(self) -> bool:
        """Return whether nobody has a place."""
        return self.way == "annulled"

    def as_json(self, matchday: int) -> dict[str, object]:
        """Return the closing as stored with a table. ``matchday``: the last that counts, within its stage."""
        words = WAY_WORDS[self.way]
        message = text(words[0], number=matchday) if self.way == "matchday" else words
        return {"way": self.way, "words": message, "reason": self.entry.reason, "at": self.entry.at.isoformat()}


@dataclass(slots=True)
class Log:
    """The folded log."""

    verdicts: dict[UUID, Verdict] = field(default_factory=dict)
    withdrawn: dict[UUID, AnyEntry] = field(default_factory=dict)
    deductions: list[AnyEntry] = field(default_factory=list)
    by_hand: dict[UUID, AnyEntry] = field(default_factory=dict)
    """The organiser's manual value of each entrant that has one: the last given."""
    closings: dict[int, Closing] = field(default_factory=dict)
    """By stage number."""


def entries_of(fixture: Fixture) -> list[ResultEntry]:
    """Read the entries about ``fixture``, in the order of their positions."""
    return _ENTRIES.rows(fixture.id)


_ENTRIES = PreparedQuery(lambda key: ResultEntry.objects.filter(fixture=key).order_by("position"))


def fold(entries: Iterable[AnyEntry]) -> Log:
    """Fold ``entries``, in the order of their positions."""
    log = Log()
    for entry in entries:
        if entry.kind == ResultEntry.Kind.WITHDRAWN:
            if entry.entrant_id is not None:
                log.withdrawn.setdefault(entry.entrant_id, entry)
            continue
        if entry.kind == ResultEntry.Kind.RETURNED:
            if entry.entrant_id is not None:
                log.withdrawn.pop(entry.entrant_id, None)
            continue
        if entry.kind == ResultEntry.Kind.DEDUCTED:
            log.deductions.append(entry)
            continue
        if entry.kind == ResultEntry.Kind.VALUED:
            if entry.entrant_id is not None:
                log.by_hand[entry.entrant_id] = entry
            continue
        if entry.kind in (ResultEntry.Kind.CLOSED, ResultEntry.Kind.REOPENED):
            stage = int((entry.closing or {})["stage"])
            log.closings.pop(stage, None)
            if entry.kind == ResultEntry.Kind.CLOSED:
                log.closings[stage] = Closing(entry, frozenset(log.verdicts))
            continue
        if entry.fixture_id is None or entry.kind in _SAID_ONLY:
            continue
        if entry.kind == ResultEntry.Kind.REPLAY:
            log.verdicts.pop(entry.fixture_id, None)
            continue
        standing = log.verdicts.get(entry.fixture_id)
        by_match = entry.match_id is not None
        if by_match and standing is not None and standing.entry.kind in _RULINGS and not standing.entry.match_id:
            continue
        log.verdicts[entry.fixture_id] = Verdict(entry)
    return log


def first_told(entries: Iterable[AnyEntry]) -> dict[UUID, AnyEntry]:
    """Return the entry that first told of each fixture, of ``entries`` in the order of their positions.

    A correction or confirmation changes neither who played nor when. What was to be played anew is told anew, and a
    result that takes the place of an award is the first of it.
    """
    first: dict[UUID, AnyEntry] = {}
    for entry in entries:
        if entry.fixture_id is None or entry.kind == ResultEntry.Kind.DISPUTED:
            continue
        if entry.kind == ResultEntry.Kind.REPLAY:
            first.pop(entry.fixture_id, None)
        elif entry.fixture_id not in first or (
            first[entry.fixture_id].kind in _NOT_PLAYED and entry.kind not in _NOT_PLAYED
        ):
            first[entry.fixture_id] = entry
    return first
