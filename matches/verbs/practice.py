"""The practice board: one person moves both sides, takes back and sets up. It counts nowhere.

Take-backs and set-ups are rows of the log like everything else: a row of the kind ``ruling`` with the whole position it
leads to (``wire``), so that the log stays gapless, a replay needs nothing but the log, and a second process loads it
anew.
"""

from typing import Any
from uuid import UUID, uuid4

import engines
from engines.core.dice import ScriptedDice
from engines.core.errors import EngineError
from engines.core.game import Game
from matches.errors import MatchError, NotSeated
from matches.live.commits import commit
from matches.live.deciding import ruled
from matches.live.outcomes import Outcome
from matches.live.running import hall
from matches.live.runtime import Runtime
from matches.models import Match
from matches.store import database
from matches.store.rows import LogRow

LINE_LIMIT = 2000


class PracticeRefused(MatchError):
    """Not a practice board, nothing to take back, or no such position."""

    code = "practice"
    status = 422


async def take_back(*, match_id: UUID, user: str) -> Outcome:
    """Undo the last decision on the board. Raises NotSeated, PracticeRefused, UnknownMatch."""
    runtime = hall().runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        _must_practise(runtime, user)
        async with runtime.hall.connection() as link:
            log = await database.log_between(link, match_id, 0, runtime.row.version)
        states = _states(runtime, log)
        if len(states) < 2:
            raise PracticeRefused("There is no move to take back.")
        return await _lay(runtime, "take_back", states[-2], {})


async def set_up(*, match_id: UUID, user: str, line: str) -> Outcome:
    """Put the position of ``line`` (the game's one-line form) on the board. Raises as ``take_back``."""
    runtime = hall().runtime(match_id)
    async with runtime.lock:
        await runtime.catch_up()
        _must_practise(runtime, user)
        if not line.strip() or len(line) > LINE_LIMIT:
            raise PracticeRefused(f"A position is one line of 1 to {LINE_LIMIT} letters.")
        try:
            state = runtime.game.from_position(line.strip())
        except EngineError as error:
            raise PracticeRefused(f"This is no position: {error}") from error
        if runtime.game.result(state) is not None:
            raise PracticeRefused("In this position the match is over: there is nothing to try.")
        return await _lay(runtime, "position", state, {"line": line.strip()})


def position_of(match: Match) -> str:
    """Return the position on the board as one line, for the page; "" before the kick-off."""
    if match.snapshot is None or match.mode != Match.Mode.PRACTICE:
        return ""
    game = engines.get(match.game)
    return game.position(game.from_wire(match.snapshot))


def _must_practise(runtime: Runtime, user: str) -> None:
    if not any(sits.belongs_to(user) for sits in runtime.row.seats.values()):
        raise NotSeated("Only who practises here may do that.")
    if runtime.row.mode != Match.Mode.PRACTICE:
        raise PracticeRefused("Moves are taken back and positions set up on a practice board only.")
    if runtime.row.status != "live":
        raise PracticeRefused("This board is closed: begin another.")


def _states(runtime: Runtime, log: list[LogRow]) -> list[Any]:  # the game's own positions
    """Return the valid positions, without those taken back, from the beginning or the last set-up on."""
    game: Game[Any] = runtime.game
    match = runtime.row
    options = game.options_under(match.rules_version, match.options)
    state, _events = game.new(options, match.terms, ScriptedDice(match.opening["rolls"]))
    standing = [state]
    for row in log:
        if row.kind == "move":
            seat: Any = row.seat or None
            state, _events = game.apply(standing[-1], seat, row.move, ScriptedDice(row.rolls))
            standing.append(state)
        elif row.move.get("type") == "take_back":
            standing.pop()
        elif row.move.get("type") == "position":
            standing = [game.from_wire(row.move["wire"])]
    return standing


async def _lay(runtime: Runtime, kind: str, state: Any, more: dict[str, Any]) -> Outcome:
    """Write the row that leads to ``state``, and show it as a whole frame: no step describes it."""
    wire = runtime.game.stored_under(runtime.row.rules_version, state)
    ruling = {"type": kind, **more, "wire": wire}
    if not await commit(runtime, ruled(runtime, ruling, client_id=uuid4(), status="live")):
        runtime.forget()
        return Outcome("stale", runtime.row.version)
    return Outcome("applied", runtime.row.version)
