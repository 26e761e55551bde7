"""Printed faces of Super Goal!'s dice, and how many of them are good in a position.

Counted from the tables of faces and the paths on the board, as the rules read them (SG-3.1, SG-3.2, SG-5).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from engines.core.drawing import Die, PrintedDie
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.super_goal.board import CODE, EAST, NORTH, SIDE, SOUTH, STAYS, STRAIGHT, WEST, path
from engines.super_goal.commentary import printed
from engines.super_goal.faces import ARROWS, DEFENCE, DICE, KEEPER, PENALTY, SHOT
from engines.super_goal.words import DIE

FACES: Final = range(1, 7)
NAMES: Final[dict[str, Text]] = {
    **DIE,
    "shot": text("shot die"),
    "defence": text("defence die"),
    "keeper": text("keeper die"),
    "penalty": text("penalty die"),
    "star": text("star die"),
}

_DIE: Final = {"shoot": "shot", "penalty": "penalty", "defender": "defence", "keeper": "keeper"}
"""The die that a move rolls, where the move has no choice of it."""


@cache
def dice() -> dict[str, PrintedDie]:
    """Return each die with its six printed faces."""
    return {name: {"name": words, "faces": [_face(name, value) for value in FACES]} for name, words in NAMES.items()}


def _face(name: str, value: int) -> Die:
    return printed({"type": "roll", "for": name, "sides": len(FACES), "value": value, "seat": None})


def die_of(move: Mapping[str, Any]) -> str | None:
    """Return the name of the die that ``move`` rolls, if it rolls one."""
    return move["die"] if move["type"] == "roll" else _DIE.get(move["type"])


def odds(view: Wire, seat: Seat, move: Mapping[str, Any]) -> Text | None:
    """Return how many faces of the die of ``move`` are good for ``seat``; None if it rolls none."""
    kind = move["type"]
    if kind == "roll":
        carried, fought = arrows(SIDE[seat], CODE[view["ball"]], move)
        if fought:
            return text("Keeps the ball: {n} in {of}, tackled: {m} in {of}", n=carried, m=fought, of=len(FACES))
        return text("Keeps the ball: {n} in {of}", n=carried, of=len(FACES))
    if kind == "shoot":
        return text("On target: {n} in {of}", n=count(SHOT, "on_target", "unstoppable"), of=len(FACES))
    if kind == "penalty":
        return text("Scores: {n} in {of}", n=count(PENALTY, "scored"), of=len(FACES))
    if kind == "defender":
        return text("Stops them: {n} in {of}", n=count(DEFENCE, "steal", "clear"), of=len(FACES))
    if kind == "keeper":
        return text("Keeps it out: {n} in {of}", n=len(FACES) - count(KEEPER, "goal"), of=len(FACES))
    return None


def arrows(side: int, ball: int, move: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many faces of an arrow die keep the ball on the pitch and in possession, and how many bring a tackle.

    Of a sideways or diagonal arrow the attack takes the better side.
    """
    carried = fought = 0
    for symbol, cells in landings(side, ball, move):
        if symbol == "X" or not cells:
            continue
        if symbol == "?":
            fought += 1
        else:
            carried += 1
    return carried, fought


def landings(side: int, ball: int, move: Mapping[str, Any]) -> Iterator[tuple[str | None, list[int]]]:
    """Yield each face of an arrow die: its symbol, and the cells of the pitch where the ball may stop."""
    for direction, n, symbol in ARROWS[DICE.index(move["die"])][1:]:
        ways: Sequence[int] = (SOUTH, NORTH) if move["turn"] else (WEST, EAST)
        if direction in ("forward", "backward"):
            ways = (STRAIGHT,)
        far = n * 2 if move["double"] else n
        ends = [path(side, ball, direction, far, move["turn"], way) for way in ways]
        yield symbol, [cell for end, cell in ends if end == STAYS]


def count(faces: Sequence[str], *good: str) -> int:
    return sum(face in good for face in faces[1:])
