"""Hints on demand: the move of a bot of the level Club, where no person plays against another.

It sees what the seat sees, and the same question has the same answer: nobody asks until a better one comes.
"""

from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from engines.core.seats import SEATS, other
from engines.core.seats import Seat as SeatName
from matches.errors import MatchError
from matches.live.calling import call
from matches.live.running import hall
from matches.models import Match
from matches.verbs.undoing import casual

LEVEL: Final = "club"
ALONE: Final = (Match.Mode.PRACTICE, Match.Mode.GUIDED)


class NoHint(MatchError):
    """No hint in this match, or not now; the sentence says why."""

    code = "no_hint"
    status = 409


def allowed(match: Match, seats: tuple[SeatName, ...]) -> bool:
    """Return whether the holder of ``seats`` may ask: alone at the board, or in a friendly against a house bot."""
    if not seats or match.over:
        return False
    if match.mode in ALONE:
        return True
    sits = {seat.side: seat for seat in match.seats.all()}
    bots = all(sits[other(seat)].bot and not sits[other(seat)].robot for seat in seats)
    return bots and not any(sits[seat].controllers.all() for seat in seats) and casual(match)


def hint(match: Match, seats: tuple[SeatName, ...]) -> dict[str, Any]:
    """Return the move that a bot would make now: its version, label, piece and cell. Raises NoHint."""
    if not allowed(match, seats):
        raise NoHint(_("There are hints only against bots and on the practice board."))
    advice = call(_choose(match.id, seats))
    if advice is None:
        raise NoHint(_("It is not your turn."))
    return advice


async def _choose(match_id: UUID, seats: tuple[SeatName, ...]) -> dict[str, Any] | None:
    here = hall()
    runtime = here.runtime(match_id)
    async with runtime.lock:
        await runtime.ensure()
        game, state, version = runtime.game, runtime.state, runtime.row.version
        if runtime.row.status != "live" or state is None:
            return None
        seat = next((side for side in SEATS if side in seats and side in game.to_act(state)), None)
        if seat is None:
            return None
        view, legal = game.view(state, seat), list(game.legal(state, seat))
    move = await here.bots.choose(game.slug, LEVEL, view, seat, legal, seed=version)
    (choice,) = game.choices(view, seat, [move])
    return {"v": version, "label": choice["label"], "pick": choice.get("pick"), "to": choice.get("to")}
