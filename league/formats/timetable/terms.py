"""The terms of a timetable: what is to be planned (`Agenda`) and what comes of it (`Timetable`).

Ids are strings that the caller chooses. The id of a fixture must outlive the draw (stage, group, round and number, not
the key of a row that is written anew), since a plan is compared with the one before by it. Times are aware.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property


class BadAgenda(ValueError):
    """An agenda that contradicts itself: two tables of one number, a fixture that waits for itself."""


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``start`` until just before ``end``; None: until further notice."""

    start: datetime
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table or board of the hall."""

    number: int
    game: str = ""
    """The only game that is played on it; empty: any."""
    closed: tuple[Interval, ...] = ()
    reserved: bool = False
    """True if only fixtures that name it are played on it (a filmed table)."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person who plays or referees, in however many competitions."""

    id: str
    clubs: frozenset[str] = frozenset()
    categories: frozenset[str] = frozenset()
    referees: bool = True
    """False for somebody who is never given a match to referee."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of the people of an undecided side: one ``outcome`` of ``fixtures``.

    ``Source(("qf1",), "winner")``; ``Source(("a1", "a2", "a3"), "second")`` (of group A); ``Source(round_2,
    "pairing 7")`` (of the next Swiss round; both sides of a pairing name the same outcome). Nobody has two outcomes of
    the same fixtures: so the planner knows that the winner and the loser of a match can play at the same time.
    """

    fixtures: tuple[str, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fixture.

    Without a ``source`` it is decided and ``people`` play it. With one ``people`` are those who may; empty: all who may
    play in the source's fixtures.
    """

    people: frozenset[str] = frozenset()
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A match that has begun (or is called: it holds its table and its people)."""

    table: int | None
    """None: at none of the tables (a walkover, a match played elsewhere)."""
    start: datetime
    end: datetime | None = None
    """None while it runs."""
    losers: frozenset[str] = frozenset()
    """People of the side that lost, once it has ended."""
    referee: str | None = None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played once."""

    id: str
    sides: tuple[Side, Side]
    minutes: int
    """Minutes for which it is expected to hold its table."""
    round: int = 1
    """Its place in the order of the competition, over all stages: people play their rounds in this order."""
    after: tuple[str, ...] = ()
    """Fixtures that must be over before it begins, besides those of the sides' sources."""
    final: bool = False
    """Final fixtures begin when all others of the competition, or of the event (`Agenda.finals_last`), are over."""
    table: int | None = None
    """The number of the only table for it; None: any table for its game."""
    not_before: datetime | None = None
    told: datetime | None = None
    """Its start as people were first told: put off, it may come back to it, and never comes before it."""
    played: Played | None = None


@dataclass(frozen=True, slots=True)
class Competition:
    """One competition of the event."""

    id: str
    game: str
    fixtures: tuple[Fixture, ...]
    category: str = ""
    """The category whose latest end holds for its fixtures."""
    referees: bool = False
    """True if each of its matches has a referee."""
    round_by_round: bool = False
    """True if a round begins only when the one before is over (Swiss: it is drawn then)."""


@dataclass(frozen=True, slots=True)
class Agenda:
    """An event at one moment, to be planned."""

    now: datetime
    opens: datetime
    """Nothing is planned before."""
    tables: tuple[Table, ...]
    competitions: tuple[Competition, ...]
    people: tuple[Person, ...] = ()
    """People with a club, a category or a duty; others may be left out."""
    breaks: tuple[Interval, ...] = ()
    """Times at which nobody plays in the hall: meals, nights."""
    rest_minutes: int = 0
    """Between two matches of one person. A duty as referee needs no rest before or after it."""
    change_minutes: int = 0
    """Planned between two matches at a table, and of a person: to set up, to write down, to walk over. What runs a
    little late is absorbed by it. No plan is wrong without it."""
    latest_end: Mapping[str, datetime] = field(default_factory=dict)
    """By category: of competitions, and of the people who are known to play a fixture."""
    finals_last: bool = False
    """True: finals begin when every other match of the event is over; else of their competition."""
    step_minutes: int = 5
    """Planned starts are on full steps of the hour."""


class Trouble(StrEnum):
    """Kinds of conflicts. The first group a plan of `planning` never has, but for what already runs."""

    TWICE = "twice"
    """People are at two tables at once. A fact, or a booking made by hand."""
    TABLE_TWICE = "table_twice"
    """A table has two matches at once."""
    RESTLESS = "restless"
    """People have less rest than they should."""
    OUT_OF_ORDER = "out_of_order"
    """A match begins before one that must be over."""
    WRONG_TABLE = "wrong_table"
    """The table is for another game, reserved, closed or not there."""
    IN_A_BREAK = "in_a_break"
    TOO_EARLY = "too_early"
    """Before the hall opens, or its own earliest start."""
    NO_PLACE = "no_place"
    """No table is ever free for it: it has no booking."""
    MAY_CLASH = "may_clash"
    """People who may play both matches would be at two tables at once, or without rest."""
    ENDS_LATE = "ends_late"
    """It ends ``minutes`` after the latest end of ``category``."""
    NO_REFEREE = "no_referee"
    REFEREE_BUSY = "referee_busy"
    """The referee plays, referees another match or plays in this very one."""
    REFEREE_OF_CLUB = "referee_of_club"
    """The referee is of the club of a side."""
    REFEREE_MAY_PLAY = "referee_may_play"
    """The referee may have to play at that time: a result decides."""
    REFEREE_UNWILLING = "referee_unwilling"
    """The referee never referees."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Something that a plan cannot keep, named so that the organiser can decide."""

    kind: Trouble
    fixtures: tuple[str, ...]
    people: tuple[str, ...] = ()
    table: int | None = None
    category: str = ""
    minutes: int = 0
    """Minutes too late, or of rest that are missing."""


@dataclass(frozen=True, slots=True)
class Booking:
    """A fixture's table and time, and who referees it."""

    fixture: str
    table: int | None
    start: datetime
    end: datetime
    referee: str | None = None
    begun: bool = False
    """True for a match that runs or is over: its table and start are facts."""


@dataclass(frozen=True)
class Timetable:
    """A plan: its bookings in the order of their starts, and what it cannot keep."""

    bookings: tuple[Booking, ...]
    conflicts: tuple[Conflict, ...] = ()

    @cached_property
    def of(self) -> dict[str, Booking]:
        """The bookings by fixture."""
        return {booking.fixture: booking for booking in self.bookings}

    def __iter__(self) -> Iterator[Booking]:
        return iter(self.bookings)


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between two plans. ``before`` None: the fixture is new; ``after`` None: it is gone."""

    fixture: str
    before: Booking | None
    after: Booking | None

    @property
    def moves(self) -> bool:
        """Return whether table or time change (else only the referee)."""
        return _place(self.before) != _place(self.after)


def _place(booking: Booking | None) -> tuple[int | None, datetime] | None:
    return (booking.table, booking.start) if booking else None


def changes(old: Timetable, new: Timetable) -> list[Change]:
    """List what differs for the people of the event, in the order of the new starts.

    What has begun is no change any more, and neither is a planned end alone.
    """
    found = [Change(fixture, old.of.get(fixture), new.of.get(fixture)) for fixture in dict.fromkeys([*new.of, *old.of])]
    return [
        change
        for change in found
        if not (change.after and change.after.begun)
        and (change.moves or (change.before and change.before.referee) != (change.after and change.after.referee))
    ]
