"""Phases of a match of Super Goal!: their names at the wire, and their numbers within."""

from typing import Final

NAMES: Final = (
    "attack",
    "react",
    "direction",
    "intervene",
    "keeper_throw",
    "penalty",
    "shootout",
    "finished",
)
ATTACK, REACT, DIRECTION, INTERVENE, KEEPER_THROW, PENALTY, SHOOTOUT, FINISHED = range(8)
