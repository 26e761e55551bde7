"""Derived facts of a competition, as values: ties, fixtures, rounds, and the next steps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from msgspec import Struct

from engines.core.seats import Seat
from engines.core.text import Text
from league.competitions.log.verdicts import Log, Verdict
from league.competitions.models import Fixture, PlainEntrant, PlainFixture, PlainTie, Round
from league.formats import ties as formats
from league.formats.team_ties import Decision
from league.standings.table import Table

Nobody: TypeAlias = Literal["nobody"]
NOBODY: Final[Nobody] = "nobody"
"""A slot that stays empty for ever: a bye, or a tie without a winner."""

Side: TypeAlias = PlainEntrant | Nobody | None
"""The entrant of a slot; None: not known yet."""

GAVE_UP: Final = ("resignation", "forfeit", "time", "too_few")
"""Ways in which a side gives up a match: also lost on the clock, or with too few figures left after dismissals by the
game's own rule. It counts at least 3–0 against that side, whatever the score was.
"""

FORFEITED: Final = ("walkover", "double_walkover")
"""Decisions that count for their winner, or for nobody, whatever the goals are."""


class FixtureFacts(Struct, eq=False):
    """One leg. The fields are those of ``Fixture``."""

    home: PlainEntrant | None = None
    away: PlainEntrant | None = None
    status: str = Fixture.Status.PENDING
    home_goals: int | None = None
    away_goals: int | None = None
    shootout: dict[str, int] | None = None
    how: str = ""
    reason: Text = []


class TieFacts(Struct, eq=False):
    """One tie. The fields are those of ``Tie``."""

    home: Side
    away: Side
    winner: PlainEntrant | None = None
    decided: str = ""
    reason: Text = []
    legs: list[formats.Leg] = []
    turned: bool = False
    """True if the sides stand against the order of the slots, for the venue."""
    better: Seat | None = None
    """The better placed side, by rank or seed; None while a side is unknown, and if neither is."""
    boards: Decision | None = None
    """The decision of a tie of teams by its boards so far; None before the first of them began."""
    awarded_legs: dict[int, Verdict] = {}
    """The legs of a tie of teams that were awarded whole."""

    @property
    def leg(self) -> int:
        """The leg of a tie of teams that is played, or whose line-ups are due; of one that is decided the last."""
        if self.boards is None:
            return 1
        ahead = not self.decided and self.boards.needs in ("leg", "board")
        return max(self.boards.legs_over + ahead, 1)

    @property
    def leg_scores(self) -> list[dict[str, Any]]:  # JSON
        """Scores of the legs of a tie of teams, if it has several."""
        legs = self.boards.legs if self.boards is not None else ()
        return [{"home": leg.score[0], "away": leg.score[1], "winner": leg.winner} for leg in legs]

    @property
    def entrants(self) -> set[UUID]:
        """The ids of the sides that are known."""
        return {side.id for side in (self.home, self.away) if isinstance(side, PlainEntrant)}

    def of_slot(self, name: str) -> Side:
        """Return the entrant of the ``home`` or ``away`` slot."""
        return self.home if (name == "home") != self.turned else self.away

    @property
    def loser(self) -> Side:
        """The losing entrant, or NOBODY for a bye or a tie without a winner."""
        if not self.decided:
            return None
        if self.winner is None:
            return NOBODY
        beaten = self.away if self.winner is self.home else self.home
        return beaten if isinstance(beaten, PlainEntrant) else NOBODY


class LineUpsToOpen(NamedTuple):
    """The leg of a tie of teams whose two line-ups are to be opened now; home and away are the sides of the tie."""

    tie: PlainTie
    leg: int
    home: PlainEntrant
    away: PlainEntrant
    numbers: Mapping[UUID, Sequence[int]]
    """Entrant -> who plays, by number in the squad and board."""


@dataclass(slots=True)
class Derived:
    """All derived facts of a competition."""

    ties: dict[UUID, TieFacts] = field(default_factory=dict)
    fixtures: dict[UUID, FixtureFacts] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)
    """Status by round id."""
    complete: dict[int, bool] = field(default_factory=dict)
    """By stage id: whether all of it is made and decided."""
    tables: dict[int, Table] = field(default_factory=dict)
    """By group id; only the tables asked for so far."""
    left: dict[int, list[UUID]] = field(default_factory=dict)
    """By group id: entrants who withdrew with matches left in it, the first to do so last."""
    voided: dict[int, set[UUID]] = field(default_factory=dict)
    """By group id: entrants whose withdrawal voids all their matches in it."""
    to_open: list[tuple[PlainFixture, formats.NextLeg]] = field(default_factory=list)
    """Fixtures to be played now that have no match."""
    line_ups_to_open: list[LineUpsToOpen] = field(default_factory=list)
    """Legs of ties of teams whose two line-ups are in."""
    to_make: Round | None = None
    """The round whose ties are to be made now: the next of a Swiss stage, or of a cup redrawn each round."""
    orphans: list[PlainFixture] = field(default_factory=list)
    """Fixtures played, or being played, by entrants who are no longer their sides."""
    moot: list[PlainFixture] = field(default_factory=list)
    """Fixtures whose unfinished match no longer needs to be played: their tie is decided, or they have a result."""
    log: Log = field(default_factory=Log)
    champion: PlainEntrant | None = None
    over: bool = False

    def verdict(self, fixture: PlainFixture) -> Verdict | None:
        """Return the verdict that counts for ``fixture``."""
        return None if fixture in self.orphans else self.log.verdicts.get(fixture.id)
