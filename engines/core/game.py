"""The contract of a game: a pure function of (options, terms, moves, dice), and its display.

A game holds no state: every method takes the position. ``S`` is the game's own compact position; callers never change
it (``apply`` copies) and it means nothing outside its game. The wire is plain JSON, at the edge only.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engines.core import highlights as usual_highlights
from engines.core.coaching import Coach
from engines.core.contract import Contract, result_of
from engines.core.dice import Dice
from engines.core.drawing import Choice, Clock, Geometry, Line, LineUp, Scene
from engines.core.errors import BadRequest, IllegalMove
from engines.core.highlights import Highlight
from engines.core.moves import Move, find, plain_notation
from engines.core.options import WINNER, Option, options_under
from engines.core.position import Positions
from engines.core.refusals import Refusal
from engines.core.seats import Event, Seat, Wire, side_of
from engines.core.text import Text, text

S = TypeVar("S")


class Play(Protocol):
    """A game's rules module. ``Any`` stands for its own positions; sides are 0 and 1."""

    def begin(self, frame: Any, dice: Dice, /) -> tuple[Any, list[Event]]: ...

    def to_act(self, state: Any, /) -> tuple[Seat, ...]: ...

    def legal(self, state: Any, side: int, /) -> Sequence[Move]: ...

    def decide(self, state: Any, side: int, move: Move, dice: Dice, events: list[Event], /) -> Any: ...

    def default_move(self, state: Any, side: int, /) -> Move: ...

    def host(self, state: Any, move: Mapping[str, Any], dice: Dice, /) -> tuple[Any, list[Event]]: ...


class Moves(Protocol):
    """A game's module of moves."""

    def every(self) -> Sequence[Move]: ...


class Refusals(Protocol):
    """A game's module that explains why a move is not legal."""

    def reason(self, state: Any, side: int, move: Mapping[str, Any], /) -> Refusal: ...


class Board(Protocol):
    """A game's board module, with the board's symmetry."""

    def mirror(self, value: Any, /) -> Any: ...


class Scenario(Protocol):
    """A game's module of positions set up by hand."""

    def set_up(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None,
        terms: Mapping[str, Any] | None,
        /,
    ) -> Any: ...


class Drawing(Protocol):
    """A game's module that draws a view."""

    def geometry(self) -> Geometry: ...

    def scene(self, view: Wire) -> Scene: ...

    def choices(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]: ...


class Words(Protocol):
    """A game's module that puts a view into words."""

    def prompt(self, view: Wire, seat: Seat) -> Text: ...

    def describe(self, view: Wire) -> list[Text]: ...

    def clock(self, view: Wire) -> Clock: ...


class Telling(Protocol):
    """A game's module that puts events into words."""

    def commentary(self, events: Sequence[Event]) -> list[Line]: ...


class Highlights(Protocol):
    """A game's module that tells goals, cards and missed penalties for the report of a match."""

    def highlight(self, events: Sequence[Event]) -> Highlight | None: ...


class Game(Generic[S]):
    """Base class of the games: their common methods, over the modules of one.

    A subclass names its data and modules and overrides only what differs; the rules are functions beside it.
    """

    slug: ClassVar[str]
    name: ClassVar[str]
    rules_version: ClassVar[int]
    continues: ClassVar[tuple[int, ...]] = ()
    """Older rules versions whose matches play on to the letter: since then the game has only added options and keys
    (``Option.since``, ``Key.since``) that leave such a match as it was."""
    options: ClassVar[tuple[Option, ...]]
    winner: ClassVar[Option] = WINNER
    """What may follow a level score: the ways that the game has, whose terms ``options.terms_of`` returns."""
    move_seconds: ClassVar[int]
    """Suggested limit of one decision, in seconds."""
    wall_minutes: ClassVar[int | None]
    """Suggested length of a match on the wall clock, in minutes, or None."""
    showcase: ClassVar[Mapping[str, Any]] = {}
    """Set-up overrides of a position that shows everything on the board, for a page about the game."""
    house_options: ClassVar[Mapping[str, Any]] = {}
    """Options of friendly matches and new competitions, where they differ from the game's defaults."""

    sharers: ClassVar[int] = 1
    """Greatest number of people who share one side."""

    # ── the game's modules ──
    contract: ClassVar[Contract[Any]]
    line: ClassVar[Positions]
    open_keys: ClassVar[Mapping[str, Any]] = {}
    """Keys that the contract's shape leaves open, each with the msgspec type of its JSON, for who lays out a view."""
    rules: ClassVar[Play]
    moves: ClassVar[Moves]
    refusals: ClassVar[Refusals]
    board: ClassVar[Board]
    scenario: ClassVar[Scenario]
    drawing: ClassVar[Drawing]
    words: ClassVar[Words]
    telling: ClassVar[Telling]
    highlights: ClassVar[Highlights] = usual_highlights
    coach: ClassVar[Coach | None] = None
    """Coach of a guided first match, or None."""
    terms: ClassVar[Mapping[str, Text]] = {}
    """Words of the table that a newcomer cannot know, each with the line that explains it at its first meeting."""

    def __init__(self) -> None:
        # bound once: through the class and the module each call would take 0.05 microseconds longer
        rules: Play | None = getattr(self, "rules", None)  # a game may override what asks them instead
        if rules is not None:
            self._legal, self._decide = rules.legal, rules.decide

    # ── versions of the rules ──
    def plays(self, version: int) -> bool:
        """Return whether a match begun under rules ``version`` is played, told and judged by these rules."""
        return version == self.rules_version or version in self.continues

    def options_in_words(self, options: Mapping[str, Any], extra_time: bool) -> list[Text]:
        """Return what the ``options`` of a match settle, a sentence each; by their labels in a game without sentences.

        ``extra_time``: the match may come to it.
        """
        return [
            text("{option}: {value}", option=text(option.label), value=text(option.word(options[option.name])))
            for option in self.options
            if not isinstance(options[option.name], dict)
        ]

    def options_under(self, version: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a match begun under rules ``version``, for ``new``."""
        return options_under(version, self.options, chosen)

    def stored_under(self, version: int, state: S) -> Wire:
        """Return the whole position, secrets included, as a match of rules ``version`` stores it.

        A release that plays only that version reads it too.
        """
        return self.contract.write_under(version, state) if version in self.continues else self.to_wire(state)

    # ── time ──
    def set_piece(self, state: S) -> str:
        """Return the name of the set piece for which pieces are being placed, or "".

        All that a seat places for it shares one limit of a decision; a game without such a rule has no set pieces here.
        """
        return ""

    # ── play ──
    def controller(self, state: S, seat: Seat) -> int | None:
        """Return the number, from 0, of the person who decides for a shared ``seat``; None: any of them."""
        return None

    def coachable(self, state: S, seat: Seat) -> bool:
        """Return whether the host may now report that a team-mate coaches the player in turn of a shared ``seat``."""
        return False

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[S, list[Event]]:
        """Return the position at the first decision and the events before it. Raises BadOptions, DiceExhausted."""
        state, events = self.rules.begin(self.contract.frame(options, terms), dice)
        return state, events

    def legal(self, state: S, seat: Seat) -> Sequence[Move]:
        """Return all legal moves of ``seat`` in a stable order; empty for a seat that is not to act."""
        return self._legal(state, side_of(seat))

    def apply(self, state: S, seat: Seat | None, move: Mapping[str, Any], dice: Dice) -> tuple[S, list[Event]]:
        """Return the position after ``move`` (seat None: a host move) and its events; ``state`` is unchanged.

        Raises IllegalMove (with the rule or the field in its sentence), BadRequest, DiceExhausted.
        """
        if seat is None:
            if not isinstance(move, Mapping):
                raise BadRequest("a move must be an object")
            state, events = self.rules.host(state, move, dice)
            return state, events
        side = side_of(seat)
        own = self.find(state, side, move)
        if own is None:
            refusal = self.refusals.reason(state, side, move)
            raise IllegalMove(refusal.sentence, refusal.kind)
        happened: list[Event] = []
        return self._decide(state, side, own, dice, happened), happened

    def find(self, state: S, side: int, move: Mapping[str, Any]) -> Move | None:
        """Return the game's own constant for ``move`` if it is legal for ``side``, else None. Raises BadRequest."""
        return find(self._legal(state, side), move)

    def default_move(self, state: S, seat: Seat) -> Move:
        """Return the move played for ``seat`` on a time-out. Raises IllegalMove if it is not to act."""
        return self.rules.default_move(state, side_of(seat))

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that have a decision to make now; empty when the match is over."""
        return self.rules.to_act(state)

    def result(self, state: S) -> dict[str, Any] | None:
        """Return ``{"winner": seat | None, "how": str}`` once the match is over, else None."""
        position: Any = state
        return result_of(position)

    def notation(self, move: Mapping[str, Any]) -> str:
        """Return ``move`` in the game's notation: one line, unique among the legal moves of a position.

        By default: the type, then each value; true is written as its key, false and null are left out.
        """
        return plain_notation(move)

    def mirror(self, value: Any) -> Any:  # any JSON value of this game's contract
        """Return ``value`` (state, move, event) with the sides swapped on the turned or flipped board.

        The game's own symmetry: legal moves and events mirror too, except for dice whose faces mean seats.
        """
        return self.board.mirror(value)

    def mirrors(self, events: Sequence[Event]) -> bool:
        """Return whether ``events`` mirror too; not where a rule breaks a tie by column, say."""
        return True

    # ── the wire ──
    def view(self, state: S, seat: Seat | None) -> Wire:
        """Return the position as ``seat`` may see it (None: a spectator), in the data contract's shape."""
        if seat is not None:
            side_of(seat)
        return self.contract.write(state)

    def to_wire(self, state: S) -> Wire:
        """Return the whole position, secrets included, in the data contract's shape."""
        return self.contract.write(state)

    def from_wire(self, wire: Mapping[str, Any]) -> S:
        """Return the position of ``wire``. Raises BadState naming the wrong key and what it allows."""
        state: S = self.contract.read(wire)
        return state

    def position(self, state: S) -> str:
        """Return the whole position, secrets included, as one line of letters (``engines.core.position``)."""
        return self._positions().write(self.to_wire(state))

    def from_position(self, words: str) -> S:
        """Return the position of a line. Raises BadState naming the wrong part and what it allows."""
        return self.from_wire(self._positions().read(words))

    def _positions(self) -> Positions:
        return self.line

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> S:
        """Set up a position by hand for scenarios, by the spec's rules. Raises BadState, BadOptions."""
        state: S = self.scenario.set_up(overrides, options, terms)
        return state

    # ── display: answered by each game's own modules, which see only views and events ──
    def geometry(self) -> Geometry:
        return self.drawing.geometry()

    def scene(self, view: Wire) -> Scene:
        """Return the scene of ``view``, which holds no secret."""
        return self.drawing.scene(view)

    def choices(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
        """Return one choice for each of ``moves``, in the same order: its input on the board or in the dock."""
        return self.drawing.choices(view, seat, moves)

    def line_ups(self, view: Wire, seat: Seat) -> list[LineUp]:
        """Return placements to suggest to ``seat`` now, the plainest first; none where nothing is placed."""
        return []

    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        """Return the seats that have made their hidden choice. Spectators may see *that* they chose, not *what*."""
        return ()

    def prompt(self, view: Wire, seat: Seat) -> Text:
        """Return the question to ``seat`` in one sentence; for a seat not to act, what it waits for."""
        return self.words.prompt(view, seat)

    def commentary(self, events: Sequence[Event]) -> list[Line]:
        """Put the events of one decision into words. Stateless: an event holds all that its sentence needs."""
        return self.telling.commentary(events)

    def highlight(self, events: Sequence[Event]) -> Highlight | None:
        """Return the highlight that the last of ``events`` is, told from all of them; None for any other event.

        ``events`` are those of the match so far, from any kick-off before it on.
        """
        return self.highlights.highlight(events)

    def describe(self, view: Wire) -> list[Text]:
        """Describe the position in sentences, for a screen reader: ball, holder, pieces by line."""
        return self.words.describe(view)

    def clock(self, view: Wire) -> Clock:
        return self.words.clock(view)
