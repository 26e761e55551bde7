"""Bugs of competitions, planted in a test alone: the machine of ``tests/league/machine`` must find each.

To plant another: a function that patches the product, and its line in ``PLANTED``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import pytest

from league.competitions.derivation import derive, effects, pairing, slots, tables
from league.formats.slots import source

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def a_preview_forgets_later_rounds(patch: pytest.MonkeyPatch) -> None:
    """Only the first tie that turns is told; what follows from it is not."""
    whole = effects._ties
    patch.setattr(effects, "_ties", lambda before, after: whole(before, after)[:1])


def a_slot_is_filled_twice(patch: pytest.MonkeyPatch) -> None:
    """The winner of a tie stands in the slots of its loser too."""
    whole = slots.Slots.entrant_of

    def entrant_of(self, slot):
        side = whole(self, slot)
        if side is None or "loser" not in slot:
            return side
        return self.ties[source(slot)].winner or side

    patch.setattr(slots.Slots, "entrant_of", entrant_of)


def a_deduction_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Of several deductions from one entrant a recomputation keeps the last."""
    whole = tables.adjustments_of

    def adjustments_of(log, entrants):
        return list({entry.entrant: entry for entry in whole(log, entrants)}.values())

    patch.setattr(tables, "adjustments_of", adjustments_of)


def a_withdrawal_leaves_a_fixture_open(patch: pytest.MonkeyPatch) -> None:
    """Who leaves while at home is expected to play on."""
    whole = derive._left_first

    def left_first(home, away, log):
        seat = whole(home, away, log)
        return None if seat == "home" else seat

    patch.setattr(derive, "_left_first", left_first)


def a_bye_counts_twice(patch: pytest.MonkeyPatch) -> None:
    whole = tables.bye_points
    patch.setattr(tables, "bye_points", lambda points, kind, allotted: 2 * whole(points, kind, allotted))


def a_pairing_forgets_the_round_before(patch: pytest.MonkeyPatch) -> None:
    """Those who have just played each other may meet again in the next Swiss round."""
    whole = pairing._games

    def games(snapshot, derived, earlier, late):
        paired = [round.number for round in pairing._part(snapshot, earlier).rounds if snapshot.ties[round.id]]
        return [] if earlier.number == paired[-1] else whole(snapshot, derived, earlier, late)

    patch.setattr(pairing, "_games", games)


PLANTED: Final[Mapping[str, Plant]] = {
    plant.__name__: plant
    for plant in (
        a_preview_forgets_later_rounds,
        a_slot_is_filled_twice,
        a_deduction_is_forgotten,
        a_withdrawal_leaves_a_fixture_open,
        a_bye_counts_twice,
        a_pairing_forgets_the_round_before,
    )
}
