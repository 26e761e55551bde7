"""Moves in a few signs, for the list of moves beside the commentary's sentences: "7 D8–E9", "ball E9–E12", "corner"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engines.core.seats import Event
from engines.core.text import Text, text

Mark = Callable[[str], str]
"""The sign of a piece on the board, by its name: "home.p7" is 7."""


def plain_mark(piece: str) -> str:
    kind = piece.partition(".")[2].upper()
    return kind.removeprefix("P") or kind


def short(event: Event, mark: Mark = plain_mark) -> Text | None:
    """Write ``event`` in a few signs; None if its sentence has nothing for the list of moves."""
    write = _WRITTEN.get(event["type"])
    return write(event, mark) if write else None


def _path(start: str | None, end: str | None) -> str:
    return "–".join(str(cell) for cell in (start, end) if cell is not None)


def _move(event: Event, mark: Mark) -> Text | None:
    return text("{piece} {path}", piece=mark(event["piece"]), path=_path(event["from"], event["to"]))


def _ball(event: Event, mark: Mark) -> Text | None:
    return text("ball {path}", path=_path(event["from"], event["to"]))


def _pass(event: Event, mark: Mark) -> Text | None:
    if "long" in event:  # from hand to hand in six-a-side; where the pieces are is in no other sign
        return text("ball {path}", path=_path(mark(event["from"]), mark(event["to"])))
    if "die" not in event:  # the ball and who took it have signs of their own
        return None
    if event["to"] is None:
        return text("ball {cell}, out", cell=event["from"])
    path = _path(event["from"], event["to"])
    return text("ball {path}", path=path) if event["completed"] else text("ball {path}, lost", path=path)


def _target(event: Event, mark: Mark) -> Text | None:
    start, end = event["from"], event["zone"]
    return text("ball {path}", path=end if start == end else _path(start, end))


def _control(event: Event, mark: Mark) -> Text | None:
    return text("{value} against {ball_die}", value=event["value"], ball_die=event["ball_die"])


def _movement(event: Event, mark: Mark) -> Text | None:
    return text("up to {n} move", n=event["players"])


def _dribble(event: Event, mark: Mark) -> Text | None:
    return text("{piece} dribbles {cell}", piece=mark(event["piece"]), cell=event["to"])


def _taken(event: Event, mark: Mark) -> Text | None:
    return text("ball to {piece}, {cell}", piece=mark(event["piece"]), cell=event["at"])


def _tackle(event: Event, mark: Mark) -> Text | None:
    words = {"winner": mark(event["winner"]), "loser": mark(event["loser"]), "cell": event["at"]}
    return text("{winner} beats {loser}, {cell}", **words)


def _defence(event: Event, mark: Mark) -> Text | None:
    return text("tackle {cell}", cell=event["at"])


def _shot(event: Event, mark: Mark) -> Text | None:
    return text("shot {cell}", cell=event["at"]) if "at" in event else text("shot")


def _substitution(event: Event, mark: Mark) -> Text | None:
    return text("{coming} for {going}", coming=mark(event["in"]), going=mark(event["out"]))


def _card(words: Text) -> Callable[[Event, Mark], Text | None]:
    def write(event: Event, mark: Mark) -> Text | None:
        piece = event.get("piece")
        return text("{card}, {piece}", card=words, piece=mark(piece)) if piece else words

    return write


def _kick(event: Event, mark: Mark) -> Text | None:
    return text("kick scored") if event["scored"] else text("kick missed")


def _plain(words: Text) -> Callable[[Event, Mark], Text | None]:
    return lambda _event, _mark: words


_WRITTEN: Final[dict[str, Callable[[Event, Mark], Text | None]]] = {
    "move": _move,
    "ball": _ball,
    "kick": _ball,
    "pass": _pass,
    "target": _target,
    "control": _control,
    "movement": _movement,
    "dribble": _dribble,
    "capture": _taken,
    "pickup": _taken,
    "tackle": _tackle,
    "defence": _defence,
    "shot": _shot,
    "substitution": _substitution,
    "yellow": _card(text("yellow card")),
    "red": _card(text("red card")),
    "shootout_kick": _kick,
    "goal": _plain(text("goal")),
    "penalty": _plain(text("penalty")),
    "penalty_awarded": _plain(text("penalty")),
    "corner": _plain(text("corner")),
    "goal_kick": _plain(text("goal kick")),
    "free_kick": _plain(text("free kick")),
    "throw_in": _plain(text("throw-in")),
    "foul": _plain(text("foul")),
    "offside": _plain(text("offside")),
    "keeper": _plain(text("keeper")),
    "keeper_throw": _plain(text("keeper’s throw")),
    "star_played": _plain(text("star die")),
    "kick_off": _plain(text("kick-off")),
    "time_up": _plain(text("time")),
    "period_end": _plain(text("whistle")),
    "full_time": _plain(text("full time")),
}
"""Shared by all games, as they share the names of events."""
