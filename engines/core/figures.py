"""Figures of a match, counted from its log: what all games share, and how a game declares its own. Pure.

``shots_scored`` are the goals that came from shots, without own goals and the flags of Dom Jim's races.
Possession is counted in decisions, made by either side, while a side has the ball. An event that names no seat belongs
to the side of its piece (``from``, ``piece``; of a tackle, its ``winner``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Any, Final, TypeAlias

from engines.core.seats import SEATS, Event, Seat, other, seat_of
from engines.core.text import Text, text

Figures: TypeAlias = dict[Seat, dict[str, int]]
"""Numbers by seat and name of the figure. A name that is missing is nought."""
Counted: TypeAlias = tuple[object, str, int]
"""A seat (any other value counts for nobody), the name of a figure, and the number to add."""
Deed: TypeAlias = tuple[str, str, int]
"""The piece (``home.f9``), what it did, and how often."""
LineUps: TypeAlias = dict[Seat, str]
"""Seat -> the key of its line-up (``OWN_LINE_UP``: none of the game's); a seat that chose none is missing."""
Chance: TypeAlias = tuple[Seat, int, bool]
"""The seat that shot, the chance of a goal in 36ths (``CERTAIN``), and whether it was one."""

OWN_LINE_UP: Final = "own"
OWN_LINE_UP_NAME: Final = text("Own line-up")
CERTAIN: Final = 36
"""A certain goal. Every game's table gives whole 36ths, so that the chances of many matches add up exactly."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a match's log: who decided (None: the host), what, and what happened."""

    seat: Seat | None = None
    move: dict[str, Any] = field(default_factory=dict)  # JSON of the game's own shape
    events: Sequence[Event] = ()


class Topic(StrEnum):
    """The topic of a figure; pages show the figures of a topic together, in this order."""

    SHOOTING = "shooting"
    BALL = "ball"
    DEFENCE = "defence"
    RESTARTS = "restarts"
    REST = "rest"


TOPICS: Final = {
    Topic.SHOOTING: text("Shooting"),
    Topic.BALL: text("On the ball"),
    Topic.DEFENCE: text("Defending"),
    Topic.RESTARTS: text("Restarts and discipline"),
    Topic.REST: text("Decisions and luck"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as it is shown. ``part`` and ``whole`` set: a percentage of two counts instead of a count.

    ``of_both``: the share of this side in what both sides have (possession).
    """

    name: str
    label: Text
    topic: Topic
    part: str = ""
    whole: str = ""
    of_both: str = ""

    @property
    def percent(self) -> bool:
        """Tell whether the value is a percentage."""
        return bool(self.part or self.of_both)

    def value(self, own: Mapping[str, int], others: Mapping[str, int]) -> int:
        """Return the number for one side, whole (percentages rounded)."""
        if self.of_both:
            part, whole = own.get(self.of_both, 0), own.get(self.of_both, 0) + others.get(self.of_both, 0)
        elif self.part:
            part, whole = own.get(self.part, 0), own.get(self.whole, 0)
        else:
            return own.get(self.name, 0)
        return round(100 * part / whole) if whole else 0


GOALS: Final = Figure("goals", text("Goals"), Topic.SHOOTING)
OF_DECISIONS: Final = Figure("possession", text("Possession"), Topic.BALL, of_both="attacks")
OF_TURNS: Final = Figure("possession", text("Possession"), Topic.BALL, of_both="turns")
SHOTS: Final = Figure("shots", text("Shots"), Topic.SHOOTING)
ON_TARGET: Final = Figure("shots_on_target", text("Shots on target"), Topic.SHOOTING)
CONVERSION: Final = Figure(
    "conversion", text("Shots that were goals"), Topic.SHOOTING, part="shots_scored", whole="shots"
)
PASSES: Final = Figure("passes", text("Passes"), Topic.BALL)
PASSING: Final = Figure("passing", text("Passes completed"), Topic.BALL, part="passes_completed", whole="passes")
TACKLES: Final = Figure("tackles_won", text("Tackles won"), Topic.DEFENCE)
CORNERS: Final = Figure("corners", text("Corners"), Topic.RESTARTS)
GOAL_KICKS: Final = Figure("goal_kicks", text("Goal kicks"), Topic.RESTARTS)
THROW_INS: Final = Figure("throw_ins", text("Throw-ins"), Topic.RESTARTS)
FREE_KICKS: Final = Figure("free_kicks", text("Free kicks"), Topic.RESTARTS)
OFFSIDES: Final = Figure("offsides", text("Offsides"), Topic.RESTARTS)
PENALTIES: Final = (
    Figure("penalties", text("Penalties"), Topic.SHOOTING),
    Figure("penalties_scored", text("Penalties scored"), Topic.SHOOTING),
)
PENALTIES_SAVED: Final = Figure("saves", text("Penalties saved"), Topic.DEFENCE)
FOULS: Final = Figure("fouls", text("Fouls"), Topic.RESTARTS)
YELLOWS: Final = Figure("yellows", text("Yellow cards"), Topic.RESTARTS)
REDS: Final = Figure("reds", text("Sendings-off"), Topic.RESTARTS)
OWN_GOALS: Final = Figure("own_goals", text("Own goals"), Topic.SHOOTING)
LOOSE_BALLS: Final = text("Loose balls won")
DECISIONS: Final = Figure("decisions", text("Decisions"), Topic.REST)

COMMON: Final = (
    GOALS, OF_DECISIONS, SHOTS, CONVERSION, PASSES, PASSING, TACKLES, CORNERS, OFFSIDES, *PENALTIES, PENALTIES_SAVED,
    FOULS, YELLOWS, REDS, OWN_GOALS, DECISIONS,
)  # fmt: skip
"""The figures of a game that lists none of its own."""


def no_figures() -> Figures:
    """Return figures without a number for either seat."""
    return {seat: {} for seat in SEATS}


def add(figures: Figures, seat: object, name: str, number: int = 1) -> None:
    """Count ``name`` for ``seat``; nothing is counted for what is no seat (a host's event)."""
    if seat == "home" or seat == "away":
        figures[seat][name] = figures[seat].get(name, 0) + number


_PLAIN: Final = {
    "shot": "shots",
    "foul": "fouls",
    "yellow": "yellows",
    "red": "reds",
    "corner": "corners",
    "pass": "passes",
    "tackle": "tackles_won",
    "offside": "offsides",
}
_SCORED: Final = ("goal", "scored")
_HAS_BALL: Final = ("kick_off", "possession")


def count(rows: Iterable[Row]) -> Figures:
    """Count what the event types that the games share tell: goals, shots, passes, fouls, cards."""
    figures = no_figures()
    attacking: object = None
    for row in rows:
        add(figures, row.seat, "decisions")
        if row.seat is not None:
            add(figures, attacking, "attacks")
        shooting = any(event["type"] == "shot" for event in row.events)
        for event in row.events:
            kind, seat = event["type"], seat_of(event)
            if kind in _HAS_BALL:
                attacking = seat
            elif kind == "goal":
                add(figures, seat, "goals")
                if event.get("own") and (seat == "home" or seat == "away"):
                    add(figures, other(seat), "own_goals")
            elif kind == "penalty":
                _count_penalty(figures, seat, event, shooting)
            elif kind in _PLAIN:
                add(figures, seat, _PLAIN[kind])
                if event.get("completed"):
                    add(figures, seat, "passes_completed")
                if kind == "shot" and event.get("outcome") in _SCORED:
                    add(figures, seat, "shots_scored")
    return figures


def events_of(rows: Iterable[Row], kind: str) -> Iterator[Event]:
    """Yield the events of type ``kind`` in order."""
    return (event for row in rows for event in row.events if event["type"] == kind)


def first_kick_off(rows: Iterable[Row]) -> list[object]:
    """Return the seat of the first kick-off, alone in a list; an empty one if no event names it."""
    return [seat_of(event) for event in islice(events_of(rows, "kick_off"), 1)]


def _count_penalty(figures: Figures, seat: object, event: Event, shooting: bool) -> None:
    """Count a penalty taken as a shot too; ``shooting``: the game has told it as one already."""
    add(figures, seat, "penalties")
    if not shooting:
        add(figures, seat, "shots")
    if event.get("outcome") in _SCORED:
        add(figures, seat, "penalties_scored")
        if not shooting:
            add(figures, seat, "shots_scored")
    elif event.get("outcome") == "saved" and (seat == "home" or seat == "away"):
        add(figures, other(seat), "saves")


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """A game's figures: which are shown, and what is counted beyond the common ones."""

    listed: tuple[Figure, ...] = COMMON
    """In the order in which they are shown."""
    count: Callable[[Iterable[Row]], Figures] = count
    """The count of a whole match, where the common one does not do."""
    events: Mapping[str, str] = field(default_factory=dict)
    """Type of an event -> the figure that it adds one to."""
    besides: Callable[[Row], Iterable[Counted]] | None = None
    """Adds what one decision changes in other figures."""
    chances: Callable[[Sequence[Event]], Iterable[Chance]] | None = None
    """The shots of one decision that a roll decided, with what each was worth; None: no single roll decides a shot."""
    names_pieces: bool = False
    """True where events name pieces, so that the deeds of each can be told."""
    deeds: Callable[[Row], Iterable[Deed]] | None = None
    """Deeds of pieces beyond goals, shots, passes and duels."""
    line_ups: Callable[[Iterable[Row]], LineUps] | None = None
    """Finds the line-up with which each side began; None: the game leaves no choice."""
    line_up_names: Mapping[str, Text] = field(default_factory=dict)
    """Key of a line-up -> its name, where it is not its own name, as ``4-4-2`` is."""

    def figures(self, rows: Iterable[Row]) -> Figures:
        """Count a match from ``rows`` (the opening first, then the log).

        ``first_kick_off`` is 1 for the side that kicked off first, where the events tell.

        Where shots are rolled: ``rolled_shots``, ``rolled_goals`` and ``chances``, the goals expected in 36ths.
        """
        log = list(rows)
        figures = self.count(log)
        for seat in first_kick_off(log):
            add(figures, seat, "first_kick_off")
        for row in log:
            for seat, name, number in self._special_figures(row):
                add(figures, seat, name, number)
        return figures

    def _special_figures(self, row: Row) -> Iterator[Counted]:
        for event in row.events:
            if event["type"] in self.events:
                yield seat_of(event), self.events[event["type"]], 1
        if self.besides is not None:
            yield from self.besides(row)
        if self.chances is not None:
            for seat, chance, scored in self.chances(row.events):
                yield seat, "rolled_shots", 1
                yield seat, "chances", chance
                if scored:
                    yield seat, "rolled_goals", 1
