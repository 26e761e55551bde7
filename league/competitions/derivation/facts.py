"""What is derived of a competition, as values: ties, fixtures, rounds, and what is to be done next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias
from uuid import UUID

from engines.core.text import Text
from league.competitions.log.verdicts import Log, Verdict
from league.competitions.models import Entrant, Fixture, Round
from league.formats import ties as formats
from league.standings.table import Table

Nobody: TypeAlias = Literal["nobody"]
NOBODY: Final[Nobody] = "nobody"
"""A slot in which nobody will ever stand: a bye, or a tie that nobody won."""

Side: TypeAlias = Entrant | Nobody | None
"""Who stands in a slot; None: not known yet."""

GAVE_UP: Final = ("resignation", "forfeit", "time", "too_few")
"""How a match ends that a side gave up, lost on the clock, or by the game's own rule because too many of it were sent
off: it counts at least three to nil against that side, whatever stood on the board."""


@dataclass(slots=True)
class FixtureFacts:
    """One leg as it stands. The fields are those of ``Fixture``."""

    home: Entrant | None = None
    away: Entrant | None = None
    status: str = Fixture.Status.PENDING
    home_goals: int | None = None
    away_goals: int | None = None
    shootout: dict[str, int] | None = None
    how: str = ""
    reason: Text = field(default_factory=list)


@dataclass(slots=True)
class TieFacts:
    """One tie as it stands. The fields are those of ``Tie``."""

    home: Side
    away: Side
    winner: Entrant | None = None
    decided: str = ""
    reason: Text = field(default_factory=list)
    legs: list[formats.Leg] = field(default_factory=list)

    @property
    def loser(self) -> Side:
        """Who lost; NOBODY where nobody did (a bye, a tie that nobody won)."""
        if not self.decided:
            return None
        if self.winner is None:
            return NOBODY
        beaten = self.away if self.winner is self.home else self.home
        return beaten if isinstance(beaten, Entrant) else NOBODY


@dataclass(slots=True)
class Derived:
    """Everything derived of a competition."""

    ties: dict[UUID, TieFacts] = field(default_factory=dict)
    fixtures: dict[UUID, FixtureFacts] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)
    """Status by the round's id."""
    complete: dict[int, bool] = field(default_factory=dict)
    """By the stage's id: whether all of it is made and decided."""
    tables: dict[int, Table] = field(default_factory=dict)
    """By the group's id, as far as anybody asked."""
    voided: dict[int, set[UUID]] = field(default_factory=dict)
    """By the group's id: the entrants whose withdrawal voids all their matches in it."""
    to_open: list[tuple[Fixture, formats.NextLeg]] = field(default_factory=list)
    """Fixtures that are to be played now and have no match."""
    to_make: Round | None = None
    """The round whose ties are to be made now: the next of a Swiss stage, or of a cup that is drawn round by round."""
    orphans: list[Fixture] = field(default_factory=list)
    """Fixtures played, or being played, by entrants who no longer stand in them."""
    moot: list[Fixture] = field(default_factory=list)
    """Fixtures with an unfinished match that is no longer to be played."""
    log: Log = field(default_factory=Log)
    champion: Entrant | None = None
    over: bool = False

    def verdict(self, fixture: Fixture) -> Verdict | None:
        """What counts for ``fixture``."""
        return None if fixture in self.orphans else self.log.verdicts.get(fixture.id)
