"""Scorers of a match at a real table, as the organiser types them: numbers or names of the pieces.

Optional. Each side has at most as many as goals: some may be forgotten, and own goals have none. Only a complete list
counts for awards (``league.seasons.derivation.awards``).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from engines.core.seats import SEATS
from engines.core.text import text
from league.sentences import translated
from matches.letters import clean

LONGEST: Final = 24
"""Characters of one."""
_BETWEEN: Final = re.compile(r"[,;\n]+")
Scorers = Mapping[str, Sequence[str]]  # seat -> a number or a name for each goal


def read(typed: str) -> list[str]:
    """Split ``9, 9, wing`` into a list."""
    return [" ".join(name.split()) for name in _BETWEEN.split(typed) if name.strip()]


def wrong_with(scorers: Scorers, goals: Mapping[str, int]) -> str:
    """Return the error in ``scorers`` for a score of ``goals``, as a sentence; empty if there is none."""
    if set(scorers) - set(SEATS):
        return _("Scorers are lists for home and away.")
    for seat in SEATS:
        names = scorers.get(seat, ())
        if len(names) > goals[seat]:
            values = {"scorers": len(names), "goals": goals[seat]}
            return _("You named %(scorers)d scorers for %(goals)d goals.") % values
        for name in names:
            if not 1 <= len(name) <= LONGEST or clean(name) != name:
                return _("A scorer is a number or a name of at most %(most)d characters.") % {"most": LONGEST}
    return ""


def are_all(scorers: Any, goals: tuple[int, int]) -> bool:  # the column of an entry: ``Scorers`` or nothing
    """Return whether every goal of both sides has its scorer."""
    return scorers is not None and tuple(len(scorers.get(seat, ())) for seat in SEATS) == goals


def name_of_scorer(scorer: str) -> str:
    """Return a scorer in the reader's words: "number 9", as the games call their pieces, or the typed name."""
    return translated(text("number {n}", n=scorer)) if scorer.isdecimal() else scorer


def words(scorers: Scorers) -> str:
    """Return both sides for a line of the log; empty without any names."""
    sides = [", ".join(scorers.get(seat, ())) for seat in SEATS]
    return " – ".join(side or "·" for side in sides) if any(sides) else ""
