"""Coaching of a guided first match: what a decision is about, one legal move, and why that move.

Each game's ``coach.py`` names the *topic* of a decision, teaches it in one sentence the first time, points at one legal
move, and gives a reason that is computed from that move: what it wins, threatens, stops, or its odds. A move without
such a reason is shown without one. The coach is pure and follows no script that a player could leave: everything comes
from the view, the legal moves, a bot's best move and how often the topic came up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engines.core.moves import Move
from engines.core.seats import Event, Seat, Wire, other
from engines.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Start:
    """The start of a guided match, as ``Game.setup`` takes it; options and terms make it short."""

    overrides: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    pace: float = 1.8
    """Seconds before the bot's decision, for reading; less where it decides often in a row."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A decision as the coach teaches it: its topic, the move that it points at, and the reason for that move."""

    words: Text
    """The topic in a sentence: true of each of its positions."""
    move: Move
    reason: Text | None
    """A fact about ``move`` in this position; None where there is none to give."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The text beside the board now. ``move`` is legal, or None while another seat decides."""

    topic: str
    words: Text | None
    """None where the topic was told before."""
    move: Move | None
    reason: Text | None = None


class Coach(Protocol):
    """A game's coaching module. Every answer follows from its arguments alone."""

    def start(self) -> Start:
        """Return the start of a guided match; the learner is home and decides first."""
        ...

    def topic(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
        """Name the topic of the decision of ``seat``; never empty while there are ``moves``."""
        ...

    def lesson(self, view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
        """Explain the decision with one of ``moves``, and that move; ``best`` is a bot's choice."""
        ...

    def watch(self, view: Wire, seat: Seat) -> Text:
        """Explain to ``seat`` what it is waiting for."""
        ...


def advise(
    coach: Coach, view: Wire, seat: Seat, moves: Sequence[Move], best: Move | None, taught: Mapping[str, int]
) -> Advice:
    """Return the advice to ``seat`` now; ``taught`` counts its decisions by topic.

    With ``moves`` there must be a ``best`` of them; without, the seat waits.
    """
    if not moves or best is None:
        return Advice("", coach.watch(view, seat), None)
    topic = coach.topic(view, seat, moves)
    lesson = coach.lesson(view, seat, moves, best)
    return Advice(topic, None if taught.get(topic, 0) else lesson.words, lesson.move, lesson.reason)


def first(moves: Sequence[Move], **values: Any) -> Move | None:  # values of a move: any JSON
    return next((move for move in moves if all(move.get(key) == value for key, value in values.items())), None)


def news(events: Sequence[Event], seat: Seat) -> Text | None:
    """Return the news that ``seat`` must not miss: the last goal of ``events``."""
    scored = [event for event in events if event.get("type") == "goal"]
    if not scored:
        return None
    if scored[-1].get("seat") == other(seat):
        return text("They have scored: that is what a goal looks like from the other side.")
    return text("Goal! That is what it is all about.")
