"""Commentary shared by all games: one line an event, with dice, names, goals and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engines.core.drawing import Line
from engines.core.seats import Event, Seat
from engines.core.text import Text, text

Told = tuple[Text, str] | None
"""A sentence and its kind, or None."""

_NAMING = ("piece", "winner", "by", "from")
"""Keys that name a piece or side of an event without a seat, the most telling first."""


def lines(events: Iterable[Event], tellers: Mapping[str, Callable[[Event], Told]]) -> list[Line]:
    """Return a line for each event that has a sentence, with the dice rolled for it."""
    told_lines: list[Line] = []
    dice: list[int | str] = []
    for event in events:
        kind = event["type"]
        if kind == "roll":
            dice.append(event["value"])
            continue
        tell = tellers.get(kind)
        sentence = tell(event) if tell else None
        if sentence is None:
            continue
        line: Line = {"text": sentence[0], "kind": sentence[1], "seat": event.get("seat") or _side(event)}
        if dice:
            line["die"] = dice
            dice = []
        told_lines.append(line)
    return told_lines


def _side(event: Event) -> Seat | None:
    """Return the seat whose piece the event names: a piece's name begins with its seat."""
    named = next((event[key] for key in _NAMING if event.get(key)), None)
    if not isinstance(named, str):
        return None
    return "home" if named.startswith("home") else "away" if named.startswith("away") else None


def team(event: Event, key: str = "seat") -> str:
    """Return the placeholder for the name of the side at ``key``."""
    return f"@{event[key]}"


def goal(event: Event) -> Told:
    return text("Goal for {team}!", team=team(event)), "goal"


def shootout_kick(event: Event) -> Told:
    if event["scored"]:
        return text("Shootout: {team} score", team=team(event)), "goal"
    return text("Shootout: {team} miss", team=team(event)), "play"


def ran_out(event: Event) -> Told:
    """Tell a time-out whose consequence is a move played for the seat."""
    return text("{team} have run out of time: a move is played for them", team=team(event)), "note"


def winner(event: Event) -> str:
    """Return the placeholder for the winner of ``full_time``; meaningless for a draw."""
    return f"@{event['result']['winner']}"


def full_time(event: Event, **own: Text) -> Told:
    """Tell the end of the match; ``own`` replaces or adds sentences by ``how``."""
    result = event["result"]
    if result["winner"] is None:
        return text("Full time: a draw"), "end"
    words = {"team": winner(event)}
    sentences = {
        "regulation": text("Full time: {team} win", **words),
        "aggregate": text("Full time: {team} win on aggregate", **words),
        "away_goals": text("Full time: {team} win on away goals", **words),
        "extra_time": text("Full time: {team} win after extra time", **words),
        "shootout": text("Full time: {team} win the shootout", **words),
        "resignation": text("{team} win: the opponents resign", **words),
    }
    return (sentences | own)[result["how"]], "end"
