"""Undoing of a decision in casual play: which position stands again, and whether it may.

Nothing is deleted: the log keeps the moves and gets a row of the kind ``ruling`` with the position that stands again
(``wire``), its version (``to``) and the number of its rolls (``rolls``). The next roll has the number that it had, so
the same die shows the same face: nobody undoes a move to get another roll. Moves that are undone count nowhere
(``matches.terms.undoing.standing``).
"""

from typing import Any

from django.utils.translation import gettext as _

import engines
from engines.core.game import Game
from engines.core.seats import Seat as SeatName
from matches.log import rows_of
from matches.models import Match
from matches.terms.undoing import CannotUndo, Undoing, undone

CASUAL = ("casual", "challenge", "rematch")
"""Openers (the first part of ``Match.origin``) whose matches are nobody's but the two sides'."""


def casual(match: Match) -> bool:
    """Return whether ``match`` counts for nobody but its two sides."""
    return not match.rated and match.for_two and match.origin.partition(":")[0] in CASUAL


def undoing(match: Match, seat: SeatName) -> Undoing:
    """Return what undoing the last decision of ``seat`` does. Raises CannotUndo."""
    game: Game[Any] = engines.get(match.game)
    if not casual(match):
        raise CannotUndo(_("You can only undo moves in a friendly."))
    if not game.plays(match.rules_version):
        raise CannotUndo(_("This match used older rules: its moves stay."))
    try:
        return undone(
            game,
            match.rules_version,
            (match.options, match.terms, match.opening.get("rolls", [])),
            rows_of(match),
            seat,
        )
    except CannotUndo as refused:
        raise CannotUndo(_(str(refused))) from None
