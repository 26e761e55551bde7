"""Short finals for ranked entrants: the stepladder and the page play-off.

Stepladder: the last two meet, the winner meets the next above, and so on; seed 1 waits in the final.

Page play-off, for four: seed 1 meets seed 2 and seed 3 meets seed 4; the winner of the first is in the final, its
loser meets the winner of the second for the other place in it.

In both the loser of each round is out at the next place, so nobody needs a match for third place.
"""

from league.formats import slots
from league.formats.knockout import Bracket, BracketTie

PAGE_SIZE = 4


def stepladder(entrants: int) -> Bracket:
    """Build the stepladder of ``entrants`` seeds, the higher seed at home. Raises ValueError below two."""
    if entrants < 2:
        raise ValueError(f"a stepladder needs two entrants or more, not {entrants}")
    rounds = []
    for step in range(1, entrants):
        away = slots.winner(1, step - 1) if step > 1 else slots.seed(entrants)
        kind = "final" if step == entrants - 1 else ""
        rounds.append((BracketTie(step, 1, slots.seed(entrants - step), away, kind),))
    return Bracket(entrants, entrants, tuple(rounds))


def page_playoff(entrants: int = PAGE_SIZE) -> Bracket:
    """Build the page play-off. Raises ValueError unless there are four ``entrants``."""
    if entrants != PAGE_SIZE:
        raise ValueError(f"a page play-off is for four entrants, not {entrants}")
    first = (
        BracketTie(1, 1, slots.seed(1), slots.seed(2)),
        BracketTie(1, 2, slots.seed(3), slots.seed(4)),
    )
    second = BracketTie(2, 1, slots.loser(1, 1), slots.winner(2, 1))
    final = BracketTie(3, 1, slots.winner(1, 1), slots.winner(1, 2), "final")
    return Bracket(entrants, PAGE_SIZE, (first, (second,), (final,)))
