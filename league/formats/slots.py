"""Slots: the source of a tie's side before its entrant is known.

A slot is plain JSON with one key for its kind: ``{"seed": 3}`` the entrant drawn third; ``{"winner": 2, "round": 1}``
and ``{"loser": ...}`` the winner or loser of tie 2 of round 1 of the same stage (with ``"part"`` in brackets with
parts, ``winners``, ``losers``, ``final``, ``plate``; with ``"side": "home"`` only if that side lost, else nobody);
``{"bye": true}`` nobody; ``{"house": true}`` the house player in a bye's place; ``{"rank": 2, "group": "A"}`` the
second of group A (with ``"level": k`` only if places k and k + 1 are level on points); ``{"third": "1B"}`` the best
third allocated against the winner of group B. A slot never names a person, so a corrected result changes its occupant
and nothing else.
"""

from typing import Any, TypeAlias

Slot: TypeAlias = dict[str, Any]  # JSON of one of the shapes above

BYE: Slot = {"bye": True}
HOUSE: Slot = {"house": True}


def seed(number: int) -> Slot:
    """Return the slot of place ``number`` of the draw, from 1."""
    return {"seed": number}


def winner(number: int, round: int, part: str = "") -> Slot:
    """Return the slot of the winner of tie ``number`` of round ``round`` (both from 1) of ``part``."""
    return {"winner": number, "round": round} | ({"part": part} if part else {})


def loser(number: int, round: int, part: str = "") -> Slot:
    """Return the slot of the loser of tie ``number`` of round ``round`` (both from 1) of ``part``."""
    return {"loser": number, "round": round} | ({"part": part} if part else {})


def loser_at(number: int, round: int, side: str) -> Slot:
    """Return the slot of the loser of tie ``number`` of round ``round`` if that was its ``side``, else of nobody."""
    return {**loser(number, round), "side": side}


def rank(place: int, group: str) -> Slot:
    """Return the slot of ``place`` (from 1) of ``group``."""
    return {"rank": place, "group": group}


def level(place: int, after: int, group: str) -> Slot:
    """Return the slot of ``place`` by the criteria, a side of the play-off at the boundary after ``after``.

    It is filled only if places ``after`` and ``after`` + 1 are level on points.
    """
    return {"rank": place, "group": group, "level": after}


def third(place: str) -> Slot:
    """Return the slot of the best third allocated to ``place`` (``1B``: against group B's winner)."""
    return {"third": place}


def source(slot: Slot) -> tuple[str, int, int] | None:
    """Return the tie that fills the slot, as ``(part, round, number)``, or None if no tie does."""
    number = slot.get("winner", slot.get("loser"))
    return None if number is None else (slot.get("part", ""), slot["round"], number)


def may_be_empty(slot: Slot) -> bool:
    """Return whether a result decides if the slot is ever filled."""
    return "side" in slot


def is_house(slot: Slot) -> bool:
    """Return whether the slot is the house player's, who scores for nobody."""
    return bool(slot.get("house"))


def is_bye(slot: Slot) -> bool:
    """Return whether the slot is never filled."""
    return bool(slot.get("bye"))
