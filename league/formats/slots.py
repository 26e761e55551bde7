"""Where the side of a tie comes from, before anybody knows who it is.

A slot is plain JSON, one key that says what it is: ``{"seed": 3}`` the entrant drawn third; ``{"winner": 2, "round":
1}`` and ``{"loser": ...}`` whoever won or lost tie 2 of round 1 of the same stage (with ``"part"`` where a bracket
has parts, ``winners``, ``losers``, ``final``, ``plate``; with ``"side": "home"`` only if that side lost, else nobody);
``{"bye": true}`` nobody; ``{"house": true}`` the player of the house
in a bye's place; ``{"rank": 2, "group": "A"}`` whoever finishes second in group A (with ``"level": k`` only if places
k and k + 1 are level on points); ``{"third": "1B"}`` the one of the best thirds that the allocation puts against the
winner of group B. A slot never names a person, so that a corrected result changes who stands in it and nothing else.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Slot: TypeAlias = dict[str, Any]  # JSON of one of the shapes above

BYE: Slot = {"bye": True}
HOUSE: Slot = {"house": True}


def seed(number: int) -> Slot:
    """The entrant at place ``number`` of the draw, from 1."""
    return {"seed": number}


def winner(number: int, round: int, part: str = "") -> Slot:
    """Whoever won tie ``number`` of round ``round`` (both from 1) of ``part``."""
    return {"winner": number, "round": round} | ({"part": part} if part else {})


def loser(number: int, round: int, part: str = "") -> Slot:
    """Whoever lost tie ``number`` of round ``round`` (both from 1) of ``part``."""
    return {"loser": number, "round": round} | ({"part": part} if part else {})


def loser_at(number: int, round: int, side: str) -> Slot:
    """Make the slot of the loser of tie ``number`` of round ``round`` if that was its ``side``, else of nobody."""
    return {**loser(number, round), "side": side}


def rank(place: int, group: str) -> Slot:
    """Whoever finishes at ``place`` (from 1) of ``group``."""
    return {"rank": place, "group": group}


def level(place: int, after: int, group: str) -> Slot:
    """Whoever is at ``place`` of ``group`` by the criteria, if places ``after`` and ``after`` + 1 are level on points:
    the sides of a play-off at that boundary.
    """
    return {"rank": place, "group": group, "level": after}


def third(place: str) -> Slot:
    """The one of the best thirds that the allocation of thirds puts at ``place`` (``1B``: against group B's winner)."""
    return {"third": place}


def source(slot: Slot) -> tuple[str, int, int] | None:
    """The tie that fills the slot, as ``(part, round, number)``, or None if no tie does."""
    number = slot.get("winner", slot.get("loser"))
    return None if number is None else (slot.get("part", ""), slot["round"], number)


def may_be_empty(slot: Slot) -> bool:
    """Return whether it depends on a result if anybody ever stands in this slot."""
    return "side" in slot


def is_house(slot: Slot) -> bool:
    """Whether the player of the house stands in this slot, who scores for nobody."""
    return bool(slot.get("house"))


def is_bye(slot: Slot) -> bool:
    """Whether nobody ever stands in this slot."""
    return bool(slot.get("bye"))
