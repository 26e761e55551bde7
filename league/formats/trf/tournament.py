"""A tournament as a report file tells it, and what a reader has to say about the file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from engines.core.text import Text

Edition: TypeAlias = Literal["TRF16", "TRF26"]

WON: Final = frozenset("1W+F")
LEVEL: Final = frozenset("=DH")
LOST: Final = frozenset("0L")
ABSENT: Final = frozenset("-Z")
BYES: Final = frozenset("HFU")
"""Results of a round without an opponent that pay; ``Z`` does not."""
OLD_BYES: Final = {"+": "F", "=": "H", "-": "Z"}
"""Results without an opponent in the way of 2006 -> as they are written now."""
OPEN: Final = ""
"""The result of a game that is not over; of a round without an opponent: nothing is told."""
TEAM_POINTS: Final = (2.0, 1.0, 0.0)
"""Match points of a team for a tie won, level and lost, where the file says nothing else."""


class Note(NamedTuple):
    """A fault of a file, or what the reader made of something unusual in it."""

    line: int
    """From 1; 0: the file as a whole."""
    name: str
    sentence: Text


@dataclass(frozen=True, slots=True)
class Cell:
    """A round of one player. ``result`` is a sign of the standard, letters in capitals."""

    opponent: int = 0
    colour: str = ""
    """``w``, ``b`` or empty."""
    result: str = OPEN


@dataclass(frozen=True, slots=True)
class Player:
    number: int
    name: str
    line: int
    cells: tuple[Cell, ...]
    points: float | None = None
    rank: int | None = None
    rating: int | None = None

    def cell(self, round: int) -> Cell:
        """Return its round ``round``, from 1; an empty one after the last that its line tells."""
        return self.cells[round - 1] if round <= len(self.cells) else Cell()


@dataclass(frozen=True, slots=True)
class Team:
    number: int
    name: str
    line: int
    players: tuple[int, ...]
    match_points: float | None = None
    points: float | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Pays:
    """The points of each kind of result."""

    win: float = 1
    draw: float = 0.5
    loss: float = 0
    absence: float = 0
    bye: float | None = None
    """Of an allotted bye; None: as a win."""
    others: Mapping[str, float] = field(default_factory=dict)
    """Sign of a result, or sign and colour, to points, where a file tells more than the five kinds."""

    def of(self, cell: Cell) -> float:
        """Return the points of a cell; nothing while it is open."""
        told = cell.opponent or cell.result != OPEN
        return self.of_sign(cell.result, cell.colour) if told else self.absence

    def of_sign(self, result: str, colour: str) -> float:
        """Return the points of a game or bye by the sign of its result."""
        for key in (result + colour, result):
            if key in self.others:
                return self.others[key]
        if result == "U":
            return self.win if self.bye is None else self.bye
        kinds = ((ABSENT, self.absence), (WON, self.win), (LEVEL, self.draw), (LOST, self.loss))
        return next((points for signs, points in kinds if result in signs), 0.0)

    @property
    def plain(self) -> bool:
        """Return whether win, draw and loss pay the same however they came about, and an absence nothing."""
        return not self.absence and all(self.others[key] == self._plainly(key) for key in self.others)

    def _plainly(self, key: str) -> float:
        return Pays(self.win, self.draw, self.loss, self.absence, self.bye).of_sign(key[:1], "")


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a tie: players by number, 0 where nobody sat, and the result of each side."""

    home: int
    away: int
    home_result: str
    away_result: str


@dataclass(frozen=True, slots=True)
class TeamTie:
    """Two teams in a round. ``forfeited``: ``+-``, ``-+`` or ``--`` where a team did not come."""

    home: int
    away: int
    boards: tuple[Board, ...]
    forfeited: str = ""


@dataclass(frozen=True, slots=True)
class TeamBye:
    team: int
    round: int
    kind: str
    """``U`` allotted, ``F``, ``H`` or ``Z``."""


class Abnormal(NamedTuple):
    """Points that are given or taken beside the results (record 299)."""

    kind: str
    round: int
    numbers: tuple[int, ...]
    points: float
    match_points: float
    line: int


class LineUp(NamedTuple):
    """The boards of a team in a round, where they are not those of its squad in order (record 300)."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]
    line: int


class Forfeit(NamedTuple):
    """A tie to which a team did not come (record 330)."""

    kind: str
    round: int
    white: int
    black: int
    line: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a file tells."""

    edition: Edition = "TRF16"
    name: str = ""
    begins: str = ""
    """A day as 2026-11-27; empty: not told."""
    ends: str = ""
    kind: str = ""
    """What the file calls the system: its words and its code."""
    planned: int | None = None
    first_colour: str = ""
    dates: tuple[str, ...] = ()
    players: Mapping[int, Player] = field(default_factory=dict)
    pays: Pays = field(default_factory=Pays)
    abnormal: tuple[Abnormal, ...] = ()
    listed_teams: Mapping[int, Team] = field(default_factory=dict)
    """All teams that the file names; they played as teams only if ``ties`` are told."""
    team_pays: tuple[float, float, float] = TEAM_POINTS
    bye_pays: tuple[float, float] | None = None
    """Match points and game points of a team's allotted bye."""
    ties: tuple[tuple[TeamTie, ...], ...] = ()
    """By round, of a competition of teams."""
    team_byes: tuple[TeamBye, ...] = ()
    board_colours: str = ""

    @property
    def of_teams(self) -> bool:
        return bool(self.ties)

    @property
    def rounds(self) -> int:
        """Return the number of the last round of which anything is told."""
        return max((len(player.cells) for player in self.players.values()), default=0)

    @property
    def games(self) -> int:
        """Return the number of pairs."""
        return sum(bool(cell.opponent) for player in self.players.values() for cell in player.cells) // 2

    @property
    def byes(self) -> int:
        """Return how many rounds without an opponent pay."""
        return sum(cell.result in BYES for player in self.players.values() for cell in player.cells)

    @property
    def asked(self) -> int:
        """Return the round of which only rests are told, because it is still to be paired; 0 if there is none."""
        last = self.rounds
        paired = any(cell.opponent for player in self.players.values() for cell in player.cells[last - 1 :])
        return last if last <= (self.planned or 0) and not paired and not self.of_teams else 0

    def points_of(self, player: Player, rounds: int | None = None) -> float:
        """Return the points of ``player``, by the first ``rounds`` or all."""
        last = self.rounds if rounds is None else rounds
        changed = {
            (number, entry.round): entry.points for entry in self.abnormal if entry.kind for number in entry.numbers
        }
        total = sum(
            changed.get((player.number, round), self.pays.of(player.cell(round))) for round in range(1, last + 1)
        )
        extra = (entry.points for entry in self.abnormal if not entry.kind and player.number in entry.numbers)
        return round(total + sum(extra), 2)


def pairs(players: Mapping[int, Player], round: int) -> Iterator[tuple[Player, Player]]:
    """Yield the pairs of a round that name each other, each once, the player with the smaller number first."""
    for player in players.values():
        opponent = players.get(player.cell(round).opponent)
        if opponent and opponent.number > player.number == opponent.cell(round).opponent:
            yield player, opponent


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading a file: a tournament, or faults; and all that was adjusted."""

    tournament: Tournament | None
    faults: Sequence[Note] = ()
    adjustments: Sequence[Note] = ()
