"""What the commentaries of all games share: a line an event with its dice, names of sides, the goal and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.core.drawing import Line
from engines.core.seats import Event, Seat
from engines.core.text import Text, text

Told = tuple[Text, str] | None
"""A sentence and its kind, or nothing to say."""

_NAMING = ("piece", "winner", "by", "from")
"""Where an event without a seat names somebody of the side that it is about, the most telling first."""


def lines(events: Iterable[Event], tellers: Mapping[str, Callable[[Event], Told]]) -> list[Line]:
    """One line an event that has something to say, with the dice that were rolled for it."""
    said: list[Line] = []
    dice: list[int | str] = []
    for event in events:
        kind = event["type"]
        if kind == "roll":
            dice.append(event["value"])
            continue
        tell = tellers.get(kind)
        told = tell(event) if tell else None
        if told is None:
            continue
        line: Line = {"text": told[0], "kind": told[1], "seat": event.get("seat") or _side(event)}
        if dice:
            line["die"] = dice
            dice = []
        said.append(line)
    return said


def _side(event: Event) -> Seat | None:
    """The seat whose piece the event names: a piece's name begins with its seat."""
    named = next((event[key] for key in _NAMING if event.get(key)), None)
    if not isinstance(named, str):
        return None
    return "home" if named.startswith("home") else "away" if named.startswith("away") else None


def team(event: Event, key: str = "seat") -> str:
    """The word that a page replaces by the name of the side at ``key``."""
    return f"@{event[key]}"


def goal(event: Event) -> Told:
    """A goal, said in the same words in every game."""
    return text("Goal for {team}!", team=team(event)), "goal"


def shootout_kick(event: Event) -> Told:
    """A kick of the shootout that went in or did not."""
    if event["scored"]:
        return text("Shootout: {team} score", team=team(event)), "goal"
    return text("Shootout: {team} miss", team=team(event)), "play"


def ran_out(event: Event) -> Told:
    """A time-out whose consequence is a move played for the seat."""
    return text("{team} have run out of time: a move is played for them", team=team(event)), "note"


def winner(event: Event) -> str:
    """The word for the winning side of a ``full_time`` event; of no use where nobody won."""
    return f"@{event['result']['winner']}"


def full_time(event: Event, **own: Text) -> Told:
    """The end of the match; ``own`` says, by ``how``, what this game says otherwise or alone."""
    result = event["result"]
    if result["winner"] is None:
        return text("Full time: a draw"), "end"
    words = {"team": winner(event)}
    said = {
        "regulation": text("Full time: {team} win", **words),
        "aggregate": text("Full time: {team} win on aggregate", **words),
        "away_goals": text("Full time: {team} win on away goals", **words),
        "extra_time": text("Full time: {team} win after extra time", **words),
        "shootout": text("Full time: {team} win the shootout", **words),
        "resignation": text("{team} win: the opponents resign", **words),
    }
    return (said | own)[result["how"]], "end"
