"""Commentary shared by all games: one line an event, with dice, names, goals and the end."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engines.core.drawing import Die, Line
from engines.core.rulebook import UNWRITTEN, Rulebook, kind_of
from engines.core.seats import SEATS, Event, Seat
from engines.core.shorthand import Mark, plain_mark, short
from engines.core.text import Text, text

Told = tuple[Text, str] | None
"""A sentence and its kind, or None."""

Teller = Callable[[Event], Told]
RollTeller = Callable[[Sequence[Event]], Text]
Value = str | Callable[[Event], int | str | Text]
"""A value of a sentence: the key of the event that has it, or what makes it of the event."""

_NAMING = ("piece", "winner", "by", "from")
"""Keys that name a piece or side of an event without a seat, the most telling first."""

_LOOKED_UP = frozenset({"whistle", "card", "note"})
"""Kinds of lines whose rule people may want to look up: what stops play, and what is seldom."""


def plain_die(roll: Event) -> Die:
    """Return an ordinary die, which shows its value."""
    return {"sides": roll["sides"], "value": roll["value"], "seat": roll["seat"]}


def lines(
    events: Iterable[Event],
    tellers: Mapping[str, Teller],
    rolls: Mapping[str, RollTeller],
    die: Callable[[Event], Die] = plain_die,
    mark: Mark = plain_mark,
    rulebook: Rulebook = UNWRITTEN,
) -> list[Line]:
    """Return a line for each event that has a sentence and for each roll, in their order.

    ``rolls`` tells the dice that were rolled together, by their purpose. A purpose that is not there is told by the
    sentence of the next event, which then names the face. No roll is left out. ``mark`` gives what a piece wears,
    ``rulebook`` the chapter of what may be looked up.
    """
    told_lines: list[Line] = []
    rolled: list[Event] = []

    def tell_rolled() -> None:
        if rolled:
            words = rolls.get(rolled[0]["for"], dice_rolled)(rolled)
            seats = {roll["seat"] for roll in rolled}
            seat = rolled[0]["seat"] if len(seats) == 1 else None
            told_lines.append({"text": words, "kind": "play", "seat": seat, "dice": [die(roll) for roll in rolled]})
            rolled.clear()

    for event in events:
        if event["type"] == "roll":
            if rolled and not _is_one_roll(rolled, event):
                tell_rolled()
            rolled.append(event)
            continue
        tell = tellers.get(event["type"])
        sentence = tell(event) if tell else None
        if rolled and rolled[0]["for"] in rolls:
            tell_rolled()
        if sentence is None:
            continue
        line: Line = {"text": sentence[0], "kind": sentence[1], "seat": event.get("seat") or _side(event)}
        if rolled:
            line["dice"] = [die(roll) for roll in rolled]
            rolled.clear()
        if line["kind"] in _LOOKED_UP and (chapter := rulebook.events.get(kind_of(event))):
            line["rule"] = chapter
        in_signs = short(event, mark)
        if in_signs is not None:
            line["short"] = in_signs
        told_lines.append(line)
    tell_rolled()
    return told_lines


def tells(sentence: Text, kind: str, **values: Value) -> Teller:
    """Return the teller of events that have always the same ``sentence``."""
    return lambda event: (_filled(sentence, event, values), kind)


def tells_by(key: str, sentences: Mapping[Any, Text], kind: str, **values: Value) -> Teller:  # keys: JSON values
    """Return the teller of events whose sentence follows from the value at ``key``."""
    return lambda event: (_filled(sentences[event[key]], event, values), kind)


def _filled(sentence: Text, event: Event, values: Mapping[str, Value]) -> Text:
    ready = {name: event[value] if isinstance(value, str) else value(event) for name, value in values.items()}
    return [sentence[0], ready]


def name_at(words: Callable[[str], str | Text], key: str) -> Callable[[Event], str | Text]:
    """Return the function that names the piece, place or side at ``key`` of an event by ``words``."""
    return lambda event: words(event[key])


def tells_roll(sentence: Text, **values: Callable[[Sequence[Event]], int | str | Text]) -> RollTeller:
    """Return the teller of dice that have always the same ``sentence``."""
    return lambda rolled: [sentence[0], {name: value(rolled) for name, value in values.items()}]


def _is_one_roll(rolled: Sequence[Event], roll: Event) -> bool:
    """Return whether ``roll`` belongs to ``rolled``: for one purpose, and not the next round of a tie."""
    if roll["for"] != rolled[0]["for"]:
        return False
    return roll["seat"] == rolled[-1]["seat"] or all(roll["seat"] != other["seat"] for other in rolled)


def dice_rolled(rolled: Sequence[Event]) -> Text:
    """Tell who rolled what: one side one or two dice, or both sides one each."""
    first, last = rolled[0], rolled[-1]
    if first["seat"] is None:
        return text("The coin shows {team}", team=coin(first))
    if first["seat"] != last["seat"]:
        words = {"one": team(first), "n": first["value"], "other": team(last), "m": last["value"]}
        return text("{one} rolled {n}, {other} rolled {m}", **words)
    return text("{team} rolled {n}", team=team(first), n=numbers(rolled))


def rolled_off(rolled: Sequence[Event]) -> Text:
    """Tell a roll for each side, of which equal ones are rolled again."""
    if len(rolled) == 2 and rolled[0]["value"] == rolled[1]["value"]:
        return text("{rolls}: level, so both roll again", rolls=dice_rolled(rolled))
    return dice_rolled(rolled)


def roller(rolled: Sequence[Event]) -> str:
    """Return the placeholder for the side that rolled first."""
    return team(rolled[0])


def coin(roll: Event) -> str:
    """Return the placeholder for the side that a tossed coin shows: 1 is home."""
    return f"@{SEATS[roll['value'] - 1]}"


def kicks_first(rolled: Sequence[Event]) -> Text:
    return text("The coin shows {team}, who kicks first in the shootout", team=coin(rolled[0]))


def numbers(rolled: Sequence[Event]) -> int | Text:
    """Name the values of dice: 3, or "3 and 5"."""
    *before, last = [roll["value"] for roll in rolled]
    words: int | Text = int(last)
    for value in reversed(before):
        words = text("{n} and {more}", n=value, more=words)
    return words


def _side(event: Event) -> Seat | None:
    """Return the seat whose piece the event names: a piece's name begins with its seat."""
    owner = next((event[key] for key in _NAMING if event.get(key)), None)
    if not isinstance(owner, str):
        return None
    return "home" if owner.startswith("home") else "away" if owner.startswith("away") else None


def team(event: Event) -> str:
    """Return the placeholder for the name of the event's side."""
    return f"@{event['seat']}"


def goal(event: Event) -> Told:
    return text("Goal for {team}!", team=team(event)), "goal"


def shootout_kick(event: Event) -> Told:
    if event["scored"]:
        return text("Shootout: {team} scores", team=team(event)), "goal"
    return text("Shootout: {team} misses", team=team(event)), "play"


def tell_time_out(event: Event) -> Told:
    """Tell a time-out whose consequence is a move played for the seat."""
    return text("{team} ran out of time: the game moves for them", team=team(event)), "note"


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
        "regulation": text("Full time: {team} wins", **words),
        "aggregate": text("Full time: {team} wins on aggregate", **words),
        "away_goals": text("Full time: {team} wins on away goals", **words),
        "extra_time": text("Full time: {team} wins after extra time", **words),
        "shootout": text("Full time: {team} wins the shootout", **words),
        "resignation": text("{team} wins: the opponent resigns", **words),
    }
    return (sentences | own)[result["how"]], "end"
