"""Phases of a match of six-a-side: their names at the wire, and their numbers within."""

from typing import Final

NAMES: Final = (
    "setup",
    "kickoff",
    "turn",
    "chain",
    "after_turn",
    "keeper",
    "kicker",
    "penalty",
    "shootout",
    "finished",
)
SETUP, KICKOFF, TURN, CHAIN, AFTER_TURN, KEEPER, KICKER, PENALTY, SHOOTOUT, FINISHED = range(10)
