"""What a rolled shot was worth when it was rolled: the chance of a goal by the game's dice. Pure; a function a game.

A chance is a whole number of 36ths, which every game's table gives without rounding, so that chances of many matches
add up exactly. Only a shot that one roll decides has one. Left out are Dom Jim's open play and six-a-side (a shot is
in, or there is none; a penalty is a guess between two people) and Super Goal!, where a shot is the beginning of a
sequence of answers that people choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engines.core.seats import Event, Seat

WHOLE: Final = 36
"""A certain goal."""
_HALF: Final = WHOLE // 2

Chance = tuple[Seat, int, bool]
"""Who shot, the chance in 36ths, and whether it was a goal."""


def chances(game: str, events: Sequence[Event]) -> Iterator[Chance]:
    """The shots among ``events`` (of one decision, in order) that a roll decided; none for a game without such."""
    reader = _READERS.get(game)
    if reader is not None:
        yield from reader(events)


def known(game: str) -> bool:
    """Whether ``game`` decides shots by a roll."""
    return game in _READERS


def _soccer_tactics(events: Sequence[Event]) -> Iterator[Chance]:
    # ST-7.7, ST-7.8: four faces of the spinner's eight score, three of the shooting die's six
    for event in events:
        if event["type"] == "shot":
            yield event["seat"], _HALF, event["outcome"] == "goal"


def _fuba(events: Sequence[Event]) -> Iterator[Chance]:
    aim = dive = ""
    for event in events:
        kind = event["type"]
        if kind == "shot":
            yield event["seat"], _fuba_shot(event), event["outcome"] == "goal"
        elif kind == "dive":
            dive = event["side"]
        elif kind == "aim":
            aim = event["side"]
        elif kind == "penalty":
            yield event["seat"], _fuba_penalty(aim, dive), event["outcome"] == "goal"


def _fuba_shot(event: Event) -> int:
    """FU-4.26, FU-4.27: die and modifiers beyond the ball die; a difficult shot needs two sixes."""
    if event["difficult"]:
        return 1
    needed = int(event["ball_die"]) - (int(event["value"]) - int(event["die"]))  # the die must show more than this
    return max(0, min(6, 6 - needed)) * 6


def _fuba_penalty(aim: str, dive: str) -> int:
    """FU-7.15: by where the kicker aimed and the keeper dived, from the sheet's table."""
    needed = {"left": (2, 2, 6), "centre": (1, 6, 1), "right": (6, 2, 2)}[aim]
    return (7 - needed[("left", "stay", "right").index(dive)]) * 6


def _dom_jim(events: Sequence[Event]) -> Iterator[Chance]:
    # DJ-12.3: of the twelve faces three are wide and three are the keeper's
    for event in events:
        if event["type"] == "penalty":
            yield event["seat"], _HALF, event["outcome"] == "goal"


_READERS: Final[dict[str, Callable[[Sequence[Event]], Iterator[Chance]]]] = {
    "soccer_tactics": _soccer_tactics,
    "fuba": _fuba,
    "dom_jim": _dom_jim,
}
