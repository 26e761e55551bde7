"""Highlights of a match for its report: a goal, a card or a missed penalty, with where, by which die and after what.

A game tells the last of the events that it is given and may read all before it, back to the kick-off before it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from engines.core.drawing import Line
from engines.core.seats import Event, Seat
from engines.core.text import Text, text

RESTARTS: Final[dict[str, Text]] = {
    "corner": text("after a corner of {player}"),
    "free_kick": text("after a free kick of {player}"),
    "throw_in": text("after a throw-in of {player}"),
}


Kind: TypeAlias = Literal["goal", "yellow", "red", "miss"]


class Highlight(NamedTuple):
    kind: Kind
    seat: Seat | None
    text: Text
    """The headline with player and place: "Goal: number 9 from D14"."""
    details: tuple[Text, ...] = ()
    """By which die and after what, as far as the events tell it."""


Telling: TypeAlias = Callable[[Sequence[Event]], Highlight | None]


def told(events: Sequence[Event], tellings: Mapping[str, Telling]) -> Highlight | None:
    """Return the highlight that the last of ``events`` is, None for any other event."""
    telling = tellings.get(events[-1]["type"])
    return telling(events) if telling else None


def highlight(events: Sequence[Event]) -> Highlight | None:
    """Tell a goal by its side alone: for a game that has no highlights of its own."""
    last = events[-1]
    if last["type"] != "goal":
        return None
    return goal_of_side(last["seat"])


def goal_of_side(seat: Seat) -> Highlight:
    return Highlight("goal", seat, text("Goal for {team}!", team=f"@{seat}"))


def goal_from(seat: Seat, cell: str | Text, *details: Text | None) -> Highlight:
    return Highlight("goal", seat, text("Goal from {cell}", cell=cell), _known(details))


def goal_of(seat: Seat, player: Text, cell: str | Text, *details: Text | None) -> Highlight:
    return Highlight("goal", seat, text("Goal: {player} from {cell}", player=player, cell=cell), _known(details))


def goal_from_the_spot(seat: Seat, player: Text | None, *details: Text | None) -> Highlight:
    """Tell a penalty scored; ``player`` is None in a game whose kickers have no name."""
    headline = text("Goal: a penalty") if player is None else text("Goal: {player}, a penalty", player=player)
    return Highlight("goal", seat, headline, _known(details))


def of_line(kind: Kind, line: Line, *details: Text | None) -> Highlight:
    """Make a highlight of the sentence that the commentary has for its event."""
    return Highlight(kind, line["seat"], line["text"], _known(details))


def missed(seat: Seat, headline: Text, *details: Text | None) -> Highlight:
    return Highlight("miss", seat, headline, _known(details))


def _known(details: Sequence[Text | None]) -> tuple[Text, ...]:
    return tuple(detail for detail in details if detail is not None)


# ── what came before ──
def latest(events: Sequence[Event], *kinds: str) -> Event | None:
    """Return the last of ``events`` that is of one of ``kinds``."""
    return next((event for event in reversed(events) if event["type"] in kinds), None)


def after_foul(events: Sequence[Event]) -> Text | None:
    """Tell the last foul of ``events`` by its place."""
    foul = latest(events, "foul")
    return None if foul is None else text("after a foul at {cell}", cell=foul["at"])


def way_to(scorer: str, events: Sequence[Event], player: Callable[[str], Text]) -> Text | None:
    """Tell how ``scorer`` came by the ball: by a team-mate's pass, a tackle or a ball of the other side.

    None if he has had it since the kick-off. ``player`` names a piece.
    """
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if event["type"] == "kick_off":
            return None
        if event["type"] == "tackle" and event["winner"] == scorer:
            return text("after taking the ball off {player} at {cell}", player=player(event["loser"]), cell=event["at"])
        if event["type"] == "ball" and event["by"] not in (None, scorer):
            return _passed(event, scorer, events[:number], player)
    return None


def _passed(ball: Event, scorer: str, events: Sequence[Event], player: Callable[[str], Text]) -> Text:
    passer = ball["by"]
    words = {"player": player(passer), "cell": ball["from"]}
    if passer[:4] != scorer[:4]:
        return text("after a ball lost by {player} at {cell}", **words)
    restart = latest(events, "ball", *RESTARTS)
    if restart is not None and restart["type"] in RESTARTS and restart.get("at", restart.get("to")) == ball["from"]:
        return [RESTARTS[restart["type"]][0], {"player": words["player"]}]
    return text("after a pass of {player} from {cell}", **words)
