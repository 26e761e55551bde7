"""The lines of a file as read, before it is checked as a whole."""

from dataclasses import dataclass, field

from engines.core.text import Text
from league.formats.trf.tournament import (
    TEAM_POINTS,
    Abnormal,
    Edition,
    Forfeit,
    LineUp,
    Note,
    Pays,
    Player,
    Team,
    TeamBye,
)


@dataclass(slots=True)
class Found:
    faults: list[Note] = field(default_factory=list)
    adjustments: list[Note] = field(default_factory=list)
    edition: Edition = "TRF16"
    head: dict[str, str] = field(default_factory=dict)
    head_lines: dict[str, int] = field(default_factory=dict)
    dates: tuple[str, ...] = ()
    pays: Pays = field(default_factory=Pays)
    team_pays: tuple[float, float, float] = TEAM_POINTS
    bye_pays: tuple[float, float] | None = None
    players: dict[int, Player] = field(default_factory=dict)
    teams: dict[int, Team] = field(default_factory=dict)
    teams_of_2016: dict[int, Team] = field(default_factory=dict)
    byes: list[tuple[int, TeamBye]] = field(default_factory=list)
    """With the line of each: of teams, or of players where nobody plays in teams."""
    forfeits: list[Forfeit] = field(default_factory=list)
    line_ups: list[LineUp] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    old_byes: list[tuple[int, int, str]] = field(default_factory=list)
    """Player, round and sign of results without opponent in the way of 2006: ``+``, ``=``, ``-``."""
    lost: bool = False
    """Whether a player's line could not be told from another's: what names players is not judged then."""
    broken: set[tuple[int, int]] = field(default_factory=set)
    """Player and round of cells that are faults already."""
    unclear: set[int] = field(default_factory=set)
    """Players whose points cannot be judged."""
    unread: set[int] = field(default_factory=set)
    """Players of whose line only the number could be read."""

    def fault(self, line: int, name: str, sentence: Text) -> None:
        self.faults.append(Note(line, name, sentence))

    def adjust(self, line: int, name: str, sentence: Text) -> None:
        self.adjustments.append(Note(line, name, sentence))
