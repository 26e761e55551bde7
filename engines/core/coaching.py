"""What a coach says beside the board in a guided first match: one sentence that follows from what the player sees.

Each game has a module of its own (``engines/<slug>/coach.py``) that names the *topic* of a decision, says it in one
sentence, and points at one legal move. It is pure and knows no script that a player could leave: the sentence comes
from the view, the legal moves, what a bot thinks best and how often the topic has come up. Here stands what the five
share: who counts topics, and that a sentence is told in full once and in brief afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engines.core.moves import Move
from engines.core.seats import Event, Seat, Wire, other
from engines.core.text import Text, text


@dataclass(frozen=True, slots=True)
class Start:
    """Where a guided match begins: what ``Game.setup`` takes. Options and terms make it short."""

    overrides: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    pace: float = 1.8
    """Seconds that the bot waits before a decision: there is something to read. Less where it makes many in a row."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the coach says of one decision: in full the first time, in brief later, and the move it points at."""

    full: Text
    brief: Text
    move: Move


@dataclass(frozen=True, slots=True)
class Advice:
    """What stands beside the board now. ``move`` is legal, or None while somebody else decides."""

    topic: str
    words: Text
    move: Move | None


class Coach(Protocol):
    """A game's module that coaches. Every answer follows from its arguments alone."""

    def start(self) -> Start:
        """The position that a guided match begins with; the learner is home and decides first."""
        ...

    def topic(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
        """What this decision of ``seat`` is about; never empty while there are ``moves``."""
        ...

    def lesson(self, view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
        """What is said of the decision, with one of ``moves``; ``best`` is what a bot would play."""
        ...

    def watch(self, view: Wire, seat: Seat) -> Text:
        """What is said to ``seat`` while it waits."""
        ...


FULL = 1
"""How often a topic is told in full; later it is told in brief."""


def advise(
    coach: Coach, view: Wire, seat: Seat, moves: Sequence[Move], best: Move | None, taught: Mapping[str, int]
) -> Advice:
    """What ``coach`` says to ``seat`` now. ``taught`` counts the decisions that it made of each topic.

    With ``moves`` there must be a ``best`` of them; without, the seat waits.
    """
    if not moves or best is None:
        return Advice("", coach.watch(view, seat), None)
    topic = coach.topic(view, seat, moves)
    lesson = coach.lesson(view, seat, moves, best)
    return Advice(topic, lesson.full if taught.get(topic, 0) < FULL else lesson.brief, lesson.move)


def first(moves: Sequence[Move], **wanted: Any) -> Move | None:  # values of a move: any JSON
    """The first of ``moves`` with these values, or None."""
    return next((move for move in moves if all(move.get(key) == value for key, value in wanted.items())), None)


def news(events: Sequence[Event], seat: Seat) -> Text | None:
    """What happened that ``seat`` must not miss: the last goal of ``events``."""
    scored = [event for event in events if event.get("type") == "goal"]
    if not scored:
        return None
    if scored[-1].get("seat") == other(seat):
        return text("They have scored: that is what a goal looks like from the other side.")
    return text("Goal! That is what it is all about.")
