"""Bracket progress: the entrants of each tie from the slots, the seeding and the ties decided so far.

Everything is a function of (structure, decisions). ``stand`` computes it from scratch; ``Progress`` keeps it while
decisions come in one by one and follows only what a decision changes. Both give the same answer for any order of the
decisions, corrections included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from league.formats import slots
from league.formats.knockout import BracketTie, Key
from league.formats.slots import Slot

Entry: TypeAlias = Sequence[str] | Callable[[Slot], str | None]
"""The entrants of a bracket: ids by seed, seed 1 first, or a function of the slot (``qualified``)."""

Outcome: TypeAlias = Literal["home", "away", "none"]
"""The side of a tie that went through; ``none``: neither did (a double walkover)."""

NOBODY = ""
"""Fills a slot that stays empty: a bye, or the winner of a tie that nobody played."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a tie: its sides (None: not known yet, ``NOBODY``: empty), and the one that went through."""

    home: str | None
    away: str | None
    winner: str | None
    loser: str | None

    @property
    def playable(self) -> bool:
        """Return whether both sides are known and the tie is undecided."""
        return bool(self.home) and bool(self.away) and self.winner is None


UNKNOWN = Standing(None, None, None, None)


def stand(ties: Sequence[BracketTie], seeding: Entry, decided: Mapping[Key, Outcome]) -> dict[Key, Standing]:
    """Compute every tie of a bracket with ``seeding``, after the ties in ``decided``."""
    known: dict[Key, Standing] = {}
    for tie in ties:
        known[tie.key] = _standing(tie, seeding, known, decided.get(tie.key))
    return known


class Progress:
    """A bracket in play."""

    def __init__(self, ties: Sequence[BracketTie], seeding: Entry) -> None:
        self._seeding = seeding
        self._ties = {tie.key: tie for tie in ties}
        self._decided: dict[Key, Outcome] = {}
        self._feeds: dict[Key, list[Key]] = {}
        for tie in ties:
            for slot in (tie.home, tie.away):
                key = slots.source(slot)
                if key is not None:
                    self._feeds.setdefault(key, []).append(tie.key)
        self.standings = stand(ties, seeding, {})

    def decide(self, key: Key, outcome: Outcome | None) -> set[Key]:
        """Set or withdraw (None) the outcome of tie ``key``; return the changed ties.

        Later decisions stay until changed.
        """
        if outcome is None:
            self._decided.pop(key, None)
        else:
            self._decided[key] = outcome
        changed: set[Key] = set()
        waiting = [key]
        while waiting:
            current = waiting.pop(0)
            now = _standing(self._ties[current], self._seeding, self.standings, self._decided.get(current))
            if now != self.standings[current]:
                self.standings[current] = now
                changed.add(current)
                waiting += self._feeds.get(current, ())
        return changed


def _standing(tie: BracketTie, seeding: Entry, known: Mapping[Key, Standing], outcome: Outcome | None) -> Standing:
    home, away = _side(tie.home, seeding, known), _side(tie.away, seeding, known)
    if tie.kind == "reset" and not _reset_due(tie, known):
        return Standing(NOBODY, NOBODY, NOBODY, NOBODY) if _decided(tie, known) else UNKNOWN
    if home is None or away is None:
        return Standing(home, away, None, None)
    if NOBODY in (home, away):
        return Standing(home, away, home or away, NOBODY)
    if outcome is None:
        return Standing(home, away, None, None)
    if outcome == "none":
        return Standing(home, away, NOBODY, NOBODY)
    return Standing(home, away, home, away) if outcome == "home" else Standing(home, away, away, home)


def _side(slot: Slot, seeding: Entry, known: Mapping[Key, Standing]) -> str | None:
    if slots.is_bye(slot):
        return NOBODY
    key = slots.source(slot)
    if key is None:
        return seeding(slot) if callable(seeding) else seeding[int(slot["seed"]) - 1]
    before = known[key]
    if "winner" in slot:
        return before.winner
    if slots.may_be_empty(slot) and before.loser is not None:
        return before.loser if before.loser == getattr(before, slot["side"]) else NOBODY
    return before.loser


def _decided(tie: BracketTie, known: Mapping[Key, Standing]) -> bool:
    key = slots.source(tie.home)
    return key is not None and known[key].winner is not None


def _reset_due(tie: BracketTie, known: Mapping[Key, Standing]) -> bool:
    """Return whether the final went to its away side, which had already lost once."""
    key = slots.source(tie.home)
    final = known[key] if key else UNKNOWN
    return bool(final.winner) and bool(final.home) and final.winner == final.away


def qualified(
    seeding: Sequence[Slot], orders: Mapping[str, Sequence[str] | None], thirds: Mapping[str, str] | None = None
) -> Callable[[Slot], str | None]:
    """Return the resolver of a knockout's slots after groups: None while the group is not decided.

    ``seeding``: the slot of each seed (``knockout_seeding``), empty if the bracket names groups itself. ``orders``:
    group -> ids from first to last, None while it is in play. ``thirds``: ``1B`` -> the group whose third has that
    slot (``thirds.allocation``), None or empty while that is open.
    """

    def entrant_of(slot: Slot) -> str | None:
        if "seed" in slot:
            return entrant_of(seeding[int(slot["seed"]) - 1])
        if "third" in slot:
            group = (thirds or {}).get(str(slot["third"]))
            return entrant_of(slots.rank(3, group)) if group else None
        order = orders.get(str(slot["group"]))
        return order[int(slot["rank"]) - 1] if order else None

    return entrant_of
