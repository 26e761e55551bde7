"""Phases of a match of Dom Jim: their names at the wire, and their numbers within."""

from typing import Final

NAMES: Final = ("turn", "ball", "triangle", "corner", "offside", "penalty", "shootout", "finished")
TURN, BALL, TRIANGLE, CORNER, OFFSIDE, PENALTY, SHOOTOUT, FINISHED = range(8)
