"""Moves in a few signs, for the list of moves beside the commentary's sentences: "7 D8–E9", "ball E9–E12", "corner"."""

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


def _shot(event: Event, mark: Mark) -> Text | None:
    return text("shot {cell}", cell=event["at"]) if "at" in event else text("shot")


def _card(words: Text) -> Callable[[Event, Mark], Text | None]:
    def write(event: Event, mark: Mark) -> Text | None:
        piece = event.get("piece")
        return text("{card}, {piece}", card=words, piece=mark(piece)) if piece else words

    return write


def _kick(event: Event, mark: Mark) -> Text | None:
    return text("kick scored") if event["scored"] else text("kick missed")


def _signs(words: Text, *pieces: str, **values: str) -> Callable[[Event, Mark], Text | None]:
    """Return the writer of ``words``; ``values`` are keys of the event. ``pieces`` are written by their marks."""

    def write(event: Event, mark: Mark) -> Text:
        return [words[0], {name: mark(event[key]) if name in pieces else event[key] for name, key in values.items()}]

    return write


_TAKEN: Final = _signs(text("ball to {piece}, {cell}"), "piece", piece="piece", cell="at")
_WRITTEN: Final[dict[str, Callable[[Event, Mark], Text | None]]] = {
    "move": _move,
    "ball": _ball,
    "kick": _ball,
    "pass": _pass,
    "target": _target,
    "control": _signs(text("{value} against {ball_die}"), value="value", ball_die="ball_die"),
    "movement": _signs(text("up to {n} move"), n="players"),
    "dribble": _signs(text("{piece} dribbles {cell}"), "piece", piece="piece", cell="to"),
    "capture": _TAKEN,
    "pickup": _TAKEN,
    "tackle": _signs(
        text("{winner} beats {loser}, {cell}"), "winner", "loser", winner="winner", loser="loser", cell="at"
    ),
    "defence": _signs(text("tackle {cell}"), cell="at"),
    "shot": _shot,
    "substitution": _signs(text("{coming} for {going}"), "coming", "going", coming="in", going="out"),
    "yellow": _card(text("yellow card")),
    "red": _card(text("red card")),
    "shootout_kick": _kick,
    "goal": _signs(text("goal")),
    "penalty": _signs(text("penalty")),
    "penalty_awarded": _signs(text("penalty")),
    "corner": _signs(text("corner")),
    "goal_kick": _signs(text("goal kick")),
    "free_kick": _signs(text("free kick")),
    "throw_in": _signs(text("throw-in")),
    "foul": _signs(text("foul")),
    "offside": _signs(text("offside")),
    "keeper": _signs(text("keeper")),
    "keeper_throw": _signs(text("keeper’s throw")),
    "star_played": _signs(text("star die")),
    "kick_off": _signs(text("kick-off")),
    "time_up": _signs(text("time")),
    "period_end": _signs(text("whistle")),
    "full_time": _signs(text("full time")),
}
"""Shared by all games, as they share the names of events."""
