"""Double elimination: two defeats and out; the losers' bracket delays second meetings of the same two.

Part ``winners`` is the knockout of the same size. Its losers drop into part ``losers``, which has two rounds for each
round of the winners but the first: one among those already there, one against those who drop. The order in which they
drop changes from round to round, so that two who met among the winners are far apart among the losers. Part
``final``: both winners meet; if the winner of the losers' bracket wins, both have lost once, and the reset decides. A
bye drops as a bye: it never takes an entrant's place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.formats import slots
from league.formats.knockout import BracketTie, bracket
from league.formats.slots import Slot

WINNERS, LOSERS, FINAL = "winners", "losers", "final"


@dataclass(frozen=True, slots=True)
class DoubleBracket:
    """Ties by part: ``winners[r - 1]`` and ``losers[r - 1]`` are round r; ``final`` the final and any reset."""

    entrants: int
    size: int
    winners: tuple[tuple[BracketTie, ...], ...]
    losers: tuple[tuple[BracketTie, ...], ...]
    final: tuple[BracketTie, ...]

    @property
    def matches(self) -> int:
        """Return the number of ties played, with the reset if there is one."""
        return sum(not tie.bye for tie in self.ties())

    def ties(self) -> list[BracketTie]:
        """Return every tie, each after those that fill its slots."""
        result = [tie for ties in self.winners for tie in ties]
        result += [tie for ties in self.losers for tie in ties]
        return result + list(self.final)


def double_bracket(entrants: int, reset: bool = True) -> DoubleBracket:
    """Build the double elimination of ``entrants`` seeds, with or without ``reset``. Raises ValueError below two.

    The reset's slots are the winner and the loser of the final; it is played only if the final went to the side that
    came from the losers (its away side).
    """
    single = bracket(entrants)
    upper = tuple(tuple(_winners_tie(tie) for tie in ties) for ties in single.rounds)
    lower = _losers(upper)
    last = len(upper)
    away = slots.winner(1, len(lower), LOSERS) if lower else slots.loser(1, 1, WINNERS)
    final = [BracketTie(1, 1, slots.winner(1, last, WINNERS), away, "final", FINAL)]
    if reset:
        final.append(BracketTie(2, 1, slots.winner(1, 1, FINAL), slots.loser(1, 1, FINAL), "reset", FINAL))
    return DoubleBracket(entrants, single.size, upper, lower, tuple(final))


def _winners_tie(tie: BracketTie) -> BracketTie:
    return replace(tie, part=WINNERS, kind="", home=_of_part(tie.home, WINNERS), away=_of_part(tie.away, WINNERS))


def _of_part(slot: Slot, part: str) -> Slot:
    return {**slot, "part": part} if "winner" in slot else slot


def _losers(upper: Sequence[Sequence[BracketTie]]) -> tuple[tuple[BracketTie, ...], ...]:
    rounds: list[tuple[BracketTie, ...]] = []
    standing = [_dropped(tie) for tie in upper[0]]
    for number, ties in enumerate(upper[1:], start=1):
        rounds.append(_round(len(rounds) + 1, standing[::2], standing[1::2]))
        dropping = _order([_dropped(tie) for tie in ties], number)
        rounds.append(_round(len(rounds) + 1, dropping, [_slot_from(tie) for tie in rounds[-1]]))
        standing = [_slot_from(tie) for tie in rounds[-1]]
    return tuple(rounds)


def _round(number: int, home: Sequence[Slot], away: Sequence[Slot]) -> tuple[BracketTie, ...]:
    """Build a round of losers' ties; a bye is always away, so that an unopposed entrant has the home slot."""
    sides = [(b, a) if slots.is_bye(a) else (a, b) for a, b in zip(home, away, strict=True)]
    return tuple(BracketTie(number, place, a, b, "", LOSERS) for place, (a, b) in enumerate(sides, start=1))


def _dropped(tie: BracketTie) -> Slot:
    return slots.BYE if tie.bye else slots.loser(tie.number, tie.round, tie.part)


def _slot_from(tie: BracketTie) -> Slot:
    """Return the slot that comes out of a losers' tie: nobody, if two byes met in it."""
    return slots.BYE if slots.is_bye(tie.home) else slots.winner(tie.number, tie.round, tie.part)


def _order(dropping: list[Slot], number: int) -> list[Slot]:
    """Order the drop of the ``number``-th round: each place is exchanged with the one that differs by a mask.

    The mask is ``number`` with its bits reversed, the lowest becoming the highest: two consecutive drops go to
    different halves of the bracket, those two apart to different quarters, those four apart to different eighths.
    """
    width = len(dropping).bit_length() - 1
    mask = sum(1 << (width - 1 - bit) for bit in range(width) if number >> bit & 1)
    return [dropping[place ^ mask] for place in range(len(dropping))]
