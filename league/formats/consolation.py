"""Further matches for losers of a knockout: play-offs for every place, or a second cup, the plate.

Both are ties with slots that are added to a ``Bracket``; nothing else needs to know more than slots.

Places: the losers of a round with n losers play a knockout of their own for the n places below, and so do its losers,
until every place has one owner. Everybody plays once a round, so these ties are in the rounds of the bracket itself,
numbered after its own. If a number is no power of two, those without an opponent advance without a tie.

Plate: losers of their first match play on in part ``plate``. An entrant with a bye in round one plays its first match
in round two, and comes in if it loses that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.formats import slots
from league.formats.knockout import Bracket, BracketTie, order, size
from league.formats.slots import Slot

PLATE: Final = "plate"


def unchanged(bracket: Bracket) -> Bracket:
    """Leave ``bracket`` as it is: losers are out."""
    return bracket


# ── every place ──
@dataclass
class _Rounds:
    """The rounds of a bracket while ties for places are added to them."""

    rounds: list[list[BracketTie]]

    def add(self, round: int, kind: str, home: Slot, away: Slot) -> BracketTie:
        ties = self.rounds[round - 1]
        ties.append(BracketTie(round, len(ties) + 1, home, away, kind))
        return ties[-1]


def with_places(bracket: Bracket) -> Bracket:
    """Add a tie for every place from third down to ``bracket``; its ``kind`` names the places: ``5-8``.

    The match for third place is the bracket's own (``knockout.bracket``, ``third_place``). Two who have met do not
    meet again: one of them won that tie and the other lost it, and their places are apart from then on.
    """
    rounds = _Rounds([list(ties) for ties in bracket.rounds])
    for ties in reversed(bracket.rounds[:-2]):
        losers = [slots.loser(tie.number, tie.round) for tie in ties if not tie.bye]
        _share_out(rounds, losers, len(ties) + 1, ties[0].round + 1)
    return replace(bracket, rounds=tuple(tuple(ties) for ties in rounds.rounds))


def _share_out(rounds: _Rounds, entering: Sequence[Slot], first: int, round: int) -> None:
    """Add the ties in which ``entering`` play for the places from ``first`` on, beginning in ``round``."""
    if len(entering) < 2:
        return
    kind = f"{first}-{first + len(entering) - 1}"
    winners, losers = [], []
    for home, away in pairs(entering):
        if slots.is_bye(away):
            winners.append(home)
        else:
            tie = rounds.add(round, kind, home, away)
            winners.append(slots.winner(tie.number, round))
            losers.append(slots.loser(tie.number, round))
    _share_out(rounds, winners, first, round + 1)
    _share_out(rounds, losers, first + len(winners), round + 1)


def pairs(entering: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    """Pair the first round of two or more ``entering`` from top to bottom; byes are away and never meet."""
    coming = iter(entering)
    leaves = [next(coming) if seed <= len(entering) else slots.BYE for seed in order(size(len(entering)))]
    return list(zip(leaves[::2], leaves[1::2], strict=True))


def is_for_places(kind: str) -> bool:
    """Return whether a tie of ``kind`` was added by ``with_places``."""
    return "-" in kind


def range_of(kind: str) -> tuple[int, int] | None:
    """Return the first and the last place at stake in a tie of ``kind``; None if it is no tie for places."""
    if kind == "third_place":
        return 3, 4
    first, _dash, last = kind.partition("-")
    return (int(first), int(last)) if is_for_places(kind) else None


def loser_from(first: int, last: int) -> int:
    """Return the best place that the loser of a tie for the places ``first`` to ``last`` can still have."""
    return first + size(last - first + 1) // 2


# ── the plate ──
def with_plate(bracket: Bracket) -> Bracket:
    """Add the plate of ``bracket`` as ``plate``, a knockout of the losers of their first match."""
    entering = _first_losers(bracket)
    rounds: list[tuple[BracketTie, ...]] = []
    while len(entering) > 1:
        number, through = len(rounds) + 1, []
        ties: list[BracketTie] = []
        for home, away in pairs(entering):
            if slots.is_bye(away):
                through.append(home)
                continue
            ties.append(BracketTie(number, len(ties) + 1, home, away, "", PLATE))
            through.append(slots.winner(len(ties), number, PLATE))
        rounds.append(tuple(ties))
        entering = through
    return replace(bracket, plate=tuple(rounds))


def _first_losers(bracket: Bracket) -> list[Slot]:
    """Return the slots of first-match losers, by their place in the bracket."""
    losers: list[Slot] = []
    first = bracket.rounds[0]
    for upper, lower in zip(first[::2], first[1::2], strict=False):
        losers += [slots.loser(tie.number, 1) for tie in (upper, lower) if not tie.bye]
        meeting = (upper.number + 1) // 2
        if upper.bye and lower.bye:
            losers.append(slots.loser(meeting, 2))
        elif upper.bye or lower.bye:
            losers.append(slots.loser_at(meeting, 2, "home" if upper.bye else "away"))
    return losers


def plate_after(bracket: Bracket) -> list[int]:
    """Return the round of the bracket after which each round of its plate can be played."""
    wait: list[int] = []
    for ties in bracket.plate:
        sources = [slots.source(slot) for tie in ties for slot in (tie.home, tie.away)]
        waits = [wait[key[1] - 1] if key[0] == PLATE else key[1] for key in sources if key is not None]
        wait.append(max([*waits, wait[-1] + 1 if wait else 1]))
    return wait


def steps(bracket: Bracket) -> list[tuple[str, int]]:
    """Return part and number of each round in the order of play, each plate round as early as possible."""
    after = plate_after(bracket)
    order_of_play: list[tuple[str, int]] = []
    for step in range(1, max([len(bracket.rounds), *after]) + 1):
        order_of_play += [("", step)] if step <= len(bracket.rounds) else []
        order_of_play += [(PLATE, at) for at, wait in enumerate(after, start=1) if wait == step]
    return order_of_play


ADDED: Final[dict[str, Callable[[Bracket], Bracket]]] = {
    "none": unchanged,
    "plate": with_plate,
    "places": with_places,
}
"""Additions to a bracket for losers, by the ``consolation`` of its stage."""
