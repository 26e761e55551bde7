"""Undoing of a decision in casual play: which position stands again, and whether it may.

Nothing is deleted: the log keeps the moves and gets a row of the kind ``ruling`` with the position that stands again
(``wire``), its version (``to``) and the number of its rolls (``rolls``). The next roll has the number that it had, so
the same die shows the same face: nobody undoes a move to get another roll. Moves that are undone count nowhere
(``matches.log.standing``).
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engines
from engines.core.dice import ScriptedDice
from engines.core.game import Game
from engines.core.seats import SEATS, Wire
from engines.core.seats import Seat as SeatName
from matches.errors import MatchError
from matches.log import rows_of, standing
from matches.models import Match, MatchEvent

CASUAL = ("casual", "challenge", "rematch")
"""Openers (the first part of ``Match.origin``) whose matches are nobody's but the two sides'."""


class CannotUndo(MatchError):
    """The last decision stays; the sentence says why."""

    code = "cannot_undo"
    status = 409


@dataclass(frozen=True, slots=True)
class Undoing:
    """The position before a decision, and what happened since."""

    to: int
    """The version that stands again."""
    wire: Wire
    rolls: int
    """Rolls up to it."""
    rolled: bool
    """Dice fell since."""

    def payload(self, version: int) -> dict[str, Any]:
        """Return the payload of the command that undoes it while the match is at ``version``."""
        return {"v": version, "to": self.to, "rolls": self.rolls, "wire": self.wire}


def casual(match: Match) -> bool:
    """Return whether ``match`` counts for nobody but its two sides."""
    return not match.rated and match.for_two and match.origin.partition(":")[0] in CASUAL


def undoing(match: Match, seat: SeatName) -> Undoing:
    """Return what undoing the last decision of ``seat`` does. Raises CannotUndo.

    Moves that were sent as one are undone as one, and with them whatever the other side did since.
    """
    game: Game[Any] = engines.get(match.game)
    if not casual(match):
        raise CannotUndo(_("You can only undo moves in a friendly."))
    if not game.plays(match.rules_version):
        raise CannotUndo(_("This match used older rules: its moves stay."))
    rows = rows_of(match)
    first = _first(rows, seat)
    if any(row.kind == "move" and not row.seat for row in rows if row.seq >= first.seq):
        raise CannotUndo(_("The clock decided since: that move stays."))
    options = game.options_under(match.rules_version, match.options)
    state, _events = game.new(options, match.terms, ScriptedDice(match.opening.get("rolls", [])))
    rolls = len(match.opening.get("rolls", []))
    before: tuple[Any, int] | None = None
    for row in rows:
        if row.seq >= first.seq:
            before = before or (state, rolls)
            if any(game.view(state, side) != game.view(state, None) for side in SEATS):
                raise CannotUndo(_("A side chose in secret since, and now it is known: that move stays."))
        if row.kind == "move":
            moved: Any = row.seat or None  # home, away, or a host move
            state, _events = game.apply(state, moved, row.move, ScriptedDice(row.rolls))
            rolls += len(row.rolls)
        elif "wire" in row.move:
            state, rolls = game.from_wire(row.move["wire"]), row.move.get("rolls", rolls)
    assert before is not None, "the row that is undone is in the log"
    since = [row for row in standing(rows) if row.seq >= first.seq]
    wire = game.stored_under(match.rules_version, before[0])
    return Undoing(first.seq - 1, wire, before[1], any(row.rolls for row in since))


def _first(rows: list[MatchEvent], seat: SeatName) -> MatchEvent:
    """Return the first row of the last decision of ``seat`` that stands. Raises CannotUndo."""
    own = [row for row in standing(rows) if row.kind == "move" and row.seat == seat]
    if not own:
        raise CannotUndo(_("You have made no move yet."))
    return next(row for row in own if row.client_id == own[-1].client_id)
